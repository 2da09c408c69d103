#include "analyzer/frontend/dump.h"

#include "runtime/measure/held.h"
#include "runtime/order/infix.h"

namespace fporder::frontend {

namespace {

std::string text(const order::Procedure &procedure, order::NodeId node) {
  order::InfixOptions options;
  options.maxLength = 400;
  return node ? order::printInfix(procedure.graph, node, options) : "?";
}

/// Why what a caller sees of a value is not held, on a line of its own.
std::string held(const order::Procedure &procedure, order::NodeId node) {
  const std::string why = node ? measure::notHeldUnder(procedure, node) : std::string();
  return why.empty() ? "" : "    not held: " + why + "\n";
}

/// "loop i = 1 + 2 * k, n times, stays while s < 9: s = 0 then s * a + x[i]"
std::string carried(const order::Procedure &procedure, const order::CarryingLoop &loop) {
  std::string result = "  loop " + text(procedure, loop.index) + " = " + text(procedure, loop.first) + " + " + text(procedure, loop.step) + " * k, " +
                       text(procedure, loop.count) + " times";
  if (loop.enters)
    result += ", enters while " + text(procedure, loop.enters);
  if (loop.stays)
    result += ", stays while " + text(procedure, loop.stays);
  for (const order::LoopPhi &phi : loop.phis)
    result += (&phi == loop.phis.data() ? ": " : "; ") + text(procedure, phi.value) + " = " + text(procedure, phi.initial) + " then " +
              text(procedure, phi.next);
  return result + "\n";
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
  for (const auto &[number, loop] : procedure.carryingLoops)
    result += carried(procedure, loop);
  for (const order::Computation &computation : procedure.computations) {
    result += "  compute " + where(procedure, procedure.graph[computation.node].place) + " " + text(procedure, computation.node);
    if (computation.guard)
      result += "  if " + text(procedure, computation.guard);
    result += "\n";
  }
  for (const order::Definition &definition : procedure.definitions)
    result += "  define " + definition.name + " = " + text(procedure, definition.node) + "\n";
  for (const order::Assumption &assumption : procedure.assumptions)
    result += "  assumed: " + assumption.reason + "\n";
  for (const order::Unanalysed &entry : procedure.unanalysed)
    result += "  unanalysed " + std::to_string(entry.line) + ":" + std::to_string(entry.column) + " " + entry.what + ": " + entry.why + "\n";
  return result;
}

} // namespace fporder::frontend
