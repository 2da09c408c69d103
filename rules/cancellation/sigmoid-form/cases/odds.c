#include <math.h>

double odds(double p) { return p / (1.0 + p); }

double complement(double s) { return 1.0 - s; }
