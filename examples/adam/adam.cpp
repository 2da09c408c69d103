// Adam's weight update, written in two orders.
//
// A kernel on an accelerator and its reference on the CPU computed the same formula, w - lr * m / (sqrt(v) + eps), and differed in the fourth decimal
// on a few weights in 100,000. The kernel multiplied first. See README.md.
//
//   clang++ -O2 adam.cpp -o adam && ./adam
//   fporder-check adam.cpp

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

struct Adam {
  float learningRate = 1e-3f;
  float epsilon = 1e-8f;
};

// The accelerator's order: the product first, then the division, one vector statement each.
void applyKernel(const Adam &adam, std::vector<float> &w, const std::vector<float> &m, const std::vector<float> &v) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    float step = adam.learningRate * m[i];
    float denominator = std::sqrt(v[i]) + adam.epsilon;
    float update = step / denominator;
    w[i] = w[i] - update;
  }
}

// The reference's order: the division first.
void applyReference(const Adam &adam, std::vector<float> &w, const std::vector<float> &m, const std::vector<float> &v) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    float denominator = std::sqrt(v[i]) + adam.epsilon;
    float ratio = m[i] / denominator;
    // fporder: allow(div-then-mul, scale-placement) reason="this is the order that the kernel has to match"
    w[i] = w[i] - adam.learningRate * ratio;
  }
}

int main() {
  const std::size_t count = 1 << 20;
  std::mt19937 generator(7);
  std::normal_distribution<float> weight(0.0f, 0.05f), firstMoment(0.0f, 1e-3f);
  std::gamma_distribution<float> secondMoment(0.5f, 2e-7f); // a squared normal variable's, as squared gradients are
  std::vector<float> m(count), v(count), w(count);
  for (std::size_t i = 0; i < count; ++i) {
    m[i] = firstMoment(generator);
    v[i] = secondMoment(generator);
    w[i] = weight(generator);
  }
  std::vector<float> kernel = w, reference = w;
  applyKernel(Adam{}, kernel, m, v);
  applyReference(Adam{}, reference, m, v);

  std::size_t different = 0, outside = 0;
  for (std::size_t i = 0; i < count; ++i) {
    different += std::memcmp(&kernel[i], &reference[i], sizeof(float)) != 0;
    outside += std::fabs(kernel[i] - reference[i]) > 1e-4f * std::fabs(reference[i]);
  }
  std::printf("%zu of %zu weights differ in their bits, %zu by more than 1e-4 of their value\n", different, count, outside);
}
