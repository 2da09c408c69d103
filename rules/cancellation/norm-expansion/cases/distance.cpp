// The norms may be stored in a narrow format before they are subtracted, as between the layers of a network.

float distance(const _Float16 *x, const _Float16 *y, int n) {
  float xx = 0, yy = 0, xy = 0;
  for (int k = 0; k < n; ++k) {
    xx += (float)x[k] * (float)x[k];
    yy += (float)y[k] * (float)y[k];
    xy += (float)x[k] * (float)y[k];
  }
  const _Float16 norms[2] = {(_Float16)xx, (_Float16)yy};
  const _Float16 twice = (_Float16)(2.0f * xy);
  return ((float)norms[0] - (float)twice) + (float)norms[1]; // expect-warning: norm-expansion
}
