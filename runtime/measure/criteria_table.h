// The criteria as data: which figures, against which limits, with which parameters in which format. A new criterion is a row of criteria_table.cpp.
#pragma once

#include "runtime/format/format.h"

#include <optional>
#include <span>
#include <string_view>

namespace fporder::measure {

/// What is computed from d, g and the criterion's parameters (named in brackets).
enum class Figure : std::uint8_t {
  DifferingShare,      // share of elements whose bits differ
  MeanRelative,        // mean of |d| / (|g| + [guard])
  MaxRelative,         // and the maximum
  MedianRelative,      //
  QuantileRelative,    // [quantile], linearly interpolated
  MeanAbsolute,        // of |d|
  MaxAbsolute,         //
  MedianAbsolute,      //
  QuantileAbsolute,    // [quantile]
  BeyondSum,           // share with |d| > [atol] + [rtol] |g|
  BeyondBoth,          // share with |d| > [atol] and |d| > [rtol] |g|
  BeyondLarger,        // share with |d| > [tolerance] and |d| >= [tolerance] max(|actual|, |g|)
  MaxToMax,            // max |d| / max |g|
  SquaresRatio,        // sum d^2 / sum g^2
  RootSquaresRatio,    // its root
  AbsoluteRatio,       // sum |d| / sum |g|
  Bias,                // share of actual > golden among the elements that differ; 0.5 when none does
  StepsZero,           // share of elements 0 representable numbers of the format away from golden rounded to it
  StepsOne,            // 1
  StepsTwo,            // 2
  StepsToTen,          // 3 to 10
  StepsBeyondTen,      // more
  ThirdMaxRelative,    // max |d| / (|g| + [guard]) where |g| >= [near], over the third platform's
  ThirdMeanRelative,   // the same of means
  ThirdRootMeanSquare, // sqrt(mean d^2) where |g| >= [near], over the third platform's
  ThirdSmallErrors,    // number of |d| > [small] where |g| < [near], over the third platform's, which counts as at least 1
};

struct FigureRow {
  Figure figure;
  std::string_view what;
  std::string_view limit; // parameter
  bool strict = false;
  std::string_view factor = {}; // parameter that multiplies the limit
};

struct FormatValue {
  format::Format format;
  double value;
};

struct ParameterRow {
  std::string_view name;
  std::optional<double> everywhere;           // its value in every format not listed
  std::span<const FormatValue> inFormat = {}; //
  bool optional = false;                      // without a value its check is a report; otherwise the criterion does not apply
};

enum class Needs : std::uint8_t { AllChecks, AnyCheck };

struct CriterionRow {
  std::string_view name, summary;
  std::span<const FigureRow> figures;
  std::span<const ParameterRow> parameters;
  Needs needs = Needs::AllChecks;
  bool third = false;
};

std::span<const CriterionRow> criterionTable();

} // namespace fporder::measure
