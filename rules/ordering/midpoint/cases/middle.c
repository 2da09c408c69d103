int middle(int lo, int hi) { return lo + (hi - lo) / 2; }

/* Half of a difference, added to something else. */
double shifted(double a, double b, double c) { return c + (b - a) / 2; }
