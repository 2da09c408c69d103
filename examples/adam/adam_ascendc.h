// The same update as an AscendC kernel: destination-first vector calls on buffers that queues hand on.
//
// A vector unit has no expressions. What adam.cpp writes in one statement is a chain of calls here, with barriers between them, and the order of the
// multiplication and the division is the order of two of them. Neither the toolkit nor an instantiation is needed:
//
//   fporder-check adam_ascendc.h

#include "kernel_operator.h"

using namespace AscendC;

constexpr int32_t BUFFER_NUM = 2;

template <typename T> class KernelApplyAdam {
public:
  __aicore__ inline void Init(GM_ADDR var, GM_ADDR expAvg, GM_ADDR expAvgSq, uint32_t tile, T lr, T eps) {
    tileLength = tile;
    learningRate = lr;
    epsilon = eps;
    wGm.SetGlobalBuffer((__gm__ T *)var + GetBlockIdx() * tile, tile);
    mGm.SetGlobalBuffer((__gm__ T *)expAvg + GetBlockIdx() * tile, tile);
    vGm.SetGlobalBuffer((__gm__ T *)expAvgSq + GetBlockIdx() * tile, tile);
    pipe.InitBuffer(inW, BUFFER_NUM, tile * sizeof(T));
    pipe.InitBuffer(inM, BUFFER_NUM, tile * sizeof(T));
    pipe.InitBuffer(inV, BUFFER_NUM, tile * sizeof(T));
    pipe.InitBuffer(outW, BUFFER_NUM, tile * sizeof(T));
    pipe.InitBuffer(work, 2 * tile * sizeof(T));
  }

  __aicore__ inline void CopyIn() {
    LocalTensor<T> w = inW.AllocTensor<T>(), m = inM.AllocTensor<T>(), v = inV.AllocTensor<T>();
    DataCopy(w, wGm, tileLength);
    DataCopy(m, mGm, tileLength);
    DataCopy(v, vGm, tileLength);
    inW.EnQue(w);
    inM.EnQue(m);
    inV.EnQue(v);
  }

  // The order that failed the accuracy gate: the product first, then the division.
  __aicore__ inline void ComputeProductFirst() {
    LocalTensor<T> w = inW.DeQue<T>();
    LocalTensor<T> m = inM.DeQue<T>();
    LocalTensor<T> v = inV.DeQue<T>();
    LocalTensor<T> step = work.Get<T>();
    LocalTensor<T> denominator = step[tileLength];
    LocalTensor<T> updated = outW.AllocTensor<T>();
    Sqrt(denominator, v, tileLength);
    PipeBarrier<PIPE_V>();
    Adds(denominator, denominator, epsilon, tileLength);
    Muls(step, m, learningRate, tileLength);
    PipeBarrier<PIPE_V>();
    Div(step, step, denominator, tileLength);
    PipeBarrier<PIPE_V>();
    Sub(updated, w, step, tileLength);
    outW.EnQue(updated);
  }

  // The reference's order: two calls swapped.
  __aicore__ inline void ComputeDivisionFirst() {
    LocalTensor<T> w = inW.DeQue<T>();
    LocalTensor<T> m = inM.DeQue<T>();
    LocalTensor<T> v = inV.DeQue<T>();
    LocalTensor<T> step = work.Get<T>();
    LocalTensor<T> denominator = step[tileLength];
    LocalTensor<T> updated = outW.AllocTensor<T>();
    Sqrt(denominator, v, tileLength);
    PipeBarrier<PIPE_V>();
    Adds(denominator, denominator, epsilon, tileLength);
    PipeBarrier<PIPE_V>();
    Div(step, m, denominator, tileLength);
    PipeBarrier<PIPE_V>();
    // fporder: allow(div-then-mul, scale-placement) reason="this is the order that the reference has"
    Muls(step, step, learningRate, tileLength);
    PipeBarrier<PIPE_V>();
    Sub(updated, w, step, tileLength);
    outW.EnQue(updated);
  }

  __aicore__ inline void CopyOut() {
    LocalTensor<T> updated = outW.DeQue<T>();
    DataCopy(wGm, updated, tileLength);
    outW.FreeTensor(updated);
  }

private:
  TPipe pipe;
  TQue<QuePosition::VECIN, BUFFER_NUM> inW, inM, inV;
  TQue<QuePosition::VECOUT, BUFFER_NUM> outW;
  TBuf<QuePosition::VECCALC> work;
  GlobalTensor<T> wGm, mGm, vGm;
  uint32_t tileLength;
  T learningRate, epsilon;
};

// Instantiated for one format, so that what is measured has one.
template class KernelApplyAdam<float>;
