double table(double x, double x0, double x1, double y0, double y1) {
  double t = (x - x0) / (x1 - x0);
  return y0 + (y1 - y0) * t; // expect-audit: lerp-form
}
