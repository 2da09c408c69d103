#include "runtime/conform/split_numbers.h"

#include "runtime/limits/limits.h"
#include "runtime/order/index_algebra.h"
#include "runtime/order/substitution.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace fporder::conform {

using order::integerType;
using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t mostSplit = limits::most(limits::Limit::ConformSplit);
constexpr std::size_t mostDivisions = limits::most(limits::Limit::ConformDivisions);

/// A number that is divided, or whose remainder is taken: of which nodes.
struct Divided {
  NodeId number;
  std::vector<NodeId> divisors; // distinct in value
};

class Splitting {
public:
  Splitting(order::Graph &target, ElementForm given) : graph(target), form(std::move(given)) {}

  /// Another form, or nothing.
  std::optional<ElementForm> next() {
    const std::vector<NodeId> nodes = under({form.value, form.flat});
    const std::set<std::uint32_t> around = iterationsUnder(form.indices);
    for (const Divided &divided : dividedAmong(nodes, around))
      if (const std::optional<NodeId> least = leastDivisor(divided); least && standsAlone(divided.number))
        return split(divided.number, *least);
    return std::nullopt;
  }

private:
  std::vector<NodeId> under(std::vector<NodeId> roots) const {
    roots.insert(roots.end(), form.indices.begin(), form.indices.end());
    order::walkOperands(graph, roots, UINT64_MAX, [](NodeId) { return order::Walk::Enter; });
    return roots;
  }

  /// By value: loops and work-items.
  std::set<std::uint32_t> iterationsUnder(std::vector<NodeId> roots) const {
    std::set<std::uint32_t> found;
    order::walkOperands(graph, roots, UINT64_MAX, [&](NodeId node) {
      if (isIteration(graph, node))
        found.insert(graph.value(node).index);
      return order::Walk::Enter;
    });
    return found;
  }

  bool isDivision(NodeId node) const {
    return graph[node].type.format == format::Format::Integer && graph[node].operandCount == 2 &&
           (graph[node].op == Op::Div || (graph[node].op == Op::Call && graph.symbol(node) == "%"));
  }

  /// Those of loops and work-items around the store alone, by divisors that are one for all of them.
  std::vector<Divided> dividedAmong(const std::vector<NodeId> &nodes, const std::set<std::uint32_t> &around) const {
    std::map<std::uint32_t, Divided> found; // by value
    std::size_t divisions = 0;
    for (const NodeId node : nodes) {
      if (!isDivision(node))
        continue;
      if (++divisions > mostDivisions)
        break;
      const NodeId number = graph.operand(node, 0), divisor = graph.operand(node, 1);
      const std::set<std::uint32_t> own = iterationsUnder({number});
      if (own.empty() || !std::ranges::includes(around, own) || !iterationsUnder({divisor}).empty())
        continue;
      Divided &divided = found.try_emplace(graph.value(number).index, Divided{number, {}}).first->second;
      if (std::ranges::none_of(divided.divisors, [&](NodeId known) { return graph.sameValue(known, divisor); }))
        divided.divisors.push_back(divisor);
    }
    std::vector<Divided> all;
    for (auto &[value, divided] : found)
      all.push_back(std::move(divided));
    return all;
  }

  std::optional<NodeId> leastDivisor(const Divided &divided) {
    for (const NodeId each : divided.divisors)
      if (std::ranges::all_of(divided.divisors, [&](NodeId other) { return order::exactQuotient(graph, other, each).has_value(); }))
        return each;
    return std::nullopt;
  }

  /// The loops and work-items that the number is made of are read within it only.
  bool standsAlone(NodeId number) const {
    const std::set<std::uint32_t> own = iterationsUnder({number});
    std::vector<NodeId> roots{form.value, form.flat};
    roots.insert(roots.end(), form.indices.begin(), form.indices.end());
    const order::Walked walked = order::walkOperands(graph, roots, UINT64_MAX, [&](NodeId node) {
      if (graph.sameValue(node, number))
        return order::Walk::Skip;
      return own.contains(graph.value(node).index) ? order::Walk::Stop : order::Walk::Enter;
    });
    return walked == order::Walked::Whole;
  }

  ElementForm split(NodeId number, NodeId divisor) {
    const auto loop = [&](const char *name) {
      return graph.intern({.op = Op::LoopIndex, .type = integerType, .symbol = name, .version = graph.freshLoop()});
    };
    const NodeId quotient = loop("q"), remainder = loop("r");
    const auto whole = [&](NodeId rows) {
      return order::integerOperation(graph, Op::Add, order::integerOperation(graph, Op::Mul, rows, divisor), remainder);
    };
    const auto instead = [&](NodeId node) -> std::optional<NodeId> {
      if (graph.sameValue(node, number))
        return whole(quotient);
      if (!isDivision(node) || !graph.sameValue(graph.operand(node, 0), number))
        return std::nullopt;
      const NodeId rest = *order::exactQuotient(graph, graph.operand(node, 1), divisor);
      if (graph[node].op == Op::Div)
        return order::integerOperation(graph, Op::Div, quotient, rest);
      if (order::wholeNumber(graph, rest) == 1)
        return remainder;
      const NodeId operands[]{quotient, rest};
      return whole(graph.call("%", operands, integerType));
    };
    ElementForm made = form;
    made.value = order::substituted(graph, form.value, instead);
    made.flat = order::substituted(graph, form.flat, instead);
    for (NodeId &index : made.indices)
      index = order::substituted(graph, index, instead);
    return made;
  }

  order::Graph &graph;
  ElementForm form;
};

} // namespace

std::vector<ElementForm> splitNumbers(order::Graph &graph, const SidePiece &piece, NodeId flat) {
  std::vector<ElementForm> forms;
  ElementForm form{piece.value, flat, piece.indices};
  while (!form.indices.empty() && forms.size() < mostSplit) {
    std::optional<ElementForm> next = Splitting(graph, form).next();
    if (!next)
      break;
    form = *std::move(next);
    forms.push_back(form);
  }
  return forms;
}

} // namespace fporder::conform
