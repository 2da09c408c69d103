// AscendC code that looks like order trouble and is none.
#include "kernel_operator.h"

using namespace AscendC;

// control: a power of two scales without rounding
__aicore__ inline void HalfStep(LocalTensor<float> w, LocalTensor<float> m, LocalTensor<float> d, uint32_t n) {
  Muls(m, m, 0.5f, n);
  PipeBarrier<PIPE_V>();
  Div(m, m, d, n);
  Sub(w, w, m, n);
}

// control: overwritten before the division
__aicore__ inline void Reassigned(LocalTensor<float> w, LocalTensor<float> m, LocalTensor<float> g, LocalTensor<float> d, LocalTensor<float> keep, float lr,
                                  uint32_t n) {
  Muls(m, m, lr, n);
  DataCopy(keep, m, n);
  DataCopy(m, g, n);
  Div(m, m, d, n);
  Sub(w, w, m, n);
}

template <typename T> class Slices {
public:
  // control: the slice that was scaled is not the one that is divided
  __aicore__ inline void DifferentSlices(const LocalTensor<T> &buf, const LocalTensor<T> &d, T lr, uint32_t len) {
    Muls(buf[len], buf[len], lr, len);
    PipeBarrier<PIPE_V>();
    Div(buf[2 * len], buf[2 * len], d, len);
  }

  // control: the new contents come from a queue
  __aicore__ inline void NextTile(float lr, uint32_t len) {
    LocalTensor<T> t = inQueue.template DeQue<T>();
    Muls(t, t, (T)lr, len);
    inQueue.FreeTensor(t);
    LocalTensor<T> u = inQueue.template DeQue<T>();
    LocalTensor<T> d = denQueue.template DeQue<T>();
    Div(u, u, d, len);
    outQueue.EnQue(u);
  }

  // control: one quotient, nothing to reorder
  __aicore__ inline void Normalise(uint32_t len) {
    LocalTensor<T> t = inQueue.template DeQue<T>();
    LocalTensor<T> d = denQueue.template DeQue<T>();
    Div(t, t, d, len);
    outQueue.EnQue(t);
  }

private:
  TQue<QuePosition::VECIN, 2> inQueue, denQueue;
  TQue<QuePosition::VECOUT, 2> outQueue;
};

// control: integers
__aicore__ inline void Indices(LocalTensor<int32_t> index, LocalTensor<int32_t> stride, int32_t step, int32_t n) {
  Muls(index, index, step, n);
  Add(index, index, stride, n);
  Adds(index, index, 1, n);
}

// control: a sum and a maximum of two
__aicore__ inline void Bias(LocalTensor<float> y, LocalTensor<float> x, LocalTensor<float> b, uint32_t n) {
  Add(y, x, b, n);
  Relu(y, y, n);
}

// control: softmax with its shift
__aicore__ inline void ShiftedSoftmax(LocalTensor<float> y, LocalTensor<float> x, LocalTensor<float> t, LocalTensor<float> w, int32_t n) {
  ReduceMax(t, x, w, n);
  float top = t.GetValue(0);
  Adds(y, x, -top, n);
  Exp(y, y, n);
  ReduceSum(t, y, w, n);
  float sum = t.GetValue(0);
  Duplicate(t, sum, n);
  Div(y, y, t, n);
}

// control: centred variance
__aicore__ inline float CentredVariance(LocalTensor<float> x, LocalTensor<float> t, LocalTensor<float> s, LocalTensor<float> w, int32_t n) {
  ReduceSum(s, x, w, n);
  float mean = s.GetValue(0) / n;
  Adds(t, x, -mean, n);
  Mul(t, t, t, n);
  ReduceSum(s, t, w, n);
  return s.GetValue(0) / n;
}

// control: half widened before it is summed
__aicore__ inline void SumWidened(LocalTensor<float> out, LocalTensor<half> x, LocalTensor<float> wide, LocalTensor<float> tmp, int32_t n) {
  Cast(wide, x, RoundMode::CAST_NONE, n);
  ReduceSum(out, wide, tmp, n);
}

// control: narrowed once, at the end
__aicore__ inline void NarrowAtTheEnd(LocalTensor<half> out, LocalTensor<float> x, LocalTensor<float> y, int32_t n) {
  Add(x, x, y, n);
  Cast(out, x, RoundMode::CAST_RINT, n);
}

// control: copies only
class CopyKernel {
public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, uint32_t n) {
    length = n;
    xGm.SetGlobalBuffer((__gm__ float *)x, n);
    yGm.SetGlobalBuffer((__gm__ float *)y, n);
    pipe.InitBuffer(queue, 2, n * sizeof(float));
  }
  __aicore__ inline void Process() {
    LocalTensor<float> in = queue.AllocTensor<float>();
    DataCopy(in, xGm, length);
    queue.EnQue(in);
    LocalTensor<float> out = queue.DeQue<float>();
    DataCopy(yGm, out, length);
    queue.FreeTensor(out);
  }

private:
  TPipe pipe;
  TQue<QuePosition::VECIN, 2> queue;
  GlobalTensor<float> xGm, yGm;
  uint32_t length;
};

// control: an unscaled in-place axpy
__aicore__ inline void Accumulate(LocalTensor<float> acc, LocalTensor<float> x, float a, int32_t n) { Axpy(acc, x, a, n); }

// control: another buffer with the same size
__aicore__ inline void TwoBuffers(TBuf<TPosition::VECCALC> &first, TBuf<TPosition::VECCALC> &second, LocalTensor<float> d, LocalTensor<float> out, float lr,
                                  uint32_t n) {
  LocalTensor<float> a = first.Get<float>();
  LocalTensor<float> b = second.Get<float>();
  Muls(a, a, lr, n);
  Div(b, b, d, n);
  Add(out, a, b, n);
}

// control: the sign flips exactly
__aicore__ inline void Negated(LocalTensor<float> w, LocalTensor<float> m, LocalTensor<float> d, uint32_t n) {
  Muls(m, m, -1.0f, n);
  Div(m, m, d, n);
  Add(w, w, m, n);
}
