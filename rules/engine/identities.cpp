#include "rules/engine/identities.h"

#include "rules/engine/pattern.h"
#include "runtime/order/traversal.h"

#include <algorithm>

#include <set>

namespace fporder::rules {

using namespace order;

namespace {

using Names = std::set<std::string_view>;

Names namesUnder(const Graph &patterns, NodeId root) {
  Names names;
  for (const NodeId node : reachable(patterns, root, [](NodeId) { return false; }))
    if (patterns[node].op == Op::Input)
      names.insert(patterns.symbol(node));
  return names;
}

bool saysHowItFuses(const Graph &patterns, NodeId root) {
  return std::ranges::any_of(reachable(patterns, root, [](NodeId) { return false; }), [&](NodeId node) { return isUnfused(patterns, node); });
}

bool isFused(const std::string &text) { return text.find("fma(") != std::string::npos; }

void append(std::vector<enumerate::Identity> &result, const Rule &rule, const OrderSpec &order, const std::string &from, const std::string &to) {
  result.push_back({rule.slug, from, to, enumerate::sideConditions(from, to), order.assumedEqual, !isFused(from) && isFused(to)});
}

} // namespace

std::vector<enumerate::Identity> identities(const RuleSet &rules) {
  std::vector<enumerate::Identity> result;
  for (const auto &rule : rules.rules())
    for (const OrderSpec &order : rule->orders) {
      if (saysHowItFuses(rule->patterns, order.to.root))
        continue; // equal over the reals by saying nothing of them
      const Names used = namesUnder(rule->patterns, order.to.root);
      for (const Pattern &match : rule->matches) {
        const Names bound = namesUnder(rule->patterns, match.root);
        // Equal by what a value stands for, as a Newton step's start does for a reciprocal, or by cancelling, which the basic identities do: an
        // identity of a rule rewrites with the same names.
        if (used != bound)
          continue;
        append(result, *rule, order, match.text, order.to.text);
        append(result, *rule, order, order.to.text, match.text);
      }
    }
  return result;
}

std::span<const enumerate::Identity> builtInIdentities() {
  static const std::vector<enumerate::Identity> all = identities(RuleSet::builtIn());
  return all;
}

} // namespace fporder::rules
