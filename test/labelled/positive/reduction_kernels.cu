// Norms, softmax, sums: what threads combine.
#include <cuda_fp16.h>

// class: R9
__global__ void sumAtomic(const float *x, float *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, x[i]); // expect: unordered-reduction
}

__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}

// class: R9
__global__ void histogram(const int *bins, const double *weights, double *out, int n) {
  int stride = gridDim.x * blockDim.x;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride) {
    atomicAdd(&out[bins[i]], weights[i]); // expect: unordered-reduction
  }
}

// class: R5
__global__ void softmaxRow(const float *in, float *out, int cols) {
  const float *row = in + blockIdx.x * cols;
  float sum = 0.0f;
  for (int c = 0; c < cols; ++c)
    sum += expf(row[c]);
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    out[blockIdx.x * cols + c] = expf(row[c]) / sum; // expect: unshifted-softmax
}

// class: R5
__global__ void softmaxWarp(float *out, const float *in) {
  float e = __expf(in[threadIdx.x]);
  float s = e;
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1)
    s += __shfl_xor_sync(0xffffffffu, s, mask);
  out[threadIdx.x] = e / s; // expect: unshifted-softmax
}

// class: R3
__global__ void layernormStats(const float *x, float *mean, float *rstd, int C) {
  const float *row = x + (size_t)blockIdx.x * C;
  float s = 0.f, s2 = 0.f;
  for (int c = 0; c < C; c++) {
    float v = row[c];
    s += v;
    s2 += v * v;
  }
  float mu = s / C;
  float var = s2 / C - mu * mu; // expect: one-pass-variance
  mean[blockIdx.x] = mu;
  rstd[blockIdx.x] = rsqrtf(var + 1e-5f);
}

// class: R3
__global__ void varianceOfRow(const float *x, float *var, int n) {
  float a = 0.0f, b = 0.0f;
  for (int i = threadIdx.x; i < n; i += 32) {
    a += x[i];
    b += x[i] * x[i];
  }
  a = warpReduceSum(a);
  b = warpReduceSum(b);
  if (threadIdx.x == 0)
    var[blockIdx.x] = b / n - (a / n) * (a / n); // expect: one-pass-variance
}

// class: R4
__global__ void pairwise(const float *a, const float *b, float *d, int dim) {
  int i = blockIdx.x, j = threadIdx.x;
  float aa = 0, bb = 0, ab = 0;
  for (int k = 0; k < dim; ++k) {
    aa += a[i * dim + k] * a[i * dim + k];
    bb += b[j * dim + k] * b[j * dim + k];
    ab += a[i * dim + k] * b[j * dim + k];
  }
  d[i * blockDim.x + j] = aa + bb - 2.0f * ab; // expect: norm-expansion
}

// class: R8
__device__ float cross2(float ax, float ay, float bx, float by) {
  return ax * by - ay * bx; // expect: fma-cancellation
}

// class: R8
__device__ void twoProduct(float a, float b, float *p, float *e) {
  *p = a * b;
  *e = fmaf(a, b, -*p);
  const float shift = 4097.0f;
  float c = shift * a;
  float high = c - (c - a); // expect: broken-error-free-transformation
  *e += high * 0.0f;
}

// class: R7
__global__ void dotHalf(const half *a, const half *b, half *out, int n) {
  half acc = __float2half(0.0f);
  for (int i = 0; i < n; ++i)
    acc += a[i] * b[i]; // expect: narrow-accumulator
  *out = acc;
}

// class: R10
__global__ void loss(const float *p, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = -logf(1.0f - p[i]); // expect: log1p-form
}
