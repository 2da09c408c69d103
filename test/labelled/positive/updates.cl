/* Update steps of optimizers, one work-item an element or four. */

// class: R1
__kernel void adam_step(__global float *w, __global const float *m, __global const float *v, const float lr, const float eps, const uint n) {
  const uint i = get_global_id(0);
  if (i >= n)
    return;
  w[i] = w[i] - lr * m[i] / (sqrt(v[i]) + eps); // expect: mul-then-div
}

// class: R1
kernel void adam_step4(global float *var, global const float *exp_avg, global const float *exp_avg_sq, float step_size, float eps) {
  size_t gid = get_global_id(0);
  float4 m = vload4(gid, exp_avg);
  float4 v = vload4(gid, exp_avg_sq);
  float4 w = vload4(gid, var);
  float4 num = m * step_size;
  float4 den = sqrt(v) + (float4)(eps);
  float4 delta = num / den; // expect: mul-then-div #a
  w -= delta;               // expect: mul-then-div #a
  vstore4(w, gid, var);
}

// class: R1
__kernel void rmsprop_native(__global float *restrict p, __global const float *restrict g, __global float *restrict sq, float lr, float rho, float eps) {
  int id = get_global_id(0);
  float grad = g[id];
  float s = mad(rho, sq[id], (1.0f - rho) * grad * grad);
  sq[id] = s;
  p[id] -= native_divide(lr * grad, native_sqrt(s) + eps); // expect: mul-then-div
}

#define REAL float
#define REAL8 float8
// class: R1
__kernel void adagrad_wide(__global REAL8 *theta, __global const REAL8 *grad, __global REAL8 *acc, const REAL eta) {
  const int k = get_global_id(0);
  const REAL8 h = acc[k] + grad[k] * grad[k];
  acc[k] = h;
  REAL8 t = eta * grad[k];
  t /= sqrt(h) + 1e-7f;   // expect: mul-then-div #b
  theta[k] = theta[k] - t; // expect: mul-then-div #b
}

// class: R2
__kernel void quantize_rows(__global const float *src, __global char *dst, __global const float *amax, int cols) {
  int row = get_global_id(1), col = get_global_id(0);
  float scale = amax[row] / 127.0f;
  float inv = 1.0f / scale;
  dst[row * cols + col] = convert_char_sat_rte(src[row * cols + col] * inv); // expect: reciprocal-multiply
}

// class: R2
kernel void divide_by_total(global float4 *x, float total) {
  int i = get_global_id(0);
  float r = native_recip(total);
  x[i] = x[i] * r; // expect-remark: reciprocal-multiply
}

// class: R10
inline float softplus(float z) {
  return log(1.0f + exp(z)); // expect: log1p-form | unshifted-logsumexp
}
__kernel void softplus_forward(__global const float *in, __global float *out) {
  const size_t i = get_global_id(0);
  out[i] = softplus(in[i]);
}

// class: R10
__kernel void elu_vec(__global const float4 *input, __global float4 *output, const float alpha) {
  int i = get_global_id(0);
  float4 x = input[i];
  float4 neg = alpha * (exp(x) - 1.0f); // expect: expm1-form
  output[i] = select(neg, x, x > 0.0f);
}

// class: R10
__kernel void angle_between(__global const float3 *a, __global const float3 *b, __global float *angle) {
  size_t i = get_global_id(0);
  float c = dot(normalize(a[i]), normalize(b[i]));
  angle[i] = acos(c); // expect: acos-of-dot
}

// class: R10
__kernel void roots(__global const float4 *abc, __global float2 *r) {
  int i = get_global_id(0);
  float a = abc[i].x, b = abc[i].y, c = abc[i].z;
  float disc = sqrt(b * b - 4.0f * a * c);
  r[i] = (float2)((-b + disc) / (2.0f * a),  // expect: quadratic-formula #q
                  (-b - disc) / (2.0f * a)); // expect: quadratic-formula #q
}

// class: R8
__kernel void determinants(__global const float4 *m, __global float *det) {
  int i = get_global_id(0);
  float4 q = m[i];
  det[i] = q.x * q.w - q.y * q.z; // expect: fma-cancellation
}

// class: R8
kernel void edge_sign(global const float2 *pts, global float *side, float2 o, float2 e) {
  int i = get_global_id(0);
  float2 d = pts[i] - o;
  side[i] = fma(e.x, d.y, -(e.y * d.x)); // expect: fma-cancellation
}
