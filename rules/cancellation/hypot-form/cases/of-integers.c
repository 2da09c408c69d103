#include <math.h>

double of_integers(int dx, int dy) { return sqrt((double)(dx * dx + dy * dy)); }
