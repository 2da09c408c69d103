// An average that is no end of an interval is formed in the better way already.

double violet(double green, double red, double blue) { return green - (red + blue) * 0.5; }

void subdivide(double x0, double x1, double x2, double *out) {
  double left = (x0 + x1) / 2, right = (x1 + x2) / 2;
  out[0] = (left + right) / 2;
}
