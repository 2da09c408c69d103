#define LOCAL_SIZE 128

// The usual way before atomics on floating-point numbers: compare and swap the bits. Either the addition or the call may be named.
// class: R9
inline void atomic_add_f(volatile __global float *addr, float value) {
  union {
    unsigned int u;
    float f;
  } next, expected, current;
  current.f = *addr;
  do {
    expected.f = current.f;
    next.f = expected.f + value; // expect: unordered-reduction #cas
    current.u = atomic_cmpxchg((volatile __global unsigned int *)addr, expected.u, next.u); // expect: unordered-reduction #cas
  } while (current.u != expected.u);
}

__kernel void histogram_weights(__global const int *bin, __global const float *weight, volatile __global float *hist) {
  int i = get_global_id(0);
  atomic_add_f(&hist[bin[i]], weight[i]); // expect: unordered-reduction #cas
}

// class: R9
kernel void total_energy(global const float *e, global atomic_float *total) {
  atomic_fetch_add_explicit(total, e[get_global_id(0)], memory_order_relaxed); // expect: unordered-reduction
}

// class: R3
__kernel void moments_local(__global const float *x, __global float *var, const int n) {
  __local float s1[LOCAL_SIZE];
  __local float s2[LOCAL_SIZE];
  const int lid = get_local_id(0);
  float a = 0.0f, b = 0.0f;
  for (int i = lid; i < n; i += LOCAL_SIZE) {
    float v = x[get_group_id(0) * n + i];
    a += v;
    b += v * v;
  }
  s1[lid] = a;
  s2[lid] = b;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = LOCAL_SIZE / 2; step > 0; step >>= 1) {
    if (lid < step) {
      s1[lid] += s1[lid + step];
      s2[lid] += s2[lid + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    float mean = s1[0] / n;
    var[get_group_id(0)] = s2[0] / n - mean * mean; // expect: one-pass-variance
  }
}

// class: R5
__kernel void softmax_local(__global float *x, const int n) {
  __local float part[LOCAL_SIZE];
  const int lid = get_local_id(0);
  const int base = get_group_id(0) * n;
  float e = 0.0f;
  for (int i = lid; i < n; i += LOCAL_SIZE)
    e += exp(x[base + i]);
  part[lid] = e;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = LOCAL_SIZE / 2; s > 0; s /= 2) {
    if (lid < s)
      part[lid] = part[lid] + part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = lid; i < n; i += LOCAL_SIZE)
    x[base + i] = exp(x[base + i]) / part[0]; // expect: unshifted-softmax
}
