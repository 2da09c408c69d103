// Numbers by which outputs of many functions are told apart that cannot be equal over the reals: values at a few points, in binary64.
//
// Outputs with like fingerprints may be equal, which is for `compare` to show; those with others are not looked at. An input's value depends on its
// name, case and underscores aside, or on its position among the floating-point or integer inputs of the output; two functions are candidates where
// either agrees. Elements that the output's own index reads are single values, as conform.h compares them.
#pragma once

#include "runtime/conform/side.h"

#include <array>
#include <cstddef>
#include <optional>

namespace fporder::conform {

inline constexpr std::size_t fingerprintPoints = 3;
using Fingerprint = std::array<double, fingerprintPoints>;

struct Fingerprints {
  std::optional<Fingerprint> byName, byPosition; // none where a value is not finite, not known, or loops are too long
  std::size_t roundings = 0;                     // operations that round; a reduction counts as two
};

/// Of the first piece of an output.
Fingerprints fingerprintsOf(const PreparedSide &side, std::size_t output);

/// Equal but for what rounding in binary64 explains.
bool alike(const Fingerprint &one, const Fingerprint &other);

} // namespace fporder::conform
