// The quotient in a temporary.

double resample(double y0, double dx, double h, double slope) {
  const double t = dx / h;
  return t * slope; // expect-audit: div-then-mul
}
