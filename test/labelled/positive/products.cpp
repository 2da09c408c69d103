// Chains of products: gains, probabilities, Jacobians.
#include <array>
#include <cmath>
#include <span>

// class: R1b
float attenuate(float sample, float gain, float pan, float envelope) {
  float out = sample;
  out *= gain;
  out *= pan;      // expect-remark: product-order #m
  out *= envelope; // expect-remark: product-order #m
  return out;
}

// class: R1b
double priorTimesLikelihood(std::span<const double> prior, std::span<const double> like, double evidence, std::size_t k) {
  const double joint = prior[k] * like[k];
  return joint * evidence; // expect-remark: product-order
}

// class: R1b
template <typename Real> Real quadratureWeight(Real w, Real jac, Real value) {
  const auto wj = w * jac;
  return value * wj; // expect-remark: product-order
}
template float quadratureWeight<float>(float, float, float);

// class: R1b
std::array<float, 3> shade(const std::array<float, 3> &albedo, float light, float cosine) {
  auto mulBy = [&](float c) { return c * light * cosine; }; // expect-remark: product-order
  return {mulBy(albedo[0]), mulBy(albedo[1]), mulBy(albedo[2])};
}

// class: R1b
double springEnergy(double k, double x, double half) { return half * (k * (x + 1.0)) * x; } // expect-remark: product-order

// class: R10
float fourthPower(float x, float scale) {
  float p = x * x;
  p = p * x;
  p = p * x; // expect-remark: product-order | polynomial-form
  return p + scale;
}
