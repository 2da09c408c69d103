// Forms of numerical code, recognised by what is computed: what a description names.
//
// Each recogniser looks at one operation and says in one clause which of several ways of writing one thing it is; the clause holds the expression as
// its source spells it. None looks at names, but for `eps`, which may be any scalar that is added to a root or under one.
#pragma once

#include "runtime/order/graph.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fporder::describe {

/// "quotient" and "multiplied first: '(lr * m) / d'".
struct Fact {
  std::string about, text;
  bool operator==(const Fact &) const = default;
};

/// How reports spell a node.
using Spelling = std::function<std::string(order::NodeId)>;

class Forms {
public:
  /// `root`: the value that is described; a node of `graph`.
  Forms(const order::Graph &graph, order::NodeId root, Spelling spelling);

  /// What there is to say about `node`, which lies under the root.
  std::vector<Fact> at(order::NodeId node) const;

private:
  std::optional<Fact> average(order::NodeId node) const;
  std::optional<Fact> biasCorrection(order::NodeId node) const;
  std::optional<Fact> epsilon(order::NodeId node) const;
  std::optional<Fact> root(order::NodeId node) const;
  std::optional<Fact> quotient(order::NodeId node) const;
  std::optional<Fact> sum(order::NodeId node) const;
  std::optional<Fact> contraction(order::NodeId node) const;
  std::optional<Fact> conversion(order::NodeId node) const;
  std::optional<Fact> function(order::NodeId node) const;

  bool isFloating(order::NodeId node) const;
  bool is(order::NodeId node, double value) const;
  order::NodeId bare(order::NodeId node) const;
  std::vector<order::NodeId> factors(order::NodeId product) const;
  bool areComplements(order::NodeId weight, order::NodeId other) const;
  bool isLerp(order::NodeId start, order::NodeId product, bool subtracted) const;
  bool isScalar(order::NodeId node) const;
  bool isRoot(order::NodeId node) const;
  std::string scheduleOf(order::NodeId reduce) const;
  std::string quoted(order::NodeId node) const { return "'" + spell(node) + "'"; }

  const order::Graph &graph;
  Spelling spell;
  std::vector<std::vector<order::NodeId>> users; // by node's index: of those under the root
};

} // namespace fporder::describe
