#include "runtime/oracle/ulp_error.h"

#include "runtime/oracle/block_kernels.h"

namespace fporder::oracle {

double errorInUlp(double computed, const ExactValue &exact, format::Format format) {
  double result = 0;
  errorsInUlp({&computed, 1}, {&exact, 1}, format, {&result, 1});
  return result;
}

void errorsInUlp(std::span<const double> computed, std::span<const ExactValue> exact, format::Format format, std::span<double> ulps) {
  const Target target = Target::of(format).value_or(Target{});
  bestKernels().errors(computed.data(), exact.data(), target, ulps.data(), ulps.size());
}

} // namespace fporder::oracle
