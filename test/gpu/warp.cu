// Random kernels that generate.py wrote: warp. Do not edit.
#include <cuda_runtime.h>

// width argument
__global__ void k134(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * a[i];
  for (int k = 4; k > 0; k /= 2)
    x = x + __shfl_xor_sync(0xffffffff, x, k, 8);
  out[i] = a[i] - x;
}

// two levels
__global__ void k135(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  for (int k = 16; k > 0; k /= 2)
    x += __shfl_down_sync(0xffffffff, x, k);
  if (lane == 0)
    part[threadIdx.x / 32] = x;
  __syncthreads();
  x = threadIdx.x < 1 ? part[lane] : 0.0f;
  if (threadIdx.x < 32) {
    for (int k = 16; k > 0; k >>= 1)
      x = x + __shfl_down_sync(0xffffffff, x, k);
    if (threadIdx.x == 0)
      out[blockIdx.x] = x;
  }
}

// xor
__global__ void k136(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * b[i];
  for (int k = 16; k > 0; k /= 2)
    x = x + __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] - x;
}

// parts of a warp
__global__ void k137(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] - s;
  for (int k = 8; k > 0; k /= 2)
    x += __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] - x;
}

// width argument
__global__ void k138(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i];
  for (int k = 4; k > 0; k >>= 1)
    x += __shfl_xor_sync(0xffffffff, x, k, 8);
  out[i] = x;
}

// down, all lanes stored
__global__ void k139(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  for (int k = 16; k > 0; k /= 2)
    x += __shfl_down_sync(0xffffffff, x, k);
  out[i] = a[i] / x;
}

// product
__global__ void k140(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i];
  for (int k = 16; k > 0; k /= 2)
    x = x * __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] / x;
}

// xor, neighbours first
__global__ void k141(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  for (int k = 1; k <= 16; k *= 2)
    x = x + __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] - x;
}

// sum, then broadcast
__global__ void k142(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  for (int k = 16; k > 0; k /= 2)
    x = x + __shfl_down_sync(0xffffffff, x, k);
  x = __shfl_sync(0xffffffff, x, 0);
  out[i] = a[i] / x;
}

// down, all lanes stored
__global__ void k143(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * b[i];
  for (int k = 16; k > 0; k /= 2)
    x = x + __shfl_down_sync(0xffffffff, x, k);
  out[i] = x * s + b[i];
}

// xor
__global__ void k144(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i];
  for (int k = 16; k > 0; k >>= 1)
    x = fminf(x, __shfl_xor_sync(0xffffffff, x, k));
  out[i] = x * s + b[i];
}

// parts of a warp
__global__ void k145(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * b[i];
  for (int k = 2; k > 0; k >>= 1)
    x = x + __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] - x;
}

// parts of a warp
__global__ void k146(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * a[i];
  for (int k = 4; k > 0; k >>= 1)
    x += __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x * s + b[i];
}

// product
__global__ void k147(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * b[i];
  for (int k = 16; k > 0; k >>= 1)
    x = x * __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x;
}

// product
__global__ void k148(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = lane; k < 96; k += 32)
    x = x + a[i / 32 * 96 + k] * 0.5f + b[i / 32 * 96 + k];
  for (int k = 16; k > 0; k >>= 1)
    x *= __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x;
}

// up
__global__ void k149(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = lane; k < 96; k += 32)
    x += (a[i / 32 * 96 + k] - s) * (a[i / 32 * 96 + k] - s);
  for (int k = 1; k < 32; k *= 2) {
    float y = __shfl_up_sync(0xffffffff, x, k);
    if (lane >= k)
      x += y;
  }
  out[i] = x;
}

// broadcast
__global__ void k150(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = i; k < n; k += gridDim.x * 64)
    x += a[k] * a[k];
  float y = __shfl_sync(0xffffffff, x, 0);
  out[i] = x * y + s;
}

// down
__global__ void k151(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x += a[i / 32 * 100 + k] - s;
  for (int k = 16; k > 0; k /= 2)
    x = fmaxf(x, __shfl_down_sync(0xffffffff, x, k));
  if (lane == 0)
    out[i / 32] = x;
}

// in double
__global__ void k152(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int lane = threadIdx.x % 32;
  double x = 0;
  for (int k = i; k < n; k += gridDim.x * 128)
    x += d[k];
  for (int k = 16; k > 0; k /= 2)
    x += __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x * s + b[i];
}

// width argument
__global__ void k153(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i] * b[i];
  for (int k = 8; k > 0; k >>= 1)
    x += __shfl_xor_sync(0xffffffff, x, k, 16);
  if (lane % 16 == 0)
    out[i / 16] = x;
}

// down, all lanes stored
__global__ void k154(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i] * b[i];
  for (int k = 16; k > 0; k /= 2)
    x += __shfl_down_sync(0xffffffff, x, k);
  out[i] = x * s + b[i];
}

// unrolled, neighbours first
__global__ void k155(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = i; k < n; k += gridDim.x * 32)
    x += a[k] * b[k];
  x += __shfl_down_sync(0xffffffff, x, 1);
  x = x + __shfl_down_sync(0xffffffff, x, 2);
  x = x + __shfl_down_sync(0xffffffff, x, 4);
  x += __shfl_down_sync(0xffffffff, x, 8);
  x += __shfl_down_sync(0xffffffff, x, 16);
  if (lane == 0)
    out[i / 32] = x * s + 1.0f;
}

// down, all lanes stored
__global__ void k156(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = i; k < n; k += gridDim.x * blockDim.x)
    x = x + a[k];
  for (int k = 16; k > 0; k >>= 1)
    x += __shfl_down_sync(0xffffffff, x, k);
  out[i] = x;
}

// down, all lanes stored
__global__ void k157(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  for (int k = 16; k > 0; k >>= 1)
    x += __shfl_down_sync(0xffffffff, x, k);
  out[i] = x;
}

// unrolled down
__global__ void k158(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = lane; k < 96; k += 32)
    x = x + a[i / 32 * 96 + k] * a[i / 32 * 96 + k];
  x = x + __shfl_down_sync(0xffffffff, x, 16);
  x = x + __shfl_down_sync(0xffffffff, x, 8);
  x = x + __shfl_down_sync(0xffffffff, x, 4);
  x = x + __shfl_down_sync(0xffffffff, x, 2);
  x = x + __shfl_down_sync(0xffffffff, x, 1);
  if (lane == 0)
    out[i / 32] = x;
}

// xor
__global__ void k159(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = lane; k < 32; k += 32)
    x += a[i / 32 * 32 + k] * b[i / 32 * 32 + k];
  for (int k = 16; k > 0; k >>= 1)
    x = fminf(x, __shfl_xor_sync(0xffffffff, x, k));
  out[i] = x * s + b[i];
}

// xor
__global__ void k160(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = (a[i] - s) * (a[i] - s);
  for (int k = 16; k > 0; k /= 2)
    x = fminf(x, __shfl_xor_sync(0xffffffff, x, k));
  out[i] = x * s + b[i];
}

// parts of a warp
__global__ void k161(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = i; k < n; k += gridDim.x * blockDim.x)
    x += a[k];
  for (int k = 2; k > 0; k >>= 1)
    x = x + __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x * s + b[i];
}

// down
__global__ void k162(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = (a[i] - s) * (a[i] - s);
  for (int k = 16; k > 0; k /= 2)
    x = x + __shfl_down_sync(0xffffffff, x, k);
  if (lane == 0)
    out[i / 32] = x;
}

// broadcast
__global__ void k163(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x += a[i / 32 * 100 + k] * b[i / 32 * 100 + k];
  float y = __shfl_sync(0xffffffff, x, 0);
  out[i] = y * 0.1f;
}

// unrolled xor
__global__ void k164(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * b[i];
  x += __shfl_xor_sync(0xffffffff, x, 16);
  x += __shfl_xor_sync(0xffffffff, x, 8);
  x = x + __shfl_xor_sync(0xffffffff, x, 4);
  x = x + __shfl_xor_sync(0xffffffff, x, 2);
  x = x + __shfl_xor_sync(0xffffffff, x, 1);
  out[i] = a[i] - x;
}

// in double
__global__ void k165(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  double x = d[i] * d[i];
  for (int k = 16; k > 0; k /= 2)
    x = x + __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] - x;
}

// up
__global__ void k166(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = i; k < n; k += gridDim.x * 128)
    x += a[k] * b[k];
  for (int k = 1; k < 32; k *= 2) {
    float y = __shfl_up_sync(0xffffffff, x, k);
    if (lane >= k)
      x += y;
  }
  out[i] = a[i] - x;
}

// xor
__global__ void k167(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x += a[i / 32 * 100 + k];
  for (int k = 16; k > 0; k /= 2)
    x = x + __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x;
}

// down
__global__ void k168(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = lane; k < 32; k += 32)
    x = x + a[i / 32 * 32 + k] - s;
  for (int k = 16; k > 0; k /= 2)
    x = fmaxf(x, __shfl_down_sync(0xffffffff, x, k));
  if (lane == 0)
    out[i / 32] = x;
}

// xor, neighbours first
__global__ void k169(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i] - s;
  for (int k = 1; k <= 16; k <<= 1)
    x += __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] / x;
}

// parts of a warp
__global__ void k170(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x = x + a[i / 32 * 100 + k] * b[i / 32 * 100 + k];
  for (int k = 2; k > 0; k /= 2)
    x = x + __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] / x;
}

// sum, then broadcast
__global__ void k171(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i];
  for (int k = 16; k > 0; k /= 2)
    x = x + __shfl_down_sync(0xffffffff, x, k);
  x = __shfl_sync(0xffffffff, x, 0);
  out[i] = a[i] / x;
}

// unrolled down
__global__ void k172(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = lane; k < 96; k += 32)
    x = x + a[i / 32 * 96 + k];
  x = x + __shfl_down_sync(0xffffffff, x, 16);
  x = x + __shfl_down_sync(0xffffffff, x, 8);
  x += __shfl_down_sync(0xffffffff, x, 4);
  x += __shfl_down_sync(0xffffffff, x, 2);
  x += __shfl_down_sync(0xffffffff, x, 1);
  if (lane == 0)
    out[i / 32] = x * 0.1f;
}

// parts of a warp
__global__ void k173(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x += a[i / 32 * 100 + k];
  for (int k = 4; k > 0; k /= 2)
    x += __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x;
}

// sum, then broadcast
__global__ void k174(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * b[i];
  for (int k = 16; k > 0; k /= 2)
    x += __shfl_down_sync(0xffffffff, x, k);
  x = __shfl_sync(0xffffffff, x, 0);
  out[i] = x;
}

// xor, neighbours first
__global__ void k175(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = (a[i] - s) * (a[i] - s);
  for (int k = 1; k <= 16; k <<= 1)
    x += __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x;
}

// unrolled down
__global__ void k176(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  x = x + __shfl_down_sync(0xffffffff, x, 16);
  x += __shfl_down_sync(0xffffffff, x, 8);
  x += __shfl_down_sync(0xffffffff, x, 4);
  x += __shfl_down_sync(0xffffffff, x, 2);
  x = x + __shfl_down_sync(0xffffffff, x, 1);
  if (lane == 0)
    out[i / 32] = x;
}

// unrolled xor
__global__ void k177(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i] * a[i];
  x += __shfl_xor_sync(0xffffffff, x, 16);
  x = x + __shfl_xor_sync(0xffffffff, x, 8);
  x = x + __shfl_xor_sync(0xffffffff, x, 4);
  x += __shfl_xor_sync(0xffffffff, x, 2);
  x = x + __shfl_xor_sync(0xffffffff, x, 1);
  out[i] = a[i] - x;
}

// sum, then broadcast
__global__ void k178(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  for (int k = 16; k > 0; k >>= 1)
    x += __shfl_down_sync(0xffffffff, x, k);
  x = __shfl_sync(0xffffffff, x, 0);
  out[i] = a[i] / x;
}

// width argument
__global__ void k179(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * a[i];
  for (int k = 8; k > 0; k /= 2)
    x = x + __shfl_xor_sync(0xffffffff, x, k, 16);
  out[i] = a[i] / x;
}

// up
__global__ void k180(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x = x + a[i / 32 * 100 + k] * b[i / 32 * 100 + k];
  for (int k = 1; k < 32; k *= 2) {
    float y = __shfl_up_sync(0xffffffff, x, k);
    if (lane >= k)
      x += y;
  }
  out[i] = a[i] - x;
}

// broadcast
__global__ void k181(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * a[i];
  float y = __shfl_sync(0xffffffff, x, 5);
  out[i] = y * 0.1f;
}

// unrolled down
__global__ void k182(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  x += __shfl_down_sync(0xffffffff, x, 16);
  x = x + __shfl_down_sync(0xffffffff, x, 8);
  x = x + __shfl_down_sync(0xffffffff, x, 4);
  x = x + __shfl_down_sync(0xffffffff, x, 2);
  x += __shfl_down_sync(0xffffffff, x, 1);
  if (lane == 0)
    out[i / 32] = x * 0.1f;
}

// up
__global__ void k183(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x = x + a[i / 32 * 100 + k];
  for (int k = 1; k < 32; k *= 2) {
    float y = __shfl_up_sync(0xffffffff, x, k);
    if (lane >= k)
      x += y;
  }
  out[i] = x * s + b[i];
}

// in double
__global__ void k184(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x % 32;
  double x = d[i] - s;
  for (int k = 16; k > 0; k >>= 1)
    x = fmax(x, __shfl_xor_sync(0xffffffff, x, k));
  out[i] = x;
}

// product
__global__ void k185(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  for (int k = 16; k > 0; k /= 2)
    x *= __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] - x;
}

// width argument
__global__ void k186(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i];
  for (int k = 4; k > 0; k /= 2)
    x += __shfl_xor_sync(0xffffffff, x, k, 8);
  out[i] = x * s + b[i];
}

// unrolled, neighbours first
__global__ void k187(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i] * b[i];
  x += __shfl_down_sync(0xffffffff, x, 1);
  x += __shfl_down_sync(0xffffffff, x, 2);
  x += __shfl_down_sync(0xffffffff, x, 4);
  x = x + __shfl_down_sync(0xffffffff, x, 8);
  x = x + __shfl_down_sync(0xffffffff, x, 16);
  if (lane == 0)
    out[i / 32] = x;
}

// xor
__global__ void k188(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i] - s;
  for (int k = 16; k > 0; k /= 2)
    x = fmaxf(x, __shfl_xor_sync(0xffffffff, x, k));
  out[i] = a[i] - x;
}

// xor
__global__ void k189(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x = x + a[i / 32 * 100 + k] - s;
  for (int k = 16; k > 0; k >>= 1)
    x += __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x * s + b[i];
}

// down
__global__ void k190(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = a[i];
  for (int k = 16; k > 0; k >>= 1)
    x = fmaxf(x, __shfl_down_sync(0xffffffff, x, k));
  if (lane == 0)
    out[i / 32] = x * 0.1f;
}

// xor
__global__ void k191(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i];
  for (int k = 16; k > 0; k >>= 1)
    x = x + __shfl_xor_sync(0xffffffff, x, k);
  out[i] = a[i] - x;
}

// up
__global__ void k192(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = lane; k < 32; k += 32)
    x = x + a[i / 32 * 32 + k] * 0.5f + b[i / 32 * 32 + k];
  for (int k = 1; k < 32; k *= 2) {
    float y = __shfl_up_sync(0xffffffff, x, k);
    if (lane >= k)
      x += y;
  }
  out[i] = a[i] - x;
}

// up
__global__ void k193(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * b[i];
  for (int k = 1; k < 32; k *= 2) {
    float y = __shfl_up_sync(0xffffffff, x, k);
    if (lane >= k)
      x += y;
  }
  out[i] = a[i] - x;
}

// unrolled xor
__global__ void k194(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * 0.5f + b[i];
  x = x + __shfl_xor_sync(0xffffffff, x, 16);
  x += __shfl_xor_sync(0xffffffff, x, 8);
  x = x + __shfl_xor_sync(0xffffffff, x, 4);
  x = x + __shfl_xor_sync(0xffffffff, x, 2);
  x = x + __shfl_xor_sync(0xffffffff, x, 1);
  out[i] = x;
}

// sum, then broadcast
__global__ void k195(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] * 0.5f + b[i];
  for (int k = 16; k > 0; k /= 2)
    x += __shfl_down_sync(0xffffffff, x, k);
  x = __shfl_sync(0xffffffff, x, 0);
  out[i] = a[i] / x;
}

// two levels
__global__ void k196(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x = x + (a[i / 32 * 100 + k] - s) * (a[i / 32 * 100 + k] - s);
  for (int k = 16; k > 0; k >>= 1)
    x += __shfl_down_sync(0xffffffff, x, k);
  if (lane == 0)
    part[threadIdx.x / 32] = x;
  __syncthreads();
  x = threadIdx.x < 2 ? part[lane] : 0.0f;
  if (threadIdx.x < 32) {
    for (int k = 16; k > 0; k >>= 1)
      x += __shfl_down_sync(0xffffffff, x, k);
    if (threadIdx.x == 0)
      out[blockIdx.x] = x;
  }
}

// broadcast
__global__ void k197(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = a[i] - s;
  float y = __shfl_sync(0xffffffff, x, 5);
  out[i] = x * y + s;
}

// down
__global__ void k198(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = lane; k < 100; k += 32)
    x = x + a[i / 32 * 100 + k];
  for (int k = 16; k > 0; k >>= 1)
    x = fminf(x, __shfl_down_sync(0xffffffff, x, k));
  if (lane == 0)
    out[i / 32] = x;
}

// xor, neighbours first
__global__ void k199(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  float x = 0;
  for (int k = i; k < n; k += gridDim.x * blockDim.x)
    x += a[k];
  for (int k = 1; k <= 16; k *= 2)
    x = x + __shfl_xor_sync(0xffffffff, x, k);
  out[i] = x;
}
