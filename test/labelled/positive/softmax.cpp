// flags: -mfma
// Softmax in C++: algorithms, temperature, base two, fma on one side only.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

// class: R5
std::vector<float> softmaxVector(std::vector<float> v) {
  for (auto &x : v)
    x = std::exp(x);
  const float total = std::accumulate(v.begin(), v.end(), 0.0f);
  for (auto &x : v)
    x = x / total; // expect: unshifted-softmax
  return v;
}

// class: R5
void softmaxWithTemperature(const float *logits, float *probs, std::size_t n, float temperature) {
  float denom = 0.0f;
  for (std::size_t i = 0; i < n; ++i) {
    const float e = std::exp(logits[i] / temperature);
    probs[i] = e;
    denom += e;
  }
  const float scale = 1.0f / denom;
  for (std::size_t i = 0; i < n; ++i)
    probs[i] *= scale; // expect: unshifted-softmax
}

// class: R5
float shiftedByFma(float s, float scale, float rowMax) {
  const float maxScaled = rowMax * scale;
  return std::exp2(std::fma(s, scale, -maxScaled)); // expect: fma-cancellation
}

// class: R5
double binaryChoice(double utilityA, double utilityB) {
  const double a = std::exp(utilityA), b = std::exp(utilityB);
  return a / (a + b); // expect: unshifted-softmax
}
