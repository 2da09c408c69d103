// 1,000 Adam steps in both orders against an MPFR run of its own: weights start at 0.1 N(0,1), moments at 0, gradients are N(0,1), the bias
// correction is folded into the rate, and the coefficients are rounded to the format before the exact run uses them.
#include "examples/shadow-adam/adam.h"

#include <fporder/shadow.h>

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

using fporder::bfloat16;
using fporder::shadow;

namespace {

/// The step over the reals, by plain MPFR at 400 bits.
class ExactAdam {
public:
  explicit ExactAdam(double start) {
    mpfr_inits2(400, w, m, v, t, u, static_cast<mpfr_ptr>(nullptr));
    mpfr_set_d(w, start, MPFR_RNDN);
    mpfr_set_ui(m, 0, MPFR_RNDN);
    mpfr_set_ui(v, 0, MPFR_RNDN);
  }
  ExactAdam(const ExactAdam &) = delete;
  ExactAdam &operator=(const ExactAdam &) = delete;
  ~ExactAdam() { mpfr_clears(w, m, v, t, u, static_cast<mpfr_ptr>(nullptr)); }

  void step(const Adam<double> &adam, double gradient, double rate) {
    mpfr_mul_d(m, m, adam.beta1, MPFR_RNDN);
    mpfr_set_d(t, gradient, MPFR_RNDN);
    mpfr_mul_d(u, t, adam.oneMinusBeta1, MPFR_RNDN);
    mpfr_add(m, m, u, MPFR_RNDN);
    mpfr_mul_d(v, v, adam.beta2, MPFR_RNDN);
    mpfr_sqr(t, t, MPFR_RNDN);
    mpfr_mul_d(t, t, adam.oneMinusBeta2, MPFR_RNDN);
    mpfr_add(v, v, t, MPFR_RNDN);
    mpfr_sqrt(t, v, MPFR_RNDN);
    mpfr_add_d(t, t, adam.epsilon, MPFR_RNDN);
    mpfr_div(t, m, t, MPFR_RNDN);
    mpfr_mul_d(t, t, rate, MPFR_RNDN);
    mpfr_sub(w, w, t, MPFR_RNDN);
  }
  double error(double working) {
    mpfr_d_sub(t, working, w, MPFR_RNDN);
    return mpfr_get_d(t, MPFR_RNDN);
  }

private:
  mpfr_t w, m, v, t, u;
};

struct Figures {
  double between = 0, fromExact = 0;
  int disagreeing = 0; // weights whose shadow and the run by MPFR differ
};

template <class Number> Figures run(int weights) {
  using Real = shadow<Number>;
  const auto input = [](double x) { return fporder::input(Real(x)); };
  const auto plain = [](const Real &x) { return static_cast<double>(x.value()); };
  const Adam<Real> adam{input(0.9), input(0.999), input(0.1), input(0.001), input(1e-8)};
  const Adam<double> rounded{plain(adam.beta1), plain(adam.beta2), plain(adam.oneMinusBeta1), plain(adam.oneMinusBeta2), plain(adam.epsilon)};
  Figures figures;
  std::mt19937_64 random(42);
  std::normal_distribution<double> normal;
  for (int index = 0; index < weights; ++index) {
    Weight<Real> a{input(0.1 * normal(random))}, b = a;
    ExactAdam exact(plain(a.w));
    for (int t = 1; t <= 1000; ++t) {
      const Real gradient = input(normal(random)), rate = input(1e-3 * std::sqrt(1 - std::pow(0.999, t)) / (1 - std::pow(0.9, t)));
      step(a, adam, gradient, rate, Order::MultiplyFirst);
      step(b, adam, gradient, rate, Order::DivideFirst);
      exact.step(rounded, plain(gradient), plain(rate));
    }
    const double expected = exact.error(plain(a.w));
    figures.disagreeing += std::fabs(a.w.error() - expected) > 1e-12 * std::fabs(expected) ? 1 : 0;
    figures.between += std::fabs(plain(a.w) - plain(b.w)) / weights;
    figures.fromExact += std::fabs(expected) / weights;
  }
  return figures;
}

} // namespace

TEST_CASE("shadow Adam: 1,000 steps, the two orders and the exact result") {
  const bool full = std::getenv("FPORDER_FULL") != nullptr;
  if (!full)
    MESSAGE("reduced: 160 of 4,000 weights");
  const int weights = full ? 4000 : 160;
  const double tolerance = full ? 0.15 : 0.35; // means of heavy-tailed errors
  fporder::resetReport();
  const Figures single = run<float>(weights);
  CHECK(single.disagreeing == 0);
  CHECK(single.between == doctest::Approx(4.0e-9).epsilon(tolerance));
  CHECK(single.fromExact == doctest::Approx(5.5e-8).epsilon(tolerance));
  const Figures narrow = run<bfloat16>(weights);
  CHECK(narrow.disagreeing == 0);
  CHECK(narrow.between == doctest::Approx(2.1e-4).epsilon(tolerance));
  CHECK(narrow.fromExact == doctest::Approx(6.8e-3).epsilon(tolerance));
  fporder::resetReport();
}

TEST_CASE("shadow Adam: 0.999 is 1 in bfloat16, and the report says where") {
  fporder::resetReport();
  const shadow<bfloat16> beta2 = 0.999;
  CHECK(static_cast<double>(beta2.value()) == 1.0);
  CHECK(beta2.error() == doctest::Approx(0.001));
  CHECK(static_cast<double>(fporder::input(beta2).error()) == 0);
  const auto report = fporder::shadowing::makeReport();
  REQUIRE(report.places.size() == 1);
  CHECK(report.places[0].site.operation == "conversion");
  CHECK(report.places[0].site.line == __LINE__ - 7);
  fporder::resetReport();
}
