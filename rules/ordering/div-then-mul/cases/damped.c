// A consumer counts as evidence where its terms have a reason to cancel: an update taken from the state it is stored to, or terms made from the same
// values; evaluation decides whether it is a warning. The decay of one field and the source from another are unrelated, a sum with a term of its own
// stays as large as that term, another element of the same array is another value, and a quotient that is needed for itself, a rotation's cosine, is
// no order to choose.

void damped(double *b, const double *damp, const double *gain, double step, int n) {
  for (int i = 0; i < n; ++i) {
    double like = (step / gain[i]) * b[i]; // expect-audit: div-then-mul
    b[i] = damp[i] * b[i] - like;
  }
}

void decay(double *b, const double *hz, const double *damp, const double *gain, double step, int n) {
  for (int i = 0; i < n; ++i) {
    double like = (step / gain[i]) * b[i]; // expect-audit: div-then-mul
    double mixed = damp[i] * b[i] + hz[i];
    b[i] = mixed - like;
  }
}

void neighbour(double *out, const double *b, const double *damp, const double *gain, double step, int n) {
  for (int i = 0; i + 1 < n; ++i)
    out[i] = step * damp[i] * b[i] - (step / gain[i]) * b[i + 1]; // expect-audit: div-then-mul
}
