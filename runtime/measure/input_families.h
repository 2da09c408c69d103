// Inputs on which orders are evaluated where there are no data: families of values, a row each in input_families.def, drawn by counter.
//
// A value is a function of the sample and of the leaf's number alone. No value leaves half the exponent range of its format: products of two inputs
// neither overflow nor underflow by themselves. Zeros are not drawn.
#pragma once

#include "runtime/eval/leaf_source.h"

#include <limits>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fporder::measure {

struct InputFamily {
  enum class Kind : std::uint8_t {
    Independent, // each value from its own binade between the exponents
    Near,        // the values of a sample differ by 2^-k of one of them, k up to the digits of the format
    Equal,       // the values of a sample are one, but for their signs
    Multiples,   // small integers times one power of two
    NearOne,     // the values of a sample differ from 1 by 2^-k, k up to the digits of the format
    Offset,      // elements of one array deviate from their mean by a thousandth of it
    MultiplesOf, // small integers times the value of another leaf, rounded: one in each sample, the others being multiples of it
    OddHalvesOf, // one leaf is an odd multiple of half of another one's value, the others are odd numbers: where rounding to nearest changes
    Round,       // small integers with up to three zeros
  };
  /// The leaves that it gives values to; others are at unit scale. A family applies where there are such leaves.
  enum class Of : std::uint8_t {
    Everything,
    Data,      // what loops read, element by element
    Pairs,     // of one format and role: two of them in each sample
    Angles,    // what sines, cosines and tangents are taken of
    Arguments, // what functions are taken of
    Factors,   // of products that are added up or subtracted from one another
    Ones,      // where 1 is added to something or subtracted
    Decided,   // of what is rounded to an integer or compared
    Rounded,   // of what is rounded to an integer
  };
  enum class Use : std::uint8_t { Trial, Evidence, Both };
  std::string_view name;
  Kind kind = Kind::Independent;
  Of of = Of::Everything;
  Use use = Use::Both;
  // Exponents of the values: shares of the format's largest, and binades added to that.
  double lowest = 0, highest = 0;
  int below = 0, above = 0;
};

/// Those on which a new order is tried before it is offered as a fix: sample s belongs to family s / samplesPerFamily.
std::span<const InputFamily> inputFamilies();

constexpr std::size_t samplesPerFamily = 32;

/// Those on which evidence is looked for.
std::span<const InputFamily> evidenceFamilies();

/// What the source says of a leaf's value: a comparison with a constant on the way to the expression.
struct Bounds {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

/// Which value is drawn: sample, leaf, and of a leaf in loops which of its values.
struct ValueKey {
  std::size_t sample = 0;
  std::uint64_t leaf = 0;
  std::size_t element = 0;
};

/// Draws values of one family for one format.
class NumberDrawer {
public:
  /// `family` has to outlive it.
  NumberDrawer(const InputFamily &family, format::Format held);
  /// A value before it is rounded; every other sample is positive throughout, for what wants it so. Of MultiplesOf that of the divisor.
  double operator()(const ValueKey &value) const;

private:
  // Of the values that these keys stand for.
  int exponent(std::uint64_t of) const;
  double independent(std::uint64_t of) const;
  double round(std::uint64_t own) const;
  double near(std::uint64_t own, std::uint64_t common) const;
  double magnitude(const ValueKey &value, std::uint64_t own) const;

  const InputFamily &family;
  int precision, maxExponent;
  double lowest = 0, exponents = 0; // the least exponent, and how many there are from it on
};

/// A number from 1 that counts, or a truth value.
double drawnCount(format::Format format, const Bounds &limits, const ValueKey &key);
/// An integer below `bound`; different purposes below 2^16 give independent ones.
std::uint64_t drawnBelow(const ValueKey &key, unsigned purpose, std::uint64_t bound);
/// `value` moved to where the bounds allow it, as far inside as its magnitude goes.
double within(const Bounds &bounds, double value, const ValueKey &key);

/// Draws for every leaf of `graph`. `rows` chooses samples by number: sample i of a request is rows[i]; empty: all samples of all families.
class FamilySource final : public eval::LeafSource {
public:
  static constexpr std::uint32_t terms = 6; // of a reduction whose trip count nothing says

  FamilySource(std::unordered_map<std::uint32_t, Bounds> boundsByLeaf, std::vector<std::size_t> rows = {})
      : bounds(std::move(boundsByLeaf)), rows(std::move(rows)) {}

  void fill(const eval::LeafRequest &request, std::span<double> out) const override;
  std::uint32_t tripCount(const order::Graph &, order::NodeId) const override { return terms; }

private:
  std::unordered_map<std::uint32_t, Bounds> bounds; // by node
  std::vector<std::size_t> rows;
};

} // namespace fporder::measure
