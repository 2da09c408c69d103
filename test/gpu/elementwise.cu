// Random kernels that generate.py wrote: elementwise. Do not edit.
#include <cuda_runtime.h>

// loop: product sum
__global__ void k000(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = 0.0f;
    for (int k = 15; k >= 0; --k)
      x = a[i + k] * b[i * 16 + k] + x;
    out[i] = x;
  }
}

// loop: sum
__global__ void k001(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = 0.0f;
  for (int k = 0; k < 3; ++k)
    x += ((a[i * 3 + k] * a[k]) / (a[i * 3 + k] - b[i + k]));
  out[i] = x;
}

// loop: sum
__global__ void k002(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = b[i];
  for (int k = 0; k < 3; ++k)
    x += a[i * 3 + k];
  out[i] = x / 3.0f;
}

// loop: product sum
__global__ void k003(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = 0.0f;
  for (int k = 0; k < 15; k++)
    x -= a[i * 15 + k] * b[k];
  out[i] = x;
}

// branches
__global__ void k004(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = ((0.75f + b[2 * i]) - (b[2 * i] / b[i]));
  if ((a[i] + a[i]) < fminf(a[i], a[i + 1]))
    x = (((s - 2.0f) * (b[i] - b[2 * i])) - __fadd_rd(fmaxf(b[i], b[i]), (b[2 * i] - b[i])));
  if ((7.0f * b[2 * i]) > (a[i] / 3.0f) && x <= b[i])
    x = ((s + b[i]) <= (b[2 * i] / x) ? (b[2 * i] / b[2 * i]) : (x * x));
  out[i] = x + (a[i] * b[2 * i]);
}

// statements
__global__ void k005(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = ((b[i] * b[i]) + (a[i] * 1e-3f));
  float y = ((x / b[i]) * __fmaf_rd(b[2 * i], b[i], x));
  float z = ((a[i] - 7.0f) + (a[i + 1] * a[i]));
  x -= ((a[i] / 0.333333343f) * (b[i] / z));
  y = ((0.333333343f > a[i] ? b[i] : y) / (0.1f - 1e-3f));
  out[i] = x - y - (a[i + 1] >= y ? a[i + 1] : x);
}

// expression
__global__ void k006(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = (-__frcp_ru(((b[i] * b[i]) + __fmul_rz(a[i], 1e-3f))));
  }
}

// loop: sum
__global__ void k007(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = b[i];
    for (int k = 0; k < 4; ++k)
      x += s;
    out[i] = x;
  }
}

// loop: sum
__global__ void k008(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = b[i];
    for (int k = 0; k < 3; ++k)
      x += __fmaf_rn((a[i * 3 + k] * b[i + k]), (a[i * 3 + k] - b[i + k]), fmaxf(b[i + k], b[i + k]));
    out[i] = x;
  }
}

// loop: product sum
__global__ void k009(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 0.0f;
  for (int k = 0; k < 4; k++)
    x = fmaf(a[i + k], b[i * 4 + k], x);
  out[i] = x;
}

// loop: polynomial
__global__ void k010(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = s, y = b[i] * 0.01f;
    for (int k = 0; k < 5; ++k)
      x = x * y + a[k];
    out[i] = x;
  }
}

// branches
__global__ void k011(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = ((s + 0.333333343f) + (a[i + 1] - b[2 * i]));
  if (m[i] >= 3)
    x = ((sqrtf(fabsf(s)) + fminf(a[i + 1], b[i])) - a[i]);
  else
    x = ((a[i] - b[i]) + __fmaf_rn(s, s, 2.0f));
  if (i > -12 || m[i] >= -12)
    x = 0.1f;
  out[i] = x - (2.0f + b[i]);
}

// vector members
__global__ void k012(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = v[i];
  p.x = (__fmaf_rn(p.y, 3.0f, p.x) < (p.x - s) ? (a[i] * p.x) : (p.x - 1e-3f));
  p.w = ((p.y >= v[i].w ? p.w : s) * __fadd_rn(v[i + 1].x, p.w));
  out[i] = (-fabsf(fmaxf(p.y, p.w)));
}

// branches
__global__ void k013(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = ((b[i] * a[i + 1]) / (2.0f * s));
  if (i <= 18)
    x = __fsub_rd(((s * b[i]) * (0.1f * 0.75f)), fmaxf(sqrtf(fabsf(s)), (1.0f - a[i])));
  if (m[i] <= -7 && b[2 * i] <= a[i + 1])
    x = ((x * 0.1f) + (1e-3f + 0.1f));
  out[i] = x - a[i + 1];
}

// branches
__global__ void k014(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = ((a[i] * a[i]) / (-a[i]));
  if ((b[i] * s) > (s * s))
    x = __frcp_rn(sqrtf(fabsf((0.75f - b[2 * i]))));
  else
    x *= ((a[i] - s) + (a[i] * x));
  if ((b[i] * x) < fabsf(a[i]) && m[i] <= 31)
    x = (float)((m[i] + 3));
  out[i] = x - __fsub_rd(b[2 * i], a[i]);
}

// expression
__global__ void k015(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = fminf(fmaf(fmaf((3.0f - b[i]), fmaf(b[2 * i], b[i], b[2 * i]), (b[i] + a[i + 1])), ((b[i] * b[i]) + (a[i] * a[i])), ((a[i] * b[i]) / (-a[i + 1]))), fmaxf(((a[i] * a[i + 1]) - (a[i] * 0.5f)), fmaf((-a[i]), (a[i] * a[i + 1]), (b[i] / b[i]))));
  }
}

// expression
__global__ void k016(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = (((2.0f - (a[i] + 0.333333343f)) + (a[i] - (0.333333343f - 1.5f))) + (((s - a[i + 1]) * fmaf(a[i], a[i], b[i])) * (fmaf(a[i], b[2 * i], a[i]) * (s * s))));
}

// double
__global__ void k017(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = (double)((fmaxf(b[i], a[i]) / (s * b[2 * i])));
  out[i] = x * (d[i] * (d[i + 3] / (double)a[i]));
}

// expression
__global__ void k018(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = fmaf((((a[i] + b[i]) >= __fsub_rz(a[i], a[i + 1]) ? (b[i] + a[i + 1]) : (a[i + 1] * a[i])) < (sqrtf(fabsf(s)) - (b[i] - b[i])) ? ((b[i] + b[2 * i]) * (b[i] * b[i])) : ((-a[i]) * (3.0f * b[2 * i]))), fminf(s, fabsf((a[i] * a[i + 1]))), (((b[i] * b[i]) / (s * a[i + 1])) + (__frcp_rn(b[i]) + (-a[i]))));
}

// vector members
__global__ void k019(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float4 p = v[i];
  p.x = ((p.y / p.w) + (v[i + 1].x * s));
  p.w = ((p.z - p.y) - (a[i] * p.w));
  out[i] = (v[i].w * fminf((a[i] > p.z ? v[i + 1].x : 1.0f), sqrtf(fabsf(p.y))));
}

// statements
__global__ void k020(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = fmaf(fmaxf(b[i], a[i + 1]), (-b[2 * i]), (-s));
    float y = ((a[i + 1] - a[i]) / (x + a[i]));
    float z = y;
    x *= fmaxf((z - 1.5f), (a[i + 1] + y));
    y = ((y + b[i]) + (z / a[i]));
    out[i] = x + y + (b[i] / s);
  }
}

// expression
__global__ void k021(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = ((__fadd_rz(fmaxf(a[i + 1], b[i]), fabsf(b[2 * i])) + (__fadd_rn(a[i], a[i + 1]) * (-1.0f))) - a[i]);
  }
}

// loop: polynomial
__global__ void k022(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = s, y = b[i] * 0.01f;
    for (int k = 0; k < 3; ++k)
      x = x * y + b[k] * s;
    out[i] = x;
  }
}

// expression
__global__ void k023(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = ((((b[i] * b[i]) * (a[i + 1] * a[i])) * sqrtf(fabsf(fabsf(b[2 * i])))) * ((fabsf(1e-3f) + __fsub_rn(b[i], a[i])) - (a[i] - (-b[i]))));
  }
}

// in double, stored in float
__global__ void k024(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = ((double)((b[i] + a[i])) - ((b[i] * b[i]) - (a[i] * 0.3333333333333333)));
  float y = (float)x * fmaf((0.1f * s), (b[i] * b[i]), fmaf(b[i], a[i], 0.5f));
  out[i] = (float)((d[i] - 2.0) * y);
}

// loop: polynomial
__global__ void k025(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 1.0f, y = b[i] * 0.01f;
  for (int k = 0; k < 6; ++k)
    x = x * y + b[k] * s;
  out[i] = x;
}

// statements
__global__ void k026(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = 2.0f;
    float y = (fminf(a[i], a[i]) * fabsf(a[i + 1]));
    float z = sqrtf(fabsf((y * b[i])));
    x *= fabsf((s + s));
    y = __fmul_ru((-b[2 * i]), (y - a[i]));
    out[i] = x + y - (y * x);
  }
}

// branches
__global__ void k027(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = __fdiv_rn((2.0f * 1e-3f), (a[i + 1] + a[i]));
  if ((s + a[i + 1]) < (b[2 * i] / a[i]))
    x = (float)((m[i] + 2));
  else
    x = ((s / a[i + 1]) + (1e-3f * s));
  if (m[i] >= 15 || m[i] >= -16)
    x = ((1.5f * b[i]) * (a[i] - a[i]));
  out[i] = x + (b[i] * x);
}

// in double, stored in float
__global__ void k028(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double x = (((double)(a[i + 1]) * (d[i] - b[i])) / ((d[i] / a[i]) + (b[i] + a[i])));
    float y = (float)x * (__fdiv_rn(s, s) + (b[i] + a[i]));
    out[i] = (float)((d[i] / 2.0) + y);
  }
}

// vector members
__global__ void k029(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = v[i];
  p.x = sqrtf(fabsf((v[i + 1].x * s)));
  p.w = ((-s) * fminf(v[i + 1].x, v[i + 1].x));
  out[i] = fmaf(((0.5f * a[i]) - (v[i + 1].x * 1.5f)), __frcp_rn((-7.0f)), ((7.0f * p.w) + fmaf(a[i], s, p.w)));
}

// branches
__global__ void k030(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = (fmaf(s, a[i], a[i]) * fminf(a[i], b[i]));
  if ((s * b[i]) < (b[2 * i] - b[2 * i]))
    x = fmaxf((0.1f * s), ((b[i] + a[i]) + (b[2 * i] * a[i])));
  else
    x += ((7.0f + b[i]) + (0.1f * b[i]));
  if ((0.1f + 3.0f) < fabsf(b[2 * i]) || 0.1f <= a[i + 1])
    x = ((a[i] > 1.0f ? b[i] : x) + (b[i] + x));
  out[i] = x + (i <= 15 ? b[i] : b[2 * i]);
}

// expression
__global__ void k031(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = s;
}

// vector members
__global__ void k032(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 p = v[i];
    p.x = ((1e-3f * v[i + 1].x) + fmaxf(p.y, p.z));
    p.w = fmaxf(v[i + 1].x, (v[i].w * 0.5f));
    out[i] = (((v[i + 1].x - v[i].w) + (2.0f * s)) > (-(1e-3f * v[i + 1].x)) ? (sqrtf(fabsf(3.0f)) + (p.y * 2.0f)) : ((s / p.z) + (s < p.y ? v[i + 1].x : v[i + 1].x)));
  }
}

// double
__global__ void k033(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = 0.5;
  out[i] = x * __dadd_rd(__dmul_rn(d[i], d[i + 3]), (0.3333333333333333 + (double)a[i]));
}

// loop: product sum
__global__ void k034(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = 0.0f;
  for (int k = 1; k <= 3; k += 2)
    x -= b[i + k] * s;
  out[i] = x * 0.1f;
}

// loop: product sum
__global__ void k035(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = 0.0f;
    for (int k = 0; k < 5; k++)
      x = a[i + k] * b[i * 5 + k] + x;
    out[i] = x + b[i];
  }
}

// double
__global__ void k036(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double x = ((double)((b[2 * i] / s)) - ((d[i] * (double)a[i]) * (d[i] - (double)s)));
  out[i] = x - ((0.1 / d[i]) + (d[i + 3] + d[i]));
}

// expression
__global__ void k037(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = fabsf((s * b[i]));
}

// integers
__global__ void k038(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int q = (int)b[i];
    float x = b[i];
    out[i] = x * (float)q + m[i];
  }
}

// loop: polynomial
__global__ void k039(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = s, y = b[i] * 0.01f;
  for (int k = 0; k < 4; ++k)
    x = (x + a[k]) * y;
  out[i] = x;
}

// double
__global__ void k040(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double x = __dadd_ru(((d[i] * 2.0) * ((double)a[i] + d[i + 3])), ((double)(b[2 * i]) + (double)a[i]));
    out[i] = x + ((double)(b[i]) * ((double)s / (double)s));
  }
}

// double
__global__ void k041(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double x = ((sqrt(fabs((double)s)) * (d[i] - d[i + 3])) * ((double)a[i] + d[i]));
    out[i] = x * fma((double)sqrt(fabs(0.1)), (double)(double)(a[i]), (double)fma((double)d[i], (double)1e-3, (double)d[i]));
  }
}

// branches
__global__ void k042(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = __fmul_rd((b[i] * s), (b[2 * i] * a[i + 1]));
    if ((s / b[i]) < (a[i + 1] + b[i]))
      x = (((a[i] * b[i]) < (a[i] * b[2 * i]) ? (0.75f * b[2 * i]) : (b[i] - b[i])) / ((b[2 * i] - b[2 * i]) * (b[i] + s)));
    if ((float)(i) >= fmaxf(a[i], b[2 * i]) && i <= 24)
      x = x;
    out[i] = x + (a[i] - s);
  }
}

// vector members
__global__ void k043(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float4 p = v[i];
  p.x = fmaf((v[i + 1].x * p.z), fminf(p.w, s), (v[i + 1].x * p.w));
  p.w = (-(v[i + 1].x * v[i + 1].x));
  out[i] = (((v[i + 1].x * 7.0f) + (p.x - s)) + (__fadd_rn(v[i + 1].x, v[i + 1].x) * (a[i] + 0.5f)));
}

// expression
__global__ void k044(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = fabsf(((__fdiv_rn(a[i], b[2 * i]) / (a[i + 1] <= a[i + 1] ? b[i] : a[i])) * ((b[i] < b[i] ? a[i] : s) - (a[i + 1] + a[i]))));
}

// loop: sum
__global__ void k045(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = 0;
  for (int k = 0; k < 7; ++k)
    x += a[k];
  out[i] = x * s;
}

// integers
__global__ void k046(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int q = (int)b[i];
  float x = ((float)(m[i]) < (__fsub_rn(a[i], __int2float_rn(m[i])) * (a[i] - __int2float_rn(m[i]))) ? fminf((b[i] + b[i]), (b[i] + b[i])) : (((float)m[i] - __int2float_rn(m[i])) / ((float)m[i] * (float)m[i])));
  out[i] = x * (float)q + m[i];
}

// expression
__global__ void k047(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = a[i + 1];
}

// loop: sum
__global__ void k048(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = 0.0f;
    for (int k = 0; k < 3; ++k)
      x += s;
    out[i] = x / 3.0f;
  }
}

// loop: polynomial
__global__ void k049(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[i], y = b[i] * 0.01f;
  for (int k = 0; k < 7; ++k)
    x = x * 0.5f - a[k];
  out[i] = x;
}

// branches
__global__ void k050(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = (fabsf(0.75f) * b[2 * i]);
    if ((a[i + 1] * b[2 * i]) < b[2 * i])
      x = __frcp_ru((__fdiv_rn(b[i], b[i]) * fminf(b[2 * i], 1e-3f)));
    else
      x *= (-fmaxf(x, x));
    if ((a[i] * 0.333333343f) >= b[i] || x < b[i])
      x = ((float)(i) * (b[i] * s));
    out[i] = x + (float)(m[i]);
  }
}

// expression
__global__ void k051(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = ((((a[i] * a[i]) - (s + 7.0f)) * ((3.0f - b[2 * i]) + fmaf(a[i + 1], 1.0f, a[i]))) * (((b[2 * i] / s) + (a[i + 1] + b[i])) - fmaf((1e-3f - b[i]), fmaxf(a[i + 1], a[i + 1]), (3.0f * b[2 * i]))));
  }
}

// integers
__global__ void k052(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int q = __float2int_rn(b[i]);
    float x = (__frcp_rn((2.0f - s)) + fabsf(__frcp_rz(a[i + 1])));
    out[i] = x * (float)q + q;
  }
}

// expression
__global__ void k053(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = fminf((((0.75f * s) * fmaxf(b[i], s)) + ((-b[2 * i]) * fmaxf(1.0f, b[i]))), fmaf(fmaf((a[i] / b[i]), (-a[i + 1]), 1.5f), b[2 * i], fmaxf((a[i + 1] * b[2 * i]), (b[i] + a[i]))));
}

// statements
__global__ void k054(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = ((b[i] / b[i]) / (a[i] - 1.5f));
  float y = ((b[i] * x) * (7.0f + x));
  float z = ((0.1f + b[i]) + (x - x));
  x -= ((b[i] + a[i]) * (x * z));
  y = (-(a[i] + b[i]));
  out[i] = x + y - __fmaf_rn(x, 1.0f, a[i]);
}

// loop: product sum
__global__ void k055(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = 0.0f;
    for (int k = 1; k <= 16; k += 2)
      x = x + a[i * 16 + k] * b[k];
    out[i] = x * 0.1f;
  }
}

// in double, stored in float
__global__ void k056(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = (__dadd_rn(sqrt(fabs(d[i])), fma((double)d[2 * i], (double)a[i], (double)2.0)) + (a[i] + (a[i] - d[i])));
  float y = (float)x - ((-a[i]) + (a[i] > s ? 1e-3f : b[i]));
  out[i] = (float)((double)(a[i + 1]) * y);
}

// loop: polynomial
__global__ void k057(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = s, y = b[i] * 0.01f;
  for (int k = 0; k < 6; ++k)
    x = x * y + a[k];
  out[i] = x;
}

// in double, stored in float
__global__ void k058(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = (((double)(a[i]) / (a[i] * d[i])) - ((a[i] / d[i]) + (1.0 + 0.5)));
  float y = (float)x + ((0.1f * 3.0f) - (a[i] / s));
  out[i] = (float)((a[i] * a[i]) + y);
}

// integers
__global__ void k059(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int q = m[i] / 3;
  float x = (-((a[i + 1] * s) / (b[i] + b[i])));
  out[i] = x * (float)q + m[i];
}

// double
__global__ void k060(double *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = __dadd_rn(((0.5 * (double)a[i]) + (double)(b[i])), ((double)(s) - sqrt(fabs(1.0))));
  out[i] = x + (double)((b[2 * i] * 0.5f));
}

// expression
__global__ void k061(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = sqrtf(fabsf((fmaf((a[i] - 2.0f), (b[i] + b[2 * i]), (-b[i])) * (-(-b[i])))));
}

// expression
__global__ void k062(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = ((-((b[i] - b[2 * i]) - __fadd_rn(b[i], a[i]))) / (fabsf(fmaxf(a[i + 1], 0.75f)) * ((b[i] * b[2 * i]) / sqrtf(fabsf(b[2 * i])))));
  }
}

// integers
__global__ void k063(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int q = m[i] / 3;
  float x = (a[i] - (m[i] < -8 ? sqrtf(fabsf(__int2float_rn(m[i]))) : (0.333333343f - a[i])));
  out[i] = x * (float)q + q;
}

// in double, stored in float
__global__ void k064(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = (((d[2 * i] / d[2 * i]) * (double)(a[i])) - ((0.1 - d[i]) - (b[i] - d[i])));
  float y = (float)x * ((s / a[i]) + (-a[i]));
  out[i] = (float)((a[i] * b[i]) + y);
}

// loop: polynomial
__global__ void k065(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = s, y = b[i] * 0.01f;
    for (int k = 0; k < 7; ++k)
      x = x * y + b[k] * s;
    out[i] = x;
  }
}

// integers
__global__ void k066(float *out, const float *a, const float *b, const double *d, const int *m, const float4 *v, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int q = (int)b[i];
  float x = ((a[i] / (b[i] * b[i])) * (i <= -14 ? ((float)m[i] * (float)m[i]) : fminf((float)m[i], a[i])));
  out[i] = x * (float)q + q;
}
