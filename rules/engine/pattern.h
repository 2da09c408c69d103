// Patterns: compiled from a rule document's infix text, unified with nodes of a procedure's graph.
//
// What unifies with what is specified in rules/README.md, "Patterns". Patterns are small (see maxPatternNodes); unification backtracks over them and
// recurses no deeper than the pattern has nodes, whatever the graph.
#pragma once

#include "rules/engine/analysis.h"
#include "rules/engine/match.h"
#include "runtime/limits/limits.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fporder::rules {

/// unfused(e) in an order: e with each of its operations rounded.
inline bool isUnfused(const order::Graph &patterns, order::NodeId node) {
  return patterns[node].op == order::Op::Call && patterns.symbol(node) == "unfused" && patterns.operands(node).size() == 1;
}

/// trips(match) in an order: how many terms the matched sum has.
inline bool isTripCount(const order::Graph &patterns, order::NodeId node) {
  return patterns[node].op == order::Op::Call && patterns.symbol(node) == "trips" && patterns.operands(node).size() == 1;
}

inline constexpr std::size_t maxPatternNodes = limits::most(limits::Limit::PatternNodes);
inline constexpr std::size_t maxPatternLoops = limits::most(limits::Limit::PatternLoops); // reductions inside each other

struct PatternNode {
  enum class Kind : std::uint8_t { Variable, Constant, Operation } kind = Kind::Operation;
  order::Op op = order::Op::Input;
  std::uint32_t mask = 0; // shapes (see Analysis::shape) that a matching node can have
  std::vector<std::uint32_t> operands;
  std::uint32_t variable = 0;                      // Variable: index into CompiledPattern::variables
  std::optional<order::Number> number;             // Constant
  std::string symbol;                              // Call, Compare
  format::Format format = format::Format::Unknown; // Cast
  order::Rounding rounding = order::Rounding::NearestEven;
  order::Reduction reduction;       // Reduce; `loop` is the pattern's loop
  std::vector<std::uint32_t> loops; // the pattern loops around this node, outermost first
  bool square = false;              // Mul of a value with itself
  bool plainInit = false;           // Reduce: starts from the identity
  bool throughCasts = false;        // Operation: conversions between floating-point formats around it are looked through, rounding or not
};

struct CompiledPattern {
  std::vector<PatternNode> nodes; // operands before users; the root last
  std::vector<std::string> variables;
  std::vector<std::pair<std::uint32_t, std::string>> loops; // pattern loop, its index name
  std::vector<std::uint32_t> nodeOfPattern;                 // pattern-graph node index -> position in `nodes`, UINT32_MAX elsewhere

  const PatternNode &root() const { return nodes.back(); }
};

/// Compiles `pattern` of `rule`. On failure appends errors and returns nothing.
std::optional<CompiledPattern> compilePattern(const Rule &rule, const Pattern &pattern, std::vector<DocumentError> &errors);

/// A variable's value, with the loops of the reductions in which it was first met.
struct Bound {
  order::NodeId node;
  std::vector<std::uint32_t> loops; // outermost first
};

/// The value that a conditional value has where its condition holds (1) or does not (2).
struct Arm {
  order::NodeId choice;
  unsigned position = 1;
};

/// One way in which a pattern matches: everything a condition or an alternative order refers to.
struct Unification {
  const CompiledPattern *pattern = nullptr;
  order::NodeId root;
  std::vector<Bound> variables;                               // by variable index
  std::vector<order::NodeId> matched;                         // by pattern node: the graph node it met; invalid for variables' repeats
  std::vector<std::pair<std::uint32_t, std::uint32_t>> loops; // pattern loop, graph loop
  std::vector<order::NodeId> operations;                      // nodes matched by operations, in any order, perhaps doubled
  std::vector<Arm> path;                                      // of the conditional values between the root and what was matched
  unsigned limits = 0;                                        // of these, those whose condition tests what the path takes: n > c ? n / c : 1
  order::NodeId guard;                                        // the conditional value that keeps a zero away: d == 0 ? 0 : 1 / d
};

/// False when `pattern` certainly does not match `node`: looks at operations and constants, not at what variables bind. Cheap, and allocates nothing.
bool mayUnify(Analysis &analysis, const CompiledPattern &pattern, order::NodeId node);

/// Enumerates the unifications of `pattern` with `root` until `accept` returns true; true then. The work is bounded: a pattern whose commutative
/// operands allow too many ways is given up.
bool unify(Analysis &analysis, const CompiledPattern &pattern, order::NodeId root, const std::function<bool(const Unification &)> &accept);

/// True when the two values are the same once each loop of `left` is read as the loop of `right` at the same position.
bool sameUpToLoops(const order::Graph &graph, order::NodeId left, const std::vector<std::uint32_t> &leftLoops, order::NodeId right,
                   const std::vector<std::uint32_t> &rightLoops);

} // namespace fporder::rules
