// Inputs on which a new order is tried before it is offered as a fix: families of values, a row each, drawn by counter.
//
// Sample s of the table belongs to family s / samplesPerFamily. A value is a function of the sample and of the leaf's number alone. No value leaves
// half the exponent range of its format: products of two inputs neither overflow nor underflow by themselves. Zeros are not drawn.
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
    Multiples,   // small integers times one power of two
  };
  std::string_view name;
  Kind kind = Kind::Independent;
  // Exponents of the values: shares of the format's largest, and binades added to that.
  double lowest = 0, highest = 0;
  int below = 0, above = 0;
};

std::span<const InputFamily> inputFamilies();

constexpr std::size_t samplesPerFamily = 32;

/// What the source says of a leaf's value: a comparison with a constant on the way to the expression.
struct Bounds {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

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
