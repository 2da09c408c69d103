#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// control: a power of two scales exactly
__kernel void halved(__global const float4 *a, __global const float4 *b, __global float4 *c) {
  int i = get_global_id(0);
  c[i] -= 0.5f * a[i] / (b[i] + 1.0f);
}

// control: index arithmetic on integer vectors
__kernel void gather(__global const float *src, __global float *dst, const int4 shape, const int group) {
  const int2 pos = (int2)(get_global_id(0), get_global_id(1));
  const int c4 = (pos.x * shape.w + pos.y) / shape.z;
  const int off = (shape.x * group / 4) * shape.y + c4;
  dst[pos.y * shape.w + pos.x] = src[off];
}

// control: the product and the quotient are of different lanes
kernel void two_halves(global const float4 *v, global float4 *out, float s, float d) {
  int i = get_global_id(0);
  float4 t = v[i];
  t.xy = t.xy * s;
  t.zw = t.zw / d;
  out[i] = t;
}

// control: reassigned between the product and the quotient
__kernel void reassigned(__global float *w, __global const float *m, __global const float *d, float lr) {
  int i = get_global_id(0);
  float t = lr * m[i];
  w[i] = t;
  t = d[i];
  w[i + get_global_size(0)] = t / 3.0f;
}

// control: multiplication by 1/128 is exact
__kernel void dequant(__global const char *q, __global float *x) {
  int i = get_global_id(0);
  x[i] = convert_float(q[i]) * (1.0f / 128.0f);
}

// control: one rounding on the way in and one out, the sum in binary64
__kernel void dot_rows(__global const float *a, __global const float *b, __global float *c, int n) {
  double acc = 0.0;
  int r = get_global_id(0);
  for (int k = 0; k < n; k++)
    acc += (double)a[r * n + k] * (double)b[k];
  c[r] = (float)acc;
}

// control: bits reinterpreted, integers added
inline float fast_rsqrt_seed(float x) { return as_float(0x5f3759df - (as_int(x) >> 1)); }
__kernel void seeds(__global const float *x, __global float *y) { y[get_global_id(0)] = fast_rsqrt_seed(x[get_global_id(0)]); }

// control: exp(x) - 1 by the function for it
__kernel void elu_good(__global const float4 *in, __global float4 *out, float alpha) {
  int i = get_global_id(0);
  out[i] = select(alpha * expm1(in[i]), in[i], isgreater(in[i], (float4)(0.0f)));
}

// control: log1p
__kernel void softplus_good(__global const float *in, __global float *out) {
  int i = get_global_id(0);
  float x = in[i];
  out[i] = fmax(x, 0.0f) + log1p(exp(-fabs(x)));
}

// control: storage in half, computed once, rounded once
kernel void scale_half(global const half *a, global half *b, float s) {
  int i = get_global_id(0);
  vstore_half(vload_half(i, a) * s, i, b);
}

// control: selection and clamping round nothing
__kernel void relu6(__global const float8 *x, __global float8 *y) {
  int i = get_global_id(0);
  y[i] = clamp(x[i], 0.0f, 6.0f);
}

// control: lanes moved, none computed
__kernel void transpose4(__global const float4 *m, __global float4 *t) {
  int i = get_global_id(0) * 4;
  float4 a = m[i], b = m[i + 1], c = m[i + 2], d = m[i + 3];
  t[i] = (float4)(a.x, b.x, c.x, d.x);
  t[i + 1] = (float4)(a.y, b.y, c.y, d.y);
  t[i + 2] = (float4)(a.z, b.z, c.z, d.z);
  t[i + 3] = (float4)(a.s3, b.s3, c.s3, d.s3);
}
