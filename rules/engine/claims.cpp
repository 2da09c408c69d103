// What a match says of values, so that it is known which assumptions it needs.
#include "rules/engine/matcher.h"

#include <algorithm>

namespace fporder::rules {

using namespace order;

namespace {

/// Names that the pattern has at several places, or in a loop's iterations.
bool occursRepeatedly(const Unification &unification, std::uint32_t variable, Analysis &analysis) {
  const auto isOccurrence = [&](const PatternNode &node) { return node.kind == PatternNode::Kind::Variable && node.variable == variable; };
  const Bound &bound = unification.variables[variable];
  if (!bound.loops.empty() && !std::ranges::binary_search(analysis.loops(bound.node), bound.loops.back()))
    return true;
  const auto uses = [&](const PatternNode &node) {
    return std::ranges::count_if(node.operands, [&](std::uint32_t operand) { return isOccurrence(unification.pattern->nodes[operand]); });
  };
  std::ptrdiff_t count = 0;
  for (const PatternNode &node : unification.pattern->nodes)
    count += uses(node);
  return count > 1;
}

} // namespace

std::vector<std::string> Matcher::assumedBy(const Match &match, const Found &found, ConditionEvaluator &evaluator) {
  if (reliance.none())
    return {};
  const auto &[rule, alternative, unification, computation] = found;
  std::vector<std::string_view> identified;
  for (const Pattern &condition : rule.shared.where)
    namesIdentified(rule.patterns, condition, identified);
  if (alternative)
    for (const Pattern &condition : alternative->own.where)
      namesIdentified(rule.patterns, condition, identified);
  for (const Pattern &condition : rule.warnWhen)
    if (evaluator.holds(condition))
      namesIdentified(rule.patterns, condition, identified);
  Claims claims{match.root, match.operations, {}, {}, evaluator.consumers(), evaluator.compared()};
  for (std::uint32_t i = 0; i < unification.variables.size(); ++i) { // a rule.cpp does not tell how it uses what it binds
    const NodeId node = unification.variables[i].node;
    if (!node)
      continue;
    claims.bound.push_back(node);
    if (!alternative || std::ranges::find(identified, unification.pattern->variables[i]) != identified.end() ||
        occursRepeatedly(unification, i, analysis))
      claims.identified.push_back(node);
  }
  if (unification.guard)
    claims.identified.push_back(unification.guard);
  return reliance.reasons(claims);
}

} // namespace fporder::rules
