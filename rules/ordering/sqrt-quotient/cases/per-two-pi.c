#include <math.h>

/* One root is a constant. */
double per_two_pi(double x) { return sqrt(x) / sqrt(6.283185307179586); }
