// In which directions a function rounds one expression to whole numbers or to a narrower format, as the vector body and the scalar tail of a loop
// may: cvtps rounds to nearest and a C cast toward zero.
#pragma once

#include "runtime/order/procedure.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fporder::rules {

class Analysis;

class RoundingDirections {
public:
  /// From the nearest one away. HalfAdded: the floor, or the integer below, of a sum with 0.5.
  enum class Direction : std::uint8_t { NearestEven, NearestAway, HalfAdded, TowardZero };

  /// Of the operations of the procedure as matching began.
  explicit RoundingDirections(Analysis &analysis);

  /// What rounds the expression that `operation` rounds, read from other elements of the same arrays, in a direction before that of `operation`,
  /// which may be the sum with 0.5 itself. Invalid where nothing does: up and down come in pairs on purpose, and so do two roundings of one value.
  order::NodeId apartFrom(order::NodeId operation) const;
  /// "to nearest even"; of an operation that rounds.
  std::string_view direction(order::NodeId operation) const;

private:
  struct Rounded {
    order::NodeId operation, value;
    Direction direction;
    format::Format target;
  };
  /// What rounds one expression, by direction: two of different values, one of which is another value than any that is asked about.
  using Form = std::array<std::vector<Rounded>, 4>;
  void add(order::NodeId operation, std::vector<Rounded> &found) const;
  std::string elementsOf(order::NodeId value) const;

  Analysis &analysis;
  std::map<std::string, Form> forms;                                     // by target and expression, without indices
  std::map<std::uint32_t, std::pair<Rounded, const Form *>> byOperation; // of those that read elements
};

} // namespace fporder::rules
