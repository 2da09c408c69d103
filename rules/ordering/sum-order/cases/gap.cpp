struct Circle {
  float x, radius;
};
float gap(const Circle &a, const Circle &b, float distance) {
  return b.radius - a.radius - distance; // expect-audit: sum-order
}

void sums(double *out, double a, double b, double c, double d) {
  const double net = a - b + c; // expect-audit: sum-order
  out[0] = net + d;
  out[1] = net - d;
}
