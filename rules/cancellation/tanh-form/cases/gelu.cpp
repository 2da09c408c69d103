// `1 + tanh(u)`, as in the Gaussian error linear unit, loses its negative tail; that alone is a remark.

#include <cmath>

float gelu(float x) {
  const float u = 0.7978845608f * (x + 0.044715f * x * x * x);
  return 0.5f * x * (1.0f + std::tanh(u)); // expect: tanh-form
}
