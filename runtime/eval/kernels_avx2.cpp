#include "runtime/eval/kernels.h"

namespace fporder::eval {

#if defined(__x86_64__) && defined(__clang__)

namespace {

#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#include "runtime/eval/kernels_body.h"
#pragma clang attribute pop

} // namespace

const Kernels *avx2Kernels() {
  static const Kernels kernels{"avx2", laneKernels<float>(), laneKernels<double>(), widenedLanes, narrowedLanes, roundedLanes};
  static const bool runs = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 && __builtin_cpu_supports("f16c") != 0;
  return runs ? &kernels : nullptr;
}

#else

const Kernels *avx2Kernels() { return nullptr; }

#endif

} // namespace fporder::eval
