#include "runtime/enumerate/egraph.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::enumerate;
using order::Number;

namespace {

constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar};

struct Fixture {
  order::Graph graph;
  EGraph egraph{graph, 1000};

  Ref name(const char *text) { return *egraph.leaf(graph.input(text, binary64)); }
  Ref number(double value) { return *egraph.constant(Number::fromDouble(value), binary64); }
  Ref add(Ref left, Ref right) { return *egraph.add(left, right, binary64); }
  Ref sub(Ref left, Ref right) { return add(left, minus * right); }
  Ref mul(Ref left, Ref right) { return *egraph.multiply(left, right, binary64); }
  Ref div(Ref left, Ref right) { return *egraph.divide(left, right, binary64); }
  Ref root(Ref operand) { return *egraph.squareRoot(operand, binary64); }
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "what exists is found again, whatever the order of commutative operands") {
  const Ref a = name("a"), b = name("b");
  CHECK(add(a, b) == add(b, a));
  CHECK(mul(a, b) == mul(b, a));
  CHECK(div(a, b) != div(b, a));
  CHECK(name("a") == a);
}

TEST_CASE_FIXTURE(Fixture, "signs and powers of two stand beside the classes") {
  const Ref a = name("a"), b = name("b"), two = number(2), half = number(0.5);
  CHECK(sub(a, b) == minus * sub(b, a));
  CHECK(mul(minus * a, b) == minus * mul(a, b));
  CHECK(mul(mul(two, a), b) == mul(two, mul(a, b)));
  CHECK(div(mul(two, a), b) == mul(two, div(a, b)));
  CHECK(div(a, mul(two, b)) == mul(half, div(a, b)));
  CHECK(div(a, two) == mul(half, a));
  CHECK(add(mul(two, a), mul(two, b)) == mul(two, add(a, b)));
  CHECK(add(a, a) == mul(two, a));
  CHECK(root(mul(number(4), a)) == mul(two, root(a)));
  CHECK(root(mul(two, a)).scale.isOne());
  CHECK(root(minus * a) != root(a));
  CHECK(add(a, mul(two, b)) != add(mul(two, a), b));
}

TEST_CASE_FIXTURE(Fixture, "constants fold where they are exact in every format") {
  CHECK(mul(number(3), number(5)) == number(15));
  CHECK(add(number(1), number(0.5)) == number(1.5));
  CHECK(sub(number(3), number(4.5)) == number(-1.5));
  CHECK(div(number(15), number(6)) == number(2.5));
  CHECK(add(number(0.1), number(0.2)) != number(0.1 + 0.2)); // rounds
  CHECK(mul(number(2047), number(2047)).eclass != number(2047.0 * 2047.0).eclass);
  const Ref a = name("a");
  CHECK(add(a, number(0)) == a);
  CHECK(mul(a, number(1)) == a);
  CHECK(egraph.isZero(sub(a, a)));
  CHECK(egraph.isZero(mul(a, number(0))));
  CHECK(div(a, a) == number(1));
  CHECK_FALSE(egraph.divide(a, number(0), binary64));
}

TEST_CASE_FIXTURE(Fixture, "congruence: equal operands, equal results, factors included") {
  const Ref a = name("a"), b = name("b"), c = name("c");
  const Ref left = div(mul(a, c), root(a)), right = div(mul(b, c), root(b));
  CHECK(egraph.find(left) != egraph.find(right));
  CHECK(egraph.merge(a, Scale{2, false} * b)); // a = 4 * b, so a * c / sqrt(a) = 2 * (b * c / sqrt(b))
  egraph.rebuild();
  CHECK(egraph.same(left, Scale{1, false} * right));
  CHECK(egraph.find(mul(a, c)) == egraph.find(Scale{2, false} * mul(b, c)));
}

TEST_CASE_FIXTURE(Fixture, "a chain of merges reaches the root in one rebuild") {
  std::vector<Ref> left{name("a")}, right{name("b")};
  for (int level = 0; level < 50; ++level) {
    left.push_back(root(add(left.back(), name("c"))));
    right.push_back(root(add(right.back(), name("c"))));
  }
  CHECK(egraph.merge(left.front(), right.front()));
  egraph.rebuild();
  for (std::size_t level = 0; level < left.size(); ++level)
    CHECK(egraph.same(left[level], right[level]));
}

TEST_CASE_FIXTURE(Fixture, "contradictions are refused and counted") {
  const Ref a = name("a");
  CHECK_FALSE(egraph.merge(number(1), number(3)));
  CHECK_FALSE(egraph.merge(a, Scale{1, false} * a));
  CHECK(egraph.refusedMerges() == 2);
  CHECK_FALSE(egraph.merge(a, a));
  CHECK(egraph.refusedMerges() == 2);
  CHECK(egraph.merge(a, number(6)));
  egraph.rebuild();
  CHECK(egraph.same(add(a, number(1)), number(7)));
}

TEST_CASE_FIXTURE(Fixture, "signs are known from operations") {
  const Ref a = name("a"), b = name("b");
  CHECK(egraph.facts(mul(a, a)).nonnegative);
  CHECK_FALSE(egraph.facts(mul(a, b)).nonnegative);
  CHECK(egraph.facts(add(number(1), mul(a, a))).positive());
  CHECK(egraph.facts(minus * root(a)).nonpositive);
  CHECK(egraph.facts(*egraph.apply(egraph.callHead("exp"), std::span(&a, 1), binary64)).positive());
  CHECK(egraph.absolute(mul(a, a), binary64) == mul(a, a));
  CHECK(egraph.absolute(minus * root(a), binary64) == root(a));
}

TEST_CASE("a full e-graph adds nothing more") {
  order::Graph graph;
  EGraph egraph(graph, 2);
  const Ref a = *egraph.leaf(graph.input("a", binary64)), b = *egraph.leaf(graph.input("b", binary64));
  CHECK(egraph.full());
  CHECK_FALSE(egraph.add(a, b, binary64));
  CHECK(egraph.size() == 2);
}
