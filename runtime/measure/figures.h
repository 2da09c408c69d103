// Computing the figures of criteria_table.h over blocks of pairs.
#pragma once

#include "runtime/measure/compensated_sum.h"
#include "runtime/measure/criteria_table.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace fporder::measure {

/// Elements of which both golden and actual are finite; every span has the same length.
struct PairBlock {
  std::span<const double> golden, actual, error; // error = |actual - golden|
  std::span<const double> third;                 // empty without a third platform
  std::span<const std::uint64_t> steps;          // representable numbers between; empty for formats that are not rounded to
};

using ParameterLookup = std::function<double(std::string_view)>;

/// One figure. It is fed all blocks `passes()` times, with `endPass` after each.
class FigureAccumulator {
public:
  virtual ~FigureAccumulator() = default;
  virtual unsigned passes() const { return 1; }
  virtual void add(const PairBlock &block) = 0;
  virtual void endPass() {}
  virtual double value() const = 0;
};

std::unique_ptr<FigureAccumulator> makeFigure(Figure figure, const ParameterLookup &parameter);

/// |d| / (|g| + guard), where 0/0 is 0.
double relativeError(double error, double golden, double guard);

/// The number of representable numbers of `format` from golden, rounded to it, to actual, rounded to it; both zeros are one number. Precondition:
/// isHeldInDouble(format); finite arguments.
std::uint64_t representableSteps(format::Format format, double golden, double actual);

} // namespace fporder::measure
