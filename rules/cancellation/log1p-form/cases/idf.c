// A count is an integer, and one plus an integer is exact.

#include <math.h>

double idf(int documents) { return log(1.0 + documents); }

double shifted(double x, double y) { return log(x + y); }
