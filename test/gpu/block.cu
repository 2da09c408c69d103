// Random kernels that generate.py wrote: block. Do not edit.
#include <cuda_runtime.h>

// halving
__global__ void k067(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * 256];
  part[t] = x;
  __syncthreads();
  for (unsigned k = 128; k > 0; k >>= 1) {
    if (t < k)
      part[t] = part[t] + part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// halving
__global__ void k068(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = -1e30f;
  for (int i = t; i < 256; i += blockDim.x)
    x = fmaxf(x, a[blockIdx.x * 256 + i]);
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// halving
__global__ void k069(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * 64] / s;
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

// neighbours
__global__ void k070(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[blockIdx.x * blockDim.x + t];
  part[t] = x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = part[t] / 3.0f;
}

// unrolled
__global__ void k071(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t + blockIdx.x * 64; i < n; i += gridDim.x * 64)
    x += a[i] - s;
  part[t] = x;
  __syncthreads();
  if (t < 32)
    part[t] += part[t + 32];
  __syncthreads();
  if (t < 16)
    part[t] += part[t + 16];
  __syncthreads();
  if (t < 8)
    part[t] += part[t + 8];
  __syncthreads();
  if (t < 4)
    part[t] += part[t + 4];
  __syncthreads();
  if (t < 2)
    part[t] += part[t + 2];
  __syncthreads();
  if (t < 1)
    part[t] = part[t] + part[t + 1];
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// halving, first step while loading
__global__ void k072(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float x = fmaf(a[blockIdx.x * 128 + t], s, b[blockIdx.x * 128 + t]);
  x = fmaxf(x, fmaf(a[blockIdx.x * 128 + t + 64], s, b[blockIdx.x * 128 + t + 64]));
  part[t] = x;
  __syncthreads();
  for (int k = 32; k > 0; k /= 2) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// halving, for all threads
__global__ void k073(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  int g = t + blockIdx.x * 32;
  float x = g < n ? a[g] : 1e30f;
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x >> 1; k > 0; k >>= 1) {
    if (t < k)
      part[t] = fminf(part[t], part[t + k]);
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = a[blockIdx.x * blockDim.x + t] - part[0];
}

// neighbouring pairs
__global__ void k074(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = a[blockIdx.x * blockDim.x + t] * a[blockIdx.x * blockDim.x + t];
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 32; k <<= 1) {
    int at = 2 * k * t;
    if (at < 32)
      part[at] = part[at] + part[at + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

// halving, first step while loading
__global__ void k075(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = a[blockIdx.x * 64 + t];
  x = fminf(x, a[blockIdx.x * 64 + t + 32] - s);
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x >> 1; k > 0; k /= 2) {
    if (t < k)
      part[t] = fminf(part[t], part[t + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// halving
__global__ void k076(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float x = -1e30f;
  for (int i = t + blockIdx.x * 64; i < n; i += gridDim.x * 64)
    x = fmaxf(x, a[i] / s);
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// halving, first step while loading
__global__ void k077(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = a[blockIdx.x * 64 + t] * a[blockIdx.x * 64 + t];
  x += fmaf(a[blockIdx.x * 64 + t + 32], s, b[blockIdx.x * 64 + t + 32]);
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      part[t] = part[t] + part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// two arrays
__global__ void k078(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64], squares[64];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64)
    x += a[i] * b[i];
  part[t] = x;
  squares[t] = x * x;
  __syncthreads();
  for (int k = 32; k > 0; k >>= 1) {
    if (t < k) {
      part[t] += part[t + k];
      squares[t] += squares[t + k];
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = squares[0] - part[0] * part[0] / n;
}

// halving
__global__ void k079(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[blockIdx.x * blockDim.x + t] / s;
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// halving
__global__ void k080(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = fabsf(a[blockIdx.x * blockDim.x + t]);
  part[t] = x;
  __syncthreads();
  for (unsigned k = 16; k > 0; k >>= 1) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

// halving, for all threads
__global__ void k081(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * 64] * a[t + blockIdx.x * 64];
  part[t] = x;
  __syncthreads();
  for (int k = 32; k > 0; k >>= 1) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = a[blockIdx.x * blockDim.x + t] - part[0];
}

// one thread sums
__global__ void k082(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float x = -1e30f;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    x = fmaxf(x, a[i]);
  part[t] = x;
  __syncthreads();
  if (t == 0) {
    float r = part[0];
    for (int i = 1; i < 64; ++i)
      r = fmaxf(r, part[i]);
    out[blockIdx.x] = r;
  }
}

// halving, first step while loading
__global__ void k083(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float x = a[blockIdx.x * 128 + t];
  x += fmaf(a[blockIdx.x * 128 + t + 64], s, b[blockIdx.x * 128 + t + 64]);
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      part[t] = part[t] + part[t + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// neighbouring pairs
__global__ void k084(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = -1e30f;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    x = fmaxf(x, fmaf(a[i], s, b[i]));
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 256; k <<= 1) {
    int at = 2 * k * t;
    if (at < 256)
      part[at] = fmaxf(part[at], part[at + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] / 256;
}

// halving
__global__ void k085(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * 32] - s;
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x >> 1; k > 0; k >>= 1) {
    if (t < k)
      part[t] = fminf(part[t], part[t + k]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// neighbours
__global__ void k086(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t; i < 256; i += 128)
    x += a[blockIdx.x * 256 + i] / s;
  part[t] = x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = part[t] - part[t];
}

// neighbours
__global__ void k087(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t; i < 300; i += 64)
    x = x + a[blockIdx.x * 300 + i] - s;
  part[t] = x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = fmaf(part[t], s, part[(t + 1) % 64]);
}

// unrolled
__global__ void k088(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[blockIdx.x * blockDim.x + t] - s;
  part[t] = x;
  __syncthreads();
  if (t < 64)
    part[t] = part[t] + part[t + 64];
  __syncthreads();
  if (t < 32)
    part[t] = part[t] + part[t + 32];
  __syncthreads();
  if (t < 16)
    part[t] = part[t] + part[t + 16];
  __syncthreads();
  if (t < 8)
    part[t] += part[t + 8];
  __syncthreads();
  if (t < 4)
    part[t] = part[t] + part[t + 4];
  __syncthreads();
  if (t < 2)
    part[t] += part[t + 2];
  __syncthreads();
  if (t < 1)
    part[t] += part[t + 1];
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// halving, for all threads
__global__ void k089(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = -1e30f;
  for (int i = t; i < 300; i += blockDim.x)
    x = fmaxf(x, a[blockIdx.x * 300 + i]);
  part[t] = x;
  __syncthreads();
  for (int k = 16; k > 0; k >>= 1) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = a[blockIdx.x * blockDim.x + t] / part[0];
}

// unrolled
__global__ void k090(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * 128];
  part[t] = x;
  __syncthreads();
  if (t < 64)
    part[t] += part[t + 64];
  __syncthreads();
  if (t < 32)
    part[t] = part[t] + part[t + 32];
  __syncthreads();
  if (t < 16)
    part[t] += part[t + 16];
  __syncthreads();
  if (t < 8)
    part[t] = part[t] + part[t + 8];
  __syncthreads();
  if (t < 4)
    part[t] = part[t] + part[t + 4];
  __syncthreads();
  if (t < 2)
    part[t] = part[t] + part[t + 2];
  __syncthreads();
  if (t < 1)
    part[t] = part[t] + part[t + 1];
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// halving, for all threads
__global__ void k091(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = (a[blockIdx.x * blockDim.x + t] - s) * (a[blockIdx.x * blockDim.x + t] - s);
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = a[blockIdx.x * blockDim.x + t] / part[0];
}

// one thread sums
__global__ void k092(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t; i < 300; i += blockDim.x)
    x += a[blockIdx.x * 300 + i];
  part[t] = x;
  __syncthreads();
  if (t == 0) {
    float r = part[0];
    for (int i = 1; i < 128; ++i)
      r += part[i];
    out[blockIdx.x] = r;
  }
}

// halving, in double
__global__ void k093(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ double part[256];
  int t = threadIdx.x;
  double x = 1e30f;
  for (int i = t; i < 300; i += 256)
    x = fmin(x, (double)a[blockIdx.x * 300 + i]);
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      part[t] = fmin(part[t], part[t + k]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// halving
__global__ void k094(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t + blockIdx.x * 64; i < n; i += gridDim.x * 64)
    x += a[i] * b[i];
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// halving
__global__ void k095(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  int g = t + blockIdx.x * blockDim.x;
  float x = g < n ? a[g] : -1e30f;
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// halving
__global__ void k096(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[blockIdx.x * blockDim.x + t] * a[blockIdx.x * blockDim.x + t];
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      part[t] = part[t] + part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] / 128;
}

// halving
__global__ void k097(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t; i < 300; i += 128)
    x = x + a[blockIdx.x * 300 + i];
  part[t] = x;
  __syncthreads();
  for (unsigned k = 64; k > 0; k >>= 1) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// halving, in double
__global__ void k098(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ double part[128];
  int t = threadIdx.x;
  double x = (double)a[blockIdx.x * 128 + t];
  part[t] = x;
  __syncthreads();
  for (unsigned k = 64; k > 0; k /= 2) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// neighbouring pairs
__global__ void k099(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = fmaf(a[t + blockIdx.x * blockDim.x], s, b[t + blockIdx.x * blockDim.x]);
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 128; k <<= 1) {
    int at = 2 * k * t;
    if (at < 128)
      part[at] = fmaxf(part[at], part[at + k]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// neighbours
__global__ void k100(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = -1e30f;
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
    x = fmaxf(x, fmaf(a[i], s, b[i]));
  part[t] = x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = part[t] * 0.5f + part[t ^ 1];
}

// halving, first step while loading
__global__ void k101(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = fmaf(a[blockIdx.x * 512 + t], s, b[blockIdx.x * 512 + t]);
  x += a[blockIdx.x * 512 + t + 256];
  part[t] = x;
  __syncthreads();
  for (unsigned k = 128; k > 0; k >>= 1) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// neighbours
__global__ void k102(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = a[blockIdx.x * 256 + t];
  part[t] = x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = part[255 - t] / 3.0f;
}

// halving, in double
__global__ void k103(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ double part[128];
  int t = threadIdx.x;
  int g = t + blockIdx.x * 128;
  double x = g < n ? d[g] * d[g] : 0.0f;
  part[t] = x;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (t < k)
      part[t] = part[t] + part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] / 128;
}

// two arrays
__global__ void k104(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32], squares[32];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = blockIdx.x * 32 + t; i < n; i += gridDim.x * 32)
    x += a[i] * b[i];
  part[t] = x;
  squares[t] = x * x;
  __syncthreads();
  for (int k = 16; k > 0; k >>= 1) {
    if (t < k) {
      part[t] += part[t + k];
      squares[t] += squares[t + k];
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = squares[0] - part[0] * part[0] / n;
}

// halving, first step while loading
__global__ void k105(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[blockIdx.x * 256 + t];
  x += a[blockIdx.x * 256 + t + 128];
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// two arrays
__global__ void k106(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256], squares[256];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * 256];
  part[t] = x;
  squares[t] = x * x;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (t < k) {
      part[t] += part[t + k];
      squares[t] += squares[t + k];
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = squares[0] - part[0] * part[0] / n;
}

// halving
__global__ void k107(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = fmaf(a[blockIdx.x * 256 + t], s, b[blockIdx.x * 256 + t]);
  part[t] = x;
  __syncthreads();
  for (unsigned k = 128; k > 0; k /= 2) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// neighbours
__global__ void k108(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t; i < 300; i += 32)
    x += fmaf(a[blockIdx.x * 300 + i], s, b[blockIdx.x * 300 + i]);
  part[t] = x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = fmaf(part[t], s, part[(t + 1) % 32]);
}

// halving, for all threads
__global__ void k109(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  float x = g < n ? (a[g] - s) * (a[g] - s) : 1e30f;
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x >> 1; k > 0; k /= 2) {
    if (t < k)
      part[t] = fminf(part[t], part[t + k]);
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = a[blockIdx.x * blockDim.x + t] - part[0];
}

// neighbouring pairs
__global__ void k110(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t; i < 300; i += 256)
    x = x + a[blockIdx.x * 300 + i] / s;
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 256; k <<= 1) {
    int at = 2 * k * t;
    if (at < 256)
      part[at] += part[at + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// halving
__global__ void k111(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  float x = g < n ? fmaf(a[g], s, b[g]) : 0.0f;
  part[t] = x;
  __syncthreads();
  for (unsigned k = 32; k > 0; k >>= 1) {
    if (t < k)
      part[t] = part[t] + part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// halving, in double
__global__ void k112(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ double part[128];
  int t = threadIdx.x;
  double x = (double)a[blockIdx.x * 128 + t] * b[blockIdx.x * 128 + t];
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      part[t] = fmin(part[t], part[t + k]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// neighbouring pairs
__global__ void k113(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t; i < 32; i += 32)
    x = x + a[blockIdx.x * 32 + i];
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 32; k <<= 1) {
    int at = 2 * k * t;
    if (at < 32)
      part[at] += part[at + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// unrolled
__global__ void k114(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * blockDim.x];
  part[t] = x;
  __syncthreads();
  if (t < 16)
    part[t] += part[t + 16];
  __syncthreads();
  if (t < 8)
    part[t] += part[t + 8];
  __syncthreads();
  if (t < 4)
    part[t] = part[t] + part[t + 4];
  __syncthreads();
  if (t < 2)
    part[t] += part[t + 2];
  __syncthreads();
  if (t < 1)
    part[t] = part[t] + part[t + 1];
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// two arrays
__global__ void k115(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128], squares[128];
  int t = threadIdx.x;
  float x = 1e30f;
  for (int i = t; i < 256; i += 128)
    x = fminf(x, a[blockIdx.x * 256 + i] / s);
  part[t] = x;
  squares[t] = x * x;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (t < k) {
      part[t] += part[t + k];
      squares[t] += squares[t + k];
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = squares[0] - part[0] * part[0] / n;
}

// unrolled
__global__ void k116(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = -1e30f;
  for (int i = t; i < 512; i += 256)
    x = fmaxf(x, a[blockIdx.x * 512 + i] * b[blockIdx.x * 512 + i]);
  part[t] = x;
  __syncthreads();
  if (t < 128)
    part[t] = fmaxf(part[t], part[t + 128]);
  __syncthreads();
  if (t < 64)
    part[t] = fmaxf(part[t], part[t + 64]);
  __syncthreads();
  if (t < 32)
    part[t] = fmaxf(part[t], part[t + 32]);
  __syncthreads();
  if (t < 16)
    part[t] = fmaxf(part[t], part[t + 16]);
  __syncthreads();
  if (t < 8)
    part[t] = fmaxf(part[t], part[t + 8]);
  __syncthreads();
  if (t < 4)
    part[t] = fmaxf(part[t], part[t + 4]);
  __syncthreads();
  if (t < 2)
    part[t] = fmaxf(part[t], part[t + 2]);
  __syncthreads();
  if (t < 1)
    part[t] = fmaxf(part[t], part[t + 1]);
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// halving
__global__ void k117(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x)
    x += a[i];
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x >> 1; k > 0; k >>= 1) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

// halving
__global__ void k118(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = -1e30f;
  for (int i = t; i < 300; i += blockDim.x)
    x = fmaxf(x, (a[blockIdx.x * 300 + i] - s) * (a[blockIdx.x * 300 + i] - s));
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

// halving
__global__ void k119(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * blockDim.x];
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x >> 1; k > 0; k /= 2) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// two arrays
__global__ void k120(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32], squares[32];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * blockDim.x] * b[t + blockIdx.x * blockDim.x];
  part[t] = x;
  squares[t] = x * x;
  __syncthreads();
  for (int k = 16; k > 0; k >>= 1) {
    if (t < k) {
      part[t] += part[t + k];
      squares[t] += squares[t + k];
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = squares[0] - part[0] * part[0] / n;
}

// unrolled
__global__ void k121(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = 1e30f;
  for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128)
    x = fminf(x, a[i]);
  part[t] = x;
  __syncthreads();
  if (t < 64)
    part[t] = fminf(part[t], part[t + 64]);
  __syncthreads();
  if (t < 32)
    part[t] = fminf(part[t], part[t + 32]);
  __syncthreads();
  if (t < 16)
    part[t] = fminf(part[t], part[t + 16]);
  __syncthreads();
  if (t < 8)
    part[t] = fminf(part[t], part[t + 8]);
  __syncthreads();
  if (t < 4)
    part[t] = fminf(part[t], part[t + 4]);
  __syncthreads();
  if (t < 2)
    part[t] = fminf(part[t], part[t + 2]);
  __syncthreads();
  if (t < 1)
    part[t] = fminf(part[t], part[t + 1]);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

// one thread sums
__global__ void k122(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = a[blockIdx.x * 32 + t];
  part[t] = x;
  __syncthreads();
  if (t == 0) {
    float r = part[0];
    for (int i = 1; i < 32; ++i)
      r = r + part[i];
    out[blockIdx.x] = r;
  }
}

// neighbours
__global__ void k123(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * blockDim.x] / s;
  part[t] = x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = fmaf(part[t], s, part[t ^ 1]);
}

// interleaved
__global__ void k124(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = 0.0f;
  for (int i = t + blockIdx.x * 32; i < n; i += gridDim.x * 32)
    x = x + (a[i] - s) * (a[i] - s);
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 32; k *= 2) {
    if (t % (2 * k) == 0)
      part[t] = part[t] + part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

// halving
__global__ void k125(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = a[blockIdx.x * 256 + t] * b[blockIdx.x * 256 + t];
  part[t] = x;
  __syncthreads();
  for (unsigned k = blockDim.x >> 1; k > 0; k /= 2) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// two arrays
__global__ void k126(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[64], squares[64];
  int t = threadIdx.x;
  float x = fabsf(a[blockIdx.x * blockDim.x + t]);
  part[t] = x;
  squares[t] = x * x;
  __syncthreads();
  for (int k = 32; k > 0; k >>= 1) {
    if (t < k) {
      part[t] += part[t + k];
      squares[t] += squares[t + k];
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = squares[0] - part[0] * part[0] / n;
}

// neighbouring pairs
__global__ void k127(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[blockIdx.x * blockDim.x + t] - s;
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 128; k <<= 1) {
    int at = 2 * k * t;
    if (at < 128)
      part[at] = fminf(part[at], part[at + k]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// neighbouring pairs
__global__ void k128(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = (a[blockIdx.x * 128 + t] - s) * (a[blockIdx.x * 128 + t] - s);
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 128; k <<= 1) {
    int at = 2 * k * t;
    if (at < 128)
      part[at] += part[at + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * s + 1.0f;
}

// halving
__global__ void k129(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float x = a[t + blockIdx.x * blockDim.x];
  part[t] = x;
  __syncthreads();
  for (unsigned k = 128; k > 0; k /= 2) {
    if (t < k)
      part[t] = fminf(part[t], part[t + k]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] / 256;
}

// halving, first step while loading
__global__ void k130(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[128];
  int t = threadIdx.x;
  float x = a[blockIdx.x * 256 + t] * a[blockIdx.x * 256 + t];
  x = fmaxf(x, (a[blockIdx.x * 256 + t + 128] - s) * (a[blockIdx.x * 256 + t + 128] - s));
  part[t] = x;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (t < k)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

// neighbouring pairs
__global__ void k131(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  float x = g < n ? fabsf(a[g]) : 0.0f;
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 32; k <<= 1) {
    int at = 2 * k * t;
    if (at < 32)
      part[at] += part[at + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

// halving, in double
__global__ void k132(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ double part[256];
  int t = threadIdx.x;
  double x = (double)a[blockIdx.x * blockDim.x + t];
  part[t] = x;
  __syncthreads();
  for (int k = blockDim.x >> 1; k > 0; k >>= 1) {
    if (t < k)
      part[t] = part[t] + part[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}

// interleaved
__global__ void k133(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float x = a[blockIdx.x * blockDim.x + t];
  part[t] = x;
  __syncthreads();
  for (int k = 1; k < 32; k *= 2) {
    if (t % (2 * k) == 0)
      part[t] = fmaxf(part[t], part[t + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0] * 0.1f;
}
