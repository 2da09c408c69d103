// `Real` is what the build makes of it: nothing says that it is narrower than the terms.
template <class Real> void total(const double *terms, int count, Real *sum) {
  Real all = 0;
  for (int i = 0; i < count; ++i)
    all += terms[i];
  *sum = all;
}
