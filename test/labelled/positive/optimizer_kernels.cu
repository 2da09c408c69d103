// Update kernels in the style of training code: grid-stride loops, vectorised loads, templates over storage types.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// class: R1
__global__ void adamStep(float *__restrict__ w, float *__restrict__ m, float *__restrict__ v, const float *__restrict__ g, int n, float lr, float b1,
                         float b2, float eps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  m[i] = fmaf(b1, m[i], (1.0f - b1) * g[i]);
  v[i] = fmaf(b2, v[i], (1.0f - b2) * g[i] * g[i]);
  float num = lr * m[i];
  w[i] -= num / (sqrtf(v[i]) + eps); // expect: mul-then-div
}

// class: R1
template <typename T, typename Acc> __global__ void rmsprop(T *params, const T *grads, Acc *square, size_t count, Acc lr, Acc rho) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
    Acc g = static_cast<Acc>(grads[i]);
    Acc s = rho * square[i] + (Acc(1) - rho) * g * g;
    square[i] = s;
    params[i] = static_cast<T>(static_cast<Acc>(params[i]) - lr * g / (sqrt(s) + Acc(1e-6))); // expect: mul-then-div
  }
}

__device__ __forceinline__ float scaled(float lr, float m) { return __fmul_rn(lr, m); }

// class: R1
__global__ void adamIntrinsics(float *w, const float *m, const float *v, float lr, int n) {
  const int tid = threadIdx.x + blockDim.x * blockIdx.x;
  if (tid < n) {
    const float den = __fadd_rn(__fsqrt_rn(v[tid]), 1e-8f);
    w[tid] = __fsub_rn(w[tid], __fdiv_rn(scaled(lr, m[tid]), den)); // expect: mul-then-div
  }
}

// class: R1
__global__ void adamVectorised(float4 *w, const float4 *m, const float4 *v, float lr, float eps, int n4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n4) {
    float4 p = w[i], a = m[i], b = v[i];
    p.x -= lr * a.x / (sqrtf(b.x) + eps); // expect: mul-then-div
    p.y -= lr * a.y / (sqrtf(b.y) + eps);
    p.z -= lr * a.z / (sqrtf(b.z) + eps);
    p.w -= lr * a.w / (sqrtf(b.w) + eps);
    w[i] = p;
  }
}

// class: R1
__global__ void momentumThroughShared(float *w, const float *g, const float *norm, float lr, int n) {
  __shared__ float step[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n)
    step[t] = lr * g[i];
  __syncthreads();
  if (i < n)
    w[i] = w[i] - step[t] / norm[i]; // expect: mul-then-div
}

// class: R2
__global__ void unscale(float *grads, const float *scale, int n) {
  const float inv = 1.0f / *scale;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    grads[i] *= inv; // expect-remark: reciprocal-multiply
}

// class: R1b
__global__ void decayed(float *p, const float *g, float lr, float decay, float scale, int n) {
  unsigned i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n)
    p[i] -= lr * decay * p[i] * scale; // expect-remark: product-order
}

// class: R7
__global__ void halfUpdate(__half *w, const __half *m, const __half *v, __half lr, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __half t = __hmul(lr, m[i]);
    w[i] = __hsub(w[i], __hdiv(t, v[i])); // expect: mul-then-div
  }
}

// class: R10
__global__ void ema(float *shadow, const float *live, float decay, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    shadow[i] = decay * shadow[i] + (1.0f - decay) * live[i]; // expect-remark: ema-form
}
