// Round once, at the end.

double residual(double a, double b, double c) {
  double product = a * b;
  return product - c;
}

float last(double a, double b, double c) { return static_cast<float>(a * b - c); }
