// Orderings given as infix text, evaluated on values that a test computes.
#pragma once

#include "runtime/eval/evaluator.h"
#include "runtime/order/infix.h"

#include "test/unit/runtime/eval/function_leaves.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

namespace fporder::eval {

/// A deterministic number in [0, 1) for a name, a sample and an index.
inline double unitValue(std::string_view name, std::size_t sample, std::size_t index = 0) {
  std::uint64_t z = sample * 0x9e3779b97f4a7c15 + index * 0xd1342543de82ef95 + 1;
  for (const char c : name)
    z = z * 0x100000001b3 + static_cast<unsigned char>(c);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// 2^U(-20, 20)
inline double wideValue(std::string_view name, std::size_t sample) { return std::exp2(40 * unitValue(name, sample) - 20); }

struct Expression {
  order::Graph graph;
  order::NodeId root;
  Expression(std::string_view text, format::Format type) {
    const auto parsed = order::parseInfix(text, graph, {type});
    REQUIRE(std::holds_alternative<order::NodeId>(parsed));
    root = std::get<order::NodeId>(parsed);
  }
};

struct Evaluated {
  std::vector<double> values;
  std::vector<std::uint8_t> events;
  RootCounters counters;
};

using Sampler = std::function<double(std::string_view name, std::size_t sample, std::span<const std::uint32_t> iterations)>;

/// Leaves are rounded to their format.
inline Evaluated evaluated(const Expression &expression, const Sampler &sampler, std::size_t samples, const EvaluationOptions &options = {}) {
  const FunctionLeaves leaves([&](const order::Graph &graph, order::NodeId leaf, std::size_t sample, std::span<const std::uint32_t> iterations) {
    return format::roundTo(graph[leaf].type.format, sampler(graph.symbol(leaf), sample, iterations));
  });
  Evaluated result;
  result.values.resize(samples);
  result.events.resize(samples);
  const Column column{result.values, result.events};
  Counters counters;
  Evaluator(expression.graph, std::span(&expression.root, 1), options).evaluate(leaves, 0, samples, std::span(&column, 1), &counters);
  result.counters = counters.at(0);
  return result;
}

inline Evaluated evaluated(std::string_view text, format::Format type, const Sampler &sampler, std::size_t samples,
                           const EvaluationOptions &options = {}) {
  return evaluated(Expression(text, type), sampler, samples, options);
}

inline double differingShare(const std::vector<double> &left, const std::vector<double> &right) {
  std::size_t different = 0;
  for (std::size_t index = 0; index < left.size(); ++index)
    different += std::bit_cast<std::uint64_t>(left[index]) != std::bit_cast<std::uint64_t>(right[index]) ? 1 : 0;
  return static_cast<double>(different) / static_cast<double>(left.size());
}

} // namespace fporder::eval
