// One rule set against one procedure: candidates, unification, silence, severity, selection.
#pragma once

#include "rules/engine/condition.h"
#include "rules/engine/hook.h"
#include "rules/engine/loader.h"
#include "rules/engine/reliance.h"
#include "rules/engine/silence.h"
#include "runtime/limits/limits.h"

#include <array>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fporder::rules {

/// A rule ready to match.
struct ActiveRule {
  const Rule *document = nullptr;
  std::vector<CompiledPattern> patterns; // parallel to document->alternatives
  Hook hook = nullptr;

  const Rule &rule() const { return *document; }
};

/// Patterns by the operation that can stand at their root, so that an operation meets only patterns that have a chance.
class RootIndex {
public:
  struct Entry {
    std::uint32_t rule, pattern;
    std::uint32_t left, right; // shapes that the root's first two operands can have
    bool swaps, square;        // operands commute; are the same value
  };

  /// What a root's operands look like, to be compared with entries.
  struct Operands {
    std::uint32_t left, right;
    bool same;

    bool fit(const Entry &entry) const {
      if (entry.square)
        return same;
      return ((left & entry.left) && (right & entry.right)) || (entry.swaps && (left & entry.right) && (right & entry.left));
    }
  };

  void build(const std::vector<ActiveRule> &rules);
  std::span<const Entry> at(order::Op op) const { return entries[static_cast<std::size_t>(op)]; }

private:
  std::array<std::vector<Entry>, 32> entries;
};

/// One way in which a rule's alternative was found.
struct Found {
  const Rule &rule;
  const Alternative *alternative; // null where a rule.cpp found it
  const Unification &unification;
  const order::Computation &computation;
};

class Matcher {
public:
  Matcher(const std::vector<ActiveRule> &active, const RootIndex &rootIndex, order::Procedure &procedure, const MatchOptions &chosen)
      : rules(active), index(rootIndex), options(chosen), analysis(procedure), reliance(analysis), graph(procedure.graph) {}

  std::vector<Match> run();

private:
  /// A limit that was reached, under Procedure::unanalysed.
  void name(const limits::Watch::Hit &hit);
  void matchPatterns();
  void matchAt(const order::Computation &computation);
  RootIndex::Operands operandsOf(order::NodeId node);
  bool tryPattern(const RootIndex::Entry &entry, const order::Computation &computation);
  void runHooks();
  order::Computation computationFor(order::NodeId node);
  void receive(std::uint32_t rule, Draft draft);
  bool keepFirst(std::size_t known);
  std::string quietedBy(const Match &match, const Unification &unification, ConditionEvaluator &evaluator);
  std::optional<std::string> engineQuiets(const Rule &rule, const Unification &unification);
  void consume(std::uint32_t rule, std::span<const order::NodeId> operations, order::NodeId root);
  bool consumed(std::uint32_t rule, order::NodeId node) const {
    return !consumedNodes.empty() && consumedNodes.contains((std::uint64_t{rule} << 32) | node.index);
  }

  bool audits() const { return options.least == Severity::Audit; }
  void judgeAll();
  bool staysQuiet(const Match &match) const;
  /// Nothing when no order of the rule can be spelled with the names that this alternative binds: the match is then a hazard without an alternative.
  std::optional<std::vector<Candidate>> candidateOrders(const Found &found, ConditionEvaluator &evaluator);
  std::vector<std::pair<std::string_view, order::NodeId>> knownLeaves(const Unification &unification);
  order::NodeId core(order::NodeId node) const;
  bool isPowerOfTwoConstant(order::NodeId node) const;
  bool keep(const std::string &quiet);
  bool complete(const Found &found);
  order::NodeId guarded(const Unification &unification, order::NodeId candidate);
  order::NodeId onEveryPath(const Unification &unification, order::NodeId order);
  order::NodeId guardOfPath(const Unification &unification, order::NodeId guard);
  /// An operand has the matched form on one path through the body of a matched loop: no order holds for the loop as a whole.
  bool isOfSomeIterations(const Unification &unification) const;
  std::vector<std::string> assumedBy(const Match &match, const Found &found, ConditionEvaluator &evaluator);
  void finish(const Found &found, std::vector<Candidate> orders, ConditionEvaluator &evaluator, Draft *draft);

  const std::vector<ActiveRule> &rules;
  const RootIndex &index;
  const MatchOptions &options;
  Analysis analysis;
  Reliance reliance;
  order::Graph &graph;
  std::vector<Match> matches;
  std::vector<Match> audited;                                          // those that are quiet for what is no proof, when they are asked for
  std::unordered_set<std::uint64_t> consumedNodes;                     // rule and node: inside a larger expression that the rule matched
  std::vector<bool> visited;                                           // nodes that had their turn: a loop may compute one twice
  std::unordered_map<std::uint32_t, order::Computation> computationOf; // by node, the first; built for drafts
  std::vector<std::uint32_t> matchedHere;                              // rules that matched at the node at hand
};

/// Drops what other matches cover: superseded rules, doubled places, all but one remark a statement. Sorts by computation order. Severities are those
/// of the evidence, whatever it rests on; where two matches say the same, the one that assumes nothing stays. What another match covers goes to
/// `covered`, unless that is null. `yielding`: see Rule::yields.
std::vector<Match> selectMatches(const order::Procedure &procedure, std::vector<Match> matches, std::vector<Match> *covered, bool yielding = true);

/// Adds those of `audited` that are the only match of their rule at their place, one each, as Audit. Sorts by computation order.
void addAudited(const order::Procedure &procedure, std::vector<Match> audited, std::vector<Match> &selected);

/// The parts of a match that are words: its message, so far the document's text, gets its names; base evidence and notes at the matched operations
/// are added.
void describe(const order::Procedure &procedure, Match &match);

} // namespace fporder::rules
