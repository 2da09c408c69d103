// The double-double stage's loops over lanes. Two compilations, for any processor and for AVX2 with fused multiply-add, give the same bits.
#pragma once

#include "runtime/oracle/program.h"
#include "runtime/oracle/target.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace fporder::oracle {

/// A register for a block of samples: three arrays of lanes (see double_double.h).
struct LaneColumn {
  double *high, *low, *error;
};

struct LaneDecision {
  double *rounded;
  unsigned char *decided; // 0 or 1
};

/// Functions of libm that the double-double stage knows.
enum class LaneFunction : std::uint8_t { Exp, Exp2, Expm1, Log, Log2, Log10, Log1p, Sinh, Cosh, Tanh, Pow };

std::optional<LaneFunction> laneFunctionNamed(std::string_view name);

struct BlockKernels {
  /// target = action(a, b, c) for `count` lanes; any action of arithmetic and control. `target` may be `a`.
  void (*apply)(Action action, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, const LaneColumn &c, std::size_t count);
  /// target = function(a), or pow(a, b). `target` is neither operand.
  void (*call)(LaneFunction function, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, std::size_t count);
  /// Rounds to the target where the error bound leaves no doubt.
  void (*decide)(const LaneColumn &value, const Target &target, const LaneDecision &decision, std::size_t count);
  /// |computed - (high + low)| in ulps; see ulp_error.h.
  void (*errors)(const double *computed, const ExactValue *exact, const Target &target, double *ulps, std::size_t count);
};

const BlockKernels &portableKernels();
/// The fastest for this processor.
const BlockKernels &bestKernels();

} // namespace fporder::oracle
