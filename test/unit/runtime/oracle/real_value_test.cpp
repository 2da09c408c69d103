#include "runtime/oracle/real_value.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace fporder;
using namespace fporder::oracle;

namespace {

constexpr order::ValueType binary64{format::Format::Binary64, order::Shape::Scalar};

RealValue valueOf(std::string_view text, std::uint64_t seed = 1, double low = 0.5, double high = 2) {
  order::Graph graph;
  const auto node = std::get<order::NodeId>(order::parseInfix(text, graph, binary64));
  return evaluateReal(graph, node, randomLeaves(seed, low, high));
}

double agreement(std::string_view left, std::string_view right) { return agreeingBits(valueOf(left).value, valueOf(right).value); }

} // namespace

TEST_CASE("known values") {
  CHECK(valueOf("1 / 4 + 2").value.approximate() == 2.25);
  CHECK(valueOf("exp(1)").value.approximate() == std::exp(1.0));
  CHECK(valueOf("fma(2, 3, 4) - abs(-5) + copysign(1, -2)").value.approximate() == 4);
  CHECK(valueOf("min(1, 2) < max(1, 2) && !(1 == 2) ? 7 : 8").value.approximate() == 7);
  CHECK(valueOf("sum(i, i * i, 0, 4)").value.approximate() == 14);
  CHECK(valueOf("product(i, i + 1, 1, 5)").value.approximate() == 120);
  CHECK(valueOf("max<sequential>(i, i * (3 - i), 0, 4)").value.approximate() == 2);
  CHECK(valueOf("sum(i, sum(j, i * j, 0, 3), 0, 3)").value.approximate() == 9);
  CHECK(valueOf("cast<integer>(2.9) + cast<integer, up>(0.1)").value.approximate() == 3);
}

TEST_CASE("orderings equal over the reals agree to nearly all bits") {
  CHECK(agreement("a * b / c", "a * (b / c)") > 240);
  CHECK(agreement("log1p(x)", "log(1 + x)") > 240);
  CHECK(agreement("1 - cos(x)", "2 * sin(x / 2) * sin(x / 2)") > 240);
  CHECK(agreement("sum(i, a[i] * c)", "c * sum(i, a[i])") > 240);
  CHECK(agreement("f(a * (b + c))", "f(a * b + a * c)") > 240);
  CHECK(agreement("a * b / c", "a * c / b") < 20);
  CHECK(agreement("f(x)", "g(x)") < 20);
  CHECK(agreement("x", "x") == 250);
}

TEST_CASE("leaves are known by their names") {
  CHECK(agreement("x@1", "x@2") < 20);
  CHECK(agreement("a[1 + 2]", "a[3]") == 250);
  CHECK(agreement("a[1]", "a[2]") < 20);
}

TEST_CASE("points outside the domain are reported with their place") {
  order::Graph graph;
  const auto node = std::get<order::NodeId>(order::parseInfix("1 + sqrt(-1 - x * x)", graph, binary64));
  const RealValue value = evaluateReal(graph, node, randomLeaves(1));
  CHECK(value.status == RealValue::Status::DomainError);
  CHECK(graph[value.where].op == order::Op::Sqrt);
  CHECK(valueOf("1 / (x - x)").status == RealValue::Status::DomainError);
  CHECK(valueOf("log(-2)").status == RealValue::Status::DomainError);
}

TEST_CASE("deep expressions and deep loops") {
  std::string deep = "x";
  for (int level = 0; level < 100'000; ++level)
    deep += " + 1";
  CHECK(valueOf(deep).value.approximate() > 100'000);
  std::string loops = "x";
  for (int level = 0; level < 10; ++level)
    loops = "sum(i, a[i] * " + loops + ")";
  CHECK(valueOf(loops).status != RealValue::Status::DomainError);
}
