// Looking for inputs on which an ordering is worse than on any sample: hill climbing on exponents and significands.
//
// From the worst sample on, every round tries a block of neighbours (one or two leaf values with another exponent, other low bits, a new significand,
// or the other sign) and keeps the worst. Values stay within the magnitudes, and the signs, that the samples have, so that what is found is about the
// same inputs. Deterministic for a seed.
#pragma once

#include "runtime/measure/measure.h"

namespace fporder::measure {

struct SearchOptions {
  std::uint64_t seed = 1;
  unsigned rounds = 60;
  unsigned neighbours = 128; // of each round
};

/// Whether there is anything to search: a floating-point leaf, and none with more than 64 values a sample.
bool isSearched(const Subject &subject, const Binding &binding);

/// The worst case found, `searched` set when it is not `start` itself. `start` holds the ordering's worst sample. Nothing to search (a leaf with more
/// than 64 values, no floating-point leaf): `start`.
WorstCase searchWorst(const Subject &subject, const Binding &binding, std::size_t ordering, const WorstCase &start,
                      const eval::EvaluationOptions &evaluation, const SearchOptions &options);

} // namespace fporder::measure
