#include "test/unit/analyzer/executed/gpu_values.h"

#include "runtime/format/rounding.h"
#include "test/gpu/inputs.h"

#include <limits>

namespace fporder::test {

namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::Storage;

/// The object at the end of the chain, pointers followed: a parameter, as a rule.
const Storage &owner(const order::Graph &graph, order::StorageId storage) {
  while (graph.storage(storage).of)
    storage = graph.storage(storage).of;
  return graph.storage(storage);
}

/// The element of an array, as `symbol` spells it: "a", "v[].x".
std::optional<double> elementOf(std::string_view symbol, std::uint64_t index, bool tricky) {
  const auto real = [&](gpu::Array array, std::uint64_t at) { return format::decode(Format::Binary32, gpu::floatBits(tricky, array, at)); };
  if (index >= gpu::elements)
    return std::nullopt;
  if (symbol == "a")
    return real(gpu::Array::A, index);
  if (symbol == "b")
    return real(gpu::Array::B, index);
  if (symbol == "d")
    return format::decode(Format::Binary64, gpu::doubleBits(tricky, gpu::Array::D, index));
  if (symbol == "m")
    return gpu::integer(index);
  constexpr std::string_view members = "xyzw";
  if (symbol.starts_with("v[].") && symbol.size() == 5 && members.find(symbol.back()) != std::string_view::npos)
    return real(gpu::Array::V, 4 * index + members.find(symbol.back()));
  return std::nullopt;
}

} // namespace

void GpuThreadValues::fill(const eval::LeafRequest &request, std::span<double> out) const {
  const std::size_t count = eval::valuesPerSample(request.extents);
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t rest = k;
    for (std::size_t loop = request.loops.size(); loop-- > 0; rest /= request.extents[loop])
      iterations[request.loops[loop]] = static_cast<std::uint32_t>(rest % request.extents[loop]);
    const std::optional<double> known = value(request.leaf);
    if (!known && missing.empty())
      missing = std::string(graph.symbol(request.leaf));
    out[k] = known.value_or(std::numeric_limits<double>::quiet_NaN());
  }
  for (const std::uint32_t loop : request.loops)
    iterations.erase(loop);
}

std::uint32_t GpuThreadValues::tripCount(const order::Graph &of, NodeId reduce) const {
  const NodeId trips = order::reduceOperands(of, reduce).trips;
  const std::optional<std::int64_t> known = trips ? integer(trips) : std::nullopt;
  if (!known && missing.empty())
    missing = "how many terms a reduction has";
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(known.value_or(1), 0, gpu::elements));
}

std::optional<double> GpuThreadValues::value(NodeId leaf) const {
  const order::Node node = graph[leaf];
  if (node.op == Op::LoopIndex) {
    const auto known = iterations.find(node.version);
    return known == iterations.end() ? std::nullopt : std::optional<double>(known->second);
  }
  return node.op == Op::Input ? input(leaf) : node.op == Op::Element ? element(leaf) : std::nullopt;
}

std::optional<double> GpuThreadValues::input(NodeId leaf) const {
  const order::StorageId storage = graph.storage(leaf);
  const std::string_view symbol = graph.symbol(leaf);
  if (!storage)
    return std::nullopt;
  if (owner(graph, storage).kind == Storage::Kind::Parameter)
    return symbol == "s" ? std::optional<double>(gpu::scalar) : symbol == "n" ? std::optional<double>(launch.n) : std::nullopt;
  if (owner(graph, storage).kind != Storage::Kind::WorkItem)
    return std::nullopt;
  return symbol == "threadIdx.x"  ? std::optional<double>(thread % launch.threads)
         : symbol == "blockIdx.x" ? std::optional<double>(thread / launch.threads)
         : symbol == "blockDim.x" ? std::optional<double>(launch.threads)
         : symbol == "gridDim.x"  ? std::optional<double>(launch.blocks)
         : symbol == "warpSize"   ? std::optional<double>(32)
                                  : std::nullopt;
}

std::optional<double> GpuThreadValues::element(NodeId leaf) const {
  const order::StorageId storage = graph.storage(leaf);
  if (!storage || owner(graph, storage).kind != Storage::Kind::Parameter || graph.operands(leaf).size() != 1)
    return std::nullopt;
  const std::optional<std::int64_t> index = integer(graph.operand(leaf, 0));
  return index && *index >= 0 ? elementOf(graph.symbol(leaf), static_cast<std::uint64_t>(*index), gpu::tricky(launch.number)) : std::nullopt;
}

std::optional<std::int64_t> GpuThreadValues::integer(NodeId expression) const {
  const measure::IndexExpression &compiled = expressions.try_emplace(expression.index, graph, expression).first->second;
  std::vector<std::int64_t> values;
  for (const NodeId leaf : compiled.leaves()) {
    const std::optional<double> known = value(leaf);
    if (!known)
      return std::nullopt;
    values.push_back(static_cast<std::int64_t>(*known));
  }
  return compiled(values);
}

} // namespace fporder::test
