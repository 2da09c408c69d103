#include "runtime/conform/comparable.h"

#include "runtime/order/function_facts.h"
#include "runtime/order/walk.h"

#include <set>
#include <string_view>
#include <vector>

namespace fporder::conform {

using order::NodeId;
using order::Op;

namespace {

struct Read {
  std::set<std::string_view> functions;      // of which nothing is known
  std::set<std::uint32_t> numbers, elements; // inputs that are read so, by number
};

Read readUnder(const order::Graph &graph, NodeId root) {
  Read read;
  std::vector<NodeId> found{root};
  order::walkOperands(graph, found, UINT64_MAX, [&](NodeId node) {
    const order::Node data = graph[node];
    if (!format::isFloatingPoint(data.type.format))
      return order::Walk::Enter;
    if (data.op == Op::Call && !order::functionFacts(graph.symbol(node)))
      read.functions.insert(graph.symbol(node));
    else if (data.op == Op::Input)
      read.numbers.insert(data.version);
    else if (data.op == Op::Element)
      read.elements.insert(data.version);
    return order::Walk::Enter;
  });
  return read;
}

} // namespace

std::string whyNoPointProves(const order::Graph &graph, NodeId implementation, NodeId reference,
                             const std::function<KnownInput(std::uint32_t)> &input) {
  const Read ours = readUnder(graph, implementation), theirs = readUnder(graph, reference);
  for (const auto &[one, other] : {std::pair(&ours, &theirs), std::pair(&theirs, &ours)}) {
    for (const std::string_view function : one->functions)
      if (!other->functions.contains(function))
        return "what '" + std::string(function) + "' computes is not known";
    for (const std::uint32_t number : one->numbers)
      if (!one->elements.contains(number) && other->elements.contains(number) && !other->numbers.contains(number))
        if (const KnownInput known = input(number); known.isNumber)
          return "one reads '" + known.name + "' as a number, the other elements of it";
  }
  return {};
}

} // namespace fporder::conform
