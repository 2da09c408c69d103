// Normalisations, activations and quantisation in AscendC.
#include "kernel_operator.h"

using namespace AscendC;

// class: R3
__aicore__ inline float VarianceInOnePass(LocalTensor<float> x, LocalTensor<float> sq, LocalTensor<float> tmp, LocalTensor<float> out, int32_t n) {
  Mul(sq, x, x, n);
  ReduceSum(out, sq, tmp, n);
  float meanOfSquares = out.GetValue(0) / n;
  ReduceSum(out, x, tmp, n);
  float mean = out.GetValue(0) / n;
  return meanOfSquares - mean * mean; // expect: one-pass-variance
}

template <typename T> class SoftmaxKernel {
public:
  // class: R5
  __aicore__ inline void Row(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LocalTensor<T> &work, uint32_t cols) {
    Exp(dst, src, cols);
    ReduceSum(work, dst, work, cols);
    T total = work.GetValue(0);
    Duplicate(work, total, cols);
    Div(dst, dst, work, cols); // expect: unshifted-softmax
  }

  // class: R5
  __aicore__ inline void LogSumExp(LocalTensor<T> out, LocalTensor<T> x, LocalTensor<T> tmp, int32_t n) {
    Exp(x, x, n);
    PipeBarrier<PIPE_V>();
    ReduceSum(out, x, tmp, n);
    PipeBarrier<PIPE_V>();
    Ln(out, out, 1); // expect: unshifted-logsumexp
  }
};

// class: R7
__aicore__ inline void SumInHalf(LocalTensor<half> out, LocalTensor<half> x, LocalTensor<half> tmp, int32_t n) {
  ReduceSum(out, x, tmp, n); // expect: narrow-accumulator
}

// class: R7
__aicore__ inline void RoundedInBetween(LocalTensor<float> y, LocalTensor<half> h, LocalTensor<float> x, LocalTensor<float> mean, LocalTensor<float> t,
                                        int32_t n) {
  Mul(t, x, x, n);
  Cast(h, t, RoundMode::CAST_RINT, n); // expect: early-narrowing #n
  Cast(t, h, RoundMode::CAST_NONE, n);
  Sub(y, t, mean, n); // expect: early-narrowing #n
}

// class: R10
__aicore__ inline void Softplus(LocalTensor<float> y, LocalTensor<float> x, uint32_t n) {
  Exp(y, x, n);
  Adds(y, y, 1.0f, n);
  Ln(y, y, n); // expect-remark: log1p-form | unshifted-logsumexp
}

// class: R10
__aicore__ inline void Elu(LocalTensor<float> y, LocalTensor<float> x, float alpha, int32_t calCount) {
  Exp(y, x, calCount);
  Adds(y, y, -1.0f, calCount); // expect: expm1-form #e
  Muls(y, y, alpha, calCount); // expect: expm1-form #e
}

// class: R10
__aicore__ inline void Magnitude(LocalTensor<float> out, LocalTensor<float> re, LocalTensor<float> im, uint32_t n) {
  Mul(re, re, re, n);
  Mul(im, im, im, n);
  Add(out, re, im, n);
  Sqrt(out, out, n); // expect-remark: hypot-form
}

// class: R2
__aicore__ inline void QuantizeByInverse(LocalTensor<int32_t> q, LocalTensor<float> x, float scale, int32_t n) {
  float inverse = 1.0f / scale;
  Muls(x, x, inverse, n); // expect: reciprocal-multiply #q
  Cast(q, x, RoundMode::CAST_RINT, n); // expect: reciprocal-multiply #q
}

// class: R1
// Half keeps 11 of 24 bits: one ulp of float moves it once in thousands, so the order matters to the bits only.
__aicore__ inline void DynamicQuant(LocalTensor<half> out, LocalTensor<float> x, LocalTensor<float> scale, int32_t n) {
  Muls(x, x, 127.0f, n);
  Div(x, x, scale, n); // expect-remark: mul-then-div #d
  Cast(out, x, RoundMode::CAST_ROUND, n); // expect-remark: mul-then-div #d
}

// class: R1b
__aicore__ inline void RmsNormScale(LocalTensor<float> y, LocalTensor<float> x, LocalTensor<float> gamma, LocalTensor<float> rstd, uint32_t n) {
  Mul(y, x, rstd, n);
  Mul(y, y, gamma, n); // expect-remark: product-order
}

// class: R4
__aicore__ inline float SquaredDistance(LocalTensor<float> x, LocalTensor<float> y, LocalTensor<float> t, LocalTensor<float> s, LocalTensor<float> w,
                                        int32_t n) {
  Mul(t, x, x, n);
  ReduceSum(s, t, w, n);
  float xx = s.GetValue(0);
  Mul(t, y, y, n);
  ReduceSum(s, t, w, n);
  float yy = s.GetValue(0);
  Mul(t, x, y, n);
  ReduceSum(s, t, w, n);
  float xy = s.GetValue(0);
  return xx + yy - 2.0f * xy; // expect: norm-expansion
}
