// Whatever the elements of `Sizes` are, a quotient of a double is a double at least.
template <class Sizes> void icon(const Sizes &sizes, double points, double *size) {
  const double scale = 1.0 / sizes[0];
  *size = points * scale; // expect-audit: reciprocal-multiply
}
