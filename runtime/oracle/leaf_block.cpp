#include "runtime/oracle/interpreter.h"

#include <algorithm>
#include <cmath>

namespace fporder::oracle {

namespace {

constexpr std::uint64_t mostInteger = std::uint64_t{1} << 62;

std::uint64_t saturatingProduct(std::uint64_t a, std::uint64_t b) { return a != 0 && b > mostInteger / a ? mostInteger : a * b; }

std::uint32_t tripCount(const order::Graph &graph, const eval::LeafSource &source, order::NodeId reduce) {
  const auto operands = graph.operands(reduce);
  if (operands.size() < 3 || graph[operands[2]].op != order::Op::Constant)
    return source.tripCount(graph, reduce);
  const double count = graph.number(operands[2]).approximate();
  return count > 0 ? static_cast<std::uint32_t>(std::min(std::trunc(count), 4294967295.0)) : 0;
}

} // namespace

LeafBlock::LeafBlock(const order::Graph &graph, const Program &program, const eval::LeafSource &source) : trips(program.bodies.size(), 1) {
  for (std::size_t body = 1; body < program.bodies.size(); ++body)
    trips[body] = tripCount(graph, source, program.bodies[body].reduce);
  for (const LeafUse &leaf : program.leaves) {
    Column column;
    for (const std::uint32_t body : leaf.bodies) {
      column.loops.push_back(program.bodies[body].shape.loop);
      column.extents.push_back(trips[body]);
      column.valuesPerSample = static_cast<std::size_t>(saturatingProduct(column.valuesPerSample, trips[body]));
    }
    columns.push_back(std::move(column));
  }
}

std::size_t LeafBlock::valuesPerSample() const {
  std::size_t sum = 0;
  for (const Column &column : columns)
    sum += std::min<std::size_t>(column.valuesPerSample, mostInteger / (columns.size() + 1));
  return sum;
}

void LeafBlock::fill(const order::Graph &graph, const Program &program, const eval::LeafSource &source, std::size_t first, std::size_t count) {
  for (std::size_t leaf = 0; leaf < columns.size(); ++leaf) {
    Column &column = columns[leaf];
    column.values.resize(count * column.valuesPerSample);
    const eval::LeafRequest request{
        .graph = &graph, .leaf = program.leaves[leaf].leaf, .first = first, .count = count, .loops = column.loops, .extents = column.extents};
    if (!column.values.empty())
      source.fill(request, column.values);
  }
}

std::uint64_t instructionCount(const Program &program, const std::vector<std::uint32_t> &trips) {
  std::uint64_t sum = 0;
  std::vector<std::uint64_t> runs(program.bodies.size(), 1);
  for (std::size_t body = 0; body < program.bodies.size(); ++body) {
    if (body != 0)
      runs[body] = saturatingProduct(runs[program.bodies[body].parent], trips[body]);
    sum = std::min(mostInteger, sum + saturatingProduct(runs[body], program.bodies[body].code.size()));
  }
  return sum;
}

} // namespace fporder::oracle
