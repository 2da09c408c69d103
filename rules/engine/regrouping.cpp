#include "rules/engine/regrouping.h"

#include "runtime/limits/limits.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/walk.h"

#include <algorithm>

namespace fporder::rules {

using order::NodeId;
using order::Op;

bool isRegrouping(const order::Graph &graph, const Match &match) {
  if (!traits(match.rule->kind).regroups)
    return false;
  const auto allAre = [&](auto &&is) { return std::ranges::all_of(match.operations, [&](NodeId operation) { return is(graph[operation].op); }); };
  return allAre([](Op op) { return op == Op::Mul; }) || allAre([](Op op) { return op == Op::Add || op == Op::Sub || op == Op::Neg; });
}

namespace {

/// A value may be another one in each iteration or thread: by what it is, or since it is not known what it is.
bool varies(const order::Graph &graph, NodeId node) {
  using Kind = order::Storage::Kind;
  const order::Op op = graph[node].op;
  if (op == order::Op::LoopIndex || op == order::Op::LoopValue || op == order::Op::Opaque)
    return true;
  if (op == order::Op::Call && !order::functionFacts(graph.symbol(node)))
    return true;
  const order::StorageId storage = graph.storage(node);
  const Kind kind = storage ? order::rootOf(graph, storage).kind : Kind::Parameter;
  return kind == Kind::WorkItem || kind == Kind::Lane || kind == Kind::Result || kind == Kind::Random || kind == Kind::Unknown ||
         kind == Kind::Foreign;
}

/// One value for all iterations of loops and threads of a device.
bool isUniform(const order::Graph &graph, NodeId node) {
  return order::walkOperands(graph, node, limits::Limit::ConditionNodes,
                             [&](NodeId each) { return varies(graph, each) ? order::Walk::Stop : order::Walk::Enter; }) == order::Walked::Whole;
}

} // namespace

bool isFormedOnce(const order::Graph &graph, const Match &match) {
  const auto isOnce = [&](NodeId operation) {
    const bool isQuotient = operation != match.root && graph[operation].op == Op::Div && !graph.onlyConstants(graph.operand(operation, 0));
    return isQuotient && isUniform(graph, operation);
  };
  return std::ranges::any_of(match.operations, isOnce) && !isUniform(graph, match.root);
}

bool isShared(const order::Graph &graph, const evidence::Slicer &slicer, const Match &match) {
  const auto isInMatch = [&](NodeId node) {
    return std::ranges::any_of(match.operations, [&](NodeId operation) { return graph.sameValue(operation, node); });
  };
  // Through choices, whose value is used elsewhere.
  const auto hasOthers = [&](NodeId operand) {
    if (!graph.mayRound(operand) || !isInMatch(operand))
      return false;
    std::vector<NodeId> work{operand};
    for (std::size_t at = 0; at < work.size() && at < limits::most(limits::Limit::ConditionNodes); ++at)
      for (const NodeId user : slicer.usersOf(work[at])) {
        if (graph[user].op == Op::Select && graph.operand(user, 0) != work[at])
          work.push_back(user);
        else if (graph[user].op != Op::Cast && graph.mayRound(user) && !isInMatch(user))
          return true;
      }
    return false;
  };
  // The additions of a loop are not in the match: its Reduce is. What stands behind a choice is the match's, if the choice is an operand of it.
  return std::ranges::any_of(match.operations, [&](NodeId operation) {
    return graph[operation].op != Op::Reduce && std::ranges::any_of(graph.operands(operation), [&](NodeId operand) {
             return hasOthers(operand) || (graph[operand].op == Op::Select && std::ranges::any_of(graph.operands(operand).subspan(1), hasOthers));
           });
  });
}

bool isOfData(const order::Graph &graph, const Match &match) {
  using Kind = order::Storage::Kind;
  const auto isRead = [&](NodeId leaf) {
    if (!format::isFloatingPoint(graph[leaf].type.format))
      return false;
    for (order::StorageId part = graph.storage(leaf); part; part = graph.storage(part).of)
      if (const Kind kind = graph.storage(part).kind;
          kind == Kind::Element || kind == Kind::At || kind == Kind::Pointee || kind == Kind::Referent || kind == Kind::Parameter)
        return true;
    return false;
  };
  return order::walkOperands(graph, match.root, limits::Limit::ConditionNodes, [&](NodeId node) {
           if (!order::isLeaf(graph[node].op))
             return order::Walk::Enter;
           return isRead(node) ? order::Walk::Stop : order::Walk::Skip;
         }) == order::Walked::Stopped;
}

} // namespace fporder::rules
