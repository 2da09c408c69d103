#include "runtime/order/graph.h"

#include "random_expressions.h"
#include "runtime/order/traversal.h"

#include <doctest/doctest.h>

#include <ctime>

using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType binary32{Format::Binary32, Shape::Scalar};
constexpr ValueType binary64{Format::Binary64, Shape::Scalar};

PlaceId placeAt(Graph &graph, std::uint32_t line, std::uint32_t statement = 0) {
  Place place;
  place.line = line;
  place.statement = statement;
  return graph.addPlace(place);
}

Environment contracting(Contraction contraction) {
  Environment environment;
  environment.contraction = contraction;
  return environment;
}

} // namespace

TEST_CASE("nodes are one per operation and place, values one per value") {
  Graph graph;
  const NodeId a = graph.input("a", binary32), b = graph.input("b", binary32);
  const PlaceId first = placeAt(graph, 1), second = placeAt(graph, 2);
  const NodeId sum = graph.binary(Op::Add, a, b, binary32, first);
  CHECK(graph.binary(Op::Add, a, b, binary32, first) == sum);
  CHECK(graph.binary(Op::Add, a, b, binary32, second) != sum);
  CHECK(graph.sameValue(graph.binary(Op::Add, a, b, binary32, second), sum));
  CHECK(graph.sameValue(graph.binary(Op::Add, b, a, binary32, second), sum));
  CHECK_FALSE(graph.sameValue(graph.binary(Op::Add, b, a, binary64, second), sum));
  CHECK_FALSE(graph.sameValue(graph.binary(Op::Sub, a, b, binary32), graph.binary(Op::Sub, b, a, binary32)));
  CHECK_FALSE(graph.sameValue(a, graph.input("a", binary32, {}, 1)));
  CHECK(placeAt(graph, 1) == first);
}

TEST_CASE("comparisons turned around are one value") {
  Graph graph;
  const NodeId both[]{graph.input("a", binary32), graph.input("b", binary32)};
  const NodeId swapped[]{both[1], both[0]};
  const auto compare = [&](std::string_view symbol, std::span<const NodeId> operands) {
    return graph.intern({.op = Op::Compare, .type = {Format::Boolean, Shape::Scalar}, .operands = operands, .symbol = symbol});
  };
  CHECK(graph.sameValue(compare("<", both), compare(">", swapped)));
  CHECK(graph.sameValue(compare(">=", both), compare("<=", swapped)));
  CHECK(graph.sameValue(compare("==", both), compare("==", swapped)));
  CHECK_FALSE(graph.sameValue(compare("<", both), compare("<", swapped)));
}

TEST_CASE("the environment is part of a value only where it can change bits") {
  Graph graph;
  const NodeId a = graph.input("a", binary32), b = graph.input("b", binary32), c = graph.input("c", binary32);
  const Environment off, on = contracting(Contraction::Statement), fast = contracting(Contraction::Fast);
  const NodeId plain = graph.binary(Op::Mul, a, b, binary32, {}, off), product = graph.binary(Op::Mul, a, b, binary32, {}, on);
  CHECK(product != plain);
  CHECK(graph.sameValue(product, plain));
  const NodeId sum = graph.binary(Op::Add, product, c, binary32, {}, on);
  CHECK_FALSE(graph.sameValue(sum, graph.binary(Op::Add, plain, c, binary32, {}, off)));
  CHECK(graph.sameValue(sum, graph.binary(Op::Add, c, product, binary32, {}, on)));
  CHECK(graph.sameValue(graph.binary(Op::Add, a, c, binary32, {}, on), graph.binary(Op::Add, a, c, binary32, {}, off)));
  // Two candidate products: which one is fused depends on the position.
  const NodeId other = graph.binary(Op::Mul, b, c, binary32, {}, on);
  CHECK_FALSE(graph.sameValue(graph.binary(Op::Add, product, other, binary32, {}, on), graph.binary(Op::Add, other, product, binary32, {}, on)));
  // Across statements only "fast" fuses.
  const PlaceId one = placeAt(graph, 1, 1), two = placeAt(graph, 2, 2);
  const auto apart = [&](const Environment &environment) {
    return graph.binary(Op::Add, graph.binary(Op::Mul, a, b, binary32, one, environment), c, binary32, two, environment);
  };
  const NodeId separate = graph.binary(Op::Add, plain, c, binary32, {}, off);
  CHECK(graph.sameValue(apart(on), separate));
  CHECK_FALSE(graph.sameValue(apart(fast), separate));
  Environment strict;
  strict.strict = true;
  CHECK(graph.sameValue(graph.binary(Op::Div, a, b, binary32, {}, strict), graph.binary(Op::Div, a, b, binary32)));
  Environment reassociating;
  reassociating.reassociate = true;
  CHECK_FALSE(graph.sameValue(graph.binary(Op::Add, a, b, binary32, {}, reassociating), graph.binary(Op::Add, a, b, binary32)));
}

TEST_CASE("dependence on a loop") {
  Graph graph;
  const ValueType integer{Format::Integer, Shape::Scalar};
  const NodeId i = graph.intern({.op = Op::LoopIndex, .type = integer, .symbol = "i", .version = graph.freshLoop()});
  const std::uint32_t loop = graph[i].version;
  CHECK(graph.freshLoop() == loop + 1);
  const NodeId element = graph.intern({.op = Op::Element, .type = binary32, .operands = {&i, 1}, .symbol = "a"});
  const NodeId zero = graph.constant(Number(), binary32);
  const NodeId operands[]{zero, element};
  const Reduction reduction{ReductionKind::Sum, Schedule::Sequential, 0, loop};
  const NodeId sum = graph.intern({.op = Op::Reduce, .type = binary32, .operands = operands, .reduction = &reduction});
  CHECK(dependsOnLoop(graph, element, loop));
  CHECK_FALSE(dependsOnLoop(graph, element, loop + 1));
  CHECK_FALSE(dependsOnLoop(graph, sum, loop));
  CHECK(graph.mentionsLoop(sum));
  CHECK(dependsOnLoop(graph, graph.binary(Op::Mul, sum, element, binary32), loop));
}

TEST_CASE("what a graph hands out stays valid while it grows") {
  Graph graph;
  const NodeId a = graph.input("name of a leaf that needs the heap", binary64), b = graph.input("b", binary64);
  const NodeId sum = graph.binary(Op::Add, a, b, binary64);
  const std::string_view symbol = graph.symbol(a);
  const std::span<const NodeId> operands = graph.operands(sum);
  NodeId last = sum;
  for (int count = 0; count < 50'000; ++count)
    last = graph.withOperands(sum, graph.operands(graph.binary(Op::Mul, last, graph.input("v" + std::to_string(count), binary64), binary64)));
  CHECK(symbol == "name of a leaf that needs the heap");
  CHECK(operands[0] == a);
  CHECK(operands[1] == b);
}

TEST_CASE("leaves of one spelling and two storages are two values") {
  Graph graph;
  const StorageId outer = graph.addStorage({Storage::Kind::Variable, {}, 1}), inner = graph.addStorage({Storage::Kind::Variable, {}, 2});
  CHECK(graph.addStorage({Storage::Kind::Variable, {}, 1}) == outer);
  const auto leaf = [&](StorageId storage) { return graph.intern({.op = Op::Input, .type = binary32, .symbol = "s", .storage = storage}); };
  CHECK(leaf(outer) == leaf(outer));
  CHECK_FALSE(graph.sameValue(leaf(outer), leaf(inner)));
  CHECK_FALSE(graph.sameValue(leaf(outer), graph.input("s", binary32)));
  CHECK(graph.storage(leaf(inner)) == inner);
  CHECK_FALSE(graph.storage(graph.input("s", binary32)));
  CHECK(graph.withOperands(leaf(inner), {}) == leaf(inner));
}

TEST_CASE("elements, and what a loop carries of them, are in one array") {
  Graph graph;
  const StorageId a = graph.addStorage({Storage::Kind::Parameter, {}, 1}), b = graph.addStorage({Storage::Kind::Parameter, {}, 2});
  const auto part = [&](Storage::Kind kind, StorageId of, std::uint64_t number = 0, std::string name = {}) {
    return graph.addStorage({kind, of, number, nullptr, std::move(name)});
  };
  const StorageId pointed = part(Storage::Kind::Pointee, a), element = part(Storage::Kind::Element, pointed);
  const StorageId x = part(Storage::Kind::Member, element, 0, "x"), y = part(Storage::Kind::Member, element, 0, "y");
  CHECK(inOneArray(graph, x, y));
  CHECK(inOneArray(graph, element, part(Storage::Kind::Carried, part(Storage::Kind::At, element, 7))));
  CHECK_FALSE(inOneArray(graph, element, part(Storage::Kind::Element, part(Storage::Kind::Pointee, b))));
  const StorageId left = part(Storage::Kind::Member, b, 0, "left"), right = part(Storage::Kind::Member, b, 0, "right");
  CHECK_FALSE(inOneArray(graph, left, right));
  CHECK(inOneArray(graph, part(Storage::Kind::Element, left), left));
  CHECK(rootOf(graph, x).kind == Storage::Kind::Pointee);
}

TEST_CASE("commuted operands give the same value") {
  const unsigned cases = propertyCases(100'000, 5'000);
  for (unsigned seed = 0; seed < cases; ++seed) {
    Graph graph;
    RandomExpressions expressions(graph, seed, {});
    const NodeId root = expressions.expression();
    std::vector<NodeId> mirror(graph.size());
    for (const NodeId node : reachable(graph, root, [](NodeId) { return false; })) {
      std::vector<NodeId> operands;
      for (const NodeId operand : graph.operands(node))
        operands.push_back(mirror[operand.index]);
      const Contraction contraction = graph.environment(node).contraction;
      if (isCommutative(graph[node].op, graph.symbol(node)) && contraction == Contraction::Off && expressions.below(2) != 0)
        std::swap(operands[0], operands[1]);
      if (graph[node].op == Op::Fma && expressions.below(2) != 0)
        std::swap(operands[0], operands[1]);
      mirror[node.index] = graph.withOperands(node, operands);
    }
    if (!graph.sameValue(root, mirror[root.index]))
      FAIL("seed " << seed);
  }
  MESSAGE(cases << " of 100000 random expressions (FPORDER_FULL=1 runs all)");
}

TEST_CASE("building 36,000 operations in 3,000 graphs") {
  const std::clock_t start = std::clock();
  std::size_t nodes = 0;
  for (int function = 0; function < 3'000; ++function) {
    Graph graph;
    const FileId file = graph.addFile("kernel.cpp");
    NodeId value = graph.input("x", binary32);
    for (std::uint32_t operation = 0; operation < 12; ++operation) {
      Place place;
      place.file = file;
      place.line = operation;
      value = graph.binary(operation % 2 != 0 ? Op::Mul : Op::Add, value, graph.input(operation % 3 != 0 ? "y" : "z", binary32), binary32,
                           graph.addPlace(place));
    }
    nodes += graph.size();
  }
  MESSAGE(nodes << " nodes in " << 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC << " ms of CPU time");
  CHECK(nodes == 3'000 * 15);
}
