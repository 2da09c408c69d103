#include "test/unit/analyzer/frontend/translated.h"

#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <regex>

namespace fporder::test {

void Procedures::take(order::Procedure &&procedure) {
  std::string name = procedure.name;
  procedures.insert_or_assign(name, std::move(procedure));
}

const order::Procedure &Procedures::procedure(const std::string &name) const {
  auto found = procedures.find(name);
  if (found == procedures.end())
    throw std::runtime_error("no procedure " + name);
  return found->second;
}

std::string Procedures::text(const order::Procedure &in, order::NodeId node) {
  return std::regex_replace(order::printInfix(in.graph, node), std::regex("@[0-9]+"), "");
}

std::string Procedures::returned(const std::string &function) const { return effect(function, order::Effect::Kind::Return, {}); }
std::string Procedures::stored(const std::string &function, const std::string &target) const {
  return effect(function, order::Effect::Kind::Store, target);
}

std::string Procedures::reductions(const std::string &function) const {
  const order::Procedure &in = procedure(function);
  std::string result;
  for (const order::Computation &computation : in.computations)
    if (in.graph[computation.node].op == order::Op::Reduce) {
      const order::Reduction &reduction = in.graph.reduction(computation.node);
      result += (result.empty() ? "" : "; ") + std::string(order::name(reduction.schedule)) + " " + std::string(order::name(reduction.kind)) + " " +
                text(in, in.graph.operand(computation.node, 1));
    }
  return result;
}

std::string Procedures::counts(const std::string &function) const {
  const order::Procedure &in = procedure(function);
  std::string result;
  for (const order::Computation &computation : in.computations)
    if (in.graph[computation.node].op == order::Op::Reduce)
      result += (result.empty() ? "" : "; ") + count(in, computation.node);
  return result;
}

std::string Procedures::count(const order::Procedure &in, order::NodeId reduce) {
  const order::ReduceOperands operands = order::reduceOperands(in.graph, reduce);
  return operands.trips ? text(in, operands.trips) + (operands.first ? " from " + text(in, operands.first) : "") +
                              (operands.step ? " by " + text(in, operands.step) : "")
                        : "?";
}

std::string Procedures::chains(const std::string &function) const {
  const order::Procedure &in = procedure(function);
  std::string result;
  for (const order::Computation &computation : in.computations)
    if (in.graph[computation.node].op == order::Op::Reduce)
      result += (result.empty() ? "" : "; ") + chain(in, computation.node);
  return result;
}

std::string Procedures::chain(const order::Procedure &in, order::NodeId reduce) {
  std::string result = in.graph.reduction(reduce).fused ? "fused " : "";
  for (const order::NodeId term : order::termsOf(in.graph, reduce)) {
    result += result.empty() || result == "fused " ? "" : ", ";
    result += order::continuesSum(in.graph, term) ? "(" + count(in, term) + ": " + chain(in, term) + ")" : text(in, term);
  }
  return result;
}

std::string Procedures::notHeld(const std::string &function, const std::string &target) const {
  const order::Procedure &in = procedure(function);
  std::string result;
  for (const order::Effect &effect : in.effects)
    if (target.empty() ? effect.kind == order::Effect::Kind::Return : effect.kind == order::Effect::Kind::Store && effect.target == target)
      result = why(in, effect.node);
  return result;
}

std::string Procedures::why(const order::Procedure &in, order::NodeId node) {
  for (const order::NodeId below : order::reachable(in.graph, node, [](order::NodeId) { return false; }))
    if (const auto reason = in.notHeld.find(in.graph.value(below).index); reason != in.notHeld.end())
      return reason->second;
  return {};
}

std::string Procedures::effect(const std::string &function, order::Effect::Kind kind, const std::string &target) const {
  const order::Procedure &in = procedure(function);
  std::string result = "nothing";
  for (const order::Effect &candidate : in.effects)
    if (candidate.kind == kind && (target.empty() || candidate.target == target))
      result = text(in, candidate.node);
  return result;
}

Translated::Translated(const std::string &code, std::vector<std::string> arguments, const std::string &file, const frontend::Options &options)
    : snippet(code, std::move(arguments), file) {
  frontend::translate(snippet.context(), options, [this](order::Procedure &&procedure) { take(std::move(procedure)); });
}

} // namespace fporder::test
