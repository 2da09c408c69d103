#include "runtime/measure/compensated_sum.h"

#include <cmath>

namespace fporder::measure {

void CompensatedSum::add(double term) {
  const double next = sum + term;
  if (std::isfinite(next))
    correction += std::fabs(sum) >= std::fabs(term) ? (sum - next) + term : (term - next) + sum;
  sum = next;
}

double CompensatedSum::value() const { return sum + correction; }

} // namespace fporder::measure
