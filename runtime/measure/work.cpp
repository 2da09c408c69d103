#include "runtime/measure/work.h"

#include "runtime/elementary/correctly_rounded.h"
#include "runtime/measure/leaf_table.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

constexpr double reference = 8;  // operations of arithmetic that one costs the oracle
constexpr double interval = 400; // and that one costs MPFR
constexpr double wide = 6000;    // likewise a function

/// What a function costs in operations of arithmetic: evaluated, by the oracle, and where the oracle leaves it to MPFR.
struct FunctionCost {
  double evaluated = 1, exact = reference, escalated = interval;
};

enum class Side : std::uint8_t { Evaluated, Exact, Escalated };

FunctionCost costOf(std::string_view name, std::size_t arguments) {
  const elementary::Function *function = elementary::functionNamed(name, arguments);
  if (function == nullptr)
    return {};
  return function->lanes ? FunctionCost{50, 100, wide} : FunctionCost{3000, wide, wide};
}

/// Operations under some roots, each counted once for every iteration of the loops that it depends on.
class Count {
public:
  Count(const Subject &what, const Binding &values) : graph(what.graph), binding(values), table(leavesOf(what)) {
    for (const Leaf &leaf : table.leaves)
      loopsOfLeaves[leaf.node.index].insert(leaf.boundLoops.begin(), leaf.boundLoops.end());
  }

  double evaluated(std::span<const NodeId> roots) const { return total(roots, Side::Evaluated); }
  double exact(NodeId root) const { return total({&root, 1}, Side::Exact); }
  double escalated(NodeId root) const { return total({&root, 1}, Side::Escalated); }

private:
  double total(std::span<const NodeId> roots, Side side) const {
    std::vector<bool> wanted(graph.size());
    for (const NodeId root : roots)
      wanted[root.index] = true;
    for (std::uint32_t i = static_cast<std::uint32_t>(graph.size()); i-- > 0;)
      if (wanted[i])
        for (const NodeId operand : graph.operands({i}))
          wanted[operand.index] = true;
    // Operands come before what they are operands of.
    std::vector<std::set<std::uint32_t>> loops(graph.size());
    double sum = 0;
    for (std::uint32_t i = 0; i < graph.size(); ++i)
      if (wanted[i])
        sum += of({i}, loops, side);
    return sum;
  }

  double of(NodeId node, std::vector<std::set<std::uint32_t>> &loops, Side side) const {
    std::set<std::uint32_t> &own = loops[node.index];
    const Op op = graph[node].op;
    for (const NodeId operand : graph.operands(node))
      own.insert(loops[operand.index].begin(), loops[operand.index].end());
    double times = 1;
    if (op == Op::LoopIndex)
      own.insert(graph[node].version);
    else if (const auto loop = order::boundLoop(graph, node)) {
      own.erase(*loop);
      times = std::max<double>(1, binding.tripCount(graph, node));
    } else if (const auto leaf = loopsOfLeaves.find(node.index); leaf != loopsOfLeaves.end())
      own.insert(leaf->second.begin(), leaf->second.end());
    if (op == Op::LoopIndex || op == Op::Constant)
      return 0;
    for (const std::uint32_t loop : own)
      times *= tripsOf(loop);
    const FunctionCost cost = op == Op::Call ? costOf(graph.symbol(node), graph[node].operandCount) : FunctionCost{};
    return times * (side == Side::Evaluated ? cost.evaluated : side == Side::Exact ? cost.exact : cost.escalated);
  }

  double tripsOf(std::uint32_t loop) const {
    const auto known = table.loops.find(loop);
    return known == table.loops.end() ? 1 : std::max<double>(1, binding.tripCount(graph, known->second));
  }

  const order::Graph &graph;
  const Binding &binding;
  LeafTable table;
  std::map<std::uint32_t, std::set<std::uint32_t>> loopsOfLeaves; // by node
};

} // namespace

double operationsPerSample(const Subject &subject, const Binding &binding, double escalated) {
  const Count count(subject, binding);
  std::vector<NodeId> roots;
  for (const Ordering &ordering : subject.orderings) {
    roots.push_back(ordering.root);
    if (subject.hasConsumer())
      roots.push_back(ordering.consumed);
  }
  const Ordering &written = subject.orderings.front();
  return count.evaluated(roots) + count.exact(written.root) + (subject.hasConsumer() ? count.exact(written.consumed) : 0) +
         (escalated > 0 ? escalated * escalatedOperations(subject, binding) : 0);
}

double escalatedOperations(const Subject &subject, const Binding &binding) {
  const Count count(subject, binding);
  const Ordering &written = subject.orderings.front();
  return count.escalated(written.root) + (subject.hasConsumer() ? count.escalated(written.consumed) : 0);
}

double operationsPerTrial(const Subject &subject, const Binding &binding, std::size_t ordering, double escalated) {
  const Count count(subject, binding);
  const NodeId written = subject.orderings.front().root;
  return count.evaluated({&subject.orderings[ordering].root, 1}) + count.exact(written) + (escalated > 0 ? escalated * count.escalated(written) : 0);
}

std::string roughly(double operations) {
  static constexpr std::pair<double, const char *> units[]{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}};
  for (const auto &[size, name] : units)
    if (operations >= size) {
      const double tenths = std::floor(operations / size * 10);
      const auto whole = static_cast<std::uint64_t>(tenths / 10), tenth = static_cast<std::uint64_t>(std::fmod(tenths, 10));
      return std::to_string(whole) + (tenth != 0 && whole < 100 ? "." + std::to_string(tenth) : "") + " " + name;
    }
  return std::to_string(static_cast<std::uint64_t>(operations));
}

} // namespace fporder::measure
