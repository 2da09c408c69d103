#include "runtime/order/fpcore.h"

#include <doctest/doctest.h>

using namespace fporder::order;
using fporder::format::Format;

namespace {

constexpr ValueType binary32{Format::Binary32, Shape::Scalar};
constexpr ValueType binary64{Format::Binary64, Shape::Scalar};

NodeId parsed(Graph &graph, std::string_view text) {
  auto result = parseFpcore(text, graph);
  if (auto *error = std::get_if<SyntaxError>(&result))
    FAIL(std::string(text.substr(0, 200)) << ": " << error->message << " at " << error->offset);
  return std::get<NodeId>(result);
}

std::string infixOf(std::string_view text) {
  Graph graph;
  return printInfix(graph, parsed(graph, text));
}

std::string errorOf(std::string_view text) {
  Graph graph;
  auto result = parseFpcore(text, graph);
  auto *error = std::get_if<SyntaxError>(&result);
  return error ? std::to_string(error->offset) + ": " + error->message : "no error";
}

} // namespace

TEST_CASE("plain FPBench cores") {
  CHECK(infixOf("(FPCore (a b c) (/ (* a b) c))") == "a * b / c");
  CHECK(infixOf(
            "(FPCore quadratic (a b c) :name \"NMSE p42\" :pre (>= (* b b) (* 4 (* a c))) (/ (- (- b) (sqrt (- (* b b) (* 4 (* a c))))) (* 2 a)))") ==
        "(-b - sqrt(b * b - 4 * (a * c))) / (2 * a)");
  CHECK(infixOf("(FPCore (x) (let* ([y (+ x 1)] [x (* y y)]) (- x y)))") == "(x + 1) * (x + 1) - (x + 1)");
  CHECK(infixOf("(FPCore (x y) (let ([x y] [y x]) (/ x y)))") == "y / x");
  CHECK(infixOf("(FPCore (x) (if (< 0 x 1) (log1p x) (- INFINITY)))") == "0 < x && x < 1 ? log1p(x) : -(inf)");
  CHECK(infixOf("(FPCore (x) :precision binary32 (! :precision binary16 (cast (! :precision binary32 (+ x 1/10)))))") == "cast<binary16>(x + 0.1)");
  CHECK(infixOf("(FPCore (x) ; a comment\n (* PI (pow x 2)))") == "PI() * pow(x, 2)");
  CHECK(infixOf("(FPCore (x) (+ x (digits 5 -1 2) (digits 25 -2 10)))") == "x + 2.5 + 0.25");
}

TEST_CASE("precisions and roundings are read into the nodes") {
  Graph graph;
  const NodeId node = parsed(graph, "(FPCore ((! :precision binary16 x)) :precision (float 8 32) (! :round toZero (cast (+ x 1))))");
  CHECK(graph[node].op == Op::Cast);
  CHECK(graph[node].rounding == Rounding::TowardZero);
  CHECK(graph[node].type == binary32);
  const NodeId sum = graph.operand(node, 0);
  CHECK(graph[sum].rounding == Rounding::NearestEven);
  CHECK(graph[graph.operand(sum, 0)].type.format == Format::Binary16);
}

TEST_CASE("what FPCore has no word for survives in properties") {
  Graph graph;
  Environment fast;
  fast.contraction = Contraction::Fast;
  fast.reassociate = true;
  const NodeId index = graph.intern({.op = Op::LoopIndex, .type = {Format::Integer, Shape::Scalar}, .symbol = "i", .version = 7});
  const NodeId indices[]{index};
  const NodeId element = graph.intern({.op = Op::Element, .type = binary32, .operands = indices, .symbol = "p->x", .version = 2});
  const NodeId wide = graph.cast(element, binary64, {}, Rounding::ToOdd);
  const NodeId square = graph.binary(Op::Mul, wide, wide, binary64, {}, fast);
  const NodeId trips[]{graph.constant(*Number::parse("-inf"), binary64), square, graph.input("n", {Format::Integer, Shape::Scalar})};
  const Reduction reduction{ReductionKind::Sum, Schedule::Lanes, 8, 7};
  const NodeId sum = graph.intern({.op = Op::Reduce, .type = binary64, .operands = trips, .reduction = &reduction, .environment = fast});
  const NodeId arguments[]{sum, graph.input("any spelling", binary64, {}, 3)};
  const NodeId call = graph.call("my::function", arguments, {Format::Binary32, Shape::Complex});
  const std::string text = printFpcore(graph, call, "kernel");
  CAPTURE(text);
  CHECK(parsed(graph, text) == call);
  CHECK(text.find(":fporder-reduce (sum lanes 8 7)") != std::string::npos);
}

TEST_CASE("places are dropped and shared nodes are bound once") {
  Graph graph;
  Place place;
  place.line = 3;
  const PlaceId here = graph.addPlace(place);
  NodeId node = graph.input("x", binary64, here);
  for (int level = 0; level < 64; ++level) // spelled out, 2^64 operands
    node = graph.binary(Op::Mul, node, node, binary64, here);
  const std::string text = printFpcore(graph, node);
  CHECK(text.size() < 4000);
  const NodeId back = parsed(graph, text);
  CHECK(graph.sameValue(back, node));
  CHECK_FALSE(bool(graph[back].place));
}

TEST_CASE("errors name the place and the cause") {
  CHECK(errorOf("") == "0: expected an expression, found the end of the text");
  CHECK(errorOf("(FPCore (x) (+ x y))") == "17: unknown variable 'y'");
  CHECK(errorOf("(FPCore (x) (frob x))") == "12: unknown operation 'frob'");
  CHECK(errorOf("(FPCore (x) (while (< x 1) ([x 0 (+ x 1)]) x))") == "13: 'while' is not supported: the body must be straight-line");
  CHECK(errorOf("(FPCore ((A 3)) 1)") == "9: tensor arguments are not supported");
  CHECK(errorOf("(FPCore (x) (sqrt x x))") == "12: sqrt takes 1 argument");
  CHECK(errorOf("(FPCore (x) :precision binary17 x)") == "23: unknown precision 'binary17'");
  CHECK(errorOf("(FPCore (x) (+ x 1)") == "0: missing closing parenthesis");
  CHECK(errorOf("(FPCore (x) (+ x 1]") == "18: ']' closes a different bracket");
  CHECK(errorOf("(FPCore (x) x) y") == "15: text after the end of the expression");
  CHECK(errorOf("(FPCore (x) (! :fporder-nonsense 3 x))") == "15: unknown property ':fporder-nonsense'");
  CHECK(errorOf("(+ 1 2)") == "0: expected (FPCore ...)");
}

TEST_CASE("depth costs no stack") {
  constexpr int depth = 100'000;
  std::string text = "(FPCore (x) ";
  for (int level = 0; level < depth; ++level)
    text += "(- ";
  text += "x" + std::string(depth, ')') + ")";
  Graph graph;
  const NodeId node = parsed(graph, text);
  CHECK(parsed(graph, printFpcore(graph, node)) == node);
}
