// Random chains of additions: loops in loops, several terms an iteration, fused steps, bounds that depend on outer indices. Each is made twice: as a
// graph, and as loops that a test runs itself.
#pragma once

#include "runtime/eval/leaf_source.h"
#include "runtime/order/graph.h"

#include "test/unit/runtime/eval/evaluated.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace fporder::eval {

/// An integer that may depend on the index of one loop around it.
struct ChainBound {
  long long constant = 0, factor = 0;
  std::uint32_t loop = 0;
};

struct ChainElement {
  std::string array;
  long long constant = 0;
  std::vector<std::pair<std::uint32_t, long long>> factors; // by loop
};

struct ChainLoop;

struct ChainItem {
  std::shared_ptr<ChainLoop> inner; // or a value:
  ChainElement left, right;
  bool product = false, negated = false;
};

struct ChainLoop {
  std::uint32_t number = 0;
  ChainBound trips, first;
  long long step = 1;
  bool hasIndexOperands = false, fused = false;
  std::vector<ChainItem> items;
};

/// What joins the accumulator, one after another; `right` is 1 for a term that is no product, and a product is multiplied out unless it is fused.
struct ChainTerm {
  double left = 0, right = 1;
  bool product = false, fused = false;
};

class RandomChain final : public LeafSource {
public:
  static constexpr std::uint32_t freeLoop = 1;
  order::Graph graph;
  order::NodeId root;
  format::Format accumulator, terms;
  double initial = 0;
  bool flat = false; // the root's own terms only: schedules of it are the library's as ever

  RandomChain(std::uint64_t seed, format::Format sumFormat, format::Format termFormat, bool mayFuse)
      : accumulator(sumFormat), terms(termFormat), random(seed), fuses(mayFuse) {
    top = loop(0, {});
    initial = format::roundTo(accumulator, unitValue("initial", seed) - 0.5);
    root = build(*top, order::Schedule::Sequential, 0);
    for (std::size_t sample = 0; sample < freeExtent; ++sample)
      flattened(sample); // the bounds' largest values
  }

  order::NodeId withSchedule(order::Schedule schedule, std::uint32_t width) { return build(*top, schedule, width); }

  /// The terms of a sample in the order in which the program adds them.
  std::vector<ChainTerm> flattened(std::size_t sample) const {
    std::vector<ChainTerm> result;
    std::map<std::uint32_t, long long> indices{{freeLoop, static_cast<long long>(sample % freeExtent)}};
    run(*top, indices, sample, result);
    return result;
  }

  void fill(const LeafRequest &request, std::span<double> out) const override {
    const std::size_t each = valuesPerSample(request.extents);
    for (std::size_t s = 0; s < request.count; ++s)
      for (std::size_t k = 0; k < each; ++k) {
        std::map<std::uint32_t, long long> iterations, indices{{freeLoop, static_cast<long long>((request.first + s) % freeExtent)}};
        std::size_t rest = k;
        for (std::size_t loop = request.loops.size(); loop-- > 0; rest /= request.extents[loop])
          iterations[request.loops[loop]] = static_cast<long long>(rest % request.extents[loop]);
        for (const std::uint32_t loop : request.loops) { // outermost first, so that what a first index depends on is known
          const ChainLoop &what = *loops.at(loop);
          indices[loop] = what.hasIndexOperands ? at(what.first, indices) + what.step * iterations[loop] : iterations[loop];
        }
        out[s * each + k] = leafValue(request.leaf, request.first + s, indices);
      }
  }

  std::uint32_t tripCount(const order::Graph &of, order::NodeId reduce) const override {
    const auto found = longest.find(of.reduction(reduce).loop);
    return found == longest.end() ? 0 : found->second; // a loop that no sample enters
  }

private:
  static constexpr std::size_t freeExtent = 5;
  static constexpr order::ValueType integer{format::Format::Integer, order::Shape::Scalar};

  unsigned below(unsigned bound) { return static_cast<unsigned>(random() % bound); }

  ChainBound bound(long long constant, const std::vector<std::uint32_t> &around) {
    ChainBound result{constant, 0, 0};
    if (!around.empty() && below(3) == 0) {
      result.loop = around[below(static_cast<unsigned>(around.size()))];
      result.factor = static_cast<long long>(below(3)) - 1;
    }
    return result;
  }

  ChainElement element(const std::vector<std::uint32_t> &around) {
    ChainElement result{std::string(1, static_cast<char>('x' + below(3))), below(4), {}};
    for (const std::uint32_t loop : around)
      if (below(4) != 0)
        result.factors.emplace_back(loop, static_cast<long long>(below(5)) - 1);
    return result;
  }

  std::shared_ptr<ChainLoop> loop(unsigned depth, std::vector<std::uint32_t> around) {
    if (around.empty())
      around.push_back(freeLoop);
    auto made = std::make_shared<ChainLoop>();
    made->number = nextLoop++;
    made->trips = bound(below(6) + (depth == 0 ? 1 : 0), around);
    made->hasIndexOperands = below(2) == 0;
    made->first = bound(static_cast<long long>(below(5)) - 2, around);
    made->step = below(3) == 0 ? -1 : 1 + static_cast<long long>(below(3));
    made->fused = fuses && below(3) == 0;
    loops[made->number] = made;
    around.push_back(made->number);
    const unsigned count = 1 + below(3);
    for (unsigned i = 0; i < count; ++i) {
      ChainItem item;
      if (depth < 3 && below(3) == 0) {
        item.inner = loop(depth + 1, around);
      } else {
        item.left = element(around);
        item.product = made->fused || below(3) == 0;
        item.right = item.product ? element(around) : ChainElement{};
        item.negated = below(4) == 0;
      }
      made->items.push_back(item);
    }
    return made;
  }

  static long long at(const ChainBound &bound, const std::map<std::uint32_t, long long> &indices) {
    return bound.constant + (bound.factor != 0 ? bound.factor * indices.at(bound.loop) : 0);
  }

  double elementValue(const std::string &array, long long index, std::size_t sample) const {
    return format::roundTo(terms, 4 * unitValue(array, sample, static_cast<std::size_t>(index + 1000)) - 1.5);
  }

  double elementValue(const ChainElement &element, const std::map<std::uint32_t, long long> &indices, std::size_t sample) const {
    long long index = element.constant;
    for (const auto &[loop, factor] : element.factors)
      index += factor * indices.at(loop);
    return elementValue(element.array, index, sample);
  }

  double leafValue(order::NodeId leaf, std::size_t sample, const std::map<std::uint32_t, long long> &indices) const {
    if (graph[leaf].op == order::Op::LoopIndex)
      return static_cast<double>(indices.at(graph[leaf].version));
    return elementValue(elementsOf.at(leaf.index), indices, sample);
  }

  void run(const ChainLoop &loop, std::map<std::uint32_t, long long> &indices, std::size_t sample, std::vector<ChainTerm> &out) const {
    const long long trips = std::max<long long>(0, at(loop.trips, indices));
    const long long first = loop.hasIndexOperands ? at(loop.first, indices) : 0, step = loop.hasIndexOperands ? loop.step : 1;
    std::uint32_t &most = longest[loop.number];
    most = std::max(most, static_cast<std::uint32_t>(trips));
    for (long long k = 0; k < trips; ++k) {
      indices[loop.number] = first + step * k;
      for (const ChainItem &item : loop.items) {
        if (item.inner) {
          run(*item.inner, indices, sample, out);
          continue;
        }
        ChainTerm term{elementValue(item.left, indices, sample), 1, item.product, loop.fused};
        if (item.product)
          term.right = elementValue(item.right, indices, sample);
        if (item.negated)
          term.left = -term.left;
        out.push_back(term);
      }
    }
    indices.erase(loop.number);
  }

  order::NodeId number(long long value) { return graph.constant(order::Number::fromInteger(value), integer); }
  order::NodeId index(std::uint32_t loop) {
    return graph.intern({.op = order::Op::LoopIndex, .type = integer, .symbol = loop == freeLoop ? "f" : "i", .version = loop});
  }
  order::NodeId node(const ChainBound &bound) {
    if (bound.factor == 0)
      return number(bound.constant);
    return graph.binary(order::Op::Add, number(bound.constant), graph.binary(order::Op::Mul, number(bound.factor), index(bound.loop), integer),
                        integer);
  }
  order::NodeId node(const ChainElement &element) {
    order::NodeId place = number(element.constant);
    for (const auto &[loop, factor] : element.factors)
      place = graph.binary(order::Op::Add, place, graph.binary(order::Op::Mul, number(factor), index(loop), integer), integer);
    const order::NodeId made =
        graph.intern({.op = order::Op::Element, .type = {terms, order::Shape::Scalar}, .operands = {&place, 1}, .symbol = element.array});
    elementsOf[made.index] = element;
    return made;
  }
  order::NodeId node(const ChainItem &item) {
    if (item.inner)
      return build(*item.inner, order::Schedule::Sequential, 0, true);
    const order::ValueType type{terms, order::Shape::Scalar};
    order::NodeId value = node(item.left);
    if (item.product)
      value = graph.binary(order::Op::Mul, value, node(item.right), type);
    return item.negated ? graph.unary(order::Op::Neg, value, type) : value;
  }

  order::NodeId build(const ChainLoop &loop, order::Schedule schedule, std::uint32_t width, bool continues = false) {
    const order::ValueType type{accumulator, order::Shape::Scalar};
    std::vector<order::NodeId> values;
    for (const ChainItem &item : loop.items)
      values.push_back(node(item));
    const order::NodeId term = values.size() == 1 ? values[0] : graph.intern({.op = order::Op::Terms, .type = type, .operands = values});
    std::vector<order::NodeId> operands{graph.constant(order::Number::fromDouble(continues ? 0 : initial), type), term, node(loop.trips)};
    if (loop.hasIndexOperands)
      operands.insert(operands.end(), {node(loop.first), number(loop.step)});
    order::Reduction reduction;
    reduction.schedule = schedule;
    reduction.width = width;
    reduction.loop = loop.number;
    reduction.continues = continues;
    reduction.fused = loop.fused && std::ranges::any_of(loop.items, [](const ChainItem &item) { return !item.inner; });
    return graph.intern({.op = order::Op::Reduce, .type = type, .operands = operands, .reduction = &reduction});
  }

  std::mt19937_64 random;
  bool fuses;
  std::uint32_t nextLoop = 2;
  std::shared_ptr<ChainLoop> top;
  std::map<std::uint32_t, std::shared_ptr<ChainLoop>> loops;
  mutable std::map<std::uint32_t, std::uint32_t> longest; // trip counts, by loop
  std::map<std::uint32_t, ChainElement> elementsOf;       // by node
};

} // namespace fporder::eval
