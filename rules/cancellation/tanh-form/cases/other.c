#include <math.h>

double other(double x, double y) { return (exp(x) - y) / (exp(x) + y); }

double cosh_only(double x) { return (exp(x) + exp(-x)) / 2; }
