// Which unproven facts a match rests on: the assumptions of a procedure (see order::Assumption) that its finding has to name.
//
// Type, Callee and Name are needed where an operation of the match, or a value that it binds, is marked: the operation may be no floating-point
// operation, or may not run. Whoever makes such an assumption marks all that it holds for.
// Unchanged and Pointer are needed only where the match says of values that they are the same or known: for an operation inside the match that was
// read back from memory, a name that the pattern uses twice or in more than one iteration, a name of which a condition that holds asks what it is or
// equals, and a constant operand. They pass from a node to everything that is made of it. A value that is read once, whatever it is, needs none.
// Evidence of a consumer rests on what is assumed of the match's own value and of the way to the consumer.
//
// Proofs of silence do not ask: where two orders give the same bits only by an assumption, a finding is missing, which is no wrong answer.
//
// A procedure without assumptions costs nothing. In another the graph is swept once, when the first match is asked about.
#pragma once

#include "rules/engine/analysis.h"

#include <span>
#include <string>
#include <vector>

namespace fporder::rules {

/// The parts of a match that say something of values; nodes of the graph as it was when matching began, later ones rest on nothing.
struct Claims {
  order::NodeId root;
  std::span<const order::NodeId> operations; // the root among them
  std::vector<order::NodeId> bound;          // values of names
  std::vector<order::NodeId> identified;     // of these, those that are claimed to be the same value in several places, or known
  std::vector<order::NodeId> consumers;      // of the match, that its evidence speaks of
  std::vector<order::NodeId> compared = {};  // values elsewhere that it is held against: all that they rest on is needed
};

class Reliance {
public:
  explicit Reliance(const Analysis &context) : analysis(context) {}

  /// Nothing was assumed in the procedure: no match needs anything.
  bool none() const { return analysis.procedure().assumptions.empty(); }

  /// The reasons of the assumptions that the claims need, each once, in the order in which the procedure makes them.
  std::vector<std::string> reasons(const Claims &claims);

private:
  using Positions = std::vector<std::uint32_t>;         // in Procedure::assumptions, ascending
  enum class About : std::uint8_t { Operation, Value }; // Type, Callee and Name; Unchanged and Pointer

  void sweep();
  About about(std::uint32_t position) const;
  const Positions &under(order::NodeId node) const { return sets[node.index < setOf.size() ? setOf[node.index] : 0]; }
  /// What is assumed of this very node.
  void addOwn(order::NodeId node, About wanted, Positions &needed) const;
  void addConstants(order::NodeId operation, Positions &needed) const;
  void addIdentified(order::NodeId value, std::span<const order::NodeId> operations, Positions &needed) const;
  void addWay(order::NodeId root, order::NodeId consumer, Positions &needed) const;

  const Analysis &analysis;
  // Assumptions about values by the nodes that are made of those: sets[setOf[node]]. Empty until they are asked for.
  std::vector<std::uint32_t> setOf;
  std::vector<Positions> sets{{}};
};

} // namespace fporder::rules
