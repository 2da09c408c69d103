double counted(const int *flags, int n) {
  double hits = 0.0;
  for (int i = 0; i < n; i++)
    if (flags[i])
      hits += 1.0;
  return hits;
}

int ticks(int n, int step) {
  int t = 0;
  for (int i = 0; i < n; i++)
    t += step;
  return t;
}
