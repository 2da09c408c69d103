// Kernels whose orders cannot matter, or whose order is the better one.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

// control: one product and one sum
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// control: the factor is a power of two
__global__ void halved(float *x, const float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 0.25f * x[i] / d[i];
}

// control: thread numbers are integers
__global__ void indices(int *out, int width) {
  int row = (blockIdx.y * blockDim.y + threadIdx.y) * width / gridDim.x;
  out[row + threadIdx.x] = row * 3 / 2;
}

// control: reassigned in between
__global__ void reassigned(float *w, const float *m, const float *v, float lr, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float t = lr * m[i];
  t = m[i] + lr;
  w[i] = t / v[i];
}

// control: another element of shared memory
__global__ void neighbours(float *w, const float *g, const float *d, float lr) {
  __shared__ float tile[257];
  int t = threadIdx.x;
  tile[t] = lr * g[t];
  tile[t + 1] = g[t];
  __syncthreads();
  w[t] = tile[t + 1] / d[t];
}

// control: a transposition through shared memory moves values
__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

// control: one fused operation
__device__ float blend(float a, float b, float c) { return __fmaf_rn(a, b, c); }

// control: Kahan's difference of products
__device__ float differenceOfProducts(float a, float b, float c, float d) {
  float cd = c * d;
  float error = __fmaf_rn(-c, d, cd);
  float difference = __fmaf_rn(a, b, -cd);
  return difference + error;
}

// control: integer atomics
__global__ void count(const int *keys, int *bins, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&bins[keys[i]], 1);
}

// control: the largest value in any order
__global__ void largest(const float *x, float *out, int n) {
  float best = -INFINITY;
  for (int i = threadIdx.x; i < n; i += 32)
    best = fmaxf(best, x[i]);
  for (int o = 16; o > 0; o >>= 1)
    best = fmaxf(best, __shfl_xor_sync(0xffffffff, best, o));
  if (threadIdx.x == 0)
    *out = best;
}

// control: softmax with its maximum taken off
__global__ void softmax(const float *in, float *out, int n) {
  float top = in[0];
  for (int i = 1; i < n; ++i)
    top = fmaxf(top, in[i]);
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += expf(in[i] - top);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = (float)(expf(in[i] - top) / sum);
}

// control: a relu
template <typename T> __global__ void relu(T *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = x[i] > T(0) ? x[i] : T(0);
}

// control: a leaky relu is one product
__global__ void leaky(__half *x, __half slope, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = __hgt(x[i], __float2half(0.0f)) ? x[i] : __hmul(x[i], slope);
}

// control: a tree in shared memory
__global__ void blockSum(const double *in, double *out) {
  extern __shared__ double part[];
  unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// control: a tree of shuffles
__device__ double warpSum(double v) {
  v += __shfl_down_sync(0xffffffff, v, 16);
  v += __shfl_down_sync(0xffffffff, v, 8);
  v += __shfl_down_sync(0xffffffff, v, 4);
  v += __shfl_down_sync(0xffffffff, v, 2);
  v += __shfl_down_sync(0xffffffff, v, 1);
  return v;
}

// control: Welford's update
__device__ void welford(double x, double *mean, double *m2, int k) {
  double delta = x - *mean;
  *mean += delta / k;
  *m2 += delta * (x - *mean);
}

// control: log1p and expm1 where they belong
__device__ float stable(float x) { return log1pf(expf(-fabsf(x))) + expm1f(x * 0.5f); }

// control: a conversion of storage
__global__ void narrow(const float *in, __half *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = __float2half_rn(in[i]);
}

// control: host code around kernels
void launch(float *w, const float *m, const float *v, float lr, int n) {
  const int threads = 256;
  const int blocks = (n + threads - 1) / threads;
  reassigned<<<blocks, threads>>>(w, m, v, lr, n);
  relu<float><<<dim3(blocks), dim3(threads), 0, 0>>>(w, n);
}
