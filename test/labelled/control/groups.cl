__constant sampler_t S = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#define WG 64

// control: images copied
__kernel void blit(__read_only image2d_t src, __write_only image2d_t dst) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(dst, p, read_imagef(src, S, p));
}

// control: integers added by atomics give one sum in any order
__kernel void count_bins(__global const float *x, volatile __global int *bins, float lo, float width) {
  int b = convert_int_rtn((x[get_global_id(0)] - lo) / width);
  atomic_add(&bins[clamp(b, 0, 255)], 1);
}

// control: integers summed in a tree
__kernel void count_set(__global const uint *flags, __global uint *out) {
  __local uint part[WG];
  uint lid = get_local_id(0);
  part[lid] = flags[get_global_id(0)];
  for (uint s = WG / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s)
      part[lid] += part[lid + s];
  }
  if (lid == 0)
    out[get_group_id(0)] = part[0];
}

// control: a maximum is the same in any order
__kernel void row_max(__global const float *x, __global float *m, int n) {
  __local float part[WG];
  int lid = get_local_id(0);
  float best = -INFINITY;
  for (int i = lid; i < n; i += WG)
    best = fmax(best, x[get_group_id(0) * n + i]);
  part[lid] = best;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = WG / 2; s > 0; s >>= 1) {
    if (lid < s)
      part[lid] = fmax(part[lid], part[lid + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    m[get_group_id(0)] = part[0];
}

// control: shifted by the maximum before the exponential
__kernel void softmax_shifted(__global const float *x, __global float *y, int n) {
  int r = get_global_id(0) * n;
  float top = x[r];
  for (int i = 1; i < n; i++)
    top = fmax(top, x[r + i]);
  double total = 0;
  for (int i = 0; i < n; i++)
    total += exp(x[r + i] - top);
  for (int i = 0; i < n; i++)
    y[r + i] = (float)(exp(x[r + i] - top) / total);
}

// control: the variance in two passes
__kernel void variance_two_pass(__global const float *x, __global float *var, int n) {
  int r = get_global_id(0) * n;
  double s = 0, q = 0;
  for (int i = 0; i < n; i++)
    s += x[r + i];
  double mean = s / n;
  for (int i = 0; i < n; i++) {
    double d = x[r + i] - mean;
    q += d * d;
  }
  var[get_global_id(0)] = (float)(q / n);
}

// control: a difference of vectors, then its length by the built-in
kernel void distances(global const float3 *a, global const float3 *b, global float *d) {
  size_t i = get_global_id(0);
  d[i] = distance(a[i], b[i]);
}

// control: single products and single sums
__kernel void saxpy(__global const float *x, __global float *y, const float a) {
  size_t i = get_global_id(0);
  y[i] = fma(a, x[i], y[i]);
}

// control: a threshold compared, nothing computed with
__kernel void mask(__global const float *x, __global uchar *m, float t) {
  int i = get_global_id(0);
  m[i] = x[i] > t ? 255 : 0;
}

// control: neighbours added in one tile, each value used as it is
__kernel void tile_copy(__global const float *in, __global float *out, __local float *tile) {
  int lx = get_local_id(0), gx = get_global_id(0);
  tile[lx] = in[gx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[gx] = tile[get_local_size(0) - 1 - lx];
}

// control: a group's sum of one value from each work-item adds up no constant
__kernel void group_flags(__global const float *in, __global float *out) {
  float mine = in[get_group_id(0)];
  out[get_group_id(0)] = work_group_reduce_add(mine);
}
