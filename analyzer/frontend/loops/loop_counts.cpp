// How often loops run, exactly: a test that compares the loop's index with what does not change in the loop, an index that advances by the same
// amount in every iteration, and no other way out.
#include "analyzer/frontend/walk/evaluator.h"

#include <cstdlib>

namespace fporder::frontend {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;
using order::Shape;

namespace {

/// a < b as b > a.
std::string mirrored(std::string_view relation) {
  if (relation.empty() || (relation[0] != '<' && relation[0] != '>'))
    return std::string(relation);
  return (relation[0] == '<' ? ">" : "<") + std::string(relation.substr(1));
}

/// !(a < b) as a >= b.
std::string contrary(std::string_view relation) {
  static constexpr std::pair<std::string_view, std::string_view> pairs[] = {{"<", ">="}, {">=", "<"},  {">", "<="},
                                                                            {"<=", ">"}, {"==", "!="}, {"!=", "=="}};
  for (const auto &[from, to] : pairs)
    if (from == relation)
      return std::string(to);
  return {};
}

} // namespace

/// Remembers a loop's test, as one that can be counted by where it is; `afterBody`: of a do loop.
void Evaluator::noteTest(NodeId test, bool afterBody) {
  if (!activeLoop)
    return;
  LoopRun &run = *activeLoop;
  run.condition = test;
  run.testedAfterBody = afterBody;
  const bool writes = !afterBody && !memory.written(run.entry, state.store).empty();
  run.test = comparisonOf(run, test);
  run.test.afterBody = run.test.bound && afterBody;
  run.test.writes = writes;
  const NodeId tested = graph[test].op == Op::Not ? graph.operand(test, 0) : test;
  run.test.open = !run.test.bound && outside.contains(graph.value(tested).index);
}

/// A test as a comparison of the loop's index with what does not depend on it; without a bound where it is none.
LoopTest Evaluator::comparisonOf(const LoopRun &run, NodeId test) {
  const bool negated = graph[test].op == Op::Not;
  if (negated)
    test = graph.operand(test, 0);
  if (graph[test].op != Op::Compare || graph[test].operandCount != 2)
    return {};
  NodeId left = graph.operand(test, 0), right = graph.operand(test, 1);
  if (graph[left].type.format != Format::Integer || graph[right].type.format != Format::Integer)
    return {};
  std::string relation(negated ? contrary(graph.symbol(test)) : std::string(graph.symbol(test)));
  if (order::dependsOnLoop(graph, right, run.id)) {
    std::swap(left, right);
    relation = mirrored(relation);
  }
  const auto varies = [&](NodeId node) { return order::dependsOnLoop(graph, node, run.id); };
  // What is added to the index is taken off the bound.
  while (graph[left].op == Op::Add || graph[left].op == Op::Sub) {
    const bool sum = graph[left].op == Op::Add;
    const NodeId first = graph.operand(left, 0), second = graph.operand(left, 1);
    if (varies(first) == varies(second))
      return {};
    if (varies(first)) {
      right = integerOperation(sum ? clang::BO_Sub : clang::BO_Add, right, second);
      left = first;
    } else {
      right = sum ? integerOperation(clang::BO_Sub, right, first) : integerOperation(clang::BO_Sub, first, right);
      relation = sum ? relation : mirrored(relation);
      left = second;
    }
  }
  if (varies(right))
    return {};
  if (graph[left].op == Op::Mul && relation != "==") {
    const unsigned first = varies(graph.operand(left, 0)) ? 0 : 1;
    const auto factor = wholeNumber(graph, graph.operand(left, 1 - first));
    const auto isAtLeast = [&](NodeId node, long long least) { return node && wholeNumber(graph, node).value_or(least - 1) >= least; };
    const bool known = wholeNumber(graph, right) || (isAtLeast(startOf(run), 0) && isAtLeast(stepNode(run), 1));
    if (factor && *factor != 0 && known)
      return ofIndex(run, graph.operand(left, first), dividedTest(*factor, right, relation));
  }
  return ofIndex(run, left, {right, relation, false, false, false});
}

/// A test of `tested`, the loop's index or the index divided by what it advances by a multiple of, as one of the index.
LoopTest Evaluator::ofIndex(const LoopRun &run, NodeId tested, LoopTest test) {
  if (tested == run.leaf || !test.bound)
    return test;
  if (graph[tested].op != Op::Div || graph.operand(tested, 0) != run.leaf)
    return {};
  const auto multiple = [&](NodeId node, long long by) { return node && wholeNumber(graph, node).value_or(by - 1) % by == 0; };
  const auto divisor = wholeNumber(graph, graph.operand(tested, 1));
  if (!divisor || *divisor < 2 || !multiple(startOf(run), *divisor) || !multiple(stepNode(run), *divisor))
    return {};
  test.bound = integerOperation(clang::BO_Mul, test.bound, integer(*divisor));
  return test;
}

/// factor * i REL bound as a comparison of i alone: a variable that goes down by 16 to below 16, beside a pointer that goes up by one. Where the
/// bound is no constant the loop counts up from 0 or more: quotients are rounded towards zero, which is down where they are not negative, and a
/// negative bound ends it at once.
LoopTest Evaluator::dividedTest(long long factor, NodeId bound, std::string relation) {
  if (factor < 0) {
    bound = integerOperation(clang::BO_Sub, integer(0), bound);
    relation = mirrored(relation);
    factor = -factor;
  }
  if (relation == "<=" || relation == ">") // of integers: k * i <= b is k * i < b + 1
    bound = integerOperation(clang::BO_Add, bound, integer(1));
  const bool differs = relation == "!=";
  const std::string by = differs ? relation : relation.starts_with("<") ? "<" : ">=";
  if (const auto known = wholeNumber(graph, bound)) {
    const long long up = *known / factor + (*known % factor > 0 ? 1 : 0);
    return differs && *known % factor != 0 ? LoopTest{} : LoopTest{integer(up), by, false, false, false};
  }
  if (by == ">=")
    return {};
  if (!differs)
    bound = integerOperation(clang::BO_Add, bound, integer(factor - 1));
  return {integerOperation(clang::BO_Div, bound, integer(factor)), by, false, false, false};
}

/// By how much the index advances; invalid where that is not known.
NodeId Evaluator::stepNode(const LoopRun &run) {
  const Inductions &known = run.loop.inductions;
  if (known.counted)
    return integer(1);
  const auto step = run.index ? known.steps.find(run.index) : known.steps.end();
  return step == known.steps.end() ? NodeId{} : step->second;
}

/// last - first, a number where both are the same but for constants.
NodeId Evaluator::difference(NodeId last, NodeId first) {
  const OffsetForm to = offsetForm(graph, last), from = offsetForm(graph, first);
  return to.base == from.base ? integer(to.offset - from.offset) : integerOperation(clang::BO_Sub, last, first);
}

/// The exact number of iterations, none where it is negative; invalid when it is not known.
NodeId Evaluator::countOf(const LoopRun &run) { return endsEarly(run) || run.infinite ? NodeId{} : limitOf(run, run.test); }

/// How often the loop runs if only `test` ends it.
NodeId Evaluator::limitOf(const LoopRun &run, const LoopTest &test) {
  if (run.shape.geometric)
    return {};
  if (run.loop.inductions.counted)
    return run.shape.tripCount;
  const NodeId start = startOf(run), step = stepNode(run);
  if (!start || !step || !isFixed(run, step, {}))
    return {};
  const auto by = wholeNumber(graph, step);
  if (!test.bound) // of a range, which is walked from its beginning
    return by == 1 ? run.shape.tripCount : NodeId{};
  if (!isFixed(run, test.bound, {}) || by == 0)
    return {};
  const std::string_view relation = test.relation;
  const bool differs = relation == "!=", upwards = relation.starts_with('<') || (differs && (!by || *by > 0));
  if ((!differs && !relation.starts_with('<') && !relation.starts_with('>')) || (by && (*by > 0) != upwards))
    return {};
  NodeId span = difference(upwards ? test.bound : start, upwards ? start : test.bound);
  if (relation.ends_with('=') && !differs)
    span = integerOperation(clang::BO_Add, span, integer(1));
  const NodeId length = by ? integer(std::llabs(*by)) : upwards ? step : integerOperation(clang::BO_Sub, integer(0), step);
  if (test.afterBody) // once more than the test holds
    span = integerOperation(clang::BO_Add, span, length);
  NodeId count = span;
  if (!by || std::llabs(*by) != 1)
    count = integerOperation(clang::BO_Div, integerOperation(clang::BO_Add, span, integerOperation(clang::BO_Sub, length, integer(1))), length);
  const long long least = test.afterBody ? 1 : 0;
  if (const auto whole = wholeNumber(graph, count))
    return integer(std::max(*whole, least));
  return test.afterBody ? graph.binary(Op::Max, count, integer(1), integerType) : count;
}

/// What a variable that advances holds behind the loop; nothing when it is not known how often that has run.
std::optional<Value> Evaluator::valueBehind(LoopRun &run, LocationId location) {
  if (run.test.writes) // once more than the body
    return std::nullopt;
  const NodeId count = countOf(run), step = stepNode(run), start = startOf(run);
  const auto known = run.loop.inductions.steps.find(location);
  if (!count || !step || !start || known == run.loop.inductions.steps.end())
    return std::nullopt;
  NodeId times = count;
  if (!wholeNumber(graph, count) && graph[count].op != Op::Max)
    times = graph.binary(Op::Max, count, integer(0), integerType);
  const NodeId now = std::exchange(run.leaf, integerOperation(clang::BO_Add, start, integerOperation(clang::BO_Mul, times, step)));
  const auto value = inductionValue(run, location, known->second);
  run.leaf = now;
  if (!value || (value->isNumber() && graph[value->node].op == Op::LoopValue))
    return std::nullopt;
  return value;
}

/// For the reasons that reductions over the loop are not held.
void Evaluator::noteLoop(const LoopRun &run) {
  Loop &loop = run.loop;
  loop.name = std::string(graph.symbol(run.leaf));
  loop.leftBy = !endsEarly(run) ? nullptr : run.left ? run.left : "break";
  if (loop.leftBy)
    loop.ending = LoopEnding::Left;
  else if (countOf(run))
    loop.ending = LoopEnding::Counted;
  else
    loop.ending = run.test.open || loop.inductions.counted ? LoopEnding::Open : LoopEnding::Unknown;
}

} // namespace fporder::frontend
