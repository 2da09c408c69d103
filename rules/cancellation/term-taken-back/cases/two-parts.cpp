// The rounding that is left is what the low part of a number of two parts takes up.
#include <cmath>

struct Parts {
  double high, low;
};

Parts times(Parts a, double b) {
  const double product = a.high * b, rest = std::fma(a.low, b, std::fma(a.high, b, -product));
  const double high = product + rest;
  return {high, rest - (high - product)};
}
