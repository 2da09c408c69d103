#include <cmath>

float sine_of(float cosine, float length) {
  float sine = std::sqrt(1 - cosine * cosine); // expect-audit: difference-of-squares
  return length / sine;
}
