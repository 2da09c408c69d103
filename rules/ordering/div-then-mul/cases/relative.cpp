struct Pair {
  double x, y;
};
static Pair relative(Pair v, double c) { return {v.x / c, v.y / c}; }
static double area(Pair a, Pair b) { return a.x * b.y; } // expect-audit: div-then-mul
double swept(Pair a, Pair b, double c) { return area(relative(a, c), b); }

static double ratio(double part, double whole) { return part / whole; }
double cost(double part, double whole, double price) {
  return price * ratio(part, whole); // expect-audit: div-then-mul
}

void rescaled(float *y, const float *x, int n, float range, float levels) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * (range / levels); // expect-audit: div-then-mul
}

void scaled(double *y, const double *x, const double *gain, double step, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * (step / gain[i]); // expect-audit: div-then-mul
}
