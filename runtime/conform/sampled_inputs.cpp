#include "runtime/conform/sampled_inputs.h"

#include "runtime/format/rounding.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/input_families.h"
#include "runtime/order/hash_index.h"
#include "runtime/order/integer_operators.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fporder::conform {

using format::Format;
using order::NodeId;
using order::Op;

namespace {

constexpr auto mostSampledTerms = static_cast<double>(limits::most(limits::Limit::ConformSampledTerms)),
               largestCount = static_cast<double>(limits::most(limits::Limit::ConformSampledTrips));
constexpr std::uint64_t coordinateSpan = 16;
constexpr std::size_t wholeSample = SIZE_MAX; // of what all samples have in common

format::Format heldAs(Format format) { return format::isHeldInDouble(format) ? format : Format::Binary64; }

std::optional<double> calculated(const order::Graph &graph, NodeId node, double a, double b) {
  switch (graph[node].op) {
  case Op::Add:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  case Op::Neg:
    return -a;
  case Op::Div:
    return b == 0 ? std::nullopt : std::optional(std::trunc(a / b));
  case Op::Min:
    return std::min(a, b);
  case Op::Max:
    return std::max(a, b);
  case Op::Cast:
    return std::trunc(a);
  case Op::Call:
    return order::isIntegerOperator(graph.symbol(node), graph[node].operandCount) ? order::integerOperation(graph.symbol(node), a, b) : std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace

SampledInputs::SampledInputs(const order::Graph &of, std::span<const NodeId> roots, double leastCount) : graph(of), count(leastCount) {
  findCounts(roots);
  countTerms(roots);
}

void SampledInputs::findCounts(std::span<const NodeId> roots) {
  std::vector<NodeId> found(roots.begin(), roots.end()), trips;
  order::walkOperands(graph, found, UINT64_MAX, [&](NodeId node) {
    if (order::boundLoop(graph, node))
      if (const NodeId often = order::reduceOperands(graph, node).trips)
        trips.push_back(often);
    const order::Node data = graph[node];
    if (order::isLeaf(data.op) && format::isFloatingPoint(data.type.format)) {
      const auto [known, isNew] = narrow.try_emplace(data.version, data.type.format);
      if (!isNew && format::parameters(data.type.format).precision < format::parameters(known->second).precision)
        known->second = data.type.format;
    }
    return order::Walk::Enter;
  });
  order::walkOperands(graph, trips, UINT64_MAX, [&](NodeId node) {
    const order::Node data = graph[node];
    if (data.op == Op::Constant && data.type.format == Format::Integer)
      count = std::max(count, std::min(largestCount, 2 * std::abs(graph.number(node).approximate())));
    else if (data.op == Op::Input && data.type.format == Format::Integer)
      counts[data.version] = true;
    return order::Walk::Enter;
  });
  count = std::exp2(std::ceil(std::log2(count)));
}

void SampledInputs::countTerms(std::span<const NodeId> roots) {
  std::vector<NodeId> found(roots.begin(), roots.end());
  order::walkOperands(graph, found, UINT64_MAX, [](NodeId) { return order::Walk::Enter; });
  std::ranges::sort(found);
  std::unordered_map<std::uint32_t, double> terms; // by node: those of the deepest nest under it
  for (const NodeId node : found) {
    double most = 1;
    for (const NodeId operand : graph.operands(node))
      most = std::max(most, terms.at(operand.index));
    if (order::boundLoop(graph, node)) {
      const NodeId trips = order::reduceOperands(graph, node).trips;
      const std::optional<double> often = trips ? integer(trips, {}, 0) : std::nullopt;
      isRefused |= !often || *often > largestCount * largestCount;
      most *= std::max(1.0, often.value_or(1));
    }
    loopTerms = std::max(loopTerms, terms[node.index] = most);
  }
  isRefused |= loopTerms > mostSampledTerms;
}

std::optional<double> SampledInputs::integerLeaf(NodeId node, const Loops &loops, std::size_t sample) const {
  const order::Node data = graph[node];
  if (data.op == Op::Constant)
    return graph.number(node).approximate();
  if (data.op == Op::LoopIndex) {
    const auto at = loops.find(data.version);
    return at == loops.end() ? 0 : static_cast<double>(at->second);
  }
  if (data.op == Op::Element) {
    std::uint64_t element = 1;
    for (const NodeId index : graph.operands(node)) {
      const std::optional<double> value = integer(index, loops, sample);
      if (!value)
        return std::nullopt;
      element = order::mixHash(element, static_cast<std::uint64_t>(static_cast<std::int64_t>(*value)));
    }
    return number(node, element, sample);
  }
  return value(node, sample);
}

/// The value of an integer expression; nothing where it has an operation that is not known here. Expressions are those of indices and counts.
std::optional<double> SampledInputs::integer(NodeId root, const Loops &loops, std::size_t sample) const {
  std::unordered_map<std::uint32_t, double> values;
  for (const NodeId node : order::reachable(graph, root, [&](NodeId at) { return order::isLeaf(graph[at].op); })) {
    std::optional<double> value;
    if (order::isLeaf(graph[node].op)) {
      value = integerLeaf(node, loops, sample);
    } else {
      const auto operands = graph.operands(node);
      const double a = operands.empty() ? 0 : values.at(operands[0].index), b = operands.size() > 1 ? values.at(operands[1].index) : 0;
      value = calculated(graph, node, a, b);
    }
    if (!value)
      return std::nullopt;
    values[node.index] = *value;
  }
  return values.at(root.index);
}

std::uint32_t SampledInputs::tripCount(const order::Graph &, NodeId reduce) const {
  const NodeId trips = order::reduceOperands(graph, reduce).trips;
  const std::optional<double> often = trips ? integer(trips, {}, 0) : std::nullopt;
  return often && *often > 0 ? static_cast<std::uint32_t>(std::min(*often, mostSampledTerms)) : 0;
}

double SampledInputs::number(NodeId leaf, std::uint64_t element, std::size_t sample) const {
  const order::Node data = graph[leaf];
  if (data.type.format == Format::Integer && (counts.contains(data.version) || graph.symbol(leaf).starts_with('#')))
    return counts.contains(data.version)
               ? count
               : static_cast<double>(measure::drawnBelow({wholeSample, static_cast<std::uint64_t>(graph.symbol(leaf).back()), 0}, 0, coordinateSpan));
  const measure::ValueKey key{sample, data.version, element};
  if (data.type.format == Format::Integer || data.type.format == Format::Boolean)
    return measure::drawnCount(data.type.format, {}, key);
  const auto families = measure::inputFamilies();
  const auto known = narrow.find(data.version);
  const Format held = heldAs(known == narrow.end() ? data.type.format : known->second);
  return format::roundTo(held, measure::NumberDrawer(families[(sample / measure::samplesPerFamily) % families.size()], held)(key));
}

double SampledInputs::value(NodeId leaf, std::size_t sample) const { return number(leaf, 0, sample); }

void SampledInputs::fill(const eval::LeafRequest &request, std::span<double> out) const {
  const std::size_t each = eval::valuesPerSample(request.extents);
  const bool element = graph[request.leaf].op == Op::Element;
  std::vector<std::uint64_t> elements(each, 0);
  for (std::size_t k = 0; element && k < each; ++k) {
    Loops loops;
    std::size_t rest = k;
    for (std::size_t level = request.loops.size(); level-- > 0; rest /= request.extents[level])
      loops[request.loops[level]] = static_cast<long long>(rest % request.extents[level]);
    std::uint64_t hash = 1;
    for (const NodeId index : graph.operands(request.leaf))
      hash = order::mixHash(hash, static_cast<std::uint64_t>(static_cast<std::int64_t>(integer(index, loops, 0).value_or(static_cast<double>(k)))));
    elements[k] = hash;
  }
  for (std::size_t s = 0; s < request.count; ++s)
    for (std::size_t k = 0; k < each; ++k)
      out[s * each + k] = number(request.leaf, elements[k], request.first + s);
}

} // namespace fporder::conform
