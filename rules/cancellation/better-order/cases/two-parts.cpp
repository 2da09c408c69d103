// The digits that the high part of a result has lost are in its low part.
#include <cmath>

struct Parts {
  double high, low;
};

Parts times(Parts a, double b) {
  const double product = a.high * b, rest = std::fma(a.low, b, std::fma(a.high, b, -product));
  const double high = product + rest;
  return {high, rest - (high - product)};
}
