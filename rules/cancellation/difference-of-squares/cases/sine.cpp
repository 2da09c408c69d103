// The sine from a cosine.

#include <cmath>

double sine(double cosine) {
  return std::sqrt(1.0 - cosine * cosine); // expect-audit: difference-of-squares
}

double residual(double correlation) {
  const double squared = correlation * correlation;
  return std::log(1.0 - squared); // expect-audit: difference-of-squares
}
