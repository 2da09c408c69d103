// The series stands where the cosine would cancel.

#include <math.h>

double guarded_versine(double x) {
  if (fabs(x) < 0.5)
    return 0.5 * x * x * (1 - x * x / 12);
  return 1 - cos(x); // ok: guarded
}
