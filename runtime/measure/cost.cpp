#include "runtime/measure/cost.h"

#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace fporder::measure {

using order::Graph;
using order::NodeId;
using order::Op;
using order::Schedule;

namespace {

/// One priced operation of an ordering.
struct Operation {
  CostKind kind;
  double times = 1; // in all
  double steps = 1; // on the path
};

bool isReal(format::Format format) { return format::isFloatingPoint(format) || format == format::Format::Unknown; }

class Walk {
public:
  Walk(const Graph &source, NodeId root, const CostOptions &how) : graph(source), options(how), nodes(reachable(source, root, stops(source))) {
    for (const NodeId node : nodes)
      if (order::boundLoop(graph, node))
        countTerms(node);
    for (const NodeId node : nodes)
      if (graph[node].op == Op::Reduce && !graph.reduction(node).continues)
        findFused(node);
  }

  /// Calls `visit(node, operation, first)` for every operation, operands first; `first` is false for a value that was met before. The longest path is
  /// returned, an operation weighing `visit`'s result a step.
  double run(const std::function<double(NodeId, const Operation &, bool)> &visit);

private:
  static std::function<bool(NodeId)> stops(const Graph &graph) {
    return [&graph](NodeId node) { return order::isLeaf(graph[node].op); };
  }
  void countTerms(NodeId reduce);
  double tripCount(NodeId reduce) const;
  void findFused(NodeId reduce);
  double ownTerms(NodeId reduce) const;
  double chainTerms(NodeId reduce) const;
  bool fuses(NodeId reduce) const;
  std::optional<Operation> operation(NodeId node) const;
  std::optional<CostKind> kindOf(NodeId node) const;
  Operation combination(NodeId reduce) const;
  bool isConstant(NodeId node) const { return constant.contains(node.index); }

  const Graph &graph;
  const CostOptions &options;
  std::vector<NodeId> nodes;
  std::unordered_map<std::uint32_t, double> times;                   // of nodes inside reductions
  std::unordered_set<std::uint32_t> constant, fusing, fusedProducts; // fusing: reductions
};

double Walk::tripCount(NodeId reduce) const {
  const NodeId trips = order::reduceOperands(graph, reduce).trips;
  if (trips && graph[trips].op == Op::Constant)
    return std::max(0.0, graph.number(trips).approximate());
  return options.tripCount;
}

bool isCompensated(const order::Reduction &reduction) { return reduction.schedule == Schedule::Compensated || reduction.schedule == Schedule::Kahan; }

/// The reductions of a chain whose products are fused, and those products. A compensated sum adds products that are multiplied out.
void Walk::findFused(NodeId reduce) {
  if (isCompensated(graph.reduction(reduce)))
    return;
  std::vector<NodeId> chain{reduce};
  for (std::size_t at = 0; at < chain.size(); ++at)
    for (NodeId term : order::termsOf(graph, chain[at])) {
      if (order::continuesSum(graph, term)) {
        chain.push_back(term);
        continue;
      }
      if (!graph.reduction(chain[at]).fused)
        continue;
      fusing.insert(chain[at].index);
      while (graph[term].op == Op::Neg)
        term = graph.operand(term, 0);
      fusedProducts.insert(term.index);
    }
}

/// How many values of its own a reduction joins, those of loops that continue it aside.
double Walk::ownTerms(NodeId reduce) const {
  const auto own = std::ranges::count_if(order::termsOf(graph, reduce), [&](NodeId term) { return !order::continuesSum(graph, term); });
  return tripCount(reduce) * static_cast<double>(own);
}

/// Those included.
double Walk::chainTerms(NodeId reduce) const {
  double sum = 0;
  for (const NodeId term : order::termsOf(graph, reduce))
    sum += order::continuesSum(graph, term) ? chainTerms(term) : 1;
  return tripCount(reduce) * sum;
}

/// Whether its own terms join by fused multiply-adds; of a reduction that has none, those of the loops that continue it.
bool Walk::fuses(NodeId reduce) const {
  const auto terms = order::termsOf(graph, reduce);
  const auto own = std::ranges::find_if(terms, [&](NodeId term) { return !order::continuesSum(graph, term); });
  return own != terms.end() ? fusing.contains(reduce.index) : fuses(terms.front());
}

/// What depends on the loop is computed once a term.
void Walk::countTerms(NodeId reduce) {
  const std::uint32_t loop = *order::boundLoop(graph, reduce);
  std::unordered_set<std::uint32_t> dependent;
  const auto bindsAgain = [&](NodeId node) { return order::boundLoop(graph, node) == loop; };
  const auto terms = order::termsOf(graph, reduce);
  const auto joins = [&](NodeId node) { return order::continuesSum(graph, node) && std::ranges::find(terms, node) != terms.end(); };
  std::set<NodeId> inside;
  for (std::size_t position = 0; position < graph.operands(reduce).size(); ++position)
    if (order::isInsideLoop(graph, reduce, position))
      for (const NodeId node : reachable(graph, graph.operands(reduce)[position], bindsAgain))
        inside.insert(node);
  for (const NodeId node : inside) {
    const Op op = graph[node].op;
    const bool isIndex = (op == Op::LoopIndex || op == Op::LoopValue) && graph[node].version == loop;
    const bool depends = isIndex || joins(node) ||
                         (!bindsAgain(node) && std::ranges::any_of(graph.operands(node), [&](NodeId x) { return dependent.contains(x.index); }));
    if (!depends)
      continue;
    dependent.insert(node.index);
    times.emplace(node.index, 1).first->second *= tripCount(reduce);
  }
}

std::optional<CostKind> Walk::kindOf(NodeId node) const {
  const auto x = graph.operands(node);
  switch (graph[node].op) {
  case Op::Add:
  case Op::Sub:
    return CostKind::Add;
  case Op::Mul:
    return CostKind::Mul;
  case Op::Div:
    return graph[x[1]].op == Op::Constant && graph.number(x[1]).isPowerOfTwo() ? CostKind::Mul : CostKind::Div;
  case Op::Sqrt:
    return CostKind::Sqrt;
  case Op::Fma:
    return CostKind::Fma;
  case Op::Call:
    return CostKind::Call;
  case Op::Cast:
    return graph[x[0]].type == graph[node].type ? std::nullopt : std::optional(CostKind::Cast);
  case Op::Min:
  case Op::Max:
  case Op::Select:
    return CostKind::Select;
  default:
    return std::nullopt;
  }
}

/// The base-2 logarithm rounded up, by the exponent: exact on every machine.
double levels(double terms) {
  int exponent = 0;
  return std::frexp(terms, &exponent) == 0.5 ? exponent - 1 : exponent;
}

Operation Walk::combination(NodeId reduce) const {
  const order::Reduction &reduction = graph.reduction(reduce);
  const double terms = chainTerms(reduce), width = std::clamp<double>(reduction.width, 1, std::max(terms, 1.0));
  const bool compensated = isCompensated(reduction);
  Operation result{fuses(reduce)                                     ? CostKind::Fma
                   : reduction.kind == order::ReductionKind::Sum     ? CostKind::Add
                   : reduction.kind == order::ReductionKind::Product ? CostKind::Mul
                                                                     : CostKind::Select,
                   (compensated ? 4 : 1) * ownTerms(reduce), (compensated ? 4 : 1) * terms};
  if (reduction.continues)
    result.steps = 0; // they are on the path of the reduction that it continues
  else if (reduction.schedule == Schedule::Pairwise)
    result.steps = levels(std::max(terms, 1.0));
  else if (reduction.schedule == Schedule::Lanes || reduction.schedule == Schedule::Tree || reduction.schedule == Schedule::SplitK)
    result.steps = std::ceil(terms / width) + levels(width);
  return result;
}

std::optional<Operation> Walk::operation(NodeId node) const {
  if (!isReal(graph[node].type.format) || isConstant(node) || fusedProducts.contains(node.index))
    return std::nullopt;
  const auto inside = times.find(node.index);
  const double repeated = inside != times.end() ? inside->second : 1;
  if (graph[node].op == Op::Reduce) {
    Operation result = combination(node);
    result.times *= repeated;
    return result;
  }
  const std::optional<CostKind> kind = kindOf(node);
  return kind ? std::optional(Operation{*kind, repeated, 1}) : std::nullopt;
}

double Walk::run(const std::function<double(NodeId, const Operation &, bool)> &visit) {
  std::unordered_map<std::uint32_t, double> path;
  std::unordered_set<std::uint32_t> seen;
  for (const NodeId node : nodes) {
    const auto x = graph.operands(node);
    const Op op = graph[node].op;
    if (op == Op::Constant ||
        (!order::isLeaf(op) && !order::boundLoop(graph, node) && !x.empty() && std::ranges::all_of(x, [&](NodeId each) { return isConstant(each); })))
      constant.insert(node.index);
    double longest = 0;
    if (!order::isLeaf(op))
      for (const NodeId operand : x)
        longest = std::max(longest, path.at(operand.index));
    if (const std::optional<Operation> priced = operation(node))
      longest += priced->steps * visit(node, *priced, seen.insert(graph.value(node).index).second);
    path[node.index] = longest;
  }
  return path.at(nodes.back().index);
}

} // namespace

double OperationCounts::total() const { return std::accumulate(of.begin(), of.end(), 0.0); }

OperationCounts countOperations(const Graph &graph, NodeId root, const CostOptions &options) {
  OperationCounts counts;
  counts.depth = Walk(graph, root, options).run([&](NodeId, const Operation &operation, bool first) {
    if (first)
      counts.of[static_cast<std::size_t>(operation.kind)] += operation.times;
    return 1.0;
  });
  return counts;
}

MachineCost costOn(const Machine &machine, const Graph &graph, NodeId root, const CostOptions &options) {
  MachineCost result;
  result.latency = Walk(graph, root, options).run([&](NodeId node, const Operation &operation, bool first) {
    const format::Format format = graph[node].type.format;
    const std::optional<InstructionCost> cost = machine.cost(format, operation.kind);
    if (!cost) {
      std::string what = operation.kind == CostKind::Call ? "call " + std::string(graph.symbol(node))
                                                          : std::string(name(operation.kind)) + " in " + std::string(format::name(format));
      if (std::ranges::find(result.unpriced, what) == result.unpriced.end())
        result.unpriced.push_back(std::move(what));
      return 0.0;
    }
    if (first)
      result.throughput += operation.times * cost->throughput / cost->values;
    return cost->latency;
  });
  return result;
}

} // namespace fporder::measure
