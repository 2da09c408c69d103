#include "written_procedure.h"

#include <algorithm>

using namespace fporder;
using namespace fporder::conform;

TEST_CASE("the same operations in the same order are the same, whatever commutes") {
  CHECK(comparedFormulas("w - lr * (m / (sqrt(v) + eps))", "w - m / (eps + sqrt(v)) * lr").verdict == Verdict::SameOrder);
  CHECK(comparedFormulas("2 * a / c", "2 * (a / c)").verdict == Verdict::SameOrder);
}

TEST_CASE("a product formed before the division departs from one formed behind it") {
  const Conformance found = comparedFormulas("w - lr * m / (sqrt(v) + eps)", "w - lr * (m / (sqrt(v) + eps))");
  CHECK(found.verdict == Verdict::DifferentOrder);
  CHECK(found.difference == "multiply-then-divide");
  CHECK(found.expression == "(lr * m) / (sqrt(v) + eps)");
  CHECK(found.referenceExpression == "lr * (m / (sqrt(v) + eps))");
  REQUIRE(found.measured);
  CHECK(found.measured->samples > 50);
  CHECK(found.measured->share > 0);
  CHECK(comparedFormulas("a / c * b", "a * b / c").difference == "divide-then-multiply");
  CHECK(comparedFormulas("a * (1 / c)", "a / c").difference == "reciprocal");
  CHECK(comparedFormulas("a * b * c", "a * (b * c)").difference == "product-grouping");
  CHECK(comparedFormulas("a + b + c", "a + (b + c)").difference == "sum-grouping");
  CHECK(comparedFormulas("a + t * (b - a)", "(1 - t) * a + t * b").difference == "factored");
}

TEST_CASE("another formula needs a point that separates the two") {
  const Conformance found = comparedFormulas("w - lr * m / sqrt(v + eps)", "w - lr * m / (sqrt(v) + eps)");
  CHECK(found.verdict == Verdict::DifferentFormula);
  CHECK(found.message.find("at ") != std::string::npos);
  // Equal, and not shown so: no point separates them.
  CHECK(comparedFormulas("sin(2 * x)", "2 * sin(x) * cos(x)").verdict == Verdict::Undecided);
}

TEST_CASE("formats, contraction and the platforms' operators are no order") {
  CHECK(comparedFormulas("fma(a, b, c)", "a * b + c").verdict == Verdict::DifferentOperators);
  CHECK(comparedFormulas("a / b", "a / b", "opencl", "cpu").verdict == Verdict::DifferentOperators);
  CHECK(comparedFormulas("a / b", "a / b", "cuda", "cpu").verdict == Verdict::SameOrder);
  CHECK(comparedFormulas("exp(a)", "exp(a)", "cuda", "cpu").verdict == Verdict::DifferentOperators);
  CHECK(comparedFormulas("exp(a)", "exp(a)", "torch-cuda", "cuda").verdict == Verdict::SameOrder);
  CHECK(comparedFormulas("cast<binary32>(cast<binary16>(a * b))", "a * b").verdict == Verdict::DifferentOperators);
}

TEST_CASE("a sum in another schedule is a different schedule") {
  const Conformance tiled = comparedFormulas("sum(t, sum(k, x[16 * t + k], 0, 16), 0, n / 16)", "sum(i, x[i], 0, n)");
  INFO(tiled.message);
  CHECK(tiled.verdict == Verdict::DifferentSchedule);
  REQUIRE(!tiled.assumed.empty());
  CHECK(tiled.assumed[0].find("multiple of 16") != std::string::npos);
  CHECK(comparedFormulas("sum<pairwise>(i, x[i], 0, n)", "sum(i, x[i], 0, n)").verdict == Verdict::DifferentSchedule);
  CHECK(comparedFormulas("sum(i, x[i], 0, n)", "sum(j, x[j], 0, n)").verdict == Verdict::SameOrder);
  // Without counts nothing is known to be the same range.
  CHECK(comparedFormulas("sum(i, x[i])", "sum(i, x[i])").verdict == Verdict::Undecided);
}

TEST_CASE("an order inside of a sum's terms is an order") {
  const Conformance found = comparedFormulas("sum(i, x[i] * a / b, 0, n)", "sum(i, x[i] * (a / b), 0, n)");
  CHECK(found.verdict == Verdict::DifferentOrder);
  CHECK(comparedFormulas("sum(i, x[i] * x[i], 0, n) / n", "sum(i, x[i] * x[i], 0, n) / (n - 1)").verdict == Verdict::DifferentFormula);
}

TEST_CASE("inputs match by name, then by position, then by equality") {
  CHECK(comparedFormulas("learning_rate * m", "m * learningRate").verdict == Verdict::SameOrder);
  const Conformance position = comparedFormulas("a + t * (b - a)", "x + w * (y - x)");
  CHECK(position.verdict == Verdict::SameOrder);
  CHECK(!position.assumed.empty());
  // By name they differ, by position they do not: the user says.
  const Conformance open = comparedFormulas("a - b", "b - a");
  CHECK(open.verdict == Verdict::Undecided);
  CHECK(open.settle.find("// fporder: input") == 0);
}

TEST_CASE("values that are not known decide nothing") {
  order::Procedure ours = returning("x * y"), theirs = returning("x * y");
  const order::NodeId operands[]{ours.effects[0].node, ours.graph.intern({.op = order::Op::Opaque, .type = binary32, .symbol = "call()"})};
  ours.effects[0].node = ours.graph.binary(order::Op::Add, operands[0], operands[1], binary32);
  const std::vector<Conformance> all = compare({{&ours, findProfile("cpu")}, {&theirs, findProfile("cpu")}, {}});
  REQUIRE(all.size() == 1);
  CHECK(all[0].verdict == Verdict::Undecided);
}

TEST_CASE("a long computation differs in one part, roots beside it or not") {
  std::string implementation = "a", reference = "a";
  for (int i = 0; i < 60; ++i) {
    const std::string name = "x" + std::to_string(i);
    const std::string root = " + sqrt(" + name + " * " + name + " + b)";
    implementation += i == 30 ? " + b * " + name + " / c" : root;
    reference += i == 30 ? " + b * (" + name + " / c)" : root;
  }
  const Conformance found = comparedFormulas(implementation, reference);
  CHECK(found.verdict == Verdict::DifferentOrder);
  CHECK(found.difference == "multiply-then-divide");
  CHECK(found.expression == "(b * x30) / c");
}

TEST_CASE("a negated factor is a difference") {
  CHECK(comparedFormulas("w - lr * m / d", "w + (-lr * m) / d").verdict == Verdict::SameOrder);
  CHECK(comparedFormulas("w - lr * m / d", "w + -lr * (m / d)").difference == "multiply-then-divide");
  CHECK(comparedFormulas("a * -2 + b", "b - a * 2").verdict == Verdict::SameOrder);
}

TEST_CASE("what rounds an input before it uses it has an input of that format") {
  order::Procedure ours = returning("x * y"), theirs;
  const order::NodeId wide = theirs.graph.input("x", {format::Format::Binary64});
  const order::NodeId rounded = theirs.graph.unary(order::Op::Cast, wide, binary32);
  order::Effect &effect = theirs.effects.emplace_back();
  effect.kind = order::Effect::Kind::Return;
  effect.node = theirs.graph.binary(order::Op::Mul, rounded, theirs.graph.input("y", binary32), binary32);
  const auto compared = [&] { return compare({{&ours, findProfile("cpu")}, {&theirs, findProfile("numpy")}, {}}).at(0); };
  const Conformance same = compared();
  CHECK(same.verdict == Verdict::SameOrder);
  REQUIRE(same.assumed.size() == 1);
  CHECK(same.assumed[0] == "the reference rounds 'x' from binary64 to binary32, the implementation is given that number");
  // Negated before it is rounded it is the same number, negated.
  ours = returning("-(x * y)");
  effect.node = theirs.graph.binary(
      order::Op::Mul, theirs.graph.unary(order::Op::Cast, theirs.graph.unary(order::Op::Neg, wide, {format::Format::Binary64}), binary32),
      theirs.graph.input("y", binary32), binary32);
  CHECK(compared().verdict == Verdict::SameOrder);
  // Rounded after an operation it is another number.
  const order::NodeId twice = theirs.graph.binary(order::Op::Add, wide, wide, {format::Format::Binary64});
  effect.node = theirs.graph.unary(order::Op::Cast, twice, binary32);
  ours = returning("x + x");
  const Conformance other = compared();
  CHECK(other.verdict == Verdict::DifferentOperators);
  CHECK(other.difference == "formats");
}

TEST_CASE("members of structures are matched by their names alone") {
  const auto storing = [](const char *member, std::string_view formula) {
    order::Procedure procedure = returning(formula);
    order::Effect &effect = procedure.effects.front();
    effect.kind = order::Effect::Kind::Store;
    order::Storage parameter, pointee, part;
    parameter.kind = order::Storage::Kind::Parameter;
    parameter.name = "y";
    pointee.kind = order::Storage::Kind::Pointee;
    pointee.of = procedure.graph.addStorage(parameter);
    part.kind = order::Storage::Kind::Member;
    part.of = procedure.graph.addStorage(pointee);
    part.name = member;
    effect.storage = procedure.graph.addStorage(part);
    effect.target = std::string("y->") + member;
    return procedure;
  };
  const auto verdict = [&](const char *ours, const char *theirs) {
    order::Procedure one = storing(ours, "a - b"), other = storing(theirs, "a + b");
    const std::vector<Conformance> all = compare({{&one, findProfile("cpu")}, {&other, findProfile("cpu")}, {}});
    REQUIRE(all.size() == 1);
    return all[0].verdict;
  };
  CHECK(verdict("d", "d") == Verdict::DifferentFormula);
  CHECK(verdict("d", "q") == Verdict::Undecided);
}

TEST_CASE("a number that one side rounds is no other formula") {
  const auto against = [](std::string_view reference) {
    constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar};
    order::Procedure ours = returning("sqrt(0.636619772) * x + 1"), theirs = returning(reference, binary64);
    const std::vector<Conformance> all = compare({{&ours, findProfile("cpu")}, {&theirs, findProfile("cpu")}, {}});
    REQUIRE(all.size() == 1);
    return all[0];
  };
  const Conformance rounded = against("1 + sqrt(0.63661977236758134) * x");
  CHECK(rounded.verdict == Verdict::DifferentOperators);
  CHECK(std::ranges::find(rounded.assumed, "numbers in the sources are compared as binary32 rounds them") != rounded.assumed.end());
  CHECK(against("1 + sqrt(0.6366196) * x").verdict == Verdict::DifferentFormula);
}

TEST_CASE("a choice by a comparison is the greater or lesser value, but for NaN and zeros") {
  const auto operators = [](std::string_view implementation, std::string_view reference) {
    const Conformance found = comparedFormulas(implementation, reference);
    return found.verdict == Verdict::DifferentOperators && found.difference == "operators";
  };
  CHECK(operators("a * (x > 0 ? x : 0)", "a * fmax(x, 0)"));
  CHECK(operators("x < y ? x : y", "fmin(y, x)"));
  CHECK(operators("x <= y ? y : x", "fmax(x, y)"));
  CHECK(operators("x < 0 ? -x : x", "fabs(x)"));
  CHECK(operators("x >= 0 ? x : -x", "fabs(x)"));
  CHECK_FALSE(isEqual(comparedFormulas("x > y ? y : x", "fmax(x, y)").verdict));
  CHECK_FALSE(isEqual(comparedFormulas("x > 0 ? -x : x", "fabs(x)").verdict));
  CHECK_FALSE(isEqual(comparedFormulas("x > 1 ? x : -x", "fabs(x)").verdict));
}

TEST_CASE("a point proves nothing where the two do not read the same, or call what nobody knows") {
  const Conformance call = comparedFormulas("x / (1 + activation(-x))", "x / (1 + exp(-x))");
  CHECK(call.verdict == Verdict::Undecided);
  CHECK(call.message.find("what 'activation' computes is not known") != std::string::npos);
  const Conformance element = comparedFormulas("x[k] * 2 + 1", "x * 2 + 2");
  CHECK(element.verdict == Verdict::Undecided);
  CHECK(element.message.find("one reads 'x' as a number, the other elements of it") != std::string::npos);
}

TEST_CASE("inputs of one name are matched by equality") {
  order::Procedure ours = returning("(dd * s - a) * b"), theirs = returning("(in1 * in2 - get@1) * get@2");
  // The reference's first two are the implementation's in the other order, as its calls' results are.
  order::Procedure swapped = returning("(in1 * in2 - get@2) * get@1");
  for (order::Procedure *each : {&theirs, &swapped}) {
    const std::vector<Conformance> all = compare({{&ours, findProfile("cpu")}, {each, findProfile("cpu")}, {}});
    REQUIRE(all.size() == 1);
    CHECK(all[0].verdict == Verdict::SameOrder);
  }
}

TEST_CASE("another formula by position alone is none where there are too many ways to match") {
  const Conformance open = comparedFormulas("a * b * c * d * e - f", "u * v * w * x * y - u");
  CHECK(open.verdict != Verdict::DifferentFormula);
}

namespace {

/// Stores `formula` to w[index], where `guard` holds if there is one.
void stores(order::Procedure &procedure, std::string_view formula, std::string_view index, std::string_view guard = {}) {
  const auto parsed = [&](std::string_view text, order::ValueType type) {
    return std::get<order::NodeId>(order::parseInfix(text, procedure.graph, type));
  };
  constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};
  order::Effect &effect = procedure.effects.emplace_back();
  effect.kind = order::Effect::Kind::Store;
  effect.target = "w[]";
  order::Storage object{order::Storage::Kind::Global};
  object.name = "w";
  effect.storage = procedure.graph.addStorage(object);
  effect.node = parsed(formula, binary32);
  effect.indices = {parsed(index, integer)};
  if (!guard.empty())
    effect.guard = parsed(guard, binary32);
}

} // namespace

TEST_CASE("places under conditions are compared by what they store, with an assumption") {
  order::Procedure ours, theirs, other;
  ours.name = theirs.name = other.name = "f";
  stores(ours, "a * b / c", "first", "x < 0");
  stores(ours, "a * b / c", "second", "x < 1");
  stores(theirs, "a * b / c", "first");
  stores(other, "a * (b / c)", "first");
  const auto verdict = [&](order::Procedure &reference) {
    const std::vector<Conformance> all = compare({{&ours, findProfile("cpu")}, {&reference, findProfile("cpu")}, {}});
    REQUIRE(all.size() == 1);
    CHECK(std::ranges::find(all[0].assumed, "the conditions under which its elements are written are those of the reference") !=
          all[0].assumed.end());
    CHECK(all[0].rewritings.empty());
    return all[0].verdict;
  };
  CHECK(verdict(theirs) == Verdict::SameOrder);
  CHECK(verdict(other) == Verdict::DifferentOrder);
}

TEST_CASE("a choice by the opposite comparison is the same choice, but for NaN") {
  const Conformance turned = comparedFormulas("x < 0 ? a * (exp(x) - 1) : x", "x >= 0 ? x : a * (exp(x) - 1)");
  CHECK(turned.verdict == Verdict::SameOrder);
  CHECK(std::ranges::find(turned.assumed, "no number that is compared is NaN") != turned.assumed.end());
  CHECK(comparedFormulas("x < y ? a * b : x", "y > x ? b * a : x").assumed.empty());
  CHECK(comparedFormulas("x <= y ? a * b : x", "y < x ? x : a * b").verdict == Verdict::SameOrder);
  CHECK(comparedFormulas("x < y ? a * b : x", "x <= y ? a * b : x").verdict == Verdict::DifferentFormula); // where they are equal
  CHECK(comparedFormulas("x < y ? a * b : x", "x > y ? a * b : x").verdict == Verdict::DifferentFormula);
}

TEST_CASE("a choice by a constant changes on either side of it where both values are the same there") {
  const Conformance moved = comparedFormulas("x > 0 ? x : a * (exp(x) - 1)", "x < 0 ? a * (exp(x) - 1) : x");
  CHECK(moved.verdict == Verdict::SameOrder);
  CHECK(std::ranges::find(moved.assumed, "where a choice changes both values have the same bits") != moved.assumed.end());
  CHECK(comparedFormulas("x > 0 ? x : a", "x < 0 ? a : x").verdict == Verdict::Undecided);
  CHECK(comparedFormulas("x > 0 ? x * b / c : a * (exp(x) - 1)", "x < 0 ? a * (exp(x) - 1) : x * (b / c)").verdict == Verdict::DifferentOrder);
}
