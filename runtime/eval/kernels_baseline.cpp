#include "runtime/eval/kernels.h"

#include <cstdlib>
#include <cstring>

namespace fporder::eval {

namespace {

#include "runtime/eval/kernels_body.h"

} // namespace

const Kernels &baselineKernels() {
  static const Kernels kernels{"baseline", laneKernels<float>(), laneKernels<double>(), widenedLanes, narrowedLanes, roundedLanes};
  return kernels;
}

const Kernels &hostKernels() {
  static const Kernels &chosen = [&]() -> const Kernels & {
    const char *wanted = std::getenv("FPORDER_BASELINE");
    const Kernels *fast = avx2Kernels();
    return fast == nullptr || (wanted != nullptr && std::strcmp(wanted, "1") == 0) ? baselineKernels() : *fast;
  }();
  return chosen;
}

} // namespace fporder::eval
