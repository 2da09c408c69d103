int annulus(int outer, int inner) { return outer * outer - inner * inner; }

int neighbours(int n) { return n * n - 1; }

double other(double x, double y) { return 1.0 - x * y; }

double two(double x) { return 2.0 - x * x; }

/* Four different factors. */
double minor(double a, double b, double c, double d) { return a * b - c * d; }
