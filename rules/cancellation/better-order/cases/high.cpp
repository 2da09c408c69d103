// What cancels over the reals is meant to round, and a rule that knows the form speaks for itself.

#include <cmath>

double high(double a) {
  const double c = 134217729.0 * a;
  return c - (c - a);
}

double growth(double x) { return std::exp(x) - 1.0; } // expm1-form
