float gradient_z(float x, float y, float d) { return (x * x + y * y) * d; }

// A step that is made representable on purpose.
double step(double x, double h) {
  double next = x + h;
  return next - x;
}

// An error-free transformation.
double added(double a, double b) { return a + b; }

double correction(double sum, double x, double lost) {
  double term = added(x, -lost), total = added(sum, term);
  return added(added(total, -sum), -term);
}

double two_sum_error(double a, double b, double c) {
  double p = a * c;
  double s = p + b;
  double z = s - p;
  return (p - (s - z)) + (b - z);
}
