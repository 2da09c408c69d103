double interpolate(double y0, double y1, double t) {
  double rest = 1.0 - t;
  double left = rest * y0;
  return left + t * y1; // expect-audit: lerp-form
}
