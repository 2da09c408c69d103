// From an ordering graph into an e-graph, and from an e-graph's trees back.
#pragma once

#include "runtime/enumerate/extract.h"

#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace fporder::enumerate {

/// Enters expressions and remembers how their parts were spelled.
class Import {
public:
  Import(order::Graph &source, EGraph &target, std::function<Facts(order::NodeId)> leafFacts)
      : graph(source), egraph(target), knowledge(std::move(leafFacts)) {}

  /// The class of `root`. Nothing when the e-graph is too small, or where something is divided by zero.
  std::optional<Ref> enter(order::NodeId root);
  /// True for a node of the e-graph that stands in an entered expression.
  bool written(std::uint32_t enode) const { return enode < spellings.size() && !spellings[enode].empty(); }

  /// The ordering that a tree stands for, times `scale`. Nothing when a power of two in it is beyond the format.
  std::optional<order::NodeId> spell(const Extraction &extraction, std::uint32_t tree, Scale scale);

private:
  struct Spelling {
    Scale scale; // value(node) = scale * value(enode)
    order::NodeId node;
  };

  std::optional<Ref> arithmetic(order::NodeId node, std::span<const Ref> operands);
  std::optional<Ref> enterNode(order::NodeId node);
  std::optional<order::NodeId> plain(const Extraction &extraction, const Tree &tree);
  bool isAsWritten(const Extraction &extraction, const Tree &tree) const;
  std::optional<order::NodeId> ofTree(const Extraction &extraction, std::uint32_t tree, Scale scale);
  std::optional<order::NodeId> scaled(std::uint32_t enode, order::NodeId node, Scale scale);
  std::optional<order::NodeId> absorbed(order::NodeId node, Scale scale);
  std::optional<order::NodeId> intoSum(std::uint32_t enode, order::NodeId node, Scale scale);
  std::optional<order::NodeId> negated(order::NodeId node);
  std::optional<order::NodeId> operandOf(const Extraction &extraction, const Tree &tree, unsigned position, Scale more = {});
  order::NodeId make(order::Op op, order::ValueType type, std::span<const order::NodeId> operands, std::string_view symbol = {});

  order::Graph &graph;
  EGraph &egraph;
  std::function<Facts(order::NodeId)> knowledge;
  order::Environment environment; // of new operations
  std::unordered_map<std::uint32_t, Ref> entered;
  std::vector<std::vector<Spelling>> spellings;                    // by enode
  std::vector<std::array<std::uint32_t, mostOperands>> below;      // by enode: the nodes of its operands as it was written
  std::unordered_map<std::uint32_t, order::NodeId> writtenByValue; // entered nodes by the value they compute
  std::unordered_map<std::uint32_t, order::NodeId> spelled;        // trees of the extraction at hand, factor 1 of their node
  std::unordered_set<std::uint32_t> asWritten;                     // those that are a part of an entered expression
};

} // namespace fporder::enumerate
