// flags: -mfma
// Predicates and transforms on a target with fma.
#include <array>
#include <cmath>
#include <utility>

using P2 = std::array<double, 2>;

// class: R8
double orient(const P2 &a, const P2 &b, const P2 &c) {
  const double acx = a[0] - c[0], bcx = b[0] - c[0];
  const double acy = a[1] - c[1], bcy = b[1] - c[1];
  return acx * bcy - acy * bcx; // expect: fma-cancellation
}

class Rotation {
public:
  Rotation(float c, float s) : c_(c), s_(s) {}
  // class: R8
  float applyX(float x, float y) const {
    return c_ * x - s_ * y; // expect: fma-cancellation
  }

private:
  float c_, s_;
};
float rotated(float x, float y) { return Rotation(0.8f, 0.6f).applyX(x, y); }

// class: R8
template <typename T> T minor3(const T (&m)[9]) {
  T sub = m[4] * m[8] - m[5] * m[7]; // expect: fma-cancellation
  return m[0] * sub;
}
template float minor3(const float (&)[9]);

// class: R8
float shiftedExponent(float score, float scale, float top) {
  const float rounded = top * scale;
  const float shifted = __builtin_fmaf(score, scale, -rounded); // expect: fma-cancellation
  return std::exp(shifted);
}

// control: two statements are not contracted
double apart(double a, double b, double c, double d) {
  const double p = a * d;
  const double q = b * c;
  return p - q;
}

// control: contraction switched off
double off(double a, double b, double c, double d) {
#pragma clang fp contract(off)
  return a * b - c * d;
}

// control: TwoProduct as a pair
std::pair<double, double> twoProduct(double a, double b) {
  const double p = a * b;
  return {p, std::fma(a, b, -p)};
}

// control: Kahan's determinant
double kahanDeterminant(double a, double b, double c, double d) {
  const double w = b * c;
  const double e = std::fma(-b, c, w);
  const double f = std::fma(a, d, -w);
  return f + e;
}

// control: affine by one fma
float affine(float x, float scale, float offset) { return std::fma(x, scale, offset); }

// control: a square compared
bool shorter(double x, double limit) { return x * x < limit; }
