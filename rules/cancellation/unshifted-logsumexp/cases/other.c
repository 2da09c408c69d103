#include <math.h>

double other(double x) { return log1p(x); }

double bounded(double x) { return log1p(exp(-x * x)); }
