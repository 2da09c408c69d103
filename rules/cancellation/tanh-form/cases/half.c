#include <math.h>

double half(double x) { return 0.5 * tanh(x); }

double two(double x) { return 2.0 + tanh(x); }
