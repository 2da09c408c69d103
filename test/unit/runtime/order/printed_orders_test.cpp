#include "runtime/order/printed_orders.h"

#include <doctest/doctest.h>

using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType binary64{Format::Binary64, Shape::Scalar};

std::vector<std::string> printed(std::span<const char *const> orders, std::size_t maxLength) {
  Graph graph;
  std::vector<NodeId> nodes;
  for (const char *order : orders)
    nodes.push_back(std::get<NodeId>(parseInfix(order, graph, binary64)));
  InfixOptions options;
  options.explicitGrouping = true;
  options.forReaders = true;
  options.maxLength = maxLength;
  return printOrders(graph, nodes, options);
}

constexpr const char *shared = "(first + second * third + sqrt(fourth * fifth + sixth) / exp(seventh - eighth))";

} // namespace

TEST_CASE("orders that fit are written whole") {
  const char *const orders[] = {"a * b / c", "a * (b / c)"};
  CHECK(printed(orders, 20) == std::vector<std::string>{"(a * b) / c", "a * (b / c)"});
}

TEST_CASE("what long orders share is abbreviated alike, and their groupings stay") {
  const std::string left = "u * v / " + std::string(shared), right = "u * (v / " + std::string(shared) + ")";
  const char *const orders[] = {left.c_str(), right.c_str()};
  const std::vector<std::string> texts = printed(orders, 60);
  REQUIRE(texts.size() == 2);
  REQUIRE(texts[0].starts_with("(u * v) / "));
  REQUIRE(texts[1].starts_with("u * (v / "));
  const std::string denominator = texts[0].substr(std::string("(u * v) / ").size());
  CHECK(denominator.find("...") != std::string::npos);
  CHECK(texts[1] == "u * (v / " + denominator + ")");
  for (const std::string &text : texts)
    CHECK(text.size() <= 60);
}

TEST_CASE("what cannot be abbreviated alike is abbreviated to the length") {
  const char *const orders[] = {"a * b * c * d * e * f * g * h", "a * (b * (c * (d * (e * (f * (g * h))))))"};
  for (const std::string &text : printed(orders, 20))
    CHECK(text.size() <= 20);
}

TEST_CASE("an order that is long by itself leaves the others whole") {
  const char *const orders[] = {"a + b * c", "f1 * f2 + f3 * f4 + f5 * f6 + f7 * f8 + b * c"};
  const std::vector<std::string> texts = printed(orders, 20);
  CHECK(texts[0] == "a + b * c");
  CHECK(texts[1].size() <= 20);
}

TEST_CASE("orders that differ only by a conversion that changes no value show it") {
  Graph graph;
  const ValueType binary32{Format::Binary32, Shape::Scalar};
  const NodeId a = graph.input("a", binary32), b = graph.input("b", binary32);
  const auto widened = [&](NodeId node) { return graph.unary(Op::Cast, node, binary64); };
  const std::vector<NodeId> orders{widened(graph.binary(Op::Mul, a, b, binary32)), graph.binary(Op::Mul, widened(a), widened(b), binary64)};
  InfixOptions options;
  options.forReaders = true;
  CHECK(printOrders(graph, orders, options) == std::vector<std::string>{"cast<binary64>(a * b)", "cast<binary64>(a) * cast<binary64>(b)"});
}
