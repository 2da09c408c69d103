#include "runtime/measure/rounding_bound.h"

#include "runtime/elementary/correctly_rounded.h"
#include "runtime/format/rounding.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace fporder::measure {

using format::Format;
using order::NodeId;
using order::Op;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr double callRoundings = 4;

Format held(Format format) { return format::isHeldInDouble(format) && format::isFloatingPoint(format) ? format : Format::Binary64; }

bool rounds(const order::Graph &graph, NodeId node) {
  const order::Node stored = graph[node];
  if (!format::isFloatingPoint(stored.type.format))
    return false;
  if (stored.op == Op::Cast) // of large integers too
    return !format::widensExactly(graph[graph.operand(node, 0)].type.format, stored.type.format);
  return order::isRounded(stored.op);
}

/// Half a unit in the last place of a rounded result, half the smallest subnormal at least.
double ownRounding(const order::Graph &graph, NodeId node, double value) {
  return rounds(graph, node) ? format::ulp(held(graph[node].type.format), value) * (graph[node].op == Op::Call ? callRoundings : 1) / 2 : 0;
}

/// Values and errors of one node's operands.
struct Operands {
  double a = 0, b = 0, c = 0;
  double ea = 0, eb = 0, ec = 0;
};

/// exp(x) - 1.
double growth(double x) { return elementary::correctlyRounded(*elementary::functionNamed("expm1", 1), format::Format::Binary64, {x}); }

double calledError(std::string_view name, const Operands &of, double result) {
  if (of.ea == 0 && of.eb == 0 && of.ec == 0)
    return 0;
  if (name == "sin" || name == "cos" || name == "tanh" || name == "atan")
    return of.ea;
  if (name == "exp")
    return std::abs(result) * growth(of.ea);
  if (name == "expm1")
    return (std::abs(result) + 1) * growth(of.ea);
  if (name == "log")
    return of.a > of.ea ? of.ea / (of.a - of.ea) : unbounded;
  if (name == "log1p")
    return 1 + of.a > of.ea ? of.ea / (1 + of.a - of.ea) : unbounded;
  return unknown;
}

double inheritedError(const order::Graph &graph, NodeId node, const Operands &of, double result) {
  const auto product = [](double x, double ex, double y, double ey) { return std::abs(x) * ey + std::abs(y) * ex + ex * ey; };
  switch (graph[node].op) {
  case Op::Add:
  case Op::Sub:
    return of.ea + of.eb;
  case Op::Mul:
    return product(of.a, of.ea, of.b, of.eb);
  case Op::Fma:
    return product(of.a, of.ea, of.b, of.eb) + of.ec;
  case Op::Div:
    return std::abs(of.b) > of.eb ? (of.ea + std::abs(result) * of.eb) / (std::abs(of.b) - of.eb) : unbounded;
  case Op::Sqrt:
    return of.a > of.ea ? of.ea / std::sqrt(of.a - of.ea) : std::sqrt(of.a + of.ea);
  case Op::Min:
  case Op::Max:
    return std::max(of.ea, of.eb);
  case Op::Neg:
  case Op::Abs:
  case Op::CopySign:
    return of.ea;
  case Op::Cast:
    return format::isFloatingPoint(graph[node].type.format) ? of.ea : of.ea == 0 ? 0 : of.ea + 1;
  case Op::Call:
    return calledError(graph.symbol(node), of, result);
  default:
    return of.ea == 0 && of.eb == 0 && of.ec == 0 ? 0 : unknown;
  }
}

} // namespace

double unamplifiedError(const order::Graph &graph, NodeId root, Format target, std::uint32_t terms) {
  const int digits = format::parameters(held(target)).precision;
  double sum = 0.5;
  for (const NodeId node : order::reachable(graph, root, [](NodeId) { return false; })) {
    if (!rounds(graph, node))
      continue;
    const double weight = std::ldexp(1.0, digits - format::parameters(held(graph[node].type.format)).precision);
    const double times = graph[node].op == Op::Reduce ? double(terms) * double(order::termsOf(graph, node).size())
                         : graph[node].op == Op::Call ? callRoundings
                                                      : 1;
    sum += weight * times * (graph.mentionsLoop(node) || order::continuesSum(graph, node) ? terms : 1);
  }
  return sum;
}

double runningError(const order::Graph &graph, std::span<const NodeId> nodes, std::span<const double> values) {
  std::unordered_map<std::uint32_t, std::pair<double, double>> known; // value and error, by node
  double error = unknown;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeId node = nodes[i];
    const std::span<const NodeId> operands = graph.operands(node);
    const order::Node stored = graph[node];
    if (order::isLeaf(stored.op)) {
      error = stored.op == Op::Constant && format::isFloatingPoint(stored.type.format) ? std::abs(graph.number(node).approximate() - values[i]) : 0;
    } else {
      Operands of;
      if (operands.size() > 3 || order::boundLoop(graph, node))
        return unknown;
      double *const pairs[3][2] = {{&of.a, &of.ea}, {&of.b, &of.eb}, {&of.c, &of.ec}};
      for (std::size_t k = 0; k < operands.size(); ++k)
        std::tie(*pairs[k][0], *pairs[k][1]) = known.at(operands[k].index);
      const double exact = stored.op == Op::Select && of.ea == 0 ? (of.a != 0 ? of.eb : of.ec) : inheritedError(graph, node, of, values[i]);
      error = exact + ownRounding(graph, node, values[i]);
    }
    known[node.index] = {values[i], error};
  }
  return error;
}

} // namespace fporder::measure
