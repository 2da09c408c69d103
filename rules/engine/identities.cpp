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
    for (const Alternative &alternative : rule->alternatives)
      for (const OrderSpec *order : rule->ordersOf(alternative)) {
        // Equal by what a value stands for, as a Newton step's start does for a reciprocal, or by cancelling, which the basic identities do: an
        // identity of a rule rewrites with the same names. What says how operations are fused is equal by saying nothing of the reals.
        if (saysHowItFuses(rule->patterns, order->to.root) ||
            namesUnder(rule->patterns, order->to.root) != namesUnder(rule->patterns, alternative.form.root))
          continue;
        append(result, *rule, *order, alternative.form.text, order->to.text);
        append(result, *rule, *order, order->to.text, alternative.form.text);
      }
  return result;
}

std::span<const enumerate::Identity> builtInIdentities() {
  static const std::vector<enumerate::Identity> all = identities(RuleSet::builtIn());
  return all;
}

} // namespace fporder::rules
