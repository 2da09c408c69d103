#include <math.h>

double difference(double x) { return 0.5 - cos(x); }

double sine(double x) { return 1.0 - sin(x); }
