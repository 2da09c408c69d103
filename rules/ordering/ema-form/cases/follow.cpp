// A weight that is itself an unstable difference is another finding, beside this one.

#include <cmath>

double follow(double *level, double sample, double step, double time) {
  const double keep = std::exp(-step / time);
  *level = keep * *level + (1 - keep) * sample; // expect-audit: ema-form
  return *level;
}
