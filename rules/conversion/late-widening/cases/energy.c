// Four products in one statement, and squares of differences.

double energy(const float *data, int size) {
  double result = 0;
  for (int i = 0; i < size - 3; i += 4)
    result += data[i] * data[i] + data[i + 1] * data[i + 1] + data[i + 2] * data[i + 2] + data[i + 3] * data[i + 3]; // expect: late-widening
  return result;
}

double distance(const float *x, const float *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const float between = x[i] - y[i];
    sum += between * between; // expect: late-widening
  }
  return sum;
}

double left(double energy, const float *x, int n) {
  for (int i = 0; i < n; ++i)
    energy -= x[i] * x[i]; // expect: late-widening
  return energy;
}
