/* Constants fold: two terms are left. */
double shift(double x) { return x + (1.0 + 0.5 + 0.25 + 0.125); }
