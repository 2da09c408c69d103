// Adam's weight update in OpenCL C, in two orders. See README.md.
//
//   fporder-check adam.cl

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// The product first, then the division: the order of the kernel in adam.cpp.
__kernel void applyKernel(__global float *w, __global const float *m, __global const float *v, const float learningRate, const float epsilon) {
  const size_t i = get_global_id(0);
  float step = learningRate * m[i];
  float denominator = sqrt(v[i]) + epsilon;
  float update = step / denominator;
  w[i] = w[i] - update;
}

// The reference's order: the division first.
__kernel void applyReference(__global float *w, __global const float *m, __global const float *v, const float learningRate, const float epsilon) {
  const size_t i = get_global_id(0);
  float denominator = sqrt(v[i]) + epsilon;
  float ratio = m[i] / denominator;
  // fporder: allow(div-then-mul, scale-placement) reason="this is the order that the kernel has to match"
  w[i] = w[i] - learningRate * ratio;
}
