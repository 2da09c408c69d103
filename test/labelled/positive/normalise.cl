#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__constant sampler_t SAMPLER = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

// class: R3
__kernel void layer_norm(__global const float *in, __global float *out, int width, float epsilon) {
  int row = get_global_id(0);
  float s = 0.0f, sq = 0.0f;
  for (int i = 0; i < width; ++i) {
    float x = in[row * width + i];
    s += x;
    sq += x * x;
  }
  float mean = s / width;
  float var = sq / width - mean * mean; // expect: one-pass-variance
  float rstd = rsqrt(var + epsilon);
  for (int i = 0; i < width; ++i)
    out[row * width + i] = (in[row * width + i] - mean) * rstd;
}

// class: R3
__kernel void channel_stats(__read_only image2d_t input, __write_only image2d_t stats, __private const int height, __private const int count) {
  const int c = get_global_id(0);
  float4 sum = 0, square = 0;
  for (int h = 0; h < height; h++) {
    float4 v = read_imagef(input, SAMPLER, (int2)(c, h));
    sum += v;
    square = mad(v, v, square);
  }
  float4 mean = sum / (float4)count;
  float4 var = square / (float4)count - mean * mean; // expect: one-pass-variance
  write_imagef(stats, (int2)(c, 0), mean);
  write_imagef(stats, (int2)(c, 1), var);
}

// class: R3
kernel void group_stats(global const float *x, global float2 *stats, uint n) {
  float v = x[get_global_id(0)];
  float s1 = work_group_reduce_add(v);
  float s2 = work_group_reduce_add(v * v);
  if (get_local_id(0) == 0) {
    float mu = s1 / n;
    stats[get_group_id(0)] = (float2)(mu, s2 / n - mu * mu); // expect: one-pass-variance
  }
}

// class: R4
__kernel void nearest_centroid(__global const float *pts, __global const float *cent, __global float *dist, int dim) {
  int p = get_global_id(0), q = get_global_id(1);
  float xx = 0, yy = 0, xy = 0;
  for (int k = 0; k < dim; k++) {
    float a = pts[p * dim + k], b = cent[q * dim + k];
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  dist[p * get_global_size(1) + q] = xx + yy - 2.0f * xy; // expect: norm-expansion
}

// class: R4
__kernel void radius(__global const float4 *a, __global const float4 *b, __global float *d2) {
  int i = get_global_id(0);
  float4 u = a[i], v = b[i];
  d2[i] = dot(u, u) + dot(v, v) - 2.0f * dot(u, v); // expect: norm-expansion
}

// class: R5
__kernel void softmax_row(__global const float *logits, __global float *probs, const int n) {
  const int r = get_global_id(0);
  __global const float *row = logits + r * n;
  float total = 0.f;
  for (int i = 0; i < n; i++)
    total += native_exp(row[i]);
  for (int i = 0; i < n; i++)
    probs[r * n + i] = native_exp(row[i]) / total; // expect: unshifted-softmax
}

// class: R5
kernel void log_sum_exp(global const float *x, global float *out, int n) {
  float acc = 0.0f;
  int row = get_group_id(0);
  for (int i = 0; i < n; i++)
    acc += exp(x[row * n + i]);
  out[row] = log(acc); // expect: unshifted-logsumexp
}

// class: R6
__kernel void scores(__global const float4 *q, __global const float4 *k, __global float *s, const float scale, const int d4) {
  int i = get_global_id(0), j = get_global_id(1);
  float acc = 0.0f;
  for (int t = 0; t < d4; ++t)
    acc += dot(q[i * d4 + t], k[j * d4 + t]);
  s[i * get_global_size(1) + j] = acc * scale; // expect-remark: scale-placement
}

// class: R7
__kernel void gemv_half(__global const half *a, __global const half *x, __global half *y, int n) {
  int row = get_global_id(0);
  half acc = 0.0h;
  for (int k = 0; k < n; k++)
    acc += a[row * n + k] * x[k]; // expect: narrow-accumulator
  y[row] = acc;
}

// class: R7
__kernel void conv_half4(__read_only image2d_t in, __read_only image2d_t wt, __write_only image2d_t out, __private const int steps) {
  const int x = get_global_id(0), y = get_global_id(1);
  half4 out0 = (half4)(0.0h);
  for (int c = 0; c < steps; ++c) {
    half4 v = read_imageh(in, SAMPLER, (int2)(x + c, y));
    half4 w = read_imageh(wt, SAMPLER, (int2)(c, 0));
    out0 = mad(v, w, out0); // expect: narrow-accumulator
  }
  write_imageh(out, (int2)(x, y), out0);
}

// class: R7
__kernel void staged(__global const float *a, __global const float *b, __global float *c, const float bias) {
  int i = get_global_id(0);
  half product = convert_half(a[i] * b[i]); // expect-remark: early-narrowing
  c[i] = convert_float(product) - bias;
}
