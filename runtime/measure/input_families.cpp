#include "runtime/measure/input_families.h"

#include "runtime/format/rounding.h"

#include <algorithm>
#include <cmath>

namespace fporder::measure {

namespace {

using Kind = InputFamily::Kind;

constexpr InputFamily families[] = {
    {"unit scale", Kind::Independent, 0, 0, -1, 0},
    {"plausible range", Kind::Independent, -0.125, 0.125, 0, 0},
    {"small magnitudes", Kind::Independent, -0.25, -0.125, 0, 0},
    {"large magnitudes", Kind::Independent, 0.125, 0.25, 0, 0},
    {"small and large magnitudes", Kind::Independent, -0.25, 0.25, 0, 0},
    {"near-equal values", Kind::Near, 0, 0, -1, 0},
    {"near-equal values of any scale", Kind::Near, -0.125, 0.125, 0, 0},
    {"multiples", Kind::Multiples, 0, 0, -7, -2},
};

constexpr double largestInteger = 64;
constexpr std::uint64_t largestMultiple = 1000;

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
  Draws(std::size_t sample, std::uint64_t leaf, std::size_t element) : key(mixed(mixed(mixed(sample) + leaf) + element)) {}
  double uniform(unsigned purpose) const { return static_cast<double>(mixed(key + purpose) >> 11) * 0x1p-53; }
  std::uint64_t below(unsigned purpose, std::uint64_t bound) const { return mixed(key + purpose) % bound; }

private:
  std::uint64_t key;
};

enum Purpose : unsigned { Exponent, Significand, Sign, Distance, Place, Factor };

constexpr std::uint64_t everyLeaf = UINT64_MAX; // of what the leaves of a sample have in common

double exponentOf(const InputFamily &family, const Draws &draws, int largest) {
  const double low = std::ceil(family.lowest * largest) + family.below, high = std::floor(family.highest * largest) + family.above;
  return std::floor(low + draws.uniform(Exponent) * (std::max(high, low) - low + 1));
}

double independent(const InputFamily &family, const Draws &draws, int largest) {
  return std::ldexp(1 + draws.uniform(Significand), static_cast<int>(exponentOf(family, draws, largest)));
}

double magnitude(const InputFamily &family, const format::Parameters &parameters, std::size_t sample, const Draws &own) {
  const Draws common(sample, everyLeaf, 0);
  switch (family.kind) {
  case Kind::Independent:
    return independent(family, own, parameters.maxExponent);
  case Kind::Near: {
    const int distance = 1 + static_cast<int>(common.below(Distance, static_cast<std::uint64_t>(parameters.precision)));
    return independent(family, common, parameters.maxExponent) * (1 + std::ldexp(own.uniform(Distance) - 0.5, -distance));
  }
  case Kind::Multiples:
    return std::ldexp(1 + static_cast<double>(own.below(Factor, largestMultiple)),
                      static_cast<int>(exponentOf(family, common, parameters.maxExponent)));
  }
  return 1;
}

/// `value` moved to where the bounds allow it, as far inside as its magnitude goes.
double within(const Bounds &bounds, double value, const Draws &draws) {
  if (value >= bounds.low && value <= bounds.high)
    return value;
  if (-value >= bounds.low && -value <= bounds.high)
    return -value;
  if (std::isfinite(bounds.low) && std::isfinite(bounds.high))
    return bounds.low + (bounds.high - bounds.low) * draws.uniform(Place);
  return std::isfinite(bounds.low) ? bounds.low + std::abs(value) : bounds.high - std::abs(value);
}

/// Before it is rounded to the leaf's format and moved to where its bounds allow it.
double drawn(format::Format held, std::size_t sample, const Draws &own) {
  const double size = magnitude(families[(sample / samplesPerFamily) % std::size(families)], format::parameters(held), sample, own);
  // Every other sample is positive throughout, for what wants it so.
  return sample % 2 == 1 && own.uniform(Sign) < 0.5 ? -size : size;
}

double counted(format::Format format, const Bounds &limits, const Draws &own) {
  if (format == format::Format::Boolean)
    return own.uniform(Sign) < 0.5 ? 0 : 1;
  return std::floor(within(limits, 1 + std::floor(own.uniform(Place) * largestInteger), own));
}

} // namespace

std::span<const InputFamily> inputFamilies() { return families; }

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
        change(values[s * each + k], sample, Draws(sample, request.leaf.index, k));
    }
  };
  visit([&](double &value, std::size_t sample, const Draws &own) { value = counts ? counted(format, limits, own) : drawn(held, sample, own); });
  if (counts)
    return;
  format::roundTo(held, values);
  if (known == bounds.end())
    return;
  visit([&](double &value, std::size_t, const Draws &own) { value = within(limits, value, own); });
  format::roundTo(held, values);
}

} // namespace fporder::measure
