#include "runtime/measure/input_families.h"

#include "runtime/format/rounding.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fporder::measure {

namespace {

using Kind = InputFamily::Kind;

constexpr InputFamily families[] = {
#define FPORDER_FAMILY(name, kind, of, use, lowest, highest, below, above)                                                                           \
  {name, Kind::kind, InputFamily::Of::of, InputFamily::Use::use, lowest, highest, below, above},
#include "runtime/measure/input_families.def"
#undef FPORDER_FAMILY
};

std::vector<InputFamily> familiesNotFor(InputFamily::Use other) {
  std::vector<InputFamily> kept;
  std::ranges::remove_copy(families, std::back_inserter(kept), other, &InputFamily::use);
  return kept;
}

constexpr double largestInteger = 64;
constexpr std::uint64_t largestMultiple = 1000;
constexpr double powersOfTen[] = {1, 10, 100, 1000};

/// splitmix64's finaliser (Steele, Lea, Flood 2014): consecutive counters give independent bits.
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// Numbers for one value: uniform in [0, 1), each asked for by its purpose.
class Draws {
public:
  explicit Draws(const ValueKey &value) : key(mixed(mixed(mixed(value.sample) + value.leaf) + value.element)) {}
  double uniform(unsigned purpose) const { return static_cast<double>(mixed(key + purpose) >> 11) * 0x1p-53; }
  std::uint64_t below(unsigned purpose, std::uint64_t bound) const { return mixed(key + purpose) % bound; }

private:
  std::uint64_t key;
};

enum Purpose : unsigned { Exponent, Significand, Sign, Distance, Place, Factor, Purposes };

constexpr std::uint64_t everyLeaf = UINT64_MAX; // of what the leaves of a sample have in common
constexpr std::size_t everyElement = SIZE_MAX;  // of what the values of a leaf have in common
constexpr double deviationsInMean = 1000;

double exponentOf(const InputFamily &family, const Draws &draws, int largest) {
  const double half = std::floor(largest / 2.0);
  const double low = std::max(-half, std::ceil(family.lowest * largest) + family.below);
  const double high = std::min(half, std::floor(family.highest * largest) + family.above);
  return std::floor(low + draws.uniform(Exponent) * (std::max(high, low) - low + 1));
}

double independent(const InputFamily &family, const Draws &draws, int largest) {
  return std::ldexp(1 + draws.uniform(Significand), static_cast<int>(exponentOf(family, draws, largest)));
}

/// Without zeros where these leave half the exponent range.
double roundNumber(const InputFamily &family, const format::Parameters &parameters, const Draws &own) {
  const double whole = std::floor(independent(family, own, parameters.maxExponent));
  const double round = whole * powersOfTen[own.below(Factor, std::size(powersOfTen))];
  return round <= std::ldexp(1, parameters.maxExponent / 2) ? round : whole;
}

double magnitude(const InputFamily &family, const format::Parameters &parameters, const ValueKey &value) {
  const Draws own(value), common({value.sample, everyLeaf, 0});
  switch (family.kind) {
  case Kind::Independent:
  case Kind::MultiplesOf:
  case Kind::OddHalvesOf:
    return independent(family, own, parameters.maxExponent);
  case Kind::Round:
    return roundNumber(family, parameters, own);
  case Kind::Equal: // from leaf to leaf, and not from iteration to iteration: sums of equal terms have errors of their own
    return independent(family, Draws({value.sample, everyLeaf, value.element}), parameters.maxExponent);
  case Kind::Near:
  case Kind::NearOne: {
    const int distance = 1 + static_cast<int>(common.below(Distance, static_cast<std::uint64_t>(parameters.precision)));
    const double middle = family.kind == Kind::NearOne ? 1 : independent(family, common, parameters.maxExponent);
    return middle * (1 + std::ldexp(own.uniform(Distance) - 0.5, -distance));
  }
  case Kind::Multiples:
    return std::ldexp(1 + static_cast<double>(own.below(Factor, largestMultiple)),
                      static_cast<int>(exponentOf(family, common, parameters.maxExponent)));
  case Kind::Offset: {
    const double mean = independent(family, Draws({value.sample, value.leaf, everyElement}), parameters.maxExponent);
    const double deviation = std::sqrt(12.0) * (own.uniform(Distance) - 0.5); // of variance 1
    return mean * (1 + deviation / deviationsInMean);
  }
  }
  return 1;
}

} // namespace

std::span<const InputFamily> inputFamilies() {
  static const std::vector<InputFamily> tried = familiesNotFor(InputFamily::Use::Evidence);
  return tried;
}

std::span<const InputFamily> evidenceFamilies() {
  static const std::vector<InputFamily> evident = familiesNotFor(InputFamily::Use::Trial);
  return evident;
}

double drawnNumber(const InputFamily &family, format::Format held, const ValueKey &key) {
  const double size = magnitude(family, format::parameters(held), key);
  // The elements of one array are of one sign where they deviate from a mean.
  const ValueKey signedKey{key.sample, key.leaf, family.kind == Kind::Offset ? everyElement : key.element};
  return key.sample % 2 == 1 && Draws(signedKey).uniform(Sign) < 0.5 ? -size : size;
}

double drawnCount(format::Format format, const Bounds &limits, const ValueKey &key) {
  const Draws own(key);
  if (format == format::Format::Boolean)
    return own.uniform(Sign) < 0.5 ? 0 : 1;
  return std::floor(within(limits, 1 + std::floor(own.uniform(Place) * largestInteger), key));
}

std::uint64_t drawnBelow(const ValueKey &key, unsigned purpose, std::uint64_t bound) {
  return Draws(key).below(static_cast<unsigned>(Purposes) + purpose, bound);
}

double within(const Bounds &bounds, double value, const ValueKey &key) {
  if (value >= bounds.low && value <= bounds.high)
    return value;
  if (-value >= bounds.low && -value <= bounds.high)
    return -value;
  if (std::isfinite(bounds.low) && std::isfinite(bounds.high))
    return bounds.low + (bounds.high - bounds.low) * Draws(key).uniform(Place);
  return std::isfinite(bounds.low) ? bounds.low + std::abs(value) : bounds.high - std::abs(value);
}

void FamilySource::fill(const eval::LeafRequest &request, std::span<double> out) const {
  const std::size_t each = eval::valuesPerSample(request.extents);
  const format::Format format = (*request.graph)[request.leaf].type.format;
  const format::Format held = format::isHeldInDouble(format) ? format : format::Format::Binary64;
  const bool counts = format == format::Format::Boolean || format == format::Format::Integer;
  const auto known = bounds.find(request.leaf.index);
  const Bounds limits = known == bounds.end() ? Bounds{} : known->second;
  const std::span<double> values = out.first(request.count * each);
  const auto visit = [&](auto change) {
    for (std::size_t s = 0; s < request.count; ++s) {
      const std::size_t sample = rows.empty() ? request.first + s : rows[request.first + s];
      for (std::size_t k = 0; k < each; ++k)
        change(values[s * each + k], ValueKey{sample, request.leaf.index, k});
    }
  };
  const std::span<const InputFamily> all = inputFamilies();
  visit([&](double &value, const ValueKey &key) {
    value = counts ? drawnCount(format, limits, key) : drawnNumber(all[(key.sample / samplesPerFamily) % all.size()], held, key);
  });
  if (counts)
    return;
  format::roundTo(held, values);
  if (known == bounds.end())
    return;
  visit([&](double &value, const ValueKey &key) { value = within(limits, value, key); });
  format::roundTo(held, values);
}

} // namespace fporder::measure
