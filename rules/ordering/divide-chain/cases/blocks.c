int blocks(int n, int tile, int unroll) { return n / tile / unroll; }

/* Constants fold. */
static const double step = 1.0 / 3.0 / 7.0;
double scaled(double x) { return x * step; }
