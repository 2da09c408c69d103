// The parallel axis theorem: what is far from the origin cancels.

float inertia(const float *mass, const float *x, int n) {
  float total = 0.0f, first = 0.0f, second = 0.0f;
  for (int i = 0; i < n; ++i) {
    total += mass[i];
    first += mass[i] * x[i];
    second += mass[i] * x[i] * x[i];
  }
  const float centre = first / total;
  return second - total * centre * centre; // expect-warning: one-pass-variance
}

float inertia_about_the_centre(const float *mass, const float *x, int n, float centre) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i)
    sum += mass[i] * (x[i] - centre) * (x[i] - centre);
  return sum;
}
