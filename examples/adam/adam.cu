// Adam's weight update as a CUDA kernel, in the two orders of adam.cpp.
//
//   nvcc -O2 adam.cu -o adam && ./adam
//   fporder-check adam.cu                  no toolkit is needed for this one

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

struct Adam {
  float learningRate = 1e-3f;
  float epsilon = 1e-8f;
};

// The product first, then the division.
__global__ void applyKernel(Adam adam, float *w, const float *m, const float *v, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float step = adam.learningRate * m[i];
    float denominator = sqrtf(v[i]) + adam.epsilon;
    float update = step / denominator;
    w[i] = w[i] - update;
  }
}

// The reference's order: the division first.
__global__ void applyReference(Adam adam, float *w, const float *m, const float *v, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float denominator = sqrtf(v[i]) + adam.epsilon;
    float ratio = m[i] / denominator;
    // fporder: allow(div-then-mul, scale-placement) reason="this is the order that the kernel has to match"
    w[i] = w[i] - __fmul_rn(adam.learningRate, ratio);
  }
}

static float *onDevice(const std::vector<float> &values) {
  float *copy = nullptr;
  cudaMalloc(&copy, values.size() * sizeof(float));
  cudaMemcpy(copy, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  return copy;
}

int main() {
  const int count = 1 << 20;
  std::mt19937 generator(7);
  std::normal_distribution<float> weight(0.0f, 0.05f), firstMoment(0.0f, 1e-3f);
  std::gamma_distribution<float> secondMoment(0.5f, 2e-7f); // a squared normal variable's, as squared gradients are
  std::vector<float> m(count), v(count), w(count);
  for (int i = 0; i < count; ++i) {
    m[i] = firstMoment(generator);
    v[i] = secondMoment(generator);
    w[i] = weight(generator);
  }
  float *deviceM = onDevice(m), *deviceV = onDevice(v), *kernelW = onDevice(w), *referenceW = onDevice(w);
  applyKernel<<<256, 256>>>(Adam{}, kernelW, deviceM, deviceV, count);
  applyReference<<<256, 256>>>(Adam{}, referenceW, deviceM, deviceV, count);
  std::vector<float> kernel(count), reference(count);
  cudaMemcpy(kernel.data(), kernelW, count * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(reference.data(), referenceW, count * sizeof(float), cudaMemcpyDeviceToHost);

  int different = 0, outside = 0;
  for (int i = 0; i < count; ++i) {
    different += std::memcmp(&kernel[i], &reference[i], sizeof(float)) != 0;
    outside += std::fabs(kernel[i] - reference[i]) > 1e-4f * std::fabs(reference[i]);
  }
  std::printf("%d of %d weights differ in their bits, %d by more than 1e-4 of their value\n", different, count, outside);
}
