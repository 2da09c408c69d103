// The product in a helper, the quotient in its caller.

static double weigh(double value, double weight) { return value * weight; }

double share(double value, double weight, double total) {
  return weigh(value, weight) / total; // expect-audit: mul-then-div
}
