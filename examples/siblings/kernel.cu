__global__ void adam_step_kernel(float *out, const float *w, const float *m, const float *v, float lr, float eps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = w[i] - lr * (m[i] / (sqrtf(v[i]) + eps));
}
