// Four terms do not fill a float.

float projected(const double *row, const double *spinor) {
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += row[i] * spinor[i]; // ok: short
  return sum;
}

float whole(const double *row, const double *spinor, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += row[i] * spinor[i]; // expect: narrow-accumulator
  return sum;
}
