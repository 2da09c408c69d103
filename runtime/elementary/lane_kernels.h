// Elementary functions of columns of double-double lanes, with error bounds, and their rounding to a format. Two compilations, for any processor and
// for AVX2 with fused multiply-add, give the same bits; nothing here calls the host's mathematical library.
#pragma once

#include "runtime/format/format.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fporder::elementary {

/// A register for a block of samples: three arrays of lanes (see double_double.h).
struct LaneColumn {
  double *high, *low, *error;
};

struct LaneDecision {
  double *rounded;
  unsigned char *decided; // 0 or 1
};

/// The functions that have kernels. The names are those of Call nodes.
enum class LaneFunction : std::uint8_t {
  Exp,
  Exp2,
  Exp10,
  Expm1,
  Exp2m1,
  Exp10m1,
  Log,
  Log2,
  Log10,
  Log1p,
  Log2p1,
  Sinh,
  Cosh,
  Tanh,
  Asinh,
  Acosh,
  Atanh,
  Sin,
  Cos,
  Tan,
  SinPi,
  CosPi,
  TanPi,
  Asin,
  Acos,
  Atan,
  Cbrt,
  ReciprocalRoot,
  Reciprocal,
  Pow,
  Hypot,
  Atan2,
};

std::optional<LaneFunction> laneFunctionNamed(std::string_view name);

/// The values of a format that are held in a binary64.
struct Grid {
  int precision = 53;
  int minExponent = -1022;
  double largest = 0;  // finite
  double overflow = 0; // what a larger value rounds to: an infinity or NaN

  /// Nothing for formats wider than binary64. Integers and Booleans are held in binary64; Dependent and Unknown are taken for it.
  static std::optional<Grid> of(format::Format format);
};

struct LaneKernels {
  /// target = function(a), or function(a, b). `target` is neither operand.
  void (*call)(LaneFunction function, const LaneColumn &target, const LaneColumn &a, const LaneColumn &b, std::size_t count);
  /// Rounds to nearest even where the error bound leaves no doubt about the result, and keeps below 2^-33 of its last place.
  void (*decide)(const LaneColumn &value, const Grid &grid, const LaneDecision &decision, std::size_t count);
};

const LaneKernels &portableLaneKernels();
/// The fastest for this processor.
const LaneKernels &bestLaneKernels();

} // namespace fporder::elementary
