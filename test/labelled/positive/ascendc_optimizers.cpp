// Optimizer steps in AscendC: destination-first vector calls over queues, slices and barriers.
#include "kernel_operator.h"

using namespace AscendC;

constexpr int32_t BUFFER_NUM = 2;

// The step of a fused optimizer, never instantiated in this file.
template <typename T> class KernelApplyAdam {
public:
  __aicore__ inline KernelApplyAdam() {}
  __aicore__ inline void Init(GM_ADDR var, GM_ADDR m, GM_ADDR v, uint32_t tile, float lr, float eps) {
    tileLength = tile;
    stepSize = lr;
    epsilon = eps;
    varGm.SetGlobalBuffer((__gm__ T *)var + GetBlockIdx() * tile, tile);
    mGm.SetGlobalBuffer((__gm__ T *)m + GetBlockIdx() * tile, tile);
    vGm.SetGlobalBuffer((__gm__ T *)v + GetBlockIdx() * tile, tile);
    pipe.InitBuffer(inQueue, BUFFER_NUM, 3 * tile * sizeof(T));
    pipe.InitBuffer(outQueue, BUFFER_NUM, tile * sizeof(T));
  }

  // class: R1
  __aicore__ inline void Compute(int32_t progress) {
    LocalTensor<T> in = inQueue.DeQue<T>();
    LocalTensor<T> w = outQueue.AllocTensor<T>();
    Sqrt(in[2 * tileLength], in[2 * tileLength], tileLength);
    PipeBarrier<PIPE_V>();
    Adds(in[2 * tileLength], in[2 * tileLength], (T)epsilon, tileLength);
    Muls(in[tileLength], in[tileLength], (T)stepSize, tileLength);
    PipeBarrier<PIPE_V>();
    Div(in[tileLength], in[tileLength], in[2 * tileLength], tileLength); // expect: mul-then-div
    PipeBarrier<PIPE_V>();
    Sub(w, in, in[tileLength], tileLength);
    outQueue.EnQue(w);
    inQueue.FreeTensor(in);
  }

private:
  TPipe pipe;
  TQue<QuePosition::VECIN, BUFFER_NUM> inQueue;
  TQue<QuePosition::VECOUT, BUFFER_NUM> outQueue;
  GlobalTensor<T> varGm, mGm, vGm;
  uint32_t tileLength;
  float stepSize, epsilon;
};

// class: R1
__aicore__ inline void ApplyRmsProp(LocalTensor<float> &var, LocalTensor<float> &ms, const LocalTensor<float> &grad, LocalTensor<float> &tmp, float lr,
                                    float epsilon, int32_t count) {
  Adds(tmp, ms, epsilon, count);
  Sqrt(tmp, tmp, count);
  Muls(ms, grad, lr, count);
  Div(tmp, ms, tmp, count); // expect: mul-then-div
  Sub(var, var, tmp, count);
}

__aicore__ inline void ScaleBy(const LocalTensor<float> &dst, const LocalTensor<float> &src, float s, uint32_t n) {
  Muls(dst, src, s, n);
  PipeBarrier<PIPE_V>();
}

// class: R1
__aicore__ inline void StepThroughHelper(LocalTensor<float> w, LocalTensor<float> m, LocalTensor<float> den, float lr, uint32_t n) {
  ScaleBy(m, m, lr, n);
  LocalTensor<float> alias = m;
  Div(alias, alias, den, n); // expect: mul-then-div
  Sub(w, w, m, n);
}

// Buffers cut from one calculation buffer in Init, used in Process.
class KernelMomentum {
public:
  __aicore__ inline void Init(TPipe *pipe, uint32_t n, float lr) {
    length = n;
    rate = lr;
    pipe->InitBuffer(calcBuf, 4 * n * sizeof(float));
    LocalTensor<float> all = calcBuf.Get<float>();
    accum = all;
    norm = all[n];
    param = all[2 * n];
  }
  // class: R1
  __aicore__ inline void Process() {
    Mul(accum, accum, param, length);
    Div(accum, accum, norm, length); // expect: mul-then-div
    Sub(param, param, accum, length);
  }

private:
  TBuf<TPosition::VECCALC> calcBuf;
  LocalTensor<float> accum, norm, param;
  uint32_t length;
  float rate;
};

// class: R1
// The register dialect: a mask closes each call.
__aicore__ inline void UpdateRegisters(__ubuf__ float *wAddr, __ubuf__ float *mAddr, __ubuf__ float *dAddr, float lr, uint16_t repeats, uint32_t count) {
  __VEC_SCOPE__ {
    MicroAPI::RegTensor<float> w, m, d, step;
    for (uint16_t i = 0; i < repeats; ++i) {
      MicroAPI::MaskReg mask = MicroAPI::UpdateMask<float>(count);
      MicroAPI::DataCopy(w, wAddr + i * 64);
      MicroAPI::DataCopy(m, mAddr + i * 64);
      MicroAPI::DataCopy(d, dAddr + i * 64);
      MicroAPI::Muls(step, m, lr, mask);
      MicroAPI::Div(step, step, d, mask); // expect: mul-then-div
      MicroAPI::Sub(w, w, step, mask);
      MicroAPI::DataCopy(wAddr + i * 64, w, mask);
    }
  }
}

// class: R1
// Masks and repeats instead of a count.
__aicore__ inline void RepeatForm(LocalTensor<float> w, LocalTensor<float> g, LocalTensor<float> h, float lr, uint8_t repeat) {
  uint64_t mask = 64;
  UnaryRepeatParams unary{1, 1, 8, 8};
  BinaryRepeatParams binary{1, 1, 1, 8, 8, 8};
  Muls(g, g, lr, mask, repeat, unary);
  PipeBarrier<PIPE_V>();
  Div(g, g, h, mask, repeat, binary); // expect: mul-then-div
  PipeBarrier<PIPE_V>();
  Sub(w, w, g, mask, repeat, binary);
}

// class: R2
__aicore__ inline void UpdateByReciprocal(LocalTensor<float> p, LocalTensor<float> m, LocalTensor<float> den, LocalTensor<float> r, uint32_t n) {
  Reciprocal(r, den, n);
  Mul(r, m, r, n); // expect-remark: reciprocal-multiply
  Sub(p, p, r, n);
}

// class: R10
__aicore__ inline void MovingAverage(LocalTensor<float> m, LocalTensor<float> g, LocalTensor<float> t, float beta1, uint32_t n) {
  Sub(t, g, m, n);
  Muls(t, t, 1.0f - beta1, n);
  Add(m, m, t, n); // expect-remark: ema-form | lerp-form
}
