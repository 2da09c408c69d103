#include "runtime/eval/program.h"

#include "runtime/eval/compiler.h"
#include "runtime/eval/registers.h"
#include "runtime/order/recurrence.h"

#include <algorithm>

namespace fporder::eval {

using format::Format;
using order::Graph;
using order::NodeId;
using order::Op;

/// What a LoopIndex is made of beyond the count of iterations.
std::span<const NodeId> Compiler::boundsOf(NodeId node) const {
  const auto found = graph[node].op == Op::LoopIndex ? bounds.find(graph[node].version) : bounds.end();
  return found == bounds.end() ? std::span<const NodeId>() : std::span<const NodeId>(found->second);
}

/// True for the index of the loop of the frame that it belongs to.
bool Compiler::isBoundIndex(NodeId node) {
  const std::size_t home = graph[node].op == Op::LoopIndex ? homeDepth(node) : 0;
  return home > 0 && program.frames[chain[home]].loop == graph[node].version;
}

/// The loops whose index `node` depends on and does not bind itself. The nodes below have been asked before wherever `node` mentions a loop.
const std::vector<std::uint32_t> &Compiler::freeLoops(NodeId node) {
  static const std::vector<std::uint32_t> none;
  if (!graph.mentionsLoop(node))
    return none;
  std::vector<NodeId> work{node};
  std::unordered_set<std::uint32_t> entered; // bounds may lead back to where they came from when loops are nested both ways
  while (!work.empty()) {
    const NodeId current = work.back();
    entered.insert(current.index);
    if (!graph.mentionsLoop(current) || loopsOf.contains(current.index)) {
      work.pop_back();
      continue;
    }
    const auto operands = graph.operands(current);
    const std::size_t before = work.size();
    for (const NodeId operand : operands)
      if (graph.mentionsLoop(operand) && !loopsOf.contains(operand.index))
        work.push_back(operand);
    for (const NodeId bound : boundsOf(current))
      if (!loopsOf.contains(bound.index) && !entered.contains(bound.index))
        work.push_back(bound);
    if (work.size() > before)
      continue;
    std::vector<std::uint32_t> loops;
    if (graph[current].op == Op::LoopIndex)
      loops.push_back(graph[current].version);
    for (const NodeId bound : boundsOf(current))
      if (const auto known = loopsOf.find(bound.index); known != loopsOf.end())
        loops.insert(loops.end(), known->second.begin(), known->second.end());
    for (std::size_t position = 0; position < operands.size(); ++position)
      if (graph.mentionsLoop(operands[position]))
        for (const std::uint32_t loop : loopsOf.at(operands[position].index))
          if (!(order::isInsideLoop(graph, current, position) && order::boundLoop(graph, current) == loop))
            loops.push_back(loop);
    std::sort(loops.begin(), loops.end());
    loops.erase(std::unique(loops.begin(), loops.end()), loops.end());
    loopsOf.emplace(current.index, std::move(loops));
    work.pop_back();
  }
  return loopsOf.at(node.index);
}

/// True for a value that the loop of the present frame carries, a recurrence.
bool Compiler::isBoundValue(NodeId node) {
  return graph[node].op == Op::LoopValue && chain.size() > 1 && graph[frame().reduce].op == Op::Recurrence && frame().loop == graph[node].version &&
         homeDepth(node) + 1 == chain.size();
}

/// The innermost frame of the chain whose loop `node` depends on.
std::size_t Compiler::homeDepth(NodeId node) {
  std::size_t home = 0;
  for (const std::uint32_t loop : freeLoops(node))
    for (std::size_t depth = chain.size() - 1; depth > home; --depth)
      if (program.frames[chain[depth]].loop == loop)
        home = depth;
  return home;
}

void Compiler::dependencies(NodeId node, std::vector<NodeId> &out) {
  const Op op = graph[node].op;
  if (isBoundIndex(node)) {
    const order::ReduceOperands loop = order::reduceOperands(graph, program.frames[chain[homeDepth(node)]].reduce);
    for (const NodeId operand : {loop.first, loop.step})
      if (operand)
        out.push_back(operand);
  }
  if (order::isLeaf(op) || !refusal(node).empty())
    return;
  if (op == Op::Reduce) {
    const order::ReduceOperands operands = order::reduceOperands(graph, node);
    out.push_back(operands.initial);
    if (operands.trips && graph.mentionsLoop(operands.trips))
      out.push_back(operands.trips);
  } else if (op == Op::Recurrence) {
    const order::Recurrence loop = order::recurrenceOf(graph, node);
    for (const order::RecurrenceValue &value : loop.values)
      out.push_back(value.initial);
    if (graph.mentionsLoop(loop.trips))
      out.push_back(loop.trips);
  } else if (const auto fusion = fusionOf(graph, node, options.contraction))
    out.insert(out.end(), {fusion->left, fusion->right, fusion->addend});
  else
    out.insert(out.end(), graph.operands(node).begin(), graph.operands(node).end());
}

/// Finds what the frame at `depth` computes, opening the frames of its reductions.
void Compiler::discover(std::size_t depth) {
  std::vector<NodeId> found;
  while (!scopes[depth].wanted.empty()) {
    const NodeId node = scopes[depth].wanted.back();
    scopes[depth].wanted.pop_back();
    if (!scopes[depth].seen.insert(node.index).second)
      continue;
    if (homeDepth(node) < depth) {
      scopes[depth].outer.push_back(node);
      continue;
    }
    if (graph[node].op == Op::Reduce && refusal(node).empty()) {
      const std::uint32_t inner = openReduction(node, depth, false); // adds scopes
      scopes[depth].nested.emplace(node.index, inner);
    }
    if (graph[node].op == Op::Recurrence && refusal(node).empty()) {
      const std::uint32_t inner = openRecurrence(node, depth);
      scopes[depth].nested.emplace(node.index, inner);
    }
    found.push_back(node);
    dependencies(node, scopes[depth].wanted);
  }
  std::sort(found.begin(), found.end());
  scopes[depth].wanted = std::move(found);
}

/// What the terms of the frame at `depth` are made of; reductions among them that continue it are opened.
void Compiler::wantTerms(NodeId reduce, std::size_t depth) {
  for (const NodeId term : order::termsOf(graph, reduce)) {
    const bool continues = order::continuesSum(graph, term);
    const std::uint32_t inner = continues ? openReduction(term, depth, true) : 0;
    scopes[depth].continuing.push_back(inner);
    if (continues)
      continue;
    if (const auto fusion = fusedTerm(graph, reduce, term, options.contraction))
      scopes[depth].wanted.insert(scopes[depth].wanted.end(), {fusion->left, fusion->right});
    else
      scopes[depth].wanted.push_back(term);
  }
}

/// Begins the frame of a loop inside the present one.
std::uint32_t Compiler::openFrame(NodeId node, std::uint32_t loop) {
  const auto index = static_cast<std::uint32_t>(program.frames.size());
  program.frames.emplace_back();
  program.frames.back().reduce = node;
  program.frames.back().loop = loop;
  program.frames.back().parent = chain.back();
  frame().children.push_back(index);
  chain.push_back(index);
  scopes.emplace_back();
  return index;
}

/// Computes what is wanted of the innermost frame, which is inside the one at `depth`, and leaves it; that one computes what it imports.
void Compiler::closeFrame(std::size_t depth) {
  discover(depth + 1);
  emitFrame(depth + 1);
  const std::vector<NodeId> needed = std::move(scope().outer);
  scopes.pop_back();
  chain.pop_back();
  scopes[depth].wanted.insert(scopes[depth].wanted.end(), needed.begin(), needed.end());
}

std::uint32_t Compiler::openReduction(NodeId node, std::size_t depth, bool continues) {
  const std::uint32_t index = openFrame(node, graph.reduction(node).loop);
  describe(frame(), node);
  frame().continues = continues;
  wantTerms(node, depth + 1);
  closeFrame(depth);
  if (const NodeId trips = order::reduceOperands(graph, node).trips; continues && trips && graph.mentionsLoop(trips))
    scopes[depth].wanted.push_back(trips);
  return index;
}

std::uint32_t Compiler::openRecurrence(NodeId node, std::size_t depth) {
  const std::uint32_t index = openFrame(node, *order::boundLoop(graph, node));
  const order::Recurrence loop = order::recurrenceOf(graph, node);
  frame().format = formatOf(node);
  frame().trips = statedTrips(node);
  frame().carried.resize(loop.values.size());
  scope().wanted.push_back(loop.stays);
  for (const order::RecurrenceValue &value : loop.values)
    scope().wanted.push_back(value.next);
  closeFrame(depth);
  return index;
}

/// The trip count where it is a number.
std::optional<std::uint32_t> Compiler::statedTrips(NodeId node) const {
  const NodeId trips = order::reduceOperands(graph, node).trips;
  if (!trips || graph[trips].op != Op::Constant)
    return std::nullopt;
  const double count = graph.number(trips).approximate();
  return count > 0 && count < UINT32_MAX ? static_cast<std::uint32_t>(count) : 0;
}

void Compiler::describe(Frame &target, NodeId node) {
  const order::Reduction &reduction = graph.reduction(node);
  target.kind = reduction.kind;
  target.format = formatOf(node);
  target.summation = options.summation.value_or(summationOf(reduction));
  for (const auto &[which, summation] : options.summations)
    if (which == node)
      target.summation = summation;
  const NodeId trips = order::reduceOperands(graph, node).trips;
  target.ragged = trips && graph.mentionsLoop(trips);
  target.trips = statedTrips(node);
}

void Compiler::run(std::span<const NodeId> roots) {
  bounds = order::loopBounds(graph, roots);
  program.frames.emplace_back();
  chain.push_back(0);
  scopes.emplace_back();
  scope().wanted.assign(roots.begin(), roots.end());
  discover(0);
  emitFrame(0);
  for (const NodeId root : roots) {
    const bool single = formatOf(root) == Format::Binary32;
    program.singleRoots.push_back(single);
    program.roots.push_back(in(root, single));
  }
  frame().registers = scope().registers;
}
Program compile(const Graph &graph, std::span<const NodeId> roots, const EvaluationOptions &options) {
  Program program;
  program.graph = &graph;
  program.options = options;
  Compiler(program, graph).run(roots);
  assignRegisters(program);
  return program;
}

} // namespace fporder::eval
