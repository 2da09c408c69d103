// What of a procedure an order reaches.
#include "runtime/evidence/slice.h"

#include "runtime/evidence/judgement.h"
#include "runtime/order/assembled.h"
#include "runtime/order/traversal.h"
#include "test/unit/runtime/evidence/written_candidate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

using namespace fporder;
using namespace fporder::evidence;
using order::NodeId;
using order::Op;
using test::WrittenCandidate;

TEST_CASE("slice: what is computed from an order is looked at where it leaves the function") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  made.returned(made.graph.binary(Op::Add, made.written, made.parse("d"), test::binary32));
  made.returned(made.parse("e"));
  const Slice slice = made.slice();
  REQUIRE(slice.points.size() == 1);
  CHECK(slice.points[0].what == "the result");
  CHECK(order::printInfix(slice.graph, slice.points[0].written) == "a * b / c + d");
  CHECK(order::printInfix(slice.graph, slice.points[0].others.at(0)) == "a * (b / c) + d");
  CHECK(slice.leaves.size() == 4);
}

TEST_CASE("slice: users of a value") {
  const WrittenCandidate made("a * b / c", {});
  const NodeId product = made.graph.operand(made.written, 0);
  const Slicer slicer(made.procedure);
  REQUIRE(slicer.usersOf(product).size() == 1);
  CHECK(slicer.usersOf(product)[0] == made.written);
  CHECK(slicer.usersOf(made.written).empty());
}

TEST_CASE("slice: inputs are numbered as they occur, in whatever order the source makes them") {
  const auto numbers = [](const std::string &first) {
    WrittenCandidate made(first, {});
    made.written = made.parse("a * b / (c * c + 1)");
    made.others = {made.parse("a * (b / (c * c + 1))")};
    made.returned(made.written);
    const Slice slice = made.slice();
    std::map<std::string, std::uint64_t> known;
    for (const auto &[leaf, facts] : slice.leaves)
      known[std::string(slice.graph.symbol(NodeId{leaf}))] = facts.identity;
    return known;
  };
  CHECK(numbers("a * b") == numbers("c * c"));
}

TEST_CASE("slice: comparisons and conversions to integers decide") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  const NodeId sides[]{made.written, made.parse("d")};
  const NodeId compared = made.graph.intern({.op = Op::Compare, .type = test::boolean, .operands = sides, .symbol = "<"});
  made.procedure.effects.push_back({order::Effect::Kind::Condition, compared, "", {}});
  made.returned(made.graph.cast(made.written, test::integer));
  const Slice slice = made.slice();
  CHECK(test::pointsOf(slice, Point::Kind::Decision) == 2);
  CHECK(test::pointsOf(slice, Point::Kind::Output) == 0);
}

TEST_CASE("slice: a conversion of what was rounded to an integral value decides nothing") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  const NodeId up = made.graph.call("ceil", {&made.written, 1}, test::binary32);
  const NodeId nearest = made.graph.call("rint", {&up, 1}, test::binary32);
  made.returned(made.graph.cast(nearest, test::integer));
  const Slice slice = made.slice();
  REQUIRE(test::pointsOf(slice, Point::Kind::Decision) == 1);
  CHECK(order::printInfix(slice.graph, slice.points[0].written) == "ceil(a * b / c)");
}

TEST_CASE("slice: what is made of whole numbers alone decides nothing") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  const NodeId down = made.graph.call("floor", {&made.written, 1}, test::binary32);
  made.returned(made.graph.cast(made.graph.binary(Op::Add, down, made.parse("1"), test::binary32), test::integer));
  const Slice slice = made.slice();
  REQUIRE(test::pointsOf(slice, Point::Kind::Decision) == 1);
  CHECK(order::printInfix(slice.graph, slice.points[0].written) == "floor(a * b / c)");
}

TEST_CASE("slice: the last bits of an order leave as they are, or through terms and choices") {
  const auto leaves = [](const auto &leave, bool onDevice = false) {
    WrittenCandidate made("a * b / c", {"a * (b / c)"});
    made.procedure.onDevice = onDevice;
    leave(made);
    return Slicer(made.procedure).leavesAsElement(made.written);
  };
  const auto through = [](Op op) {
    return [=](WrittenCandidate &made) { made.returned(made.graph.binary(op, made.written, made.parse("d"), test::binary32)); };
  };
  CHECK(leaves([](WrittenCandidate &made) { made.returned(made.written); }));
  CHECK(leaves(through(Op::Sub)));
  CHECK(leaves(through(Op::Max)));
  CHECK(!leaves(through(Op::Mul)));
  CHECK(leaves([](WrittenCandidate &made) { made.returned(made.graph.binary(Op::Mul, made.written, made.parse("2"), test::binary32)); }));
  CHECK(!leaves([](WrittenCandidate &made) { made.returned(made.graph.binary(Op::Mul, made.written, made.parse("3"), test::binary32)); }));
  const auto argument = [](WrittenCandidate &made) { made.procedure.effects.push_back({order::Effect::Kind::Argument, made.written, "f", {}}); };
  CHECK(!leaves(argument));
  const auto stored = [](order::Storage::Kind kind) {
    return [=](WrittenCandidate &made) {
      order::Effect effect{order::Effect::Kind::Store, made.written, "r[i]", {}};
      effect.storage = made.graph.addStorage({.kind = kind, .number = 7, .name = "r"});
      effect.indices = {made.graph.input("i", test::integer)};
      made.procedure.effects.push_back(effect);
    };
  };
  CHECK(leaves(stored(order::Storage::Kind::Parameter), true));
  CHECK(!leaves(stored(order::Storage::Kind::Variable), true)); // what becomes of that is for other stores to say
}

TEST_CASE("slice: a sum that is stored to what it takes up is a state, in binary32 and narrower") {
  WrittenCandidate made("lr * m / d", {"lr * (m / d)"});
  test::subtractFromElement(made, "w", made.written);
  CHECK(test::pointsOf(made.slice(), Point::Kind::State) == 1);
  CHECK(test::pointsOf(made.slice(), Point::Kind::Output) == 1);
  WrittenCandidate elsewhere("lr * m / d", {"lr * (m / d)"});
  elsewhere.returned(elsewhere.graph.binary(Op::Sub, elsewhere.parse("w"), elsewhere.written, test::binary32));
  CHECK(test::pointsOf(elsewhere.slice(), Point::Kind::State) == 0);
  WrittenCandidate constant("m / 3", {"m * (1 / 3)"});
  test::subtractFromElement(constant, "w", constant.written);
  CHECK(test::pointsOf(constant.slice(), Point::Kind::State) == 0); // an operand is constant
  CHECK(Slicer(made.procedure).isAddedToState(made.written));
  CHECK(!Slicer(elsewhere.procedure).isAddedToState(elsewhere.written));
}

TEST_CASE("slice: a state takes up the last bits of its terms and their factors, in the format of the terms") {
  const auto states = [](const auto &term, order::ValueType held = test::binary32) {
    WrittenCandidate made("m / d / c", {"m / (d * c)"});
    test::subtractFromElement(made, "w", term(made), held);
    return test::pointsOf(made.slice(), Point::Kind::State);
  };
  const auto times = [](WrittenCandidate &made, NodeId factor) { return made.graph.binary(Op::Mul, made.parse("lr"), factor, test::binary32); };
  CHECK(states([&](WrittenCandidate &made) { return times(made, made.written); }) == 1);
  CHECK(states([&](WrittenCandidate &made) { return times(made, made.graph.binary(Op::Add, made.written, made.parse("e"), test::binary32)); }) == 0);
  constexpr order::ValueType half{format::Format::Binary16, order::Shape::Scalar};
  CHECK(states([&](WrittenCandidate &made) { return made.graph.cast(made.written, half); }, half) == 0);
}

TEST_CASE("slice: a call without a model is a value of its own, but not in an order itself") {
  WrittenCandidate made("mystery(a) * b / c", {"mystery(a) * (b / c)"});
  made.returned(made.written);
  CHECK(made.slice().notEvaluated == "");
  CHECK(made.slice().points.size() == 1);
  WrittenCandidate order("mystery(a)", {"a"});
  order.returned(order.written);
  CHECK(order.slice().points.empty());
  CHECK(order.slice().notEvaluated != "");
}

TEST_CASE("slice: of a vector that is stored the numbers that an order reaches are looked at") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  const NodeId parts[]{made.parse("d"), made.graph.unary(Op::Neg, made.written, test::binary32)};
  made.returned(made.graph.call(order::assembledLanes, parts, {format::Format::Binary32, order::Shape::Lanes}));
  const Slice slice = made.slice();
  REQUIRE(slice.points.size() == 1);
  CHECK(order::printInfix(slice.graph, slice.points[0].written) == "-(a * b / c)");
}

TEST_CASE("slice: values that are used again and again take no time") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  NodeId sum = made.written;
  for (int level = 0; level < 60; ++level) // 2^60 paths
    sum = made.graph.binary(Op::Add, sum, sum, test::binary32);
  test::subtractFromElement(made, "w", sum);
  CHECK(test::pointsOf(made.slice(), Point::Kind::State) == 1);
}

TEST_CASE("slice: conditions on the way bound the inputs that they concern") {
  WrittenCandidate made("log(1 + x)", {"log1p(x)"});
  made.returned(made.written);
  const Slice slice = made.slice(made.parse("x > 2 && n < 5"));
  REQUIRE(slice.leaves.size() == 1);
  CHECK(slice.leaves.begin()->second.bounds.low == 2);
  CHECK(slice.leaves.begin()->second.argument);
  CHECK(slice.conditions.size() == 1);
}

TEST_CASE("slice: a condition that asks what is not followed for an order's input leaves nothing evaluated") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  made.returned(made.written);
  CHECK(made.slice(made.parse("mystery(a) > 2")).points.empty());
  CHECK(made.slice(made.parse("mystery(a) > 2")).notEvaluated == "a condition on the way to it cannot be evaluated");
  CHECK(made.slice(made.parse("mystery(d) > 2")).points.size() == 1);
  const NodeId unseen = made.parse("p");
  made.procedure.madeFrom[made.graph.value(unseen).index] = {made.parse("c")};
  CHECK(made.slice(made.parse("p > 2")).points.empty());
  made.procedure.madeFrom[made.graph.value(unseen).index] = {made.parse("d")};
  CHECK(made.slice(made.parse("p > 2")).points.size() == 1);
  WrittenCandidate taken("mystery(a) * b / c", {"mystery(a) * (b / c)"}); // one value in the order and in the condition
  taken.returned(taken.written);
  CHECK(taken.slice(taken.parse("mystery(a) > 2")).points.size() == 1);
}

TEST_CASE("slice: an output under such a condition is left out, others are not") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  made.returned(made.written);
  made.returned(made.graph.binary(Op::Add, made.written, made.parse("d"), test::binary32));
  made.procedure.effects.back().guard = made.parse("mystery(a) > 2");
  const Slice slice = made.slice();
  REQUIRE(slice.points.size() == 1);
  CHECK(order::printInfix(slice.graph, slice.points[0].written) == "a * b / c");
}

TEST_CASE("slice: inputs of one format and kind are pairs, angles are known by what is taken of them") {
  WrittenCandidate made("sin(a) * b - sin(c)", {"b * sin(a) - sin(c)"});
  made.returned(made.written);
  const Slice slice = made.slice();
  CHECK(slice.pairs.size() == 3);
  CHECK(std::ranges::count_if(slice.leaves, [](const auto &leaf) { return leaf.second.angle; }) == 2);
  CHECK(slice.loops.empty());
}

TEST_CASE("slice: the weight of a mean is a fraction") {
  const auto fractions = [](const char *expression, const char *other) {
    WrittenCandidate made(expression, {other});
    made.returned(made.written);
    const Slice slice = made.slice();
    return std::ranges::count_if(slice.leaves, [](const auto &leaf) { return leaf.second.bounds.low == 0 && leaf.second.bounds.high == 1; });
  };
  CHECK(fractions("w * m + (1 - w) * g", "m * w + (1 - w) * g") == 1);
  CHECK(fractions("(1 - w) * g * g + w * v", "(1 - w) * (g * g) + w * v") == 1);
  CHECK(fractions("m + (1 - w) * (g - m)", "(1 - w) * (g - m) + m") == 1);
  CHECK(fractions("fma(w, m, (1 - w) * g)", "w * m + (1 - w) * g") == 1);
  CHECK(fractions("(2 - w) * g + w * m", "w * m + (2 - w) * g") == 0);
  CHECK(fractions("(1 - w) * g + u * m", "u * m + (1 - w) * g") == 0);
}

TEST_CASE("slice: what a loop carries in a way that is not followed is an input, another one in each iteration") {
  WrittenCandidate made("0", {});
  order::Graph &graph = made.graph;
  const NodeId k = graph.intern({.op = Op::LoopValue, .type = test::integer, .symbol = "k", .version = 4});
  const NodeId x = graph.intern({.op = Op::Element, .type = test::binary32, .operands = {&k, 1}, .symbol = "x"});
  const NodeId m = graph.intern({.op = Op::LoopValue, .type = test::binary32, .symbol = "m", .version = 4});
  made.procedure.notHeld[graph.value(k).index] = made.procedure.notHeld[graph.value(m).index] = "carried";
  const NodeId product = graph.binary(Op::Mul, x, m, test::binary32), b = made.parse("b"), c = made.parse("c");
  made.written = graph.binary(Op::Div, graph.binary(Op::Mul, product, b, test::binary32), c, test::binary32);
  made.others = {graph.binary(Op::Mul, product, graph.binary(Op::Div, b, c, test::binary32), test::binary32)};
  made.returned(made.written);
  const Slice slice = made.slice();
  CHECK(slice.notEvaluated == "");
  REQUIRE(slice.points.size() == 1);
  CHECK(slice.leaves.size() == 4); // x[k], m, b and c
  CHECK(evidence::judge(slice).notEvaluated == "");
  const NodeId sides[]{m, b};
  const NodeId asks = graph.intern({.op = Op::Compare, .type = test::boolean, .operands = sides, .symbol = "<"});
  CHECK(made.slice(asks).notEvaluated == "a condition on the way to it cannot be evaluated"); // m may depend on b
}

TEST_CASE("slice: where an order meets what a loop carries in such a way is no place to look at") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  const NodeId best = made.graph.intern({.op = Op::LoopValue, .type = test::binary32, .symbol = "best", .version = 4});
  made.procedure.notHeld[made.graph.value(best).index] = "carried";
  const NodeId sides[]{made.written, best};
  made.returned(made.graph.binary(Op::Add, made.written, best, test::binary32));
  made.returned(made.graph.intern({.op = Op::Compare, .type = test::boolean, .operands = sides, .symbol = "<"}));
  CHECK(made.slice().points.empty());
  CHECK(made.slice().notEvaluated == "it meets a value that a loop carries in a way that is not followed");
  made.returned(made.written);
  CHECK(made.slice().points.size() == 1);
}
