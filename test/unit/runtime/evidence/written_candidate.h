// Small procedures with one candidate, for tests of what its orders do.
#pragma once

#include "runtime/evidence/slice.h"
#include "runtime/order/infix.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace fporder::test {

constexpr order::ValueType binary32{format::Format::Binary32, order::Shape::Scalar}, integer{format::Format::Integer, order::Shape::Scalar},
    boolean{format::Format::Boolean, order::Shape::Scalar};

/// A function that computes an expression in one order, with others.
struct WrittenCandidate {
  order::Procedure procedure;
  order::Graph &graph = procedure.graph;
  order::NodeId written;
  std::vector<order::NodeId> others;

  WrittenCandidate(const std::string &expression, const std::vector<std::string> &otherOrders, order::ValueType type = binary32) {
    written = parse(expression, type);
    for (const std::string &other : otherOrders)
      others.push_back(parse(other, type));
  }
  order::NodeId parse(const std::string &text, order::ValueType type = binary32) {
    return std::get<order::NodeId>(order::parseInfix(text, graph, type));
  }
  void returned(order::NodeId node) { procedure.effects.push_back({order::Effect::Kind::Return, node, "", {}}); }
  evidence::Slice slice(order::NodeId guard = {}) const { return evidence::Slicer(procedure)({written, others, guard}); }
};

inline std::size_t pointsOf(const evidence::Slice &slice, evidence::Point::Kind kind) {
  return static_cast<std::size_t>(std::ranges::count(slice.points, kind, &evidence::Point::kind));
}

/// Adds `term` to the element of an array that is stored to: `name[i] = name[i] - term`.
inline void subtractFromElement(WrittenCandidate &made, const std::string &name, order::NodeId term, order::ValueType type = binary32) {
  order::Graph &graph = made.graph;
  const order::NodeId i = graph.input("i", integer);
  const order::StorageId pointer = graph.addStorage({.kind = order::Storage::Kind::Parameter, .number = 7, .name = name});
  const order::StorageId pointee = graph.addStorage({.kind = order::Storage::Kind::Pointee, .of = pointer});
  const order::StorageId element = graph.addStorage({.kind = order::Storage::Kind::Element, .of = pointee});
  const order::NodeId old = graph.intern({.op = order::Op::Element, .type = type, .operands = {&i, 1}, .symbol = name, .storage = element});
  order::Effect store{order::Effect::Kind::Store, graph.binary(order::Op::Sub, old, term, type), name + "[i]", {}};
  store.storage = element;
  store.indices = {i};
  made.procedure.effects.push_back(store);
}

} // namespace fporder::test
