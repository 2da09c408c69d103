// One rounding, and a sum that can overflow.

double bisection_step(double lo, double hi) {
  double sum = lo + hi;
  return 0.5 * sum; // expect-audit: midpoint
}
