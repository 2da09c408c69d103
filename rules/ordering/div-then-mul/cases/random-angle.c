// Numbers drawn at random mean no bit of themselves.

#include <stdlib.h>

double random_angle(void) { return 6.28 * ((double)rand() / RAND_MAX) - 3.14; }
