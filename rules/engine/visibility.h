// What of a procedure's values is seen outside: effects, definitions, reductions and carried values, by the value that they concern. Each index is
// made when it is first asked for, so that a question costs what its answer holds, not what the procedure holds.
#pragma once

#include "runtime/order/index_table.h"
#include "runtime/order/procedure.h"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace fporder::rules {

class Visibility {
public:
  /// `strip` takes the exact conversions off a node: questions about values mean what is below them.
  Visibility(const order::Procedure &procedure, std::function<order::NodeId(order::NodeId)> strip) : subject(procedure), bare(std::move(strip)) {}

  /// Effects of this very node.
  std::span<const order::Effect *const> effects(order::NodeId node);
  /// Effects and definitions whose node, stripped, has the value.
  std::span<const order::Effect *const> effectsOf(order::ValueId value);
  std::span<const order::Definition *const> definitionsOf(order::ValueId value);
  /// The value, behind exact conversions, is one that a loop reads from where another wrote it.
  bool isReadByLoop(order::ValueId value);
  /// The operation ran for the last time before the loop was entered, as far as stores tell the two apart: a loop that stores nothing is not told
  /// from what is before it.
  bool ranBefore(order::NodeId operation, std::uint32_t loop);
  /// A reduction over `loop` stands at the place.
  bool reducesAt(order::PlaceId place, std::uint32_t loop);
  /// Effects whose node, stripped, stands at the place.
  std::span<const order::Effect *const> effectsAt(order::PlaceId place);
  /// Operands, stripped, at the place of computations that are no reductions.
  std::span<const order::NodeId> operandsAt(order::PlaceId place);

private:
  template <class T> using Index = std::optional<order::IndexMap<std::vector<T>>>;

  const order::Procedure &subject;
  std::function<order::NodeId(order::NodeId)> bare;
  Index<const order::Effect *> byNode, byValue, byPlace;
  Index<const order::Definition *> definitions;
  Index<order::NodeId> operands;
  std::optional<order::IndexMap<std::uint32_t>> storesBefore; // by operation: the most of its computations
  std::optional<order::IndexTable> readByLoop;
  std::optional<std::set<std::pair<std::uint32_t, std::uint32_t>>> reductions; // place, loop
};

} // namespace fporder::rules
