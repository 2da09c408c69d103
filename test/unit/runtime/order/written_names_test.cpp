#include "runtime/order/written_names.h"

#include <doctest/doctest.h>

using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType binary32{Format::Binary32, Shape::Scalar};

/// Statements of one function: operations at places, and what the statements read by name.
struct Written {
  Procedure procedure;
  FileId file = procedure.graph.addFile("w.c");
  std::uint32_t column = 0;

  NodeId input(const char *name) { return procedure.graph.input(name, binary32); }
  NodeId operation(Op op, NodeId left, NodeId right, std::uint32_t statement, PlaceId call = {}) {
    Place place;
    place.file = file;
    place.line = statement;
    place.column = ++column;
    place.statement = statement;
    place.inlinedAt = call;
    return procedure.graph.binary(op, left, right, binary32, procedure.graph.addPlace(place));
  }
  std::string text(NodeId root, std::vector<NodeId> opened) const {
    const WrittenNames written = writtenNames(procedure, root, opened);
    InfixOptions options;
    options.forReaders = true;
    options.explicitGrouping = true;
    options.names = &written.names;
    return printInfix(procedure.graph, root, options);
  }
};

} // namespace

TEST_CASE("an operand is called what its statement calls it, operations that are shown are written out") {
  Written source;
  const NodeId sum = source.operation(Op::Add, source.input("v"), source.input("eps"), 1);    // d = v + eps
  const NodeId product = source.operation(Op::Mul, source.input("lr"), source.input("m"), 2); // t = lr * m
  const NodeId quotient = source.operation(Op::Div, product, sum, 3);                         // t / d
  source.procedure.readings.add(sum, 3, "d");
  source.procedure.readings.add(product, 3, "t");
  CHECK(source.text(quotient, {quotient}) == "t / d");
  CHECK(source.text(quotient, {product, quotient}) == "(lr * m) / d");
  const WrittenNames written = writtenNames(source.procedure, quotient, std::vector{product, quotient});
  REQUIRE(written.computed.size() == 1);
  CHECK(written.computed[0] == sum);
}

TEST_CASE("a name that the root's statement does not use holds in the statement of its operation") {
  Written source;
  const NodeId sum = source.operation(Op::Add, source.input("a"), source.input("b"), 1);
  const NodeId product = source.operation(Op::Mul, sum, source.input("m"), 2);
  const NodeId quotient = source.operation(Op::Div, product, source.input("c"), 3);
  source.procedure.readings.add(sum, 2, "s");
  source.procedure.readings.add(product, 3, "t");
  CHECK(source.text(quotient, {product, quotient}) == "(s * m) / c");
}

TEST_CASE("two values never have one name") {
  Written source;
  const NodeId older = source.operation(Op::Add, source.input("a"), source.input("b"), 1);
  const NodeId product = source.operation(Op::Mul, older, source.input("m"), 2);
  const NodeId newer = source.operation(Op::Add, older, source.input("k"), 3);
  const NodeId quotient = source.operation(Op::Div, product, newer, 4);
  source.procedure.readings.add(older, 2, "x");
  source.procedure.readings.add(newer, 4, "x");
  CHECK(source.text(quotient, {product, quotient}) == "((a + b) * m) / x");
  // A leaf that is shown keeps its name against a value that is called so too.
  const NodeId other = source.operation(Op::Div, source.operation(Op::Mul, source.input("x"), source.input("m"), 5), newer, 5);
  source.procedure.readings.add(newer, 5, "x");
  CHECK(source.text(other, {other}) == "(x * m) / (a + b + k)");
}

TEST_CASE("an element that was written is not confused with what lay there before") {
  Written source;
  const NodeId i = source.procedure.graph.input("i", {Format::Integer, Shape::Scalar});
  const NodeId index[] = {i};
  NodeSpec element;
  element.op = Op::Element;
  element.type = binary32;
  element.symbol = "a";
  element.operands = index;
  const NodeId before = source.procedure.graph.intern(element);
  const NodeId after = source.operation(Op::Add, before, source.input("k"), 1);
  const NodeId product = source.operation(Op::Mul, before, source.input("m"), 2);
  const NodeId quotient = source.operation(Op::Div, product, after, 3);
  source.procedure.readings.add(after, 3, "a[i]");
  CHECK(source.text(quotient, {product, quotient}) == "(a[i] * m) / (a[i] + k)");
  const NodeId alone = source.operation(Op::Div, source.input("c"), after, 4);
  source.procedure.readings.add(after, 4, "a[i]");
  CHECK(source.text(alone, {alone}) == "c / a[i]");
}

TEST_CASE("names of an inlined function are none of its caller's") {
  Written source;
  Place callPlace;
  callPlace.file = source.file;
  callPlace.line = callPlace.statement = 9;
  const PlaceId call = source.procedure.graph.addPlace(callPlace);
  const NodeId sum = source.operation(Op::Add, source.input("a"), source.input("b"), 1);
  const NodeId inside = source.operation(Op::Mul, sum, source.input("c"), 2, call);
  source.procedure.readings.add(sum, 2, "parameter");
  const NodeId root = source.operation(Op::Div, inside, source.input("d"), 3);
  CHECK(source.text(root, {inside, root}) == "((a + b) * c) / d");
}
