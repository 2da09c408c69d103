#include <math.h>

float upper_tail(float z) { return erfcf(z); }

double scaled(double z) { return 2.0 * erf(z); }

double other(double z) { return 3.0 - erf(z); }
