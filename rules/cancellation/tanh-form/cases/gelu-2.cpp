#include <cmath>

float gelu(float x) {
  const float u = 0.7978845608f * (x + 0.044715f * x * x * x);
  return x / (1.0f + std::exp(-2.0f * u));
}
