// One step of Adam on one weight, for any number type, in the two orders of its last line.
#pragma once

#include <cmath>

enum class Order { MultiplyFirst, DivideFirst };

template <class Real> struct Adam {
  Real beta1, beta2, oneMinusBeta1, oneMinusBeta2, epsilon;
};

template <class Real> struct Weight {
  Real w{}, m{}, v{};
};

template <class Real> void step(Weight<Real> &x, const Adam<Real> &adam, Real gradient, Real rate, Order order) {
  using std::sqrt;
  x.m = adam.beta1 * x.m + adam.oneMinusBeta1 * gradient;
  x.v = adam.beta2 * x.v + adam.oneMinusBeta2 * (gradient * gradient);
  Real denominator = sqrt(x.v) + adam.epsilon;
  if (order == Order::MultiplyFirst)
    x.w -= rate * x.m / denominator;
  else
    x.w -= rate * (x.m / denominator);
}
