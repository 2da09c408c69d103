#include "analyzer/frontend/dump.h"

#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

namespace fporder::frontend {

namespace {

std::string text(const order::Procedure &procedure, order::NodeId node) {
  order::InfixOptions options;
  options.maxLength = 400;
  return node ? order::printInfix(procedure.graph, node, options) : "?";
}

/// Why what a caller sees of a value is not held, on a line of its own.
std::string held(const order::Procedure &procedure, order::NodeId node) {
  if (node && !procedure.notHeld.empty())
    for (const order::NodeId below : order::reachable(procedure.graph, node, [](order::NodeId) { return false; }))
      if (const auto why = procedure.notHeld.find(procedure.graph.value(below).index); why != procedure.notHeld.end())
        return "    not held: " + why->second + "\n";
  return "";
}

std::string where(const order::Procedure &procedure, order::PlaceId place) {
  if (!place)
    return "-";
  const order::Place &found = procedure.graph.place(place);
  return std::to_string(found.line) + ":" + std::to_string(found.column);
}

} // namespace

std::string dump(const order::Procedure &procedure) {
  std::string result = "procedure " + procedure.name + "\n";
  for (const order::Effect &effect : procedure.effects) {
    switch (effect.kind) {
    case order::Effect::Kind::Store:
      result += "  store " + effect.target + " = " + text(procedure, effect.node) + "\n" + held(procedure, effect.node);
      break;
    case order::Effect::Kind::Return:
      result += "  return " + text(procedure, effect.node) + "\n" + held(procedure, effect.node);
      break;
    case order::Effect::Kind::Condition:
      result += "  condition " + text(procedure, effect.node) + "\n";
      break;
    case order::Effect::Kind::Argument:
      result += "  argument " + effect.target + "(" + text(procedure, effect.node) + ")\n";
      break;
    case order::Effect::Kind::Subscript:
      result += "  subscript " + text(procedure, effect.node) + "\n";
      break;
    }
  }
  for (const order::Computation &computation : procedure.computations) {
    result += "  compute " + where(procedure, procedure.graph[computation.node].place) + " " + text(procedure, computation.node);
    if (computation.guard)
      result += "  if " + text(procedure, computation.guard);
    result += "\n";
  }
  for (const order::Definition &definition : procedure.definitions)
    result += "  define " + definition.name + " = " + text(procedure, definition.node) + "\n";
  for (const order::Unanalysed &entry : procedure.unanalysed)
    result += "  unanalysed " + std::to_string(entry.line) + ":" + std::to_string(entry.column) + " " + entry.what + ": " + entry.why + "\n";
  return result;
}

} // namespace fporder::frontend
