#include "analyzer/frontend/memory/strides.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace {

using namespace fporder;
using frontend::LoopTable;
using frontend::Memory;
using order::NodeId;
using order::Op;

constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};

/// Loops 1, 2, ... with ranges from constants, and sums of products of their variables.
class Indices {
public:
  Indices() : memory(graph, loops) {}

  NodeId constant(long long value) { return graph.constant(order::Number::fromInteger(value), integer); }
  NodeId variable(std::uint32_t loop) {
    order::NodeSpec leaf;
    leaf.op = Op::LoopIndex;
    leaf.type = integer;
    leaf.version = loop;
    leaf.symbol = "i";
    return graph.intern(leaf);
  }
  NodeId plus(NodeId left, NodeId right) { return graph.binary(Op::Add, left, right, integer); }
  NodeId times(NodeId left, long long factor) { return graph.binary(Op::Mul, left, constant(factor), integer); }

  void range(std::uint32_t loop, long long start, long long bound, long long step) {
    loops[loop].range = {constant(start), constant(bound)};
    loops[loop].step = step;
    values[loop].clear();
    for (long long value = start; value < bound; value += step)
      values[loop].push_back(value);
  }

  order::Graph graph;
  LoopTable loops;
  Memory memory;
  std::map<std::uint32_t, std::vector<long long>> values;
};

/// a * i + b * j + c
struct Form {
  long long i, j, c;
  long long at(long long x, long long y) const { return i * x + j * y + c; }
  NodeId node(Indices &indices) const {
    return indices.plus(indices.plus(indices.times(indices.variable(1), i), indices.times(indices.variable(2), j)), indices.constant(c));
  }
};

} // namespace

TEST_CASE("indices that are said never to meet, or to be apart, are so for all values of their variables") {
  std::mt19937_64 random(11);
  const auto below = [&](unsigned limit) { return static_cast<long long>(random() % limit); };
  const unsigned cases = order::propertyCases(20000, 2000);
  unsigned never = 0, neverInTruth = 0, apart = 0, apartInTruth = 0;
  for (unsigned round = 0; round < cases; ++round) {
    Indices indices;
    for (const std::uint32_t loop : {1U, 2U}) {
      const long long start = below(3);
      indices.range(loop, start, start + 1 + below(7), 1 + below(4));
    }
    const auto form = [&] { return Form{below(9) - 2, below(5) - 1, below(10) - 3}; };
    const Form written = form(), other = below(3) ? Form{written.i, written.j, below(10) - 3} : form();
    const NodeId a = written.node(indices), b = other.node(indices);
    std::set<long long> elements, others;
    std::size_t pairs = 0;
    for (const long long x : indices.values[1])
      for (const long long y : indices.values[2]) {
        elements.insert(written.at(x, y));
        others.insert(other.at(x, y));
        ++pairs;
      }
    bool meet = false;
    for (const long long element : elements)
      meet = meet || others.contains(element);
    const bool saysNever = frontend::neverMeet(indices.memory, a, b, {1, 2}), saysApart = frontend::areApart(indices.memory, {a}, {1, 2}, false);
    INFO(written.i << " i + " << written.j << " j + " << written.c << " and " << other.i << " i + " << other.j << " j + " << other.c);
    CHECK_FALSE((saysNever && meet));
    CHECK_FALSE((saysApart && elements.size() != pairs));
    never += saysNever;
    neverInTruth += !meet;
    apart += saysApart;
    apartInTruth += elements.size() == pairs;
  }
  MESSAGE(cases << " forms: never meet " << never << " of " << neverInTruth << ", apart " << apart << " of " << apartInTruth);
  CHECK(never * 2 > neverInTruth);
}

TEST_CASE("indices over the same unknown values are told apart by what is known") {
  Indices indices;
  indices.range(1, 0, 4, 1);
  const NodeId row = indices.graph.input("row", integer), n = indices.graph.input("n", integer), j = indices.variable(1);
  indices.loops[2].range = {indices.constant(0), n};
  indices.loops[2].step = 4;
  const NodeId i = indices.variable(2);
  const auto at = [&](NodeId base, long long offset) { return indices.plus(base, indices.constant(offset)); };
  const auto never = [&](NodeId written, NodeId other, std::vector<std::uint32_t> loops) {
    return frontend::neverMeet(indices.memory, written, other, loops);
  };
  CHECK(never(at(indices.plus(row, j), 4), indices.plus(row, j), {1}));
  CHECK_FALSE(never(at(indices.plus(row, j), 3), indices.plus(row, j), {1}));
  CHECK_FALSE(never(at(indices.plus(row, j), 4), indices.plus(n, j), {1}));
  CHECK(never(at(i, 1), i, {2}));
  CHECK(never(at(i, 1), at(i, 3), {2}));
  CHECK_FALSE(never(at(i, 4), i, {2}));
  CHECK_FALSE(never(indices.graph.binary(Op::Div, i, indices.constant(2), integer),
                    at(indices.graph.binary(Op::Div, i, indices.constant(2), integer), 1), {2}));
  // What is carried around a loop is another value in another iteration.
  order::NodeSpec carried;
  carried.op = Op::LoopValue;
  carried.type = integer;
  carried.symbol = "p";
  carried.version = 2;
  const NodeId p = indices.graph.intern(carried);
  CHECK_FALSE(never(at(indices.plus(p, i), 1), indices.plus(p, i), {2}));
}

TEST_CASE("what a loop writes lies below what the loop reads that goes on where it ended") {
  Indices indices;
  const NodeId i = indices.variable(1), n = indices.graph.input("n", integer), end = indices.graph.input("end", integer);
  indices.loops[1].range = {indices.constant(0), n};
  indices.loops[1].step = 4;
  indices.loops[2].range = {end, n};
  indices.loops[2].step = 1;
  indices.loops.leftBehind[indices.graph.value(end).index] = {i, n, 3};
  const NodeId j = indices.variable(2);
  const auto at = [&](NodeId base, long long offset) { return indices.plus(base, indices.constant(offset)); };
  const auto never = [&](NodeId written, NodeId other) { return frontend::neverMeet(indices.memory, written, other, {1}); };
  CHECK(never(i, j));
  CHECK(never(at(i, 3), j));
  CHECK_FALSE(never(at(i, 4), j));
  CHECK(never(at(i, 4), at(j, 1)));
  CHECK_FALSE(never(i, at(j, -4)));
  indices.memory.elementIndex = indices.variable(3); // a slice
  CHECK(never(indices.plus(i, indices.memory.elementIndex), j));
  CHECK_FALSE(never(at(indices.plus(i, indices.memory.elementIndex), 1), j));
  indices.loops[2].range = {n, n}; // from elsewhere
  CHECK_FALSE(never(i, j));
}
