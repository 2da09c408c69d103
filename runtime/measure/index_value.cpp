#include "runtime/measure/index_value.h"

#include "runtime/order/integer_operators.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

constexpr std::int64_t largest = std::int64_t{1} << 53;

std::optional<std::int64_t> held(__int128 value) {
  return value > largest || value < -largest ? std::nullopt : std::optional(static_cast<std::int64_t>(value));
}

bool compared(std::string_view symbol, std::int64_t a, std::int64_t b) {
  return symbol == "<" ? a < b : symbol == "<=" ? a <= b : symbol == ">" ? a > b : symbol == ">=" ? a >= b : (symbol == "==") == (a == b);
}

std::optional<std::int64_t> whole(const order::Number &number) {
  const double value = number.approximate();
  return number.isFinite() && number.isInteger() && std::abs(value) <= static_cast<double>(largest) ? std::optional(static_cast<std::int64_t>(value))
                                                                                                    : std::nullopt;
}

bool isWhole(format::Format format) { return format == format::Format::Integer || format == format::Format::Boolean; }

} // namespace

IndexExpression::IndexExpression(const order::Graph &source, NodeId root) : graph(source) {
  std::unordered_map<std::uint32_t, std::uint32_t> stepOf;
  for (const NodeId node : order::reachable(graph, root, [&](NodeId at) { return order::isLeaf(graph[at].op); })) {
    Step step{.node = node, .operands = {}};
    if (graph[node].op == Op::Constant) {
      const std::optional<std::int64_t> value = whole(graph.number(node));
      step.known = value.has_value();
      step.constant = value.value_or(0);
    } else if (order::isLeaf(graph[node].op)) {
      step.leaf = static_cast<std::uint32_t>(needed.size());
      needed.push_back(node);
    } else {
      step.known = isWhole(graph[node].type.format);
      for (const NodeId operand : graph.operands(node)) {
        step.operands.push_back(stepOf.at(operand.index));
        step.known &= isWhole(graph[operand].type.format);
      }
    }
    stepOf.emplace(node.index, static_cast<std::uint32_t>(steps.size()));
    steps.push_back(std::move(step));
  }
}

std::optional<std::int64_t> IndexExpression::apply(const Step &step, std::span<const std::int64_t> x) const {
  const auto at = [&](std::size_t position) { return x[step.operands[position]]; };
  const Op op = graph[step.node].op;
  switch (op) {
  case Op::Add:
    return held(__int128{at(0)} + at(1));
  case Op::Sub:
    return held(__int128{at(0)} - at(1));
  case Op::Mul:
    return held(__int128{at(0)} * at(1));
  case Op::Div:
    return at(1) == 0 ? std::nullopt : std::optional(at(0) / at(1));
  case Op::Neg:
    return -at(0);
  case Op::Abs:
    return std::abs(at(0));
  case Op::Cast:
    return graph[step.node].type.format == format::Format::Boolean ? std::int64_t{at(0) != 0} : at(0);
  case Op::Min:
    return std::min(at(0), at(1));
  case Op::Max:
    return std::max(at(0), at(1));
  case Op::Select:
    return at(0) != 0 ? at(1) : at(2);
  case Op::Compare:
    return compared(graph.symbol(step.node), at(0), at(1));
  case Op::And:
    return at(0) != 0 && at(1) != 0;
  case Op::Or:
    return at(0) != 0 || at(1) != 0;
  case Op::Not:
    return at(0) == 0;
  case Op::Call:
    if (const auto count = static_cast<unsigned>(step.operands.size()); order::isIntegerOperator(graph.symbol(step.node), count)) {
      const auto value = order::integerOperation(graph.symbol(step.node), static_cast<double>(at(0)), count > 1 ? static_cast<double>(at(1)) : 0);
      return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
    }
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<std::int64_t> IndexExpression::operator()(std::span<const std::int64_t> values) const {
  std::array<std::int64_t, 32> few{};
  std::vector<std::int64_t> many(steps.size() > few.size() ? steps.size() : 0);
  const std::span<std::int64_t> x = many.empty() ? std::span<std::int64_t>(few).first(steps.size()) : std::span<std::int64_t>(many);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step &step = steps[i];
    if (!step.known)
      return std::nullopt;
    if (step.leaf != UINT32_MAX)
      x[i] = values[step.leaf];
    else if (step.operands.empty())
      x[i] = step.constant;
    else if (const std::optional<std::int64_t> value = apply(step, x))
      x[i] = *value;
    else
      return std::nullopt;
  }
  return x.back();
}

std::optional<IndexRange> IndexExpression::range(const std::function<std::optional<IndexRange>(NodeId)> &leaf) const {
  std::vector<std::optional<IndexRange>> x(steps.size());
  const auto hull = [](std::initializer_list<__int128> ends) -> std::optional<IndexRange> {
    const auto low = held(std::min(ends)), high = held(std::max(ends));
    return low && high ? std::optional(IndexRange{*low, *high}) : std::nullopt;
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step &step = steps[i];
    if (!step.known)
      continue;
    if (step.leaf != UINT32_MAX) {
      x[i] = leaf(step.node);
      continue;
    }
    if (step.operands.empty()) {
      x[i] = IndexRange{step.constant, step.constant};
      continue;
    }
    const Op op = graph[step.node].op;
    const std::size_t choices = op == Op::Select ? 1 : 0; // whatever the condition says
    if (std::any_of(step.operands.begin() + static_cast<std::ptrdiff_t>(choices), step.operands.end(), [&](std::uint32_t of) { return !x[of]; }))
      continue;
    const IndexRange a = *x[step.operands[choices]], b = step.operands.size() > choices + 1 ? *x[step.operands[choices + 1]] : a;
    using Wide = __int128;
    if (op == Op::Add)
      x[i] = hull({Wide{a.low} + b.low, Wide{a.high} + b.high});
    else if (op == Op::Sub)
      x[i] = hull({Wide{a.low} - b.high, Wide{a.high} - b.low});
    else if (op == Op::Mul)
      x[i] = hull({Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low, Wide{a.high} * b.high});
    else if (op == Op::Div && (b.low > 0 || b.high < 0))
      x[i] = hull({Wide{a.low} / b.low, Wide{a.low} / b.high, Wide{a.high} / b.low, Wide{a.high} / b.high});
    else if (op == Op::Neg)
      x[i] = hull({-Wide{a.low}, -Wide{a.high}});
    else if (op == Op::Cast && graph[step.node].type.format == format::Format::Integer)
      x[i] = a;
    else if (op == Op::Min)
      x[i] = IndexRange{std::min(a.low, b.low), std::min(a.high, b.high)};
    else if (op == Op::Max)
      x[i] = IndexRange{std::max(a.low, b.low), std::max(a.high, b.high)};
    else if (op == Op::Select)
      x[i] = hull({a.low, a.high, b.low, b.high});
    else if (isWhole(graph[step.node].type.format) && graph[step.node].type.format == format::Format::Boolean)
      x[i] = IndexRange{0, 1};
    else if (std::ranges::all_of(step.operands, [&](std::uint32_t of) { return x[of]->low == x[of]->high; })) {
      std::vector<std::int64_t> points(steps.size());
      for (const std::uint32_t of : step.operands)
        points[of] = x[of]->low;
      if (const auto value = apply(step, points))
        x[i] = IndexRange{*value, *value};
    }
  }
  return x.back();
}

} // namespace fporder::measure
