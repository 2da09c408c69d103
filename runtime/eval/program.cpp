#include "runtime/eval/program.h"

#include "runtime/eval/compiler.h"
#include "runtime/eval/registers.h"

#include <algorithm>

namespace fporder::eval {

using format::Format;
using order::Graph;
using order::NodeId;
using order::Op;

/// The loops whose index `node` depends on and does not bind itself. The nodes below have been asked before wherever `node` mentions a loop.
const std::vector<std::uint32_t> &Compiler::freeLoops(NodeId node) {
  static const std::vector<std::uint32_t> none;
  if (!graph.mentionsLoop(node))
    return none;
  std::vector<NodeId> work{node};
  while (!work.empty()) {
    const NodeId current = work.back();
    if (!graph.mentionsLoop(current) || loopsOf.contains(current.index)) {
      work.pop_back();
      continue;
    }
    const auto operands = graph.operands(current);
    const std::size_t before = work.size();
    for (const NodeId operand : operands)
      if (graph.mentionsLoop(operand) && !loopsOf.contains(operand.index))
        work.push_back(operand);
    if (work.size() > before)
      continue;
    std::vector<std::uint32_t> loops;
    if (graph[current].op == Op::LoopIndex)
      loops.push_back(graph[current].version);
    for (std::size_t position = 0; position < operands.size(); ++position)
      if (graph.mentionsLoop(operands[position]))
        for (const std::uint32_t loop : loopsOf.at(operands[position].index))
          if (!(graph[current].op == Op::Reduce && position == 1 && graph.reduction(current).loop == loop))
            loops.push_back(loop);
    std::sort(loops.begin(), loops.end());
    loops.erase(std::unique(loops.begin(), loops.end()), loops.end());
    loopsOf.emplace(current.index, std::move(loops));
    work.pop_back();
  }
  return loopsOf.at(node.index);
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

std::vector<NodeId> Compiler::termsOf(NodeId reduce) const {
  if (const auto fusion = fusedTerm(graph, reduce, options.contraction))
    return {fusion->left, fusion->right};
  return {graph.operand(reduce, 1)};
}

void Compiler::dependencies(NodeId node, std::vector<NodeId> &out) {
  const Op op = graph[node].op;
  if (order::isLeaf(op) || !refusal(node).empty())
    return;
  if (op == Op::Reduce)
    out.push_back(graph.operand(node, 0));
  else if (const auto fusion = fusionOf(graph, node, options.contraction))
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
    if (graph[node].op == Op::Reduce && refusal(node).empty())
      openReduction(node, depth);
    found.push_back(node);
    dependencies(node, scopes[depth].wanted);
  }
  std::sort(found.begin(), found.end());
  scopes[depth].wanted = std::move(found);
}

void Compiler::openReduction(NodeId node, std::size_t depth) {
  const auto index = static_cast<std::uint32_t>(program.frames.size());
  program.frames.emplace_back();
  describe(program.frames.back(), node);
  program.frames.back().parent = chain.back();
  frame().children.push_back(index);
  scopes[depth].nested.emplace(node.index, index);
  chain.push_back(index);
  scopes.emplace_back();
  scope().wanted = termsOf(node);
  discover(depth + 1);
  emitFrame(depth + 1);
  const std::vector<NodeId> needed = std::move(scope().outer);
  scopes.pop_back();
  chain.pop_back();
  scopes[depth].wanted.insert(scopes[depth].wanted.end(), needed.begin(), needed.end());
}

void Compiler::describe(Frame &target, NodeId node) {
  const order::Reduction &reduction = graph.reduction(node);
  target.reduce = node;
  target.loop = reduction.loop;
  target.kind = reduction.kind;
  target.format = formatOf(node);
  target.summation = options.summation.value_or(summationOf(reduction));
  for (const auto &[which, summation] : options.summations)
    if (which == node)
      target.summation = summation;
  if (graph[node].operandCount > 2 && graph[graph.operand(node, 2)].op == Op::Constant) {
    const double count = graph.number(graph.operand(node, 2)).approximate();
    target.trips = count > 0 && count < UINT32_MAX ? static_cast<std::uint32_t>(count) : 0;
  }
}

void Compiler::run(std::span<const NodeId> roots) {
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
