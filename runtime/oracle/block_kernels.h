// The double-double stage's loops over lanes. Two compilations, for any processor and for AVX2 with fused multiply-add, give the same bits.
#pragma once

#include "runtime/elementary/lane_kernels.h"
#include "runtime/oracle/program.h"
#include "runtime/oracle/target.h"

#include <cstddef>
#include <span>

namespace fporder::oracle {

using elementary::LaneColumn;
using elementary::LaneDecision;
using elementary::LaneFunction;
using elementary::laneFunctionNamed;

/// call and decide are those of elementary/lane_kernels.h.
struct BlockKernels : elementary::LaneKernels {
  /// target = action(a, b, c) for `count` lanes; any action of arithmetic and control. `target` may be `a`.
  void (*apply)(Action action, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, const LaneColumn &c, std::size_t count);
  /// |computed - (high + low)| in ulps; see ulp_error.h.
  void (*errors)(const double *computed, const ExactValue *exact, const Target &target, double *ulps, std::size_t count);
};

const BlockKernels &portableKernels();
/// The fastest for this processor.
const BlockKernels &bestKernels();

} // namespace fporder::oracle
