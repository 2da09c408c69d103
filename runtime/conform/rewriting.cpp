#include "runtime/conform/rewriting.h"

#include "runtime/limits/limits.h"
#include "runtime/order/equality.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <set>

namespace fporder::conform {

using order::NodeId;
using order::Op;
using order::ValueId;

namespace {

constexpr std::size_t mostOriginals = limits::most(limits::Limit::ConformOriginals), mostRewritten = limits::most(limits::Limit::ConformRewritten);

bool isRewritable(Op op) {
  switch (op) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Neg:
  case Op::Sqrt:
    return true;
  default:
    return false;
  }
}

class Rewriter {
public:
  explicit Rewriter(const RewritingRequest &given) : request(given), graph(given.graph) {}

  std::variant<Rewriting, std::string> run() {
    const NodeId root = original(request.pair.implementation);
    if (!root)
      return "it is not one operation of the source";
    type = request.into[root].type;
    environment = request.into.environment(root);
    place = request.into[root].place;
    if (!collectCommon() || !readReference() || !readImplementation(root))
      return why;
    Rewriting made{root, build(request.pair.reference), std::move(operations)};
    if (order::equalOverReals(request.into, made.root, made.order) != order::RealEquality::Equal)
      return "its new order is not shown equal over the reals by itself";
    return made;
  }

private:
  NodeId original(NodeId node) const {
    const NodeId subject = request.implementation.origin(node);
    return subject ? request.originals(subject) : NodeId{};
  }

  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }

  /// What the implementation's part computes, by value.
  bool collectCommon() {
    std::vector<NodeId> nodes{request.pair.implementation};
    const order::Walked walked = order::walkOperands(graph, nodes, mostRewritten, [&](NodeId node) {
      if (node != request.pair.implementation)
        common.insert(graph.value(node));
      return isRewritable(graph[node].op) ? order::Walk::Enter : order::Walk::Skip;
    });
    return walked != order::Walked::Limited || refuse("it has too many operations");
  }

  bool isConstant(NodeId node) const { return graph[node].op == Op::Constant; }

  /// What of it the reference's part uses; what is left of the reference are operations to be made.
  bool readReference() {
    std::vector<NodeId> nodes{request.pair.reference};
    const order::Walked walked = order::walkOperands(graph, nodes, mostRewritten, [&](NodeId node) {
      if (common.contains(graph.value(node))) {
        used.insert(graph.value(node));
        return order::Walk::Skip;
      }
      if (isConstant(node))
        return order::Walk::Skip;
      const NodeId written = request.reference.origin(node);
      if (!isRewritable(graph[node].op) || !written || request.referenceGraph[written].op != graph[node].op) {
        refuse("the reference has an operation there that is not written as it is computed");
        return order::Walk::Stop;
      }
      return order::Walk::Enter;
    });
    if (walked == order::Walked::Limited)
      return refuse("the reference has too many operations there");
    return walked == order::Walked::Whole;
  }

  /// A node and the operation of the source that it is of; `kept`: it lies in a value that the reference uses as a whole.
  struct Written {
    NodeId node, source;
    bool kept = false;
  };

  /// The implementation's operations down to what the reference uses.
  bool readImplementation(NodeId root) {
    std::vector<Written> open{{request.pair.implementation, root}};
    std::set<std::pair<NodeId, bool>> seen;
    while (!open.empty()) {
      const Written at = open.back();
      open.pop_back();
      if (!seen.emplace(at.source, at.kept).second)
        continue;
      if (!at.kept && !isOperation(at))
        return false;
      if (request.into[at.source].op != graph[at.node].op)
        continue;
      for (unsigned i = 0; i < graph[at.node].operandCount; ++i)
        if (!readOperand(at, graph.operand(at.node, i), request.into.operand(at.source, i), open))
          return false;
    }
    if (!std::ranges::all_of(used, [&](ValueId value) { return operands.contains(value); }))
      return refuse("it is computed in several formats");
    std::ranges::sort(operations); // operands before users; the root is the last
    return true;
  }

  bool isOperation(const Written &at) {
    if (request.into[at.source].op != graph[at.node].op || request.into[at.source].type != type)
      return refuse("it is computed in several formats");
    if (!(request.into.environment(at.source) == environment))
      return refuse("its operations are carried out under several settings");
    operations.push_back(at.source);
    return true;
  }

  bool readOperand(const Written &user, NodeId node, NodeId source, std::vector<Written> &open) {
    const bool wanted = used.contains(graph.value(node));
    if (wanted || isConstant(node)) {
      if (request.into[source].type == type)
        operands.try_emplace(graph.value(node), source);
      else if (!user.kept)
        return refuse("it is computed in several formats");
    } else if (!user.kept && !isRewritable(graph[node].op)) {
      return refuse("the reference does not use all of its values");
    }
    if (isRewritable(graph[node].op))
      open.push_back({node, source, user.kept || wanted});
    return true;
  }

  /// The reference's part over the implementation's operands.
  NodeId build(NodeId reference) {
    std::vector<NodeId> nodes{reference};
    order::walkOperands(graph, nodes, mostRewritten,
                        [&](NodeId node) { return operands.contains(graph.value(node)) ? order::Walk::Skip : order::Walk::Enter; });
    std::ranges::sort(nodes);
    for (const NodeId node : nodes) {
      if (operands.contains(graph.value(node)))
        continue;
      if (isConstant(node)) {
        operands.emplace(graph.value(node), request.into.constant(graph.number(node), type));
        continue;
      }
      std::vector<NodeId> below;
      for (const NodeId operand : graph.operands(node))
        below.push_back(operands.at(graph.value(operand)));
      operands.emplace(graph.value(node),
                       request.into.intern({.op = graph[node].op, .type = type, .operands = below, .environment = environment, .place = place}));
    }
    return operands.at(graph.value(reference));
  }

  const RewritingRequest &request;
  const order::Graph &graph;
  std::set<ValueId> common, used;
  std::map<ValueId, NodeId> operands; // of the implementation's graph
  std::vector<NodeId> operations;
  order::ValueType type;
  order::Environment environment;
  order::PlaceId place;
  std::string why;
};

} // namespace

/// The two graphs are read side by side, as far as their operations are the same.
Originals::Originals(const PreparedSide &side, const PreparedPiece &piece) {
  const order::Graph &procedure = side.given().procedure->graph, &subject = side.subject().graph;
  std::vector<std::pair<NodeId, NodeId>> open{{piece.piece.value, piece.root}};
  for (std::size_t next = 0; next < open.size(); ++next) {
    if (next == mostOriginals)
      return;
    const auto [copied, written] = open[next];
    if (subject[copied].op != procedure[written].op || order::isLeaf(subject[copied].op) || subject[copied].op == Op::Recurrence)
      continue;
    const auto [entry, isNew] = known.try_emplace(copied.index, written);
    if (!isNew) {
      if (entry->second != written)
        entry->second = {};
      continue;
    }
    const std::size_t count = std::min(subject.operands(copied).size(), procedure.operands(written).size());
    if (subject[copied].op != Op::Reduce && subject.operands(copied).size() != procedure.operands(written).size())
      continue;
    for (std::size_t i = 0; i < std::min<std::size_t>(count, subject[copied].op == Op::Reduce ? order::tripsOperand : count); ++i)
      open.emplace_back(subject.operands(copied)[i], procedure.operands(written)[i]);
  }
}

NodeId Originals::operator()(NodeId node) const {
  const auto found = known.find(node.index);
  return found == known.end() ? NodeId{} : found->second;
}

std::variant<Rewriting, std::string> rewriting(const RewritingRequest &request) { return Rewriter(request).run(); }

} // namespace fporder::conform
