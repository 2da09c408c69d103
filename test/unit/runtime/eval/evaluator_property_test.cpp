// The evaluator against a recursion that asks MPFR at every node, on random graphs in random formats.
#include "runtime/eval/evaluator.h"

#include "test/unit/runtime/eval/function_leaves.h"
#include "test/unit/runtime/format/mpfr_truth.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <memory>

using namespace fporder;
using namespace fporder::eval;
using format::Format;
using order::Graph;
using order::NodeId;
using order::Op;

namespace {

constexpr std::array heldFormats{Format::E4M3FN, Format::E5M2, Format::BFloat16, Format::Binary16, Format::Tf32, Format::Binary32, Format::Binary64};

std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// A value of the leaf's format that depends on everything that may be asked about it; now and then any bit pattern at all.
double leafValue(const Graph &graph, NodeId leaf, std::size_t sample, std::span<const std::uint32_t> iterations) {
  std::uint64_t hash = mixed(graph[leaf].version * 0x9e3779b97f4a7c15 + sample);
  for (const std::uint32_t iteration : iterations)
    hash = mixed(hash * 0x9e3779b97f4a7c15 + iteration + 1);
  const Format format = graph[leaf].type.format;
  if (format == Format::Integer)
    return static_cast<double>(hash % 100) - 50;
  if (hash % 16 == 0)
    return format::decode(format, mixed(hash));
  const double value = std::ldexp(1 + static_cast<double>(hash >> 12) * 0x1p-52, static_cast<int>(hash % 7) - 3) * (hash / 16 % 2 == 0 ? 1 : -1);
  return format::roundTo(format, value);
}

class RandomOrderings {
public:
  RandomOrderings(Graph &target, std::uint64_t seed) : graph(target), random(seed) {}

  /// An expression of the format `type`, over the loops that are open.
  NodeId expression(Format type, unsigned depth) {
    if (depth == 0 || below(8) == 0)
      return leaf(type);
    switch (below(16)) {
    case 0:
      return graph.unary(Op::Neg, expression(type, depth - 1), {type});
    case 1:
      return graph.unary(Op::Abs, expression(type, depth - 1), {type});
    case 2:
      return graph.unary(Op::Sqrt, expression(type, depth - 1), {type});
    case 3: {
      const NodeId operands[] = {expression(type, depth - 1), expression(type, depth - 1), expression(type, depth - 1)};
      return operation(Op::Fma, operands, type);
    }
    case 4:
      return conversion(type, depth);
    case 5:
      return graph.binary(below(2) == 0 ? Op::Min : Op::Max, expression(type, depth - 1), expression(type, depth - 1), {type});
    case 6: {
      const NodeId operands[] = {comparison(depth), expression(type, depth - 1), expression(type, depth - 1)};
      return operation(Op::Select, operands, type);
    }
    case 7:
    case 8:
      if (loops.size() < 3)
        return reduction(type, depth);
      [[fallthrough]];
    default: {
      static constexpr std::array operations{Op::Add, Op::Sub, Op::Mul, Op::Div};
      return graph.binary(operations[below(4)], expression(type, depth - 1), expression(type, depth - 1), {type});
    }
    }
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random() % bound); }

  NodeId operation(Op op, std::span<const NodeId> operands, Format type) {
    order::NodeSpec spec;
    spec.op = op;
    spec.type = {type};
    spec.operands = operands;
    return graph.intern(spec);
  }

  NodeId leaf(Format type) {
    order::NodeSpec spec;
    spec.type = {type};
    spec.version = below(4) + 10 * static_cast<unsigned>(type);
    if (loops.empty() || below(3) == 0) {
      spec.symbol = "x";
      return graph.intern(spec);
    }
    spec.op = Op::Element;
    spec.symbol = "a";
    std::vector<NodeId> indices;
    for (const NodeId loop : loops)
      if (below(2) == 0)
        indices.push_back(loop);
    spec.operands = indices;
    return graph.intern(spec);
  }

  NodeId conversion(Format type, unsigned depth) {
    if (!loops.empty() && below(3) == 0)
      return graph.cast(loops[below(static_cast<unsigned>(loops.size()))], {type});
    static constexpr std::array modes{order::Rounding::NearestEven, order::Rounding::TowardZero, order::Rounding::Up, order::Rounding::Down};
    return graph.cast(expression(heldFormats[below(heldFormats.size())], depth - 1), {type}, {}, modes[below(4)]);
  }

  NodeId comparison(unsigned depth) {
    static constexpr std::array<std::string_view, 6> symbols{"<", "<=", ">", ">=", "==", "!="};
    const Format type = heldFormats[below(heldFormats.size())];
    const NodeId operands[] = {expression(type, depth - 1), expression(type, depth - 1)};
    order::NodeSpec spec;
    spec.op = Op::Compare;
    spec.type = {Format::Boolean};
    spec.operands = operands;
    spec.symbol = symbols[below(6)];
    return graph.intern(spec);
  }

  NodeId reduction(Format type, unsigned depth) {
    const NodeId initial = expression(type, depth - 1);
    order::Reduction shape;
    shape.kind = static_cast<order::ReductionKind>(below(4));
    shape.schedule = below(2) == 0 ? order::Schedule::Sequential : order::Schedule::Reverse;
    shape.loop = nextLoop++;
    order::NodeSpec index;
    index.op = Op::LoopIndex;
    index.type = {Format::Integer};
    index.version = shape.loop;
    loops.push_back(graph.intern(index));
    const NodeId term = expression(type, depth - 1);
    loops.pop_back();
    const NodeId trips = graph.constant(order::Number::fromInteger(below(5)), {Format::Integer});
    const NodeId operands[] = {initial, term, trips};
    order::NodeSpec spec;
    spec.op = Op::Reduce;
    spec.type = {type};
    spec.operands = std::span(operands).first(below(3) == 0 ? 2 : 3);
    spec.reduction = &shape;
    return graph.intern(spec);
  }

  Graph &graph;
  std::mt19937_64 random;
  std::vector<NodeId> loops;
  std::uint32_t nextLoop = 0;
};

constexpr std::uint32_t unstatedTrips = 3;

/// One sample, one node at a time, every rounding by MPFR.
class Naive {
public:
  Naive(const Graph &source, std::size_t which) : graph(source), sample(which) {}

  double value(NodeId node) {
    const order::Node described = graph[node];
    const Format format = described.type.format;
    const auto x = [&](unsigned position) { return value(graph.operand(node, position)); };
    switch (described.op) {
    case Op::Input:
      return leafValue(graph, node, sample, {});
    case Op::Element:
      return element(node);
    case Op::LoopIndex:
      return iterations.at(described.version);
    case Op::Constant:
      return graph.number(node).approximate();
    case Op::Add:
      return in(format)([](mpfr_ptr r, mpfr_t *v, mpfr_rnd_t m) { return mpfr_add(r, v[0], v[1], m); }, MPFR_RNDN, x(0), x(1));
    case Op::Sub:
      return in(format)([](mpfr_ptr r, mpfr_t *v, mpfr_rnd_t m) { return mpfr_sub(r, v[0], v[1], m); }, MPFR_RNDN, x(0), x(1));
    case Op::Mul:
      return in(format)([](mpfr_ptr r, mpfr_t *v, mpfr_rnd_t m) { return mpfr_mul(r, v[0], v[1], m); }, MPFR_RNDN, x(0), x(1));
    case Op::Div:
      return in(format)([](mpfr_ptr r, mpfr_t *v, mpfr_rnd_t m) { return mpfr_div(r, v[0], v[1], m); }, MPFR_RNDN, x(0), x(1));
    case Op::Sqrt:
      return in(format)([](mpfr_ptr r, mpfr_t *v, mpfr_rnd_t m) { return mpfr_sqrt(r, v[0], m); }, MPFR_RNDN, x(0));
    case Op::Fma:
      return in(format)([](mpfr_ptr r, mpfr_t *v, mpfr_rnd_t m) { return mpfr_fma(r, v[0], v[1], v[2], m); }, MPFR_RNDN, x(0), x(1), x(2));
    case Op::Cast:
      return in(format)([](mpfr_ptr r, mpfr_t *v, mpfr_rnd_t m) { return mpfr_set(r, v[0], m); }, mode(described.rounding), x(0));
    case Op::Neg:
      return -x(0);
    case Op::Abs:
      return std::fabs(x(0));
    case Op::Min:
    case Op::Max:
      return extreme(described.op == Op::Min, x(0), x(1));
    case Op::Select:
      return x(x(0) != 0 ? 1 : 2);
    case Op::Compare:
      return compared(graph.symbol(node), x(0), x(1)) ? 1 : 0;
    default:
      return reduced(node);
    }
  }

private:
  static mpfr_rnd_t mode(order::Rounding rounding) {
    return rounding == order::Rounding::TowardZero ? MPFR_RNDZ
           : rounding == order::Rounding::Up       ? MPFR_RNDU
           : rounding == order::Rounding::Down     ? MPFR_RNDD
                                                   : MPFR_RNDN;
  }

  static double extreme(bool least, double a, double b) {
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) ? b : a;
    if (a == b)
      return std::signbit(a) == least ? a : b;
    return (a < b) == least ? a : b;
  }

  static bool compared(std::string_view symbol, double a, double b) {
    return symbol == "<" ? a < b : symbol == "<=" ? a <= b : symbol == ">" ? a > b : symbol == ">=" ? a >= b : symbol == "==" ? a == b : a != b;
  }

  double element(NodeId node) {
    std::map<std::uint32_t, std::uint32_t> used; // loops were numbered from outside inward
    for (const NodeId index : graph.operands(node))
      used[graph[index].version] = iterations.at(graph[index].version);
    std::vector<std::uint32_t> at;
    for (const auto &[loop, iteration] : used)
      at.push_back(iteration);
    return leafValue(graph, node, sample, at);
  }

  double reduced(NodeId node) {
    const order::Reduction shape = graph.reduction(node);
    const auto trips = graph[node].operandCount > 2 ? static_cast<std::uint32_t>(graph.number(graph.operand(node, 2)).approximate()) : unstatedTrips;
    double sum = value(graph.operand(node, 0));
    for (std::uint32_t step = 0; step < trips; ++step) {
      iterations[shape.loop] = shape.schedule == order::Schedule::Reverse ? trips - 1 - step : step;
      const double term = value(graph.operand(node, 1));
      if (shape.kind == order::ReductionKind::Sum)
        sum = in(graph[node].type.format)([](mpfr_ptr r, mpfr_t *v, mpfr_rnd_t m) { return mpfr_add(r, v[0], v[1], m); }, MPFR_RNDN, sum, term);
      else if (shape.kind == order::ReductionKind::Product)
        sum = in(graph[node].type.format)([](mpfr_ptr r, mpfr_t *v, mpfr_rnd_t m) { return mpfr_mul(r, v[0], v[1], m); }, MPFR_RNDN, sum, term);
      else
        sum = sum == term ? sum : extreme(shape.kind == order::ReductionKind::Min, sum, term); // zeros of two signs are equal
    }
    iterations.erase(shape.loop);
    return sum;
  }

  format::MpfrTruth &in(Format format) {
    auto &truth = truths[format];
    if (!truth)
      truth = std::make_unique<format::MpfrTruth>(format);
    return *truth;
  }

  const Graph &graph;
  std::size_t sample;
  std::map<std::uint32_t, std::uint32_t> iterations;
  std::map<Format, std::unique_ptr<format::MpfrTruth>> truths;
};

} // namespace

TEST_CASE("random orderings in random formats evaluate to what MPFR gives node by node") {
  const unsigned cases = order::propertyCases(20'000, 1'000);
  MESSAGE(cases << " of 20000 random orderings (FPORDER_FULL=1 runs all)");
  const FunctionLeaves leaves(leafValue, unstatedTrips);
  std::mt19937_64 random(41);
  std::size_t wrong = 0, finite = 0, all = 0;
  for (unsigned index = 0; index < cases; ++index) {
    Graph graph;
    const NodeId root = RandomOrderings(graph, index).expression(heldFormats[index % heldFormats.size()], 5);
    const std::size_t count = 1 + random() % 5;
    std::vector<double> values(count);
    const Column column{values};
    const Evaluator evaluator(graph, std::span(&root, 1));
    CHECK(evaluator.notEvaluated().empty());
    evaluator.evaluate(leaves, 7, count, std::span(&column, 1));
    for (std::size_t sample = 0; sample < count; ++sample) {
      const double expected = Naive(graph, 7 + sample).value(root);
      wrong += static_cast<std::size_t>(!format::sameBits(values[sample], expected));
      finite += static_cast<std::size_t>(std::isfinite(expected));
      ++all;
    }
  }
  CHECK(wrong == 0);
  CHECK(finite > all / 2);
}

TEST_CASE("values do not depend on how samples are cut into calls, on events, or on the instruction set asked for") {
  const FunctionLeaves leaves(leafValue, unstatedTrips);
  std::size_t wrong = 0;
  for (unsigned index = 0; index < 100; ++index) {
    Graph graph;
    const NodeId root = RandomOrderings(graph, 1000 + index).expression(heldFormats[index % heldFormats.size()], 4);
    const Evaluator evaluator(graph, std::span(&root, 1));
    constexpr std::size_t count = 700;
    std::vector<double> whole(count), parts(count);
    const Column all{whole};
    evaluator.evaluate(leaves, 0, count, std::span(&all, 1));
    std::vector<std::uint8_t> events(count);
    for (std::size_t from = 0, size = 1; from < count; from += size, size = size * 3 % 101 + 1) {
      size = std::min(size, count - from);
      const Column part{std::span(parts).subspan(from, size), std::span(events).subspan(from, size)};
      evaluator.evaluate(leaves, from, size, std::span(&part, 1));
    }
    for (std::size_t sample = 0; sample < count; ++sample)
      wrong += static_cast<std::size_t>(!format::sameBits(whole[sample], parts[sample]));
  }
  CHECK(wrong == 0);
}
