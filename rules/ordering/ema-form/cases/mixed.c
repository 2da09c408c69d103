/* The two weights do not belong together. */
void mixed(double *m, const double *g, int n, double keep, double add) {
  for (int i = 0; i < n; i++)
    m[i] = keep * m[i] + add * g[i];
}

void fixed(int *m, const int *g, int n) {
  for (int i = 0; i < n; i++)
    m[i] = m[i] + (g[i] - m[i]) / 8;
}
