// Which matches become findings.
#include "rules/engine/matcher.h"
#include "rules/engine/regrouping.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fporder::rules {

using namespace order;

namespace {

/// Where a finding stands, inlining aside: the same operation inlined twice is one place to a reader.
std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> position(const Procedure &procedure, NodeId node) {
  PlaceId id = shownPlace(procedure, node);
  if (!id)
    return {UINT32_MAX, UINT32_MAX, node.index};
  const Place &place = procedure.graph.place(id);
  return {place.file.index, place.line, place.column};
}

/// The statement a finding stands in; findings without a place are each their own.
std::pair<std::uint32_t, std::uint32_t> statement(const Procedure &procedure, NodeId node) {
  PlaceId id = shownPlace(procedure, node);
  if (!id)
    return {UINT32_MAX, node.index};
  return {procedure.graph.place(id).statement, procedure.graph.place(id).inlinedAt.index};
}

void inComputationOrder(std::vector<Match> &matches) {
  std::ranges::sort(matches,
                    [](const Match &a, const Match &b) { return std::tie(a.time, a.root, a.rule->id) < std::tie(b.time, b.root, b.rule->id); });
}

/// Takes out the matches that are dropped; they go to `covered`, unless that is null.
void drop(std::vector<Match> &matches, const std::vector<bool> &dropped, std::string_view why, std::vector<Match> *covered) {
  std::size_t next = 0;
  std::erase_if(matches, [&](Match &match) {
    if (!dropped[next++])
      return false;
    if (covered) {
      covered->push_back(std::move(match));
      covered->back().quietedBy = why;
    }
    return true;
  });
}

/// The first says what only an assumption makes true, the second what is true.
bool assumesMore(const Match &match, const Match &other) { return !match.assumed.empty() && other.assumed.empty(); }

void dropSuperseded(std::vector<Match> &matches, std::vector<Match> *covered) {
  std::map<std::uint32_t, std::vector<std::size_t>> byRoot;
  for (std::size_t i = 0; i < matches.size(); ++i)
    byRoot[matches[i].root.index].push_back(i);
  std::vector<bool> dropped(matches.size(), false);
  for (const Match &match : matches) {
    if (match.rule->supersedes.empty())
      continue;
    for (NodeId operation : match.operations)
      if (auto inside = byRoot.find(operation.index); inside != byRoot.end())
        for (std::size_t other : inside->second)
          if (std::ranges::find(match.rule->supersedes, matches[other].rule->slug) != match.rule->supersedes.end() &&
              !assumesMore(match, matches[other]))
            dropped[other] = true;
  }
  drop(matches, dropped, "a finding of a larger expression covers it", covered);
}

/// What a search found yields to what a rule knows of one of its operations, and silences what only regroups them.
void settleYielding(const Procedure &procedure, std::vector<Match> &matches, std::vector<Match> *covered) {
  std::vector<bool> dropped(matches.size(), false);
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (!matches[i].rule->yields)
      continue;
    for (std::size_t other = 0; other < matches.size(); ++other) {
      const Match &match = matches[other];
      if (match.rule->yields || assumesMore(match, matches[i]) || !std::ranges::binary_search(matches[i].operations, match.root))
        continue;
      const bool onlyRegroups = match.severity != Severity::Warning && isRegrouping(procedure.graph, match);
      dropped[onlyRegroups ? other : i] = true;
    }
  }
  drop(matches, dropped, "another finding of its operations covers it", covered);
}

/// A warning that stays one.
bool warnsForSure(const Match &match) { return match.severity == Severity::Warning && match.assumed.empty(); }

/// One finding for a rule and place: the warning, or the first; of the same level the one that assumes nothing.
void dropDoubled(const Procedure &procedure, std::vector<Match> &matches) {
  std::map<std::tuple<const Rule *, std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>, std::size_t> first;
  std::vector<bool> dropped(matches.size(), false);
  for (std::size_t i = 0; i < matches.size(); ++i) {
    auto [entry, isNew] = first.emplace(std::tuple{matches[i].rule, position(procedure, matches[i].root)}, i);
    if (isNew)
      continue;
    const Match &known = matches[entry->second];
    const bool better = std::tuple(warnsForSure(matches[i]), matches[i].severity, matches[i].assumed.empty()) >
                        std::tuple(warnsForSure(known), known.severity, known.assumed.empty());
    dropped[better ? entry->second : i] = true;
    if (better)
      entry->second = i;
  }
  drop(matches, dropped, {}, nullptr);
}

using Statement = std::pair<std::uint32_t, std::uint32_t>;

/// What the order of the match does, where evaluation has said it: to which value, and how.
std::pair<evidence::Harm, std::string> harmOf(const Match &match) {
  return match.judgement ? std::pair(match.judgement->harm, match.judgement->what) : std::pair(evidence::Harm::None, std::string());
}

/// One warning of an ordering rule for an operation of a statement, and of all built-in ordering rules for one root, or one operation and one harm.
/// The first that assumes nothing stays, of rules the one of the highest priority.
void keepOneOrderWarning(const Procedure &procedure, std::vector<Match> &matches, std::vector<Match> *covered) {
  std::vector<std::size_t> warnings;
  for (std::size_t i = 0; i < matches.size(); ++i)
    if (matches[i].severity == Severity::Warning && traits(matches[i].rule->kind).regroups && procedure.graph[matches[i].root].place)
      warnings.push_back(i);
  std::ranges::sort(warnings, {}, [&](std::size_t i) { return std::tuple(!matches[i].assumed.empty(), -matches[i].rule->priority, i); });
  std::set<std::uint32_t> roots;
  std::set<std::tuple<const Rule *, Statement, std::uint32_t>> taken;
  std::set<std::tuple<std::pair<evidence::Harm, std::string>, Statement, std::uint32_t>> harmed;
  std::vector<bool> dropped(matches.size(), false);
  for (const std::size_t i : warnings) {
    const Match &match = matches[i];
    const Statement where = statement(procedure, match.root);
    const auto harm = harmOf(match);
    const bool isKnown = std::ranges::any_of(match.operations, [&](NodeId operation) {
      return taken.contains({match.rule, where, operation.index}) || (!match.rule->isUsers && harmed.contains({harm, where, operation.index}));
    });
    dropped[i] = isKnown || (!match.rule->isUsers && roots.contains(match.root.index));
    if (dropped[i])
      continue;
    if (!match.rule->isUsers)
      roots.insert(match.root.index);
    for (const NodeId operation : match.operations) {
      taken.emplace(match.rule, where, operation.index);
      if (!match.rule->isUsers && harm.first != evidence::Harm::None)
        harmed.emplace(harm, where, operation.index);
    }
  }
  drop(matches, dropped, "another warning in the statement", covered);
}

/// By statement and operation: the roots of the warnings that speak of it.
using Warned = std::map<std::pair<Statement, std::uint32_t>, std::vector<NodeId>>;

Warned warnedOperations(const Procedure &procedure, const std::vector<Match> &matches) {
  Warned warned;
  for (const Match &match : matches)
    if (match.severity == Severity::Warning)
      for (NodeId operation : match.operations)
        warned[{statement(procedure, match.root), operation.index}].push_back(match.root);
  return warned;
}

/// An alternative of the match computes `value` too, near its root.
bool isKept(const Graph &graph, const Match &match, NodeId value) {
  std::vector<NodeId> pending;
  for (const Order &order : match.orders)
    if (!order.written)
      pending.push_back(order.node);
  for (std::size_t next = 0; next < pending.size() && !limits::reaches(limits::Limit::KeptNodes, next); ++next) {
    if (graph.sameValue(pending[next], value))
      return true;
    for (NodeId operand : graph.operands(pending[next]))
      pending.push_back(operand);
  }
  return false;
}

/// A warning of the same statement speaks of the remark's operations. It does not stand in the way where it is another matter: it stands elsewhere,
/// and what it warns of is still computed in the order that the remark offers. So a moving average is told beside the unstable difference in its
/// weight.
bool toldByWarning(const Procedure &procedure, const Match &remark, const Warned &warned) {
  const limits::Here here(remark.root.index);
  for (NodeId operation : remark.operations) {
    const auto found = warned.find({statement(procedure, remark.root), operation.index});
    if (found == warned.end())
      continue;
    if (operation == remark.root || !std::ranges::all_of(found->second, [&](NodeId root) { return isKept(procedure.graph, remark, root); }))
      return true;
  }
  return false;
}

/// Keeps one remark for each operation of a statement. Of remarks that share operations the one of the highest priority stays, of equal priority the
/// one whose root contains the others. A remark about a loop's schedule and one about the loop's term may share operations; both stay. Of remarks
/// that only regroup, a statement keeps one.
void keepOneRemark(const Procedure &procedure, std::vector<Match> &matches, std::vector<Match> *covered) {
  const Warned warned = warnedOperations(procedure, matches);
  std::vector<std::size_t> remarks;
  std::vector<bool> dropped(matches.size(), false);
  for (std::size_t i = 0; i < matches.size(); ++i)
    if (matches[i].severity != Severity::Warning) {
      dropped[i] = true;
      if (!toldByWarning(procedure, matches[i], warned))
        remarks.push_back(i);
    }
  std::ranges::sort(remarks, std::ranges::greater(), [&](std::size_t i) { return std::pair(matches[i].rule->priority, i); });
  std::set<std::tuple<Statement, bool, std::uint32_t>> taken; // operations of a statement, with whether a loop's order is concerned
  std::set<std::pair<Statement, bool>> regrouped;
  for (const std::size_t i : remarks) {
    const Statement where = statement(procedure, matches[i].root);
    const bool ofLoop = traits(matches[i].rule->kind).isOfLoops;
    const bool shares =
        std::ranges::any_of(matches[i].operations, [&](NodeId operation) { return taken.contains({where, ofLoop, operation.index}); });
    if (shares || (isRegrouping(procedure.graph, matches[i]) && !regrouped.emplace(where, ofLoop).second))
      continue;
    for (const NodeId operation : matches[i].operations)
      taken.emplace(where, ofLoop, operation.index);
    dropped[i] = false;
  }
  drop(matches, dropped, "another finding in the statement", covered);
}

} // namespace

void addAudited(const Procedure &procedure, std::vector<Match> audited, std::vector<Match> &selected) {
  std::set<std::pair<const Rule *, std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>> known;
  for (const Match &match : selected)
    known.emplace(match.rule, position(procedure, match.root));
  inComputationOrder(audited);
  for (Match &match : audited)
    if (known.emplace(match.rule, position(procedure, match.root)).second) {
      match.severity = Severity::Audit;
      selected.push_back(std::move(match));
    }
  inComputationOrder(selected);
}

std::vector<Match> selectMatches(const Procedure &procedure, std::vector<Match> matches, std::vector<Match> *covered, bool yielding) {
  inComputationOrder(matches);
  dropSuperseded(matches, covered);
  if (yielding)
    settleYielding(procedure, matches, covered);
  dropDoubled(procedure, matches);
  keepOneOrderWarning(procedure, matches, covered);
  keepOneRemark(procedure, matches, covered);
  return matches;
}

} // namespace fporder::rules
