// Integers have no rounding to order, and a power of two rounds nothing.

int percent(int part, int whole) { return part * 100 / whole; }

float half_ratio(float x, float y) { return x * 0.5f / y; }

/* A square over something has one usual order: the square first. */
double centripetal(double v, double r) { return v * v / r; }

double quarter(double x, double y) { return (x * y) / 4.0; }

/* The product of two counts is exact: one rounding is left. */
double cell(int i, int j, int n) { return ((double)i * j) / n; }
