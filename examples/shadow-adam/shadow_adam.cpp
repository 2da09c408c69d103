// 1,000 Adam steps under shadow execution, in binary32 and bfloat16: what rounding does to the weights, and on which line.
#include "adam.h"

#include <fporder/shadow.h>

#include <cstdint>
#include <iostream>
#include <numbers>
#include <string>

namespace {

constexpr int steps = 1000;

/// Normally distributed numbers from splitmix64 (Box and Muller): the same on every machine.
class Normal {
public:
  explicit Normal(std::uint64_t seed) : state(seed) {}
  double operator()() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

private:
  double uniform() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  std::uint64_t state;
};

template <class Number> Adam<fporder::shadow<Number>> coefficients() {
  // The coefficients that the kernel gets: rounded to its format, and exact from there on.
  using fporder::input;
  using Real = fporder::shadow<Number>;
  return {input(Real(0.9)), input(Real(0.999)), input(Real(0.1)), input(Real(0.001)), input(Real(1e-8))};
}

template <class Number> void train(const std::string &name, int weights) {
  using Real = fporder::shadow<Number>;
  const Adam<Real> adam = coefficients<Number>();
  double between = 0, error = 0;
  for (int index = 0; index < weights; ++index) {
    Normal normal(static_cast<std::uint64_t>(index) + 42);
    Weight<Real> a{fporder::input(Real(0.1 * normal()))}, b = a;
    for (int t = 1; t <= steps; ++t) {
      const Real gradient = fporder::input(Real(normal()));
      // Bias correction belongs to the step size and is computed outside the kernel.
      const Real rate = fporder::input(Real(1e-3 * std::sqrt(1 - std::pow(0.999, t)) / (1 - std::pow(0.9, t))));
      step(a, adam, gradient, rate, Order::MultiplyFirst);
      step(b, adam, gradient, rate, Order::DivideFirst);
    }
    fporder::output(name + " weight, multiplied first", a.w);
    fporder::output(name + " weight, divided first", b.w);
    between += std::abs(static_cast<double>(a.w.value()) - static_cast<double>(b.w.value())) / weights;
    error += std::abs(a.w.error()) / weights;
  }
  std::cout << name << ": the orders differ by " << between << " in the mean, the first errs by " << error << "; beta2 is " << adam.beta2 << "\n";
}

} // namespace

int main(int argc, char **argv) {
  const int weights = argc > 1 ? std::stoi(argv[1]) : 256;
  train<float>("binary32", weights);
  train<fporder::bfloat16>("bfloat16", weights);
  std::cout << "\n";
  fporder::report(std::cout);
}
