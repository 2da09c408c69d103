#include "runtime/evidence/trial_run.h"
#include "runtime/format/rounding.h"
#include "runtime/measure/leaf_bounds.h"
#include "runtime/measure/referenced.h"
#include "runtime/oracle/ulp_error.h"
#include "runtime/order/infix.h"
#include "runtime/order/roundings.h"
#include "runtime/order/traversal.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

namespace fporder::evidence {

using order::NodeId;

namespace {

constexpr std::size_t shownInputs = 12;
constexpr std::size_t longestName = 60; // bytes
constexpr double severalTrips = 7;      // a loop of one iteration does not tell what an order costs in each

std::vector<NodeId> rootsOf(const Slice &slice) {
  std::vector<NodeId> roots;
  for (const Point &point : slice.points) {
    roots.push_back(point.written);
    roots.insert(roots.end(), point.others.begin(), point.others.end());
  }
  roots.insert(roots.end(), slice.conditions.begin(), slice.conditions.end());
  for (const Point &point : slice.points)
    roots.insert(roots.end(), point.conditions.begin(), point.conditions.end());
  return roots;
}

/// Of what a loop's term is made from (sorted), what is not the same in all iterations. A sum that does not depend on the loop is formed once.
void keepWhatEachIterationEvaluates(const order::Graph &graph, NodeId loop, std::vector<NodeId> &inside) {
  if (graph[loop].op != order::Op::Reduce) {
    std::erase_if(inside, [&](NodeId node) { return !graph.mentionsLoop(node); });
    return;
  }
  const std::uint32_t number = graph.reduction(loop).loop;
  std::vector<NodeId> kept; // sorted
  for (const NodeId node : inside) {
    const bool isIndex = graph[node].op == order::Op::LoopIndex && graph[node].version == number;
    const auto isKept = [&](NodeId operand) { return std::ranges::binary_search(kept, operand); };
    if (isIndex || graph[node].op == order::Op::LoopValue || (graph.mentionsLoop(node) && std::ranges::any_of(graph.operands(node), isKept)))
      kept.push_back(node);
  }
  inside = std::move(kept);
}

} // namespace

Compiled::Compiled(const Slice &part, const JudgeOptions &options)
    : slice(part), orders(1 + part.points.front().others.size()), zerosCount(options.zerosCount), roundedInputs(options.roundedInputs),
      roundedTerms(options.roundedTerms), roots(rootsOf(part)), nodes(order::reachable(part.graph, roots)),
      evaluator(part.graph, roots, {.rangeEvents = false}), oracles(part.points.size()), edges(part.points.size()) {
  for (const NodeId loop : slice.loops) {
    std::vector<NodeId> inside = order::reachable(slice.graph, slice.graph.operand(loop, order::termOperand));
    keepWhatEachIterationEvaluates(slice.graph, loop, inside);
    const auto known = std::ranges::find(loops, order::boundLoop(slice.graph, loop), &Loop::number);
    if (known == loops.end()) {
      loops.push_back({order::boundLoop(slice.graph, loop), {loop}, std::move(inside)});
      continue;
    }
    known->nodes.push_back(loop);
    std::vector<NodeId> both;
    std::ranges::set_union(known->inside, inside, std::back_inserter(both));
    known->inside = std::move(both);
  }
}

Compiled::Values Compiled::values(const eval::LeafSource &source, std::size_t first, std::size_t count) const {
  Values made;
  made.count = count;
  made.columns.assign(roots.size(), std::vector<double>(count));
  std::vector<std::vector<std::uint8_t>> events(roots.size(), std::vector<std::uint8_t>(count));
  std::vector<eval::Column> columns;
  for (std::size_t root = 0; root < roots.size(); ++root)
    columns.push_back({made.columns[root], events[root]});
  evaluator.evaluate(source, first, count, columns);
  const auto keep = [&](std::vector<char> &usable, std::size_t root, bool holds) {
    for (std::size_t s = 0; s < count; ++s) {
      const bool known = !measure::hasNoReference(events[root][s]) && (events[root][s] & (eval::NonFiniteInput | eval::Open)) == 0;
      usable[s] &= known && (!holds || made.columns[root][s] == 1) ? 1 : 0;
    }
  };
  std::vector<char> all(count, 1);
  std::size_t next = slice.points.size() * orders;
  for (std::size_t root = 0; root < next; ++root)
    keep(all, root, false);
  for (std::size_t condition = 0; condition < slice.conditions.size(); ++condition)
    keep(all, next++, true);
  made.usable.assign(slice.points.size(), all);
  for (std::size_t point = 0; point < slice.points.size(); ++point)
    for (std::size_t condition = 0; condition < slice.points[point].conditions.size(); ++condition)
      keep(made.usable[point], next++, true);
  return made;
}

format::Format Compiled::format(std::size_t point) const {
  const format::Format own = slice.graph[slice.points[point].written].type.format;
  const bool open = own == format::Format::Dependent || own == format::Format::Unknown;
  return open ? eval::EvaluationOptions{}.dependentFormat : own;
}

oracle::ExactValue Compiled::exact(std::size_t point, const eval::LeafSource &source, std::size_t sample) const {
  std::unique_ptr<oracle::Oracle> &known = oracles[point];
  if (!known)
    known = std::make_unique<oracle::Oracle>(slice.graph, slice.points[point].written, format(point));
  oracle::ExactValue value;
  known->evaluate(source, sample, {&value, 1});
  return value;
}

double Compiled::fromEdge(std::size_t point, const eval::LeafSource &source, std::size_t sample) const {
  const NodeId distance = slice.points[point].fromEdge;
  if (!distance)
    return std::numeric_limits<double>::infinity();
  std::unique_ptr<oracle::Oracle> &known = edges[point];
  if (!known)
    known = std::make_unique<oracle::Oracle>(slice.graph, distance, format::Format::Binary64);
  oracle::ExactValue value;
  known->evaluate(source, sample, {&value, 1});
  if (value.verdict == oracle::Verdict::Zero)
    return 0;
  return value.verdict == oracle::Verdict::Exact ? std::abs(value.rounded) / 2 : std::numeric_limits<double>::infinity();
}

double Compiled::magnitude(std::size_t point, const eval::LeafSource &source, std::size_t sample) const {
  const order::Graph &graph = slice.graph;
  const auto isSum = [&](NodeId node) {
    const order::Op op = graph[node].op;
    return (op == order::Op::Add || op == order::Op::Sub || op == order::Op::Neg || op == order::Op::Cast) &&
           format::isFloatingPoint(graph[graph.operand(node, 0)].type.format);
  };
  const auto isChoice = [&](NodeId node) { return graph[node].op == order::Op::Select && format::isFloatingPoint(graph[node].type.format); };
  const auto valueOf = [&](NodeId node) {
    oracle::ExactValue value;
    terms.try_emplace(node.index, graph, node, format::Format::Binary64).first->second.evaluate(source, sample, {&value, 1});
    return value.verdict == oracle::Verdict::Zero ? 0 : value.rounded;
  };
  std::vector<NodeId> added{slice.points[point].written};
  order::walkOperands(graph, added, UINT64_MAX, [&](NodeId node) { return isSum(node) || isChoice(node) ? order::Walk::Enter : order::Walk::Skip; });
  std::ranges::sort(added); // operands come before what takes them up
  std::unordered_map<std::uint32_t, double> known;
  for (const NodeId node : added) {
    double &sum = known[node.index];
    if (isSum(node))
      for (const NodeId operand : graph.operands(node))
        sum += known.at(operand.index);
    else if (isChoice(node)) // the arm whose value it has
      sum = known.at(graph.operand(node, valueOf(node) == valueOf(graph.operand(node, 1)) ? 1 : 2).index);
    else
      sum = std::abs(valueOf(node));
  }
  return known.at(slice.points[point].written.index);
}

bool Compiled::isHarmless(std::size_t decision, const eval::LeafSource &source, std::size_t sample) const {
  if (!slice.points[decision].inside)
    return false;
  const Values found = values(source, sample, 1);
  bool isKnown = false;
  for (std::size_t point = 0; point < slice.points.size(); ++point) {
    if (slice.points[point].kind != Point::Kind::Output || !found.usable[point][0] ||
        !order::anyUnder(slice.graph, slice.points[point].written, [&](NodeId node) { return node == slice.points[decision].written; }))
      continue;
    const oracle::ExactValue value = exact(point, source, sample);
    if (value.verdict != oracle::Verdict::Exact ||
        !(oracle::errorInUlp(found.columns[column(point, 0)][0], value, format(point)) <= hurtUlpsOf(format(point))))
      return false;
    isKnown = true;
  }
  return isKnown;
}

std::unordered_map<std::uint32_t, double> Compiled::timesRun(const DrawnInputs &source, double least) const {
  const order::Graph &graph = slice.graph;
  std::unordered_map<std::uint32_t, double> times;
  for (const NodeId node : nodes)
    times[node.index] = 1;
  for (const Loop &loop : loops) {
    const NodeId count = order::reduceOperands(graph, loop.nodes.front()).trips;
    const bool constant = count && graph[count].op == order::Op::Constant;
    const double runs =
        constant ? std::max(1.0, graph.number(count).approximate()) : std::max(least, double(source.tripCount(graph, loop.nodes.front())));
    for (const std::vector<NodeId> *run : {&loop.inside, &loop.nodes})
      for (const NodeId node : *run)
        if (run == &loop.inside || !std::ranges::binary_search(loop.inside, node))
          times[node.index] *= runs;
  }
  return times;
}

double Compiled::operations(const DrawnInputs &source) const {
  double all = 0;
  for (const auto &[node, count] : timesRun(source, 1))
    all += count; // integers, exact in any order up to 2^53
  return all;
}

bool Compiled::roundsMore(std::size_t point, std::size_t order, const DrawnInputs &source) const {
  const std::unordered_map<std::uint32_t, double> times = timesRun(source, severalTrips);
  const auto run = [&](NodeId root) { return order::roundingsRun(slice.graph, root, [&](NodeId node) { return times.at(node.index); }); };
  return run(roots[column(point, order)]) > run(roots[column(point, 0)]);
}

std::string shownName(const Slice &slice, NodeId leaf) {
  order::InfixOptions infix;
  infix.forReaders = true;
  infix.maxLength = longestName;
  return order::printInfix(slice.graph, leaf, infix);
}

std::vector<NodeId> shownLeaves(const Slice &slice, std::size_t point) {
  const order::Graph &graph = slice.graph;
  std::vector<NodeId> leaves;
  std::set<std::uint64_t> named;
  const auto inLoop = [&](NodeId leaf) {
    return std::ranges::any_of(slice.loops, [&](NodeId loop) { return order::dependsOnLoop(graph, leaf, *order::boundLoop(graph, loop)); });
  };
  for (const NodeId leaf : measure::valuesBelow(graph, slice.points[point].written))
    if (!inLoop(leaf) && leaves.size() < shownInputs && named.insert(slice.leaves.at(leaf.index).identity).second)
      leaves.push_back(leaf);
  return leaves;
}

double valueOf(const Slice &slice, NodeId leaf, const eval::LeafSource &source, std::size_t sample) {
  double value = 0;
  source.fill({&slice.graph, leaf, sample, 1, {}, {}}, {&value, 1});
  return value;
}

Witness witnessOf(const Compiled &compiled, std::size_t point, std::size_t order, const eval::LeafSource &source, std::size_t sample) {
  Witness witness;
  witness.format = compiled.format(point);
  witness.alone = compiled.alone();
  for (const NodeId leaf : shownLeaves(compiled.slice, point))
    witness.inputs.push_back(
        {shownName(compiled.slice, leaf), valueOf(compiled.slice, leaf, source, sample), compiled.slice.graph[leaf].type.format, leaf});
  const Compiled::Values values = compiled.values(source, sample, 1);
  witness.written = values.columns[compiled.column(point, 0)][0];
  witness.exact = compiled.exact(point, source, sample).rounded;
  witness.other = compiled.alone() ? witness.exact : values.columns[compiled.column(point, 1 + order)][0];
  return witness;
}

} // namespace fporder::evidence
