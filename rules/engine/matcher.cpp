#include "rules/engine/matcher.h"

#include "rules/engine/exact_difference.h"
#include "rules/engine/judging.h"
#include "rules/engine/regrouping.h"
#include "runtime/limits/limits.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace fporder::rules {

using namespace order;

void RootIndex::build(const std::vector<ActiveRule> &rules) {
  for (std::vector<Entry> &list : entries)
    list.clear();
  for (std::uint32_t r = 0; r < rules.size(); ++r) {
    for (std::uint32_t p = 0; p < rules[r].patterns.size(); ++p) {
      const CompiledPattern &pattern = rules[r].patterns[p];
      const PatternNode &root = pattern.root();
      auto maskOf = [&](std::size_t i) {
        return i < root.operands.size() && root.op != Op::Reduce ? pattern.nodes[root.operands[i]].mask : ~std::uint32_t{0};
      };
      bool swaps = isCommutative(root.op) || root.op == Op::Fma || root.op == Op::Compare;
      entries[static_cast<std::size_t>(root.op)].push_back({r, p, maskOf(0), maskOf(1), swaps, root.square});
    }
  }
}

std::vector<Match> Matcher::run() {
  if (analysis.procedure().computations.empty())
    return {};
  const limits::Watch watch(NodeId{}.index);
  matchPatterns();
  runHooks();
  judgeAll();
  std::vector<Match> selected =
      selectMatches(analysis.procedure(), std::move(matches), audits() ? &audited : nullptr, !options.search || !options.search->exhaustive);
  addAudited(analysis.procedure(), std::move(audited), selected);
  for (Match &match : selected) {
    for (Order &order : match.orders)
      if (order.whole) // it was judged where the path is taken
        order.node = order.whole;
    describe(analysis.procedure(), match);
    if (!match.assumed.empty())
      match.severity = std::min(match.severity, Severity::Remark);
  }
  for (const limits::Watch::Hit &hit : watch.hits())
    name(hit);
  return selected;
}

/// Nothing that evaluation can show makes it a finding: only a state does where a condition of taste holds, and regroupings are no states.
bool Matcher::staysQuiet(const Match &match) const {
  return !match.quietedBy.empty() && match.evidence.empty() && (!traits(match.rule->kind).regroups || isRegrouping(graph, match));
}

/// What is quiet and no warning goes to the audited ones, or nowhere. What stays quiet is judged last: it takes nothing of the function's budget from
/// the others, whose levels are then the same with and without audit.
void Matcher::judgeAll() {
  std::vector<Match> quiet;
  std::erase_if(matches, [&](Match &match) {
    if (!staysQuiet(match))
      return false;
    if (audits())
      quiet.push_back(std::move(match));
    return true;
  });
  Judging judge(analysis.procedure(), analysis.originalSize(), options);
  for (Match &match : matches) {
    judge(match);
    if (match.severity == Severity::Warning)
      match.quietedBy.clear();
  }
  for (Match &match : quiet)
    judge(match);
  const auto isLoud = [](const Match &match) { return match.quietedBy.empty(); };
  if (audits())
    std::ranges::copy_if(matches, std::back_inserter(audited), std::not_fn(isLoud));
  std::ranges::move(quiet, std::back_inserter(audited));
  std::erase_if(matches, std::not_fn(isLoud));
}

/// Where no node is looked at, the function's first operation says where it is.
void Matcher::name(const limits::Watch::Hit &hit) {
  const NodeId node = hit.where < graph.size() ? NodeId{hit.where} : analysis.procedure().computations.front().node;
  Unanalysed entry;
  if (const PlaceId place = graph[node].place) {
    const Place &at = graph.place(place);
    entry.file = graph.file(at.file);
    entry.line = at.line;
    entry.column = at.column;
  }
  entry.what = limits::whatOf(hit.limit);
  entry.why = limits::whyOf(hit.limit);
  analysis.procedure().unanalysed.push_back(std::move(entry));
}

/// Outermost operations first, so that what they match is known to be part of a larger expression when its turn comes.
void Matcher::matchPatterns() {
  visited.assign(analysis.originalSize(), false);
  const std::vector<Computation> &computations = analysis.procedure().computations;
  for (auto computation = computations.rbegin(); computation != computations.rend(); ++computation)
    if (!visited[computation->node.index]) {
      visited[computation->node.index] = true;
      matchAt(*computation);
    }
}

void Matcher::matchAt(const Computation &computation) {
  const NodeId number = graph[computation.node].op == Op::Cast ? graph.operand(computation.node, 0) : computation.node;
  if (!format::isFloatingPoint(graph[number].type.format) && !format::isFloatingPoint(graph[computation.node].type.format))
    return;
  const limits::Here here(computation.node.index);
  // A cast at the root is matched as it stands; everything else by what it can be spelled as.
  std::uint32_t shape = graph[computation.node].op == Op::Cast ? shapeBit(Op::Cast) : analysis.shape(computation.node);
  Op own = graph[computation.node].op;
  RootIndex::Operands operands = operandsOf(computation.node);
  matchedHere.clear();
  for (unsigned op = 0; op < 31; ++op) {
    if (!(shape >> op & 1))
      continue;
    // The operands tell only when the root is spelled with the pattern's own operation.
    bool direct = static_cast<Op>(op) == own;
    for (const RootIndex::Entry &entry : index.at(static_cast<Op>(op)))
      if ((!direct || operands.fit(entry)) && std::ranges::find(matchedHere, entry.rule) == matchedHere.end() && tryPattern(entry, computation))
        matchedHere.push_back(entry.rule);
  }
}

RootIndex::Operands Matcher::operandsOf(NodeId node) {
  std::span<const NodeId> operands = graph.operands(node);
  RootIndex::Operands result{~std::uint32_t{0}, ~std::uint32_t{0}, false};
  if (!operands.empty())
    result.left = analysis.shape(operands[0]);
  if (operands.size() > 1) {
    result.right = analysis.shape(operands[1]);
    result.same = graph.sameValue(analysis.strip(operands[0]), analysis.strip(operands[1]));
  }
  return result;
}

bool Matcher::tryPattern(const RootIndex::Entry &entry, const Computation &computation) {
  const CompiledPattern &pattern = rules[entry.rule].patterns[entry.pattern];
  if (!mayUnify(analysis, pattern, computation.node))
    return false;
  bool inside = consumed(entry.rule, computation.node);
  const std::size_t known = matches.size();
  const bool found = unify(analysis, pattern, computation.node, [&](const Unification &unification) {
    const Rule &rule = rules[entry.rule].rule();
    if (!inside && !complete({rule, &rule.alternatives[entry.pattern], unification, computation}))
      return false;
    consume(entry.rule, unification.operations, unification.root);
    return true;
  });
  return keepFirst(known) || found;
}

/// Of the ways in which an operation matches, the first that no condition quiets stays, or the first. What is quiet says nothing of the matches
/// inside it.
bool Matcher::keepFirst(std::size_t known) {
  if (matches.size() == known)
    return false;
  const auto first = matches.begin() + static_cast<std::ptrdiff_t>(known);
  if (const auto plain = std::find_if(first, matches.end(), [](const Match &match) { return match.quietedBy.empty(); }); plain != matches.end())
    std::iter_swap(first, plain);
  matches.erase(first + 1, matches.end());
  return true;
}

void Matcher::consume(std::uint32_t rule, std::span<const NodeId> operations, NodeId root) {
  for (NodeId operation : operations)
    if (operation != root)
      consumedNodes.insert((std::uint64_t{rule} << 32) | operation.index);
}

/// What keeps a match of any rule quiet that could change a bit; empty when nothing does, and nothing when the match goes nowhere.
std::optional<std::string> Matcher::engineQuiets(const Rule &rule, const Unification &unification) {
  std::string quiet;
  if (traits(rule.kind).meansEveryBit && analysis.drawnAtRandom(unification.root))
    quiet = "made of random numbers";
  else if (traits(rule.kind).sparesCompensation &&
           std::ranges::any_of(unification.operations, [&](NodeId each) { return analysis.compensated(each); }))
    quiet = "part of an error-free transformation";
  return quiet.empty() || audits() ? std::optional(quiet) : std::nullopt;
}

/// Variables of which more is known than the graph spells: constant expressions, powers of two that are no literals.
std::vector<std::pair<std::string_view, NodeId>> Matcher::knownLeaves(const Unification &unification) {
  std::vector<std::pair<std::string_view, NodeId>> known;
  for (std::size_t i = 0; i < unification.variables.size(); ++i) {
    NodeId node = unification.variables[i].node;
    if (!node || graph[node].op == Op::Constant)
      continue;
    // Any power of two stands for all of them: the proofs never use which.
    std::optional<Number> value = analysis.constantValue(node);
    if (!value && analysis.isPowerOfTwo(node))
      value = Number::fromInteger(2);
    if (value)
      known.emplace_back(unification.pattern->variables[i], graph.constant(*value, graph[node].type));
  }
  return known;
}

/// A value without the exact factors on it, which the proofs move about: x of -x, 2 * x, x / 4.
NodeId Matcher::core(NodeId node) const {
  while (true) {
    Node stored = graph[node];
    if (stored.op == Op::Neg || analysis.isExactCast(node))
      node = graph.operand(node, 0);
    else if ((stored.op == Op::Mul || stored.op == Op::Div) && isPowerOfTwoConstant(graph.operand(node, 1)))
      node = graph.operand(node, 0);
    else if (stored.op == Op::Mul && isPowerOfTwoConstant(graph.operand(node, 0)))
      node = graph.operand(node, 1);
    else
      return node;
  }
}

bool Matcher::isPowerOfTwoConstant(NodeId node) const { return graph[node].op == Op::Constant && graph.number(node).isPowerOfTwo(); }

std::optional<std::vector<Candidate>> Matcher::candidateOrders(const Found &found, ConditionEvaluator &evaluator) {
  const Rule &rule = found.rule;
  const Unification &unification = found.unification;
  std::vector<std::pair<std::string_view, NodeId>> known = knownLeaves(unification);
  const ValueType stored = graph[unification.root].type;
  auto build = [&](NodeId expression, bool simplified) -> std::optional<NodeId> {
    Instantiator instantiator(analysis, rule.patterns, unification);
    if (simplified) {
      for (const auto &[name, node] : known)
        instantiator.substitute(name, node);
      instantiator.rebuildMatched();
    }
    const std::optional<NodeId> built = instantiator.build(expression);
    // Computed in a wider format than it is kept in: see Rule::throughCasts.
    return built && rule.throughCasts && graph[*built].type.format != stored.format ? graph.cast(*built, stored) : built;
  };
  std::vector<Candidate> candidates;
  bool spelled = false;
  const auto holds = [&](const Pattern &condition) { return evaluator.holds(condition); };
  for (const OrderSpec *order : rule.ordersOf(*found.alternative)) {
    std::optional<NodeId> node = build(order->to.root, false);
    spelled = spelled || node;
    if (!node || *node == unification.root || std::ranges::any_of(order->sameBitsWhen, holds) || !std::ranges::all_of(order->onlyWhen, holds))
      continue;
    candidates.push_back({*node, order->note, order->stable, known.empty() ? *node : *build(order->to.root, true), order->measuredOnly});
  }
  if (!spelled)
    return std::nullopt;
  // What is fused, or kept in another format, changes bits that the proofs of silence do not see.
  if (candidates.empty() || !traits(rule.kind).provesSilence)
    return candidates;
  Written written{unification.root, unification.root, {}, {}, exactDifferences(analysis, unification.operations, evaluator.guard())};
  if (!known.empty()) {
    std::size_t position = unification.pattern->nodes.size() - 1;
    auto patternRoot = std::ranges::find(unification.pattern->nodeOfPattern, position);
    written.simplified = *build({static_cast<std::uint32_t>(patternRoot - unification.pattern->nodeOfPattern.begin())}, true);
  }
  Instantiator instantiator(analysis, rule.patterns, unification);
  for (const Bound &bound : unification.variables)
    if (bound.node) {
      written.leaves.push_back(core(bound.node));
      written.leaves.push_back(core(instantiator.inCanonicalLoops(bound)));
    }
  for (const auto &[name, node] : known)
    written.leaves.push_back(node);
  std::ranges::sort(written.leaves);
  return remainingOrders(graph, written, std::move(candidates));
}

/// Everything behind unification; false when this way of matching is no finding.
bool Matcher::complete(const Found &found) {
  const auto &[rule, alternative, unification, computation] = found;
  ConditionEvaluator evaluator(analysis, rule.patterns, unification, computation.guard);
  const auto holds = [&](const Pattern &condition) { return evaluator.holds(condition); };
  if (!std::ranges::all_of(alternative->own.where, holds) || !std::ranges::all_of(rule.shared.where, holds))
    return false;
  const std::optional<std::string> quiet = engineQuiets(rule, unification);
  if (!quiet)
    return false;
  std::vector<Candidate> orders;
  if (!rule.ordersOf(*alternative).empty()) {
    std::optional<std::vector<Candidate>> remaining = candidateOrders(found, evaluator);
    if (remaining && remaining->empty())
      return false;
    if (remaining)
      orders = std::move(*remaining);
  }
  finish(found, std::move(orders), evaluator, nullptr);
  return keep(*quiet) && matches.back().quietedBy.empty();
}

/// The last match stays among the matches; with a condition that keeps it quiet it is audited only.
bool Matcher::keep(const std::string &quiet) {
  if (quiet.empty())
    return true;
  audited.push_back(std::move(matches.back()));
  audited.back().quietedBy = quiet;
  matches.pop_back();
  return false;
}

/// An order that holds where a guard against zero lets the matched operand through: with the guard around it, and what is written elsewhere.
NodeId Matcher::guarded(const Unification &unification, NodeId candidate) {
  const NodeId choice = unification.guard;
  const Node root = graph[unification.root];
  if (!choice || !unification.loops.empty() || graph[candidate].type != root.type)
    return candidate;
  const auto isChoice = [&](NodeId operand) { return analysis.strip(operand) == choice; };
  const std::span<const NodeId> operands = graph.operands(unification.root);
  const auto direct = std::ranges::find_if(operands, isChoice);
  if (root.op != Op::Mul || direct == operands.end())
    return candidate;
  const unsigned otherwise = analysis.isConstant(graph.operand(choice, 1)) ? 1 : 2;
  const std::optional<Number> constant = analysis.constantValue(graph.operand(choice, otherwise));
  if (!constant || !constant->isZero())
    return candidate;
  const NodeId zero = graph.constant(Number::fromInteger(0), root.type);
  const NodeId arms[] = {graph.operand(choice, 0), otherwise == 1 ? zero : candidate, otherwise == 1 ? candidate : zero};
  return graph.intern({.op = Op::Select, .type = root.type, .operands = arms});
}

/// An order of an operand that has the matched form on one path, with what is written on the other path beside it; the order itself where that is no
/// operand of the root.
NodeId Matcher::onEveryPath(const Unification &unification, NodeId order) {
  const Node root = graph[unification.root];
  const bool isArithmetic = root.op == Op::Add || root.op == Op::Sub || root.op == Op::Mul || root.op == Op::Div;
  if (unification.path.size() != 1 || unification.guard || !unification.loops.empty() || !isArithmetic || graph[order].type != root.type)
    return order;
  const auto &[choice, position] = unification.path.front();
  std::vector<NodeId> operands(graph.operands(unification.root).begin(), graph.operands(unification.root).end());
  const auto direct = std::ranges::find(operands, choice);
  if (direct == operands.end())
    return order;
  *direct = graph.operand(choice, 3 - position);
  const NodeId other = graph.intern({.op = root.op, .type = root.type, .operands = operands});
  const NodeId arms[] = {graph.operand(choice, 0), position == 1 ? order : other, position == 1 ? other : order};
  return graph.intern({.op = Op::Select, .type = root.type, .operands = arms});
}

/// What holds where a match is: its computation's guard, and the conditions under which its operands have the matched form.
NodeId Matcher::guardOfPath(const Unification &unification, NodeId guard) {
  constexpr order::ValueType truth{format::Format::Boolean, order::Shape::Scalar};
  for (const Arm &arm : unification.path) {
    NodeId condition = graph.operand(arm.choice, 0);
    if (arm.position == 2)
      condition = graph.unary(Op::Not, condition, truth);
    guard = guard ? graph.binary(Op::And, guard, condition, truth) : condition;
  }
  return guard;
}

bool Matcher::isOfSomeIterations(const Unification &unification) const {
  return !unification.loops.empty() &&
         std::ranges::any_of(unification.path, [&](const Arm &arm) { return graph.mentionsLoop(graph.operand(arm.choice, 0)); });
}

void Matcher::finish(const Found &found, std::vector<Candidate> orders, ConditionEvaluator &evaluator, Draft *draft) {
  const auto &[rule, alternative, unification, computation] = found;
  Match match;
  match.rule = &rule;
  match.root = unification.root;
  match.time = computation.time;
  match.guard = guardOfPath(unification, computation.guard);
  match.onePath = !unification.path.empty();
  for (std::size_t i = 0; i < unification.variables.size(); ++i)
    if (unification.variables[i].node)
      match.bindings.push_back({unification.pattern->variables[i], unification.variables[i].node});
  match.operations = unification.operations;
  std::ranges::sort(match.operations);
  match.operations.erase(std::unique(match.operations.begin(), match.operations.end()), match.operations.end());
  match.orders.push_back({unification.root, "as written", true});
  if (isOfSomeIterations(unification))
    orders.clear();
  for (Candidate &candidate : orders) {
    const NodeId order = guarded(unification, candidate.node);
    match.orders.push_back({order, std::move(candidate.note), false, candidate.measuredOnly, onEveryPath(unification, order)});
  }
  match.severity = rule.severity;
  if (draft) {
    match.evidence = std::move(draft->evidence);
    match.notes = std::move(draft->notes);
  }
  for (const Pattern &condition : rule.warnWhen)
    evaluator.holds(condition, &match.evidence);
  if (!match.evidence.empty())
    match.severity = Severity::Warning;
  match.quietedBy = quietedBy(match, unification, evaluator);
  if (match.evidence.empty() && !match.quietedBy.empty()) // the page itself says that it is none
    match.severity = Severity::Remark;
  match.assumed = assumedBy(match, found, evaluator);
  if (match.onePath)
    match.notes.push_back({graph[match.root].place, "one operand has this form on one of the paths that lead here"});
  match.message = draft && !draft->message.empty() ? draft->message : rule.message; // put into words once it is known to be reported
  matches.push_back(std::move(match));
}

/// The condition on noise that keeps a match quiet unless its evidence is a warning's; empty when none does.
std::string Matcher::quietedBy(const Match &match, const Unification &unification, ConditionEvaluator &evaluator) {
  const Rule &rule = *match.rule;
  if (traits(rule.kind).sparesFigures && evaluator.progressFigure())
    return "a figure of progress";
  if (traits(rule.kind).sparesFigures && unification.limits != 0)
    return "an operand is limited to a range";
  for (const Quiet &quiet : rule.quiet)
    if (evaluator.holds(quiet.when))
      return quiet.name + ": " + quiet.why;
  return traits(rule.kind).sparesTests && analysis.onlyTested(match.root) ? "only compared with constants" : "";
}

void Matcher::runHooks() {
  for (std::uint32_t i = 0; i < rules.size(); ++i) {
    if (!rules[i].hook)
      continue;
    RuleContext context(rules[i].rule(), analysis, options, [&, i](Draft &&draft) { receive(i, std::move(draft)); });
    rules[i].hook(context);
  }
}

/// The first computation of the node. Small procedures are searched; for large ones, which may have many drafts, an index is built.
Computation Matcher::computationFor(NodeId node) {
  const std::vector<Computation> &computations = analysis.procedure().computations;
  if (computations.size() < 64) {
    auto found = std::ranges::find(computations, node, &Computation::node);
    return found != computations.end() ? *found : Computation{node, 0, {}};
  }
  if (computationOf.empty())
    for (const Computation &each : computations)
      computationOf.emplace(each.node.index, each);
  auto found = computationOf.find(node.index);
  return found != computationOf.end() ? found->second : Computation{node, 0, {}};
}

void Matcher::receive(std::uint32_t ruleIndex, Draft draft) {
  const Rule &rule = rules[ruleIndex].rule();
  Computation computation = computationFor(draft.root);
  CompiledPattern pattern;
  Unification unification;
  unification.pattern = &pattern;
  unification.root = draft.root;
  for (const Binding &binding : draft.bindings) {
    pattern.variables.push_back(binding.variable);
    unification.variables.push_back({binding.node, {}});
  }
  unification.operations = draft.operations;
  unification.operations.push_back(draft.root);
  std::ranges::sort(unification.operations);
  unification.operations.erase(std::unique(unification.operations.begin(), unification.operations.end()), unification.operations.end());
  ConditionEvaluator evaluator(analysis, rule.patterns, unification, computation.guard);
  if (!std::ranges::all_of(rule.shared.where, [&](const Pattern &condition) { return evaluator.holds(condition); }))
    return;
  const std::optional<std::string> quiet = engineQuiets(rule, unification);
  if (!quiet)
    return;
  std::vector<Candidate> orders;
  orders.reserve(draft.orders.size());
  for (Draft::Alternative &order : draft.orders)
    orders.push_back({order.node, std::move(order.note), order.stable, order.node});
  if (!orders.empty() && !draft.proven) {
    Written written{draft.root, draft.root, {}, unification.operations, exactDifferences(analysis, unification.operations, computation.guard)};
    for (const Binding &binding : draft.bindings)
      written.leaves.push_back(binding.node);
    std::ranges::sort(written.leaves);
    orders = remainingOrders(graph, written, std::move(orders));
    if (orders.empty())
      return;
  }
  finish({rule, nullptr, unification, computation}, std::move(orders), evaluator, &draft);
  keep(*quiet);
}

} // namespace fporder::rules
