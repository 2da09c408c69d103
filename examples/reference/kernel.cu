// The reference's order on a GPU, whose compiler fuses the product into the subtraction. See README.md.

__global__ void applyAdam(float *w, const float *m, const float *v, float lr, float eps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float ratio = m[i] / (sqrtf(v[i]) + eps);
    w[i] = w[i] - lr * ratio;
  }
}
