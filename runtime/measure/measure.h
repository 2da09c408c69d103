// Measuring: several orderings of one expression on samples, against its real value.
//
// Definitions. The error of a computed value c in ulps is |c - x| / ulp(x), x being the real value of the written ordering on the leaves as rounded
// to their formats, and ulp(x) = 2^(max(e, emin) - p + 1) for 2^e <= |x| < 2^(e + 1) in the format of the result (that of the smallest subnormal for
// x = 0). Samples whose inputs are not finite, whose real value is a pole, not a number, or undecided, are counted apart and belong to no
// statistic, nor do samples on which a condition on the way to the expression does not hold. Computed values that are not finite are counted and
// belong to no error statistic. An ordering is closer on a sample when its error is strictly smaller than the written one's; the written one is when
// it is smaller than every other's. Relative errors are |c - x| / |x| for x != 0. Where x = 0 and c is not, an error in ulps is one in units of the
// smallest subnormal number: such samples are counted beside the errors, with the largest |c|, and enter neither means nor quantiles. Overflow and
// underflow are counted over the measured samples, as everything is that is shown as a share of them.
//
// Results depend on the subject, the binding, and the options' samples alone: not on threads, nor on block sizes.
#pragma once

#include "runtime/error/result.h"
#include "runtime/eval/evaluator.h"
#include "runtime/measure/binding.h"
#include "runtime/measure/error_statistics.h"
#include "runtime/measure/gates.h"
#include "runtime/measure/scatter.h"
#include "runtime/measure/subject.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fporder::measure {

/// A sample that can be run again: leaf values exactly as they were.
struct WorstCase {
  struct Input {
    std::string name; // the leaf's; elements of a reduction are left out when there are more than eight values
    double value = 0;
    format::Format format = format::Format::Binary64;
  };
  std::uint64_t sample = 0;
  std::vector<Input> inputs;
  double computed = 0, exact = 0; // exact: correctly rounded
  double ulps = 0;
  bool searched = false;    // found by searching, not among the samples
  bool outsideData = false; // some of its values come from arrays, and no element of these has them together
};

/// One ordering's figures.
struct OrderingFigures {
  ErrorStatistics errors; // in ulps
  Extreme largestRelative, largestAbsolute;
  CompensatedSum relativeSum;
  std::uint64_t different = 0;               // results with other bits than the written ordering's; of `measured`
  std::uint64_t closer = 0;                  // of `measured`
  std::uint64_t nonFinite = 0;               // results
  std::uint64_t lost = 0;                    // not finite, or zero, while the real value is a normal number of the format
  std::uint64_t cancelled = 0;               // of these, those with neither overflow nor underflow on the way: a difference that left nothing
  std::uint64_t overflow = 0, underflow = 0; // measured samples with such an intermediate
  std::uint64_t nonzeroAtZero = 0;           // results that are not zero where the real value is; they are not in `errors`
  Extreme largestAtZero;                     // their magnitudes
  std::optional<WorstCase> worst;
};

/// One value that is looked at: the expression itself, or the consumer's.
struct Stage {
  format::Format format = format::Format::Binary64;
  std::vector<OrderingFigures> orderings; // as in the subject
  std::uint64_t measured = 0;             // samples with a real value
  std::uint64_t normal = 0;               // of these, those whose real value rounds to a normal number of the format
  std::uint64_t poles = 0, domainErrors = 0, undecided = 0, unsupported = 0;
};

struct Measurement {
  Stage result;
  std::optional<Stage> consumer;    // the sum or difference that takes the result
  MagnitudeHistogram amplification; // at the consumer
  std::uint64_t samples = 0;        // asked for
  std::uint64_t notReached = 0;     // of these, samples that the program does not compute the expression with; in no statistic
  std::uint64_t nonFiniteInputs = 0;
  std::uint64_t notHeld = 0; // samples on which an integer is not the program's (eval::NotHeld), or wraps around; in no statistic
  std::string unsupported;   // why nothing could be measured; empty when it could
  std::vector<BoundLeaf> leaves;
  std::vector<std::string> notes;
  /// Shares of results lost over the formats' full ranges, of those that are normal numbers, by ordering; empty when the user gave data or ranges.
  std::vector<double> fullRangeLosses;
  std::vector<Gate> gates;           // when criteria were asked for
  std::vector<ScatterPoint> scatter; // when asked for
};

struct MeasureOptions {
  std::uint64_t samples = 100'000; // without arrays; with arrays all their elements, unless `sampleLimit` is smaller
  std::uint64_t sampleLimit = UINT64_MAX;
  std::uint64_t valueLimit = 10'000'000; // without arrays: samples times values a sample are kept below this
  /// Operations spent on a finding (work.h): on all samples; besides a tenth of it on the full range and on the search for worse inputs each. Samples
  /// are fewer where that is not enough for them, and a note says so. An expression that takes more for one sample is not measured.
  double operationLimit = 2e9;
  bool asManyAsGiven = false; // `samples` are what the user asked for: all are taken, whatever they cost
  unsigned threads = 1;
  std::uint64_t seed = 1; // of the search for worse inputs
  eval::EvaluationOptions evaluation;
  std::vector<CriterionChoice> criteria; // by which the written order is judged against the others
  bool search = true;                    // for worse inputs than the samples
  std::size_t scatterPoints = 0;         // samples to keep one by one
  std::function<void(double)> progress;  // called now and then from one thread at a time with the share of the work that is done
};

Measurement measure(const Subject &subject, const Binding &binding, const MeasureOptions &options);

/// Binds and measures; with `data` empty the losses over the full range too.
Result<Measurement> measure(const Subject &subject, const DataSet &data, const BindingOptions &binding, const MeasureOptions &options);

} // namespace fporder::measure
