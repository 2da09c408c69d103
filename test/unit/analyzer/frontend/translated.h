// Source code translated to procedures, and what they return, store and reduce, as text.
#pragma once

#include "analyzer/frontend/translate.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"
#include "test/unit/analyzer/frontend/snippet.h"

#include <map>
#include <regex>

namespace fporder::test {

/// The procedures of a translation unit, by name.
class Procedures {
public:
  void take(order::Procedure &&procedure) {
    std::string name = procedure.name;
    procedures.insert_or_assign(name, std::move(procedure));
  }

  const order::Procedure &procedure(const std::string &name) const {
    auto found = procedures.find(name);
    if (found == procedures.end())
      throw std::runtime_error("no procedure " + name);
    return found->second;
  }

  /// As infix, without the versions that tell apart values of one spelling.
  static std::string text(const order::Procedure &in, order::NodeId node) {
    return std::regex_replace(order::printInfix(in.graph, node), std::regex("@[0-9]+"), "");
  }

  /// The last value that `function` returns.
  std::string returned(const std::string &function) const { return effect(function, order::Effect::Kind::Return, {}); }
  /// The last value that `function` stores to `target`.
  std::string stored(const std::string &function, const std::string &target) const { return effect(function, order::Effect::Kind::Store, target); }

  /// All reductions that `function` computes, in order: schedule, kind, term, separated by "; ".
  std::string reductions(const std::string &function) const {
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

  /// How often each of these runs, and from where and by what its index advances where that is not from 0 by 1: "n", "n - 3 from 3", "?".
  std::string counts(const std::string &function) const {
    const order::Procedure &in = procedure(function);
    std::string result;
    for (const order::Computation &computation : in.computations)
      if (in.graph[computation.node].op == order::Op::Reduce)
        result += (result.empty() ? "" : "; ") + count(in, computation.node);
    return result;
  }
  static std::string count(const order::Procedure &in, order::NodeId reduce) {
    const order::ReduceOperands operands = order::reduceOperands(in.graph, reduce);
    return operands.trips ? text(in, operands.trips) + (operands.first ? " from " + text(in, operands.first) : "") +
                                (operands.step ? " by " + text(in, operands.step) : "")
                          : "?";
  }

  /// What joins the accumulator in an iteration of each of these, in order: "x[i], y[i]". Inner loops as "(j to n: ...)".
  std::string chains(const std::string &function) const {
    const order::Procedure &in = procedure(function);
    std::string result;
    for (const order::Computation &computation : in.computations)
      if (in.graph[computation.node].op == order::Op::Reduce)
        result += (result.empty() ? "" : "; ") + chain(in, computation.node);
    return result;
  }
  static std::string chain(const order::Procedure &in, order::NodeId reduce) {
    std::string result = in.graph.reduction(reduce).fused ? "fused " : "";
    for (const order::NodeId term : order::termsOf(in.graph, reduce)) {
      result += result.empty() || result == "fused " ? "" : ", ";
      result += order::continuesSum(in.graph, term) ? "(" + count(in, term) + ": " + chain(in, term) + ")" : text(in, term);
    }
    return result;
  }

  /// Why the last value that `function` returns, or stores to `target`, is not held; empty when it is.
  std::string notHeld(const std::string &function, const std::string &target = {}) const {
    const order::Procedure &in = procedure(function);
    std::string result;
    for (const order::Effect &effect : in.effects)
      if (target.empty() ? effect.kind == order::Effect::Kind::Return : effect.kind == order::Effect::Kind::Store && effect.target == target)
        result = why(in, effect.node);
    return result;
  }
  static std::string why(const order::Procedure &in, order::NodeId node) {
    for (const order::NodeId below : order::reachable(in.graph, node, [](order::NodeId) { return false; }))
      if (const auto reason = in.notHeld.find(in.graph.value(below).index); reason != in.notHeld.end())
        return reason->second;
    return {};
  }

private:
  std::string effect(const std::string &function, order::Effect::Kind kind, const std::string &target) const {
    const order::Procedure &in = procedure(function);
    std::string result = "nothing";
    for (const order::Effect &candidate : in.effects)
      if (candidate.kind == kind && (target.empty() || candidate.target == target))
        result = text(in, candidate.node);
    return result;
  }

  std::map<std::string, order::Procedure> procedures;
};

class Translated : public Procedures {
public:
  explicit Translated(const std::string &code, std::vector<std::string> arguments = {"-std=c++20"}, const std::string &file = "input.cpp",
                      const frontend::Options &options = {})
      : snippet(code, std::move(arguments), file) {
    frontend::translate(snippet.context(), options, [this](order::Procedure &&procedure) { take(std::move(procedure)); });
  }

private:
  Snippet snippet;
};

} // namespace fporder::test
