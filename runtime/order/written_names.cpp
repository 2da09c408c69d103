#include "runtime/order/written_names.h"

#include "runtime/limits/limits.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace fporder::order {

namespace {

class NameWalk {
public:
  NameWalk(const Procedure &given, NodeId top, std::span<const NodeId> operations) : procedure(given), graph(given.graph), root(top) {
    for (const NodeId operation : operations)
      shown.insert(graph.value(operation).index);
    shown.insert(graph.value(root).index);
  }

  WrittenNames run() {
    const PlaceId place = graph[root].place;
    if (!place)
      return {};
    call = graph.place(place).inlinedAt;
    reached.push_back({root, {}});
    for (std::size_t next = 0; next < reached.size() && reached.size() < mostReached; ++next)
      visit(reached[next].node, statementOf(reached[next]));
    dropAmbiguous();
    return std::move(result);
  }

private:
  static constexpr std::size_t mostReached = limits::most(limits::Limit::LoopNames);
  using Statement = std::optional<std::uint32_t>; // none of another call
  struct Reached {
    NodeId node;
    Statement user;
  };

  /// What has no place of its own, as implicit conversions, stands where it is used.
  Statement statementOf(const Reached &operation) const {
    const PlaceId id = graph[operation.node].place;
    if (!id)
      return operation.user;
    const Place &place = graph.place(id);
    return place.inlinedAt == call ? Statement(place.statement) : std::nullopt;
  }

  void visit(NodeId node, Statement statement) {
    for (const NodeId operand : graph.operands(node)) {
      if (!seen.insert(operand.index).second)
        continue;
      const std::uint32_t value = graph.value(operand).index;
      const std::string *const name = statement && !shown.contains(value) ? procedure.readings.find(operand, *statement) : nullptr;
      if (!name)
        reached.push_back({operand, statement});
      else if (result.names.try_emplace(value, *name).second)
        named.push_back(operand);
    }
  }

  /// Takes away names that another value has as well, or a leaf that is shown.
  void dropAmbiguous() {
    if (named.empty())
      return;
    InfixOptions leaves;
    leaves.forReaders = true;
    std::unordered_map<std::string, std::uint32_t> bearers;
    for (const auto &[node, user] : reached)
      if (isLeaf(graph[node].op) && graph[node].op != Op::Constant)
        bearers.try_emplace(printInfix(graph, node, leaves), graph.value(node).index);
    for (const NodeId node : named) {
      const std::uint32_t value = graph.value(node).index;
      if (bearers.try_emplace(result.names.at(value), value).first->second != value)
        result.names.erase(value);
      else if (!isLeaf(graph[node].op))
        result.computed.push_back(node);
    }
  }

  const Procedure &procedure;
  const Graph &graph;
  NodeId root;
  PlaceId call;
  std::unordered_set<std::uint32_t> shown; // values that are not to be named
  std::unordered_set<std::uint32_t> seen;  // nodes
  std::vector<Reached> reached;
  std::vector<NodeId> named;
  WrittenNames result;
};

} // namespace

WrittenNames writtenNames(const Procedure &procedure, NodeId root, std::span<const NodeId> opened) { return NameWalk(procedure, root, opened).run(); }

} // namespace fporder::order
