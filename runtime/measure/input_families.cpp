#include "runtime/measure/input_families.h"

#include "runtime/format/rounding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>

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

std::uint64_t keyOf(const ValueKey &value) { return mixed(mixed(mixed(value.sample) + value.leaf) + value.element); }

/// Numbers for one value: uniform in [0, 1), each asked for by its purpose.
class Draws {
public:
  explicit Draws(std::uint64_t of) : key(of) {}
  explicit Draws(const ValueKey &value) : key(keyOf(value)) {}
  double uniform(unsigned purpose) const { return static_cast<double>(mixed(key + purpose) >> 11) * 0x1p-53; }
  std::uint64_t below(unsigned purpose, std::uint64_t bound) const { return mixed(key + purpose) % bound; }

private:
  std::uint64_t key;
};

enum Purpose : unsigned { Exponent, Significand, Sign, Distance, Place, Factor, Purposes };

constexpr std::uint64_t everyLeaf = UINT64_MAX; // of what the leaves of a sample have in common
constexpr std::size_t everyElement = SIZE_MAX;  // of what the values of a leaf have in common
constexpr double deviationsInMean = 1000;

/// 2^exponent: as std::ldexp, without the call where it is a normal number.
double powerOfTwo(int exponent) {
  constexpr int bias = std::numeric_limits<double>::max_exponent - 1, digits = std::numeric_limits<double>::digits - 1;
  const int biased = exponent + bias;
  if (biased <= 0 || biased > 2 * bias)
    return std::ldexp(1, exponent);
  return std::bit_cast<double>(static_cast<std::uint64_t>(biased) << static_cast<unsigned>(digits));
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

NumberDrawer::NumberDrawer(const InputFamily &drawn, format::Format held)
    : family(drawn), precision(format::parameters(held).precision), maxExponent(format::parameters(held).maxExponent) {
  const double half = std::floor(maxExponent / 2.0);
  const double high = std::min(half, std::floor(family.highest * maxExponent) + family.above);
  lowest = std::max(-half, std::ceil(family.lowest * maxExponent) + family.below);
  exponents = std::max(high, lowest) - lowest + 1;
}

int NumberDrawer::exponent(std::uint64_t of) const {
  const double drawn = lowest + Draws(of).uniform(Exponent) * exponents;
  const int towardsZero = static_cast<int>(drawn);
  return towardsZero > drawn ? towardsZero - 1 : towardsZero;
}

double NumberDrawer::independent(std::uint64_t of) const { return (1 + Draws(of).uniform(Significand)) * powerOfTwo(exponent(of)); }

/// Without zeros where these leave half the exponent range.
double NumberDrawer::round(std::uint64_t own) const {
  const double whole = std::floor(independent(own));
  const double round = whole * powersOfTen[Draws(own).below(Factor, std::size(powersOfTen))];
  return round <= powerOfTwo(maxExponent / 2) ? round : whole;
}

double NumberDrawer::near(std::uint64_t own, std::uint64_t common) const {
  const int distance = 1 + static_cast<int>(Draws(common).below(Distance, static_cast<std::uint64_t>(precision)));
  const double middle = family.kind == Kind::NearOne ? 1 : independent(common);
  return middle * (1 + (Draws(own).uniform(Distance) - 0.5) * powerOfTwo(-distance));
}

double NumberDrawer::magnitude(const ValueKey &value, std::uint64_t own) const {
  switch (family.kind) {
  case Kind::Independent:
  case Kind::MultiplesOf:
  case Kind::OddHalvesOf:
    return independent(own);
  case Kind::Round:
    return round(own);
  case Kind::Equal: // from leaf to leaf, and not from iteration to iteration: sums of equal terms have errors of their own
    return independent(keyOf({value.sample, everyLeaf, value.element}));
  case Kind::Near:
  case Kind::NearOne:
    return near(own, keyOf({value.sample, everyLeaf, 0}));
  case Kind::Multiples:
    return (1 + static_cast<double>(Draws(own).below(Factor, largestMultiple))) * powerOfTwo(exponent(keyOf({value.sample, everyLeaf, 0})));
  case Kind::Offset: {
    const double mean = independent(keyOf({value.sample, value.leaf, everyElement}));
    const double deviation = std::sqrt(12.0) * (Draws(own).uniform(Distance) - 0.5); // of variance 1
    return mean * (1 + deviation / deviationsInMean);
  }
  }
  return 1;
}

double NumberDrawer::operator()(const ValueKey &value) const {
  const std::uint64_t own = keyOf(value);
  const double size = magnitude(value, own);
  if (value.sample % 2 == 0)
    return size;
  // The elements of one array are of one sign where they deviate from a mean.
  const std::uint64_t signedKey = family.kind == Kind::Offset ? keyOf({value.sample, value.leaf, everyElement}) : own;
  return Draws(signedKey).uniform(Sign) < 0.5 ? -size : size;
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
  if (counts)
    return visit([&](double &value, const ValueKey &key) { value = drawnCount(format, limits, key); });
  std::vector<NumberDrawer> drawers;
  for (const InputFamily &family : inputFamilies())
    drawers.emplace_back(family, held);
  visit([&](double &value, const ValueKey &key) { value = drawers[(key.sample / samplesPerFamily) % drawers.size()](key); });
  format::roundTo(held, values);
  if (known == bounds.end())
    return;
  visit([&](double &value, const ValueKey &key) { value = within(limits, value, key); });
  format::roundTo(held, values);
}

} // namespace fporder::measure
