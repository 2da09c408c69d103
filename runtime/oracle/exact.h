// The oracle: the real-number value of an expression on the format's inputs, correctly rounded.
//
// Every floating-point operation of the graph is taken over the reals; casts between floating-point formats do not round, conversions to integers and
// integer divisions truncate; reductions are exact sums, products, minima and maxima. Leaves are exact as given, constants are the exact numbers of
// the graph. A value is decided by intervals: double-double with a proven bound first, in blocks, then MPFR with outward rounding at 120 to 4351
// bits, and rational arithmetic where the expression has nothing but + - * /. What no interval decides is reported as such; nothing is guessed.
//
// Conventions. Zero has no sign, except that CopySign sees the sign of a zero that is an input or a constant; atan2(0, x) is pi for x < 0;
// pow(x, 0) is 1. Infinite inputs obey the extended reals (inf - inf, 0 * inf and NaN inputs are domain errors); a branch that a Select does not take
// may be anything. Rounding is to nearest, ties to even, subnormals kept; overflow is an infinity, NaN in E4M3FN, which has none.
#pragma once

#include "runtime/eval/leaf_source.h"
#include "runtime/format/format.h"
#include "runtime/order/graph.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace fporder::oracle {

enum class Verdict : std::uint8_t {
  Exact,       // decided; every end of the interval rounds alike
  Zero,        // the real value is exactly zero, proven by exact arithmetic
  Pole,        // infinite: a division of a non-zero value by zero, log(0), ..., or an infinite input that comes through
  DomainError, // not a real number: 0 / 0, the root or logarithm of a negative number, a NaN input, ...
  Undecided,   // intervals of 4351 bits still straddle a rounding boundary, zero at a divisor, or the border of a domain
  Unsupported, // an operation or function that is not known here, or a target wider than binary64
};

std::string_view name(Verdict verdict);

/// (high + low) 2^exponent approximates the real value within 2^-32 ulp of the target format for Exact, and is 0 for Zero; high is the double nearest
/// to high + low, and on the same side of every power of two as the real value. Where 511 bits and more leave an interval around zero or a power of
/// two (sqrt(x) * sqrt(x) - x, sin(x)^2 + cos(x)^2: the rounding is certain, equality is not), high is that mark. `exponent` is 0 unless the value
/// lies outside 2^-900 .. 2^900. `rounded` is the correctly rounded value; for a Pole, an infinity where its sign is known (NaN where not); NaN for
/// the other verdicts. An Exact value beyond 2^(2^30) has high = an infinity.
struct ExactValue {
  double high = 0, low = 0;
  double rounded = 0;
  std::int32_t exponent = 0;
  Verdict verdict = Verdict::Undecided;
};

/// How samples were decided; sums over threads and blocks are meaningful.
struct Effort {
  std::size_t samples = 0;
  std::size_t escalated = 0;  // samples that double-double left to MPFR
  std::size_t operations = 0; // of MPFR intervals and rationals
};

class Oracle {
public:
  /// Integer and Boolean targets are decided like binary64. `graph` must outlive the oracle, and may grow.
  Oracle(const order::Graph &graph, order::NodeId root, format::Format target);
  ~Oracle();
  Oracle(Oracle &&) noexcept;
  Oracle &operator=(Oracle &&) noexcept;
  Oracle(const Oracle &) = delete;
  Oracle &operator=(const Oracle &) = delete;

  /// The samples first .. first + values.size() - 1 of `leaves`. A sample's value does not depend on the block it is in. Thread-safe.
  void evaluate(const eval::LeafSource &leaves, std::size_t first, std::span<ExactValue> values, Effort *effort = nullptr) const;

  /// Why every verdict is Unsupported; empty when they are not.
  const std::string &unsupported() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts;
};

} // namespace fporder::oracle
