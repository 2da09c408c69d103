int mix_fixed(int a, int b, int t) { return a + t * (b - a) / 256; }

/* Halving: see midpoint. */
double centre(double a, double b) { return 0.5 * (a + b); }
