#include <math.h>

double normalised(double x) { return log(x) - log(10.0); }
