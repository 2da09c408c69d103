#include "runtime/order/index_algebra.h"

#include "runtime/order/infix.h"
#include "runtime/order/integer_limits.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <string>

using namespace fporder;
using namespace fporder::order;

namespace {

constexpr ValueType integer{format::Format::Integer, Shape::Scalar};

struct Code {
  Graph graph;

  NodeId read(const std::string &text) { return std::get<NodeId>(parseInfix(text, graph, integer)); }
  /// What the operation at the top of `text` becomes.
  NodeId simplified(const std::string &text) {
    const NodeId node = read(text);
    return integerOperation(graph, graph[node].op, graph.operand(node, 0), graph.operand(node, 1));
  }
  bool becomes(const std::string &text, const std::string &wanted) { return graph.sameValue(simplified(text), read(wanted)); }
  std::int64_t coefficient(const AffineForm &form, const std::string &value) {
    for (const AffineForm::Term &term : form.terms)
      if (graph.sameValue(term.value, read(value)))
        return term.coefficient;
    return 0;
  }
};

} // namespace

TEST_CASE("an offset is what constants add up to") {
  Code code;
  const OffsetForm form = offsetForm(code.graph, code.read("(4 + (i - 1)) - 7"));
  CHECK(form.base == code.graph.value(code.read("i")));
  CHECK(form.offset == -4);
  CHECK(wholeNumber(code.graph, code.read("(3 + 4) - 9")) == -2);
  CHECK(!wholeNumber(code.graph, code.read("3 - i")));
  CHECK(!wholeNumber(code.graph, {}));
  const OffsetForm difference = offsetForm(code.graph, code.read("3 - i"));
  CHECK(difference.offset == 0);
  CHECK(difference.base == code.graph.value(code.read("3 - i")));
}

TEST_CASE("conversions are followed where that is asked for") {
  Code code;
  const NodeId i = code.read("i");
  const NodeId converted = code.graph.cast(code.graph.binary(Op::Add, i, code.read("2"), integer), integer);
  const NodeId sum = code.graph.binary(Op::Add, converted, code.read("5"), integer);
  if (code.graph[converted].op == Op::Cast) {
    CHECK(offsetForm(code.graph, sum).offset == 5);
    CHECK(offsetForm(code.graph, sum, Conversions::AreFollowed).offset == 7);
  }
  CHECK(offsetForm(code.graph, sum, Conversions::AreFollowed).node == i);
}

TEST_CASE("a form has each value once, with what it is multiplied by") {
  Code code;
  const auto form = affineForm(code.graph, code.read("3 * (i - 2 * n) + (n * m + 4) * 5 - i"));
  REQUIRE(form);
  CHECK(form->constant == 20);
  CHECK(form->terms.size() == 3);
  CHECK(code.coefficient(*form, "i") == 2);
  CHECK(code.coefficient(*form, "n") == -6);
  CHECK(code.coefficient(*form, "n * m") == 5);
}

TEST_CASE("what is known takes the place of a value") {
  Code code;
  const auto form = affineForm(code.graph, code.read("i * ld + j"), [&](NodeId node) {
    return code.graph.sameValue(node, code.read("ld")) ? std::optional(AffineForm{64, {}}) : std::nullopt;
  });
  REQUIRE(form);
  CHECK(code.coefficient(*form, "i") == 64);
  CHECK(code.coefficient(*form, "j") == 1);
}

TEST_CASE("numbers beyond 62 bits end a form") {
  Code code;
  const std::string large = "4000000000000000"; // times itself
  CHECK(affineForm(code.graph, code.read(large + " * i")));
  CHECK(!affineForm(code.graph, code.read(large + " * (" + large + " * i)")));
  CHECK(!affineForm(code.graph, code.read(large + " * " + large + " + i")));
}

TEST_CASE("a form of a shared sum costs no more than its nodes") {
  Code code;
  NodeId node = code.read("i");
  for (int doubled = 0; doubled < 60; ++doubled)
    node = code.graph.binary(Op::Add, node, node, integer);
  const auto form = affineForm(code.graph, node);
  REQUIRE(form);
  CHECK(code.coefficient(*form, "i") == std::int64_t{1} << 60);
}

TEST_CASE("integer operations in fewer words") {
  Code code;
  CHECK(code.becomes("(i + 1) + 1", "i + 2"));
  CHECK(code.becomes("(i + 1) - 1", "i"));
  CHECK(code.becomes("2 + (i - 5)", "i - 3"));
  CHECK(code.becomes("i + (0 - 3)", "i - 3"));
  CHECK(code.becomes("i - i", "0"));
  CHECK(code.becomes("n - (n - i)", "i"));
  CHECK(code.becomes("(i + n) - n", "i"));
  CHECK(code.becomes("(n + i + 2) - (n - 1)", "i + 3"));
  CHECK(code.becomes("5 - (3 - i)", "i + 2"));
  CHECK(code.becomes("i * 1", "i"));
  CHECK(code.becomes("1 * i", "i"));
  CHECK(code.becomes("i / 1", "i"));
  CHECK(wholeNumber(code.graph, code.simplified("(0 - 7) / 2")) == -3);
  CHECK(code.becomes("i + 0", "i"));
  CHECK(code.becomes("n + i", "n + i"));
  CHECK(code.becomes("i / 0", "i / 0"));
}

TEST_CASE("a sum whose type is converted to another is no part of a difference") {
  Code code;
  const NodeId n = code.read("n"), i = code.read("i");
  NodeId less = code.graph.binary(Op::Sub, n, i, integer);
  IntegerLimits narrow = IntegerLimits::ofType(32, false);
  narrow.asWidth = 64;
  less = withLimits(code.graph, less, narrow);
  CHECK(!simplifiedInteger(code.graph, Op::Sub, n, less));
  const NodeId kept = withLimits(code.graph, less, IntegerLimits::ofType(64, false));
  CHECK(simplifiedInteger(code.graph, Op::Sub, n, kept) == i);
}

namespace {

/// A random expression of i, j and n, with its value where they are these.
struct Random {
  std::mt19937 bits{19};
  long long values[3] = {0, 0, 0};

  unsigned below(unsigned count) { return static_cast<unsigned>(bits() % count); }

  std::pair<NodeId, long long> make(Graph &graph, unsigned depth) {
    static const char *const names[] = {"i", "j", "n"};
    if (depth == 0 || below(5) == 0) {
      if (const unsigned which = below(4); which < 3)
        return {graph.input(names[which], integer), values[which]};
      const long long number = static_cast<long long>(below(19)) - 9;
      return {graph.constant(Number::fromInteger(number), integer), number};
    }
    const auto [left, a] = make(graph, depth - 1);
    const auto [right, b] = make(graph, depth - 1);
    switch (below(4)) {
    case 0:
      return {integerOperation(graph, Op::Add, left, right), a + b};
    case 1:
      return {integerOperation(graph, Op::Sub, left, right), a - b};
    case 2:
      return {integerOperation(graph, Op::Mul, left, right), a * b};
    default:
      return b == 0 ? std::pair(left, a) : std::pair(integerOperation(graph, Op::Div, left, right), a / b);
    }
  }

  long long evaluate(const Graph &graph, NodeId node) {
    const auto operand = [&](unsigned position) { return evaluate(graph, graph.operand(node, position)); };
    switch (graph[node].op) {
    case Op::Constant:
      return static_cast<long long>(graph.number(node).approximate());
    case Op::Add:
      return operand(0) + operand(1);
    case Op::Sub:
      return operand(0) - operand(1);
    case Op::Mul:
      return operand(0) * operand(1);
    case Op::Div:
      return operand(0) / operand(1);
    default:
      return values[graph.symbol(node) == "i" ? 0 : graph.symbol(node) == "j" ? 1 : 2];
    }
  }
};

} // namespace

TEST_CASE("a random expression and its form have its value") {
  Random random;
  for (int trial = 0; trial < 20'000; ++trial) {
    Graph graph;
    for (long long &value : random.values)
      value = static_cast<long long>(random.below(41)) - 20;
    const auto [node, value] = random.make(graph, 4);
    REQUIRE(random.evaluate(graph, node) == value);
    const auto form = affineForm(graph, node);
    REQUIRE(form);
    long long sum = form->constant;
    for (const AffineForm::Term &term : form->terms)
      sum += term.coefficient * random.evaluate(graph, term.value);
    REQUIRE(sum == value);
    if (const OffsetForm offset = offsetForm(graph, node); offset.base)
      REQUIRE(random.evaluate(graph, offset.node) + offset.offset == value);
    else
      REQUIRE(offset.offset == value);
  }
}

TEST_CASE("a quotient that is exact in every term") {
  Code code;
  const auto quotient = [&](const std::string &text, const std::string &divisor) -> std::string {
    const std::optional<NodeId> found = exactQuotient(code.graph, code.read(text), code.read(divisor));
    return found ? printInfix(code.graph, *found) : "none";
  };
  CHECK(quotient("12", "4") == "3");
  CHECK(quotient("0", "size") == "0");
  CHECK(quotient("10", "4") == "none");
  CHECK(quotient("n * 4", "4") == "n");
  CHECK(quotient("n * size + 2 * size", "size") == "n + 2");
  CHECK(quotient("n * size + 2", "size") == "none");
  CHECK(quotient("(i + 1) * 4 - 8", "4") == "i - 1");
  CHECK(quotient("4 * i * 4", "16") == "i");
  CHECK(quotient("4 * i + 2", "4") == "none");
  CHECK(quotient("-(n * 8)", "4") == "0 - n * 2");
  CHECK(quotient("n / 4 * 4", "4") == "n / 4");
}

TEST_CASE("a random expression that has a quotient is the divisor times of it") {
  Random random;
  int found = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    Graph graph;
    for (long long &value : random.values)
      value = static_cast<long long>(random.below(41)) - 20;
    const auto [node, value] = random.make(graph, 4);
    const long long divisor = 1 + static_cast<long long>(random.below(6));
    const std::optional<NodeId> quotient = exactQuotient(graph, node, graph.constant(Number::fromInteger(divisor), integer));
    found += quotient ? 1 : 0;
    if (quotient)
      REQUIRE(random.evaluate(graph, *quotient) * divisor == value);
  }
  CHECK(found > 3'000);
}
