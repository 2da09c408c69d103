#include "rules/engine/judging.h"

#include "rules/engine/open_types.h"
#include "rules/engine/regrouping.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/conditions.h"
#include "runtime/measure/held.h"
#include "runtime/measure/leaf_bounds.h"
#include "runtime/order/roundings.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>

namespace fporder::rules {

namespace {

constexpr double ofOne = 1.0 / 12; // of what is left for the function, what one order may take: the last ones are evaluated on fewer samples
constexpr auto ofFunction = static_cast<double>(limits::most(limits::Limit::EvidenceOfFunction));
constexpr double leastHurt = 0.1, leastHalved = 0.02; // of a family's inputs, for a warning of digits that are lost

/// Values whose format is not known take part: how near they come to what a comparison asks for is not known either.
bool restsOnOpenFormat(const order::Graph &graph, order::NodeId root) {
  const auto isOpen = [&](order::NodeId node) {
    const format::Format format = graph[node].type.format;
    return order::isLeaf(graph[node].op) && (format == format::Format::Dependent || format == format::Format::Unknown);
  };
  return std::ranges::any_of(order::reachableWithin(graph, root, limits::most(limits::Limit::EvidenceNodes), [](order::NodeId) { return false; }),
                             isOpen);
}

/// The harm shows in long loops alone, of which the source does not say that they are long. Formats narrower than binary32 are not meant for them.
bool restsOnLongLoops(const evidence::Judgement &judgement, format::Format format, std::uint32_t trips) {
  return judgement.fewestTrips >= trips && !format::isNarrow(format);
}

/// On enough inputs, or with half of the digits on fewer. That a few inputs of a wide range lose some digits is so of most expressions.
bool losesDigits(const evidence::Judgement &judgement, const Rule &rule) {
  const evidence::Figures &figures = judgement.figures;
  const double halved = figures.relieved == 0 ? 0 : figures.share * static_cast<double>(figures.halved) / static_cast<double>(figures.relieved);
  return figures.share >= std::max(leastHurt, rule.warnShare) || halved >= std::max(leastHalved, rule.warnShare / 2);
}

/// What leaves the range is lost whole, which a few inputs show; the format decides what does.
bool isLoss(const evidence::Judgement &judgement, const Match &match, const order::Graph &graph) {
  if (judgement.harm == evidence::Harm::Lost && traits(match.rule->kind).regroups)
    return !isRegrouping(graph, match) && judgement.figures.share >= match.rule->warnShare && !restsOnOpenFormat(graph, match.root);
  return !(judgement.harm == evidence::Harm::Hurt && match.rule->digitsForAudit) && losesDigits(judgement, *match.rule);
}

/// A comparison that goes the other way on few inputs, or between equals: every order and every rounding has some near where it changes. Forms are
/// known to lose more.
bool isRareBranch(const evidence::Judgement &judgement, const Rule &rule) {
  const bool isOfOrder = traits(rule.kind).regroups || rule.kind == Kind::Conversion;
  return judgement.harm == evidence::Harm::Flipped && judgement.branch && isOfOrder &&
         (judgement.figures.share < leastHurt || evidence::areInputsEqual(judgement.figures));
}

/// Comparisons go the other way somewhere for every order; they matter where samples show it, as conversions do for one witness, unless the page
/// wants more. Other bits in a state matter where a form was chosen for this value that has them. What only a search finds is no form that is
/// known to lose digits, but an offer.
bool matters(const evidence::Judgement &judgement, const Match &match, const order::Graph &graph) {
  if (match.rule->yields)
    return false;
  const bool isShown = judgement.figures.share >= match.rule->warnShare;
  switch (judgement.harm) {
  case evidence::Harm::None:
    return false;
  case evidence::Harm::Flipped:
    if (judgement.branch)
      return isShown && !isRareBranch(judgement, *match.rule) && !restsOnOpenFormat(graph, match.root);
    if (!judgement.elementwise)
      return false;
    return isShown || match.rule->warnShare <= Rule{}.warnShare;
  case evidence::Harm::State:
    return isShown && traits(match.rule->kind).regroups && !isRegrouping(graph, match) && !match.shared && !match.formedOnce;
  case evidence::Harm::Lost:
  case evidence::Harm::Hurt:
    return isLoss(judgement, match, graph) && !restsOnLongLoops(judgement, graph[match.root].type.format, evidence::longTrips);
  }
  return false;
}

std::string_view kindOf(evidence::Harm harm) {
  switch (harm) {
  case evidence::Harm::None:
    return "order-sensitive";
  case evidence::Harm::State:
    return "cancelling-consumer"; // the sum that takes it up
  case evidence::Harm::Flipped:
    return "quantising-consumer";
  case evidence::Harm::Hurt:
    return "unstable-form";
  case evidence::Harm::Lost:
    return "range";
  }
  return {};
}

/// Outputs are, or decisions on enough of the inputs. Other bits of a state that are no warning are other bits.
bool isHarmed(const evidence::Judgement &judgement, const Rule &rule) {
  return judgement.harm > evidence::Harm::State && !isRareBranch(judgement, rule);
}

/// The source keeps inputs away from where the value is used: by conditions, or since they are integers.
bool isGuarded(const evidence::Slice &slice) {
  const bool integers = std::ranges::none_of(
      slice.leaves, [&](const auto &leaf) { return format::isFloatingPoint(slice.graph[order::NodeId{leaf.first}].type.format); });
  return integers || !slice.conditions.empty() ||
         std::ranges::any_of(slice.points, [](const evidence::Point &point) { return !point.conditions.empty(); });
}

/// It runs where a comparison of its inputs holds.
bool isConditioned(const order::Procedure &procedure, const Match &match) {
  const std::vector<order::NodeId> held = measure::conjuncts(procedure.graph, match.guard, limits::most(limits::Limit::EvidenceConditions));
  return measure::sharesInputs(procedure.graph, match.root, held);
}

/// Nothing shows that the match is a hazard: a remark, unless a user's own page has said that it is one.
void lower(Match &match) {
  if (!match.rule->isUsers || match.rule->severity != Severity::Warning)
    match.severity = std::min(match.severity, Severity::Remark);
}

/// A built-in page that warns of overflow and underflow alone.
bool isAboutRange(const Rule &rule) {
  const auto isRange = [](const Pattern &hazard) { return hazard.text.starts_with("overflow(") || hazard.text.starts_with("underflow("); };
  return !rule.isUsers && !rule.hazards.empty() && std::ranges::all_of(rule.hazards, isRange);
}

/// What an order loses is held against what the inputs' last bits do. Pages whose written order is held against the real value speak of one loss
/// among others, a conversion is a rounding of its own, and a user's own page knows its inputs.
bool isAboutDigits(const Rule &rule) {
  return !rule.isUsers && rule.judgedBy != JudgedBy::Exact && (rule.kind == Kind::Form || rule.kind == Kind::Ordering);
}

/// Nothing is hurt, and no order is clearly better: of a built-in page whose orders are better, where they are.
bool showsNothing(const Match &match) {
  const evidence::Judgement &judgement = *match.judgement;
  const bool isHarmless = judgement.harm == evidence::Harm::None || isRareBranch(judgement, *match.rule);
  return match.rule->judgedBy != JudgedBy::Bits && !match.rule->isUsers && judgement.notEvaluated.empty() && isHarmless && !judgement.helps;
}

constexpr const char *noFamily = "no family of inputs shows the loss";

/// What the evaluation says of the level. Without a harm that it shows, a match is a remark; a form that its page warns of is not even that where
/// guards keep the inputs away from the loss. What the families do not show elsewhere is not shown to be harmless.
void decide(Match &match, const order::Graph &graph, const evidence::Slice &slice) {
  const evidence::Judgement judgement = *match.judgement;
  const bool stated = !match.evidence.empty(), quieted = !match.quietedBy.empty();
  const bool warned = match.severity == Severity::Warning;
  if (matters(judgement, match, graph) && (!quieted || stated || judgement.harm == evidence::Harm::State)) {
    match.severity = Severity::Warning;
    if (!stated && match.rule->severity != Severity::Warning)
      match.evidence.push_back({std::string(kindOf(judgement.harm)), sentence(judgement), {}});
    return;
  }
  if (judgement.harm == evidence::Harm::Hurt && match.rule->digitsForAudit && !quieted)
    match.quietedBy = "what one order loses is about the last bit of a term";
  if (!warned) {
    if (!quieted && !stated && showsNothing(match))
      match.quietedBy =
          isAboutRange(*match.rule) ? "in no family of inputs a value leaves the range" : "in no family of inputs another order is clearly better";
    return;
  }
  lower(match);
  if (stated && match.rule->severity == Severity::Remark && showsNothing(match))
    match.quietedBy = "evaluation shows no harm";
  if (judgement.harm == evidence::Harm::Hurt || judgement.harm == evidence::Harm::Lost)
    return; // a harm, less certain than a warning wants it
  if (judgement.alone && stated && !quieted && !format::isNarrow(graph[match.root].type.format)) {
    match.quietedBy = "nothing that leaves the function is far from the real value in any family of inputs";
  } else if (judgement.alone) { // the page's cure is no order that could be compared
    match.judgement.emplace().notEvaluated = "there is no other order to compare with";
  } else if (!stated && match.rule->severity == Severity::Warning && !judgement.ofInputs && !judgement.ofTerms && !isGuarded(slice)) {
    match.judgement.emplace().notEvaluated = noFamily;
  } else if (!stated && match.rule->severity == Severity::Warning) {
    match.severity = Severity::Remark;
    if (!judgement.helps)
      match.quietedBy = "no family of inputs shows that it loses digits";
  }
}

constexpr double leastShown = 0.1;   // of a family's inputs
constexpr unsigned fewRoundings = 8; // of a value whose last bits are looked at

struct Asked {
  bool onDevice = false; // a function of a device
  bool measured = false; // what the orders cost is measured
};

/// Something is divided, in this order or in another one.
bool isQuotient(const Match &match, const order::Graph &graph) {
  const auto divides = [&](order::NodeId node) { return graph[node].op == order::Op::Div; };
  return std::ranges::any_of(match.operations, divides) || std::ranges::any_of(match.orders, divides, &Order::node);
}

/// In few of the formats that are wider than binary32 a last bit, or a few, are looked at.
bool isWide(format::Format format) {
  return format::isFloatingPoint(format) && format::parameters(format).precision > format::parameters(format::Format::Binary32).precision;
}

/// A reciprocal of few digits is part of it.
bool isOfApproximation(const order::Graph &graph, order::NodeId root) {
  const auto isRough = [&](order::NodeId node) { return graph[node].op == order::Op::Call && graph.symbol(node) == "rcp"; };
  return std::ranges::any_of(order::reachableWithin(graph, root, limits::most(limits::Limit::EvidenceNodes), [](order::NodeId) { return false; }),
                             isRough);
}

/// Why other bits alone are no remark. A reader who compares no bits has no use for it, and one who does asks for all of them (--level=audit, or
/// --reference). Quotients of data that are taken in another order are what kernels and their references differ in: of binary32 and narrower, where
/// they are stored element by element as they are. Who has orders measured asks for more than these. Empty where it is a remark.
std::string_view whyOfNoUse(const Match &match, const order::Procedure &procedure, const Asked &asked, evidence::Slicer *slicer) {
  const order::Graph &graph = procedure.graph;
  const evidence::Judgement &judgement = *match.judgement;
  const bool isEvaluated = judgement.notEvaluated.empty(), regroups = isRegrouping(graph, match);
  const format::Format format = graph[match.root].type.format;
  const bool isOfTerms = judgement.ofTerms && isQuotient(match, graph); // beside which the last bits of a quotient are nothing
  const bool isHelped = judgement.help.share >= leastShown && !judgement.ofInputs && !isOfTerms;
  const bool leavesRange = regroups && judgement.harm == evidence::Harm::Lost; // of inputs of any magnitude every grouping does
  if (isHarmed(judgement, *match.rule) && !leavesRange && !restsOnLongLoops(judgement, format, evidence::longTrips + 1))
    return {};
  if (!regroups && (isHelped || format::isNarrow(format)))
    return {};
  if (!regroups && asked.onDevice && !isEvaluated && !match.evidence.empty() && slicer && slicer->isAddedToState(match.root))
    return {};
  if (regroups || (!isQuotient(match, graph) && !asked.measured))
    return "only the last bits differ, and no order is clearly more accurate";
  if (isWide(format))
    return "only the last bits differ, in a format wider than binary32";
  if (format == format::Format::Unknown || (format == format::Format::Dependent && !asked.onDevice))
    return "only the last bits differ, in a format that is not known";
  if (!slicer)
    return "there is no other order to measure";
  if (!isEvaluated)
    return "only the last bits differ, and it is not known what becomes of the value";
  if (match.shared || match.formedOnce)
    return "only the last bits differ, and other orders take more operations";
  if (!asked.measured && match.onePath)
    return "only the last bits differ, on one of the paths that lead to it";
  if (!asked.measured && order::roundingCount(graph, match.root, {}, fewRoundings + 1) > fewRoundings)
    return "only the last bits differ, of a value that was rounded more often than the order does";
  if (!asked.measured && !slicer->leavesAsElement(match.root))
    return "only the last bits differ, of a value that is neither stored to elements of an array by a loop nor returned";
  if (!asked.measured && isOfApproximation(graph, match.root))
    return "only the last bits differ, of an approximation";
  if (!asked.measured && !asked.onDevice && !isOfData(graph, match))
    return "only the last bits differ, of a value that no data is part of";
  return judgement.differing < leastShown ? "the last bits differ on less than a tenth of the inputs" : "";
}

/// Numbers of other types have other operators: complex numbers, lanes, matrices.
bool assumesType(const Match &match, const order::Procedure &procedure) {
  return std::ranges::any_of(match.assumed, [&](const std::string &reason) {
    return std::ranges::any_of(procedure.assumptions,
                               [&](const order::Assumption &each) { return each.kind == order::Assumption::Kind::Type && each.reason == reason; });
  });
}

void quiet(Match &match, const order::Procedure &procedure, const MatchOptions &options, evidence::Slicer *slicer) {
  const evidence::Judgement &judgement = *match.judgement;
  const bool isOfInputs = judgement.harm == evidence::Harm::None && judgement.ofInputs && isAboutDigits(*match.rule);
  // Two inputs are near one another for a reason, and may be exact (a * a - b * b); beside a constant, and for what a search offers, nothing says so,
  // nor for sums and products alone, in whose other orders something is lost elsewhere.
  const bool isOfOne = match.rule->yields || (match.rule->severity == Severity::Remark && match.bindings.size() <= 1);
  const bool hasCalls = std::ranges::any_of(match.operations, [&](order::NodeId node) { return procedure.graph[node].op == order::Op::Call; });
  if (isOfInputs && (isOfOne || (traits(match.rule->kind).regroups && !hasCalls)) && match.severity == Severity::Remark && match.quietedBy.empty() &&
      judgement.notEvaluated.empty())
    match.quietedBy = "what it loses is about what half a unit in the last place of its inputs does";
  const bool isAtMostRemark = match.rule->severity == Severity::Remark || match.rule->digitsForAudit || match.rule->kind == Kind::Conversion;
  const bool isPlain = isAtMostRemark && !match.rule->isUsers && !match.rule->alternatives.empty();
  if (isPlain && match.severity == Severity::Remark && match.rule->judgedBy != JudgedBy::Bits && match.quietedBy.empty() &&
      !match.judgement->notEvaluated.empty())
    match.quietedBy = "not evaluated: " + match.judgement->notEvaluated;
  if (match.rule->judgedBy == JudgedBy::Bits && match.severity == Severity::Remark && match.quietedBy.empty())
    match.quietedBy = whyOfNoUse(match, procedure, {procedure.onDevice, options.search && options.search->exhaustive}, slicer);
  if (match.severity == Severity::Remark && match.quietedBy.empty() && !traits(match.rule->kind).regroups && !match.rule->isUsers &&
      assumesType(match, procedure))
    match.quietedBy = "a remark that rests on a type that is not known";
}

} // namespace

void Judging::spend(double operations) {
  spent += operations;
  if (options.evidenceLeft)
    *options.evidenceLeft -= operations;
}

double Judging::left() const { return std::min(ofFunction - spent, options.evidenceLeft ? *options.evidenceLeft : ofFunction); }

void Judging::judgeInDouble(Match &match, std::span<const order::NodeId> others, const evidence::JudgeOptions &most, evidence::Slice &slice) {
  evidence::Judgement &judgement = *match.judgement;
  if (judgement.harm <= evidence::Harm::State && !judgement.helps)
    return;
  evidence::Slice wide = (*slicer)({match.root, others, match.guard, format::Format::Binary64});
  evidence::Judgement found = judge(wide, most);
  spend(found.operations * evidence::costOfOperation(wide));
  if (!found.notEvaluated.empty() || (found.harm >= judgement.harm && found.helps >= judgement.helps))
    return;
  judgement = std::move(found);
  slice = std::move(wide);
}

/// Families show the loss in the value itself.
bool Judging::losesDigitsItself(const Match &match, std::span<const order::NodeId> others, const evidence::JudgeOptions &most) {
  const evidence::Slice value = slicer->ofValue({match.root, others, match.guard});
  if (!value.notEvaluated.empty())
    return false;
  const evidence::Judgement found = judge(value, most);
  spend(found.operations * evidence::costOfOperation(value));
  return found.notEvaluated.empty() && (found.harm == evidence::Harm::Hurt || found.harm == evidence::Harm::Lost);
}

void Judging::operator()(Match &match) {
  const Rule &rule = *match.rule;
  evidence::Judgement &judgement = match.judgement.emplace();
  if (rule.judgedBy == JudgedBy::Match) {
    judgement.notEvaluated = "it is a hazard whatever is done with the value";
    const bool isLeftOpen =
        procedure.graph[match.root].op == order::Op::Reduce && procedure.graph.reduction(match.root).schedule == order::Schedule::Unspecified;
    if (isLeftOpen && !match.assumed.empty() && !rule.isUsers)
      match.quietedBy = "that the source leaves the order open rests on an assumption";
    return;
  }
  const auto judges = [](const Order &order) { return !order.written && !order.measuredOnly; };
  if (std::ranges::none_of(match.orders, judges) && rule.severity != Severity::Warning) {
    judgement.notEvaluated = "there is no other order";
    lower(match);
    quiet(match, procedure, options, nullptr);
    return;
  }
  if (!slicer)
    slicer.emplace(procedure, size);
  match.shared = traits(rule.kind).regroups && isShared(procedure.graph, *slicer, match);
  match.formedOnce = traits(rule.kind).regroups && isFormedOnce(procedure.graph, match);
  std::vector<order::NodeId> others;
  for (const Order &order : match.orders)
    if (!order.written && !order.measuredOnly && rule.judgedBy != JudgedBy::Exact)
      others.push_back(order.node);
  evidence::Slice slice = (*slicer)({match.root, others, match.guard});
  if (!slice.notEvaluated.empty() && !others.empty() && rule.severity == Severity::Warning)
    slice = (*slicer)({match.root, {}, match.guard}); // the page's cure cannot be evaluated here: against the real value
  const double cost = evidence::costOfOperation(slice);
  // What is taken together in another way cancels elsewhere, if it does; pages about cancellation are about what is left.
  evidence::JudgeOptions most{.seed = options.seed,
                              .zerosCount = !traits(rule.kind).regroups && !rule.yields,
                              .roundedInputs = isAboutDigits(rule),
                              .roundedTerms = isAboutDigits(rule) && (rule.kind == Kind::Ordering || rule.yields)};
  most.operations = std::min(most.operations, std::exp2(std::floor(4 * std::log2(std::max(1.0, ofOne * left() / cost))) / 4));
  judgement = judge(slice, most);
  spend(judgement.operations * cost);
  if (restsOnOpenFormat(procedure.graph, match.root))
    judgeInDouble(match, judgement.alone ? std::span<const order::NodeId>() : others, most, slice);
  if (judgement.notEvaluated.empty())
    decide(match, procedure.graph, slice);
  else
    lower(match);
  if (match.severity == Severity::Warning && !measure::notHeldUnder(procedure, match.root, measure::Unfollowed::Read).empty())
    lower(match); // what a loop carries was taken for any value
  if (judgement.notEvaluated == noFamily && match.quietedBy.empty() && losesDigitsItself(match, others, most))
    match.quietedBy = "the digits that families of inputs lose in it do not reach what leaves the function";
  if (rule.kind == Kind::Form && !rule.isUsers && match.quietedBy.empty() && !judgement.notEvaluated.empty() && isConditioned(procedure, match))
    match.quietedBy = "not evaluated, and it runs under conditions on its operands, which may keep them away from the loss";
  if (traits(rule.kind).regroups && !rule.isUsers && match.quietedBy.empty() && mayBeMatrices(procedure, match.root)) {
    lower(match);
    match.quietedBy = "nothing says that its operands are numbers: they may be matrices";
  }
  quiet(match, procedure, options, &*slicer);
}

} // namespace fporder::rules
