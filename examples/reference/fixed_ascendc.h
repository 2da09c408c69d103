// The same kernel with two statements exchanged: the reference's order. See README.md.

#include "kernel_operator.h"

using namespace AscendC;

__aicore__ inline void applyAdam(LocalTensor<float> &w, LocalTensor<float> &m, LocalTensor<float> &v, float lr, float eps, int n) {
  Sqrt(v, v, n);
  PipeBarrier<PIPE_V>();
  Adds(v, v, eps, n);
  PipeBarrier<PIPE_V>();
  Div(m, m, v, n);
  PipeBarrier<PIPE_V>();
  Muls(m, m, lr, n);
  PipeBarrier<PIPE_V>();
  Sub(w, w, m, n);
}
