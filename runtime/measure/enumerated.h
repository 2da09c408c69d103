// Orderings that no rule offers: enumerated from identities, tried on some samples, and kept where nothing is both more accurate and cheaper.
#pragma once

#include "runtime/enumerate/identity.h"
#include "runtime/error/result.h"
#include "runtime/measure/measure.h"

#include <span>

namespace fporder::measure {

struct EnumeratedOptions {
  std::size_t kept = 3; // at most
  std::uint64_t samples = 4000;
};

/// What was tried, for the report: nothing is cut in silence.
struct Enumerated {
  std::size_t tried = 0;     // orderings beside those the subject had
  std::size_t kept = 0;      // now at the end of subject.orderings
  std::uint64_t leftOut = 0; // found but not tried
  bool leftOutExact = true;  // otherwise there are at least so many
};

/// Adds to `subject` those enumerated orderings that lie on the Pareto front of mean error and operations, among all that were tried. Reductions are
/// left as they are. Deterministic.
Result<Enumerated> addEnumerated(Subject &subject, const DataSet &data, const BindingOptions &binding, const MeasureOptions &options,
                                 std::span<const enumerate::Identity> identities, const EnumeratedOptions &limits = {});

} // namespace fporder::measure
