long volume(long a, long b, long c) { return a * b * c; }

/* Constants fold; the product that is left has two factors. */
double circumference(double r) { return 2.0 * 3.14159265358979 * r; }

/* A cube has factors that are all the same. */
double cube(double x) { return x * x * x; }
