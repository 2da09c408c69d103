#include <math.h>

double elevation(double z) { return acos(z); }

/* Clamped: no NaN, and the author has thought about the end of the range. */
double clamped(double ax, double ay, double bx, double by) { return acos(fmax(-1.0, fmin(1.0, ax * bx + ay * by))); }
