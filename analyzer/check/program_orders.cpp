#include "analyzer/check/program_orders.h"

#include "analyzer/findings/measured_text.h"
#include "analyzer/findings/suppressions.h"
#include "analyzer/report/saved_report.h"
#include "rules/engine/identities.h"
#include "runtime/evidence/root_search.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/subject.h"
#include "runtime/order/copy.h"
#include "runtime/order/fpcore.h"
#include "runtime/order/printed_orders.h"

#include "llvm/ADT/STLExtras.h"

#include <memory>
#include <optional>
#include <variant>

namespace fporder::check {

namespace {

using namespace llvm;

constexpr std::uint64_t rangeSamples = 4096, leastSamples = 8; // of fewer operands nothing is concluded: any of many orders is better by chance
// An order is better that at least halves a mean error of an ulp and more, or delivers results that the written one loses. Where results were
// furthest off, which are few and chosen, it has to leave no more than a quarter of four ulps and more, and be no worse on the sample.
constexpr double worthwhile = 1, clearlyLess = 0.5, farOff = 4, farBetter = 0.25, hardlyWorse = 1.25;

/// A procedure that returns the expression as the program computes it, and then the others.
class Orders {
public:
  explicit Orders(order::Procedure &ofProcedure) : procedure(ofProcedure), root(ofProcedure.effects.front().node) {
    own.effects = procedure.effects;
    own.effects.front().node = add(root, "");
  }

  void addMatched(const rules::RuleSet &rules, std::uint64_t seed) {
    for (const rules::Match &match : rules.match(procedure, {.least = rules::Severity::Audit, .seed = seed}))
      for (const rules::Order &order : match.orders)
        if (!order.written)
          add(match.root, order.node, match.rule->slug);
  }

  void addSearched(std::uint64_t seed) {
    evidence::SearchBudget budget;
    budget.exhaustive = true;
    for (const evidence::FoundOrder &found : evidence::searchRoots(procedure, rules::builtInIdentities, seed, budget))
      add(found.order, "found by a search");
  }

  void describe(findings::Finding &finding) {
    order::InfixOptions infix;
    infix.explicitGrouping = infix.forReaders = true;
    const std::vector<std::string> texts = order::printOrders(own.graph, nodes, infix);
    for (std::size_t order = 0; order < texts.size(); ++order)
      finding.orders.push_back({texts[order], notes[order], order == 0});
    finding.expression = texts.front();
    finding.subject = std::make_shared<measure::Subject>(measure::SubjectBuilder(own).build(nodes, texts));
    finding.subject->function = finding.function;
  }

private:
  order::NodeId add(order::NodeId whole, const std::string &note) { return keep(order::GraphCopy(procedure.graph, own.graph)(whole), note); }
  /// The expression with `part` in another order.
  void add(order::NodeId part, order::NodeId order, const std::string &rule) {
    const order::NodeId other = order::GraphCopy(procedure.graph, own.graph)(order);
    order::GraphCopy copy(procedure.graph, own.graph);
    copy.substitute(part, other);
    keep(copy(root), rule);
  }
  order::NodeId keep(order::NodeId node, const std::string &note) {
    if (nodes.size() < limits::most(limits::Limit::ProgramOrders) && !is_contained(nodes, node)) {
      nodes.push_back(node);
      notes.push_back(note);
    }
    return node;
  }

  order::Procedure &procedure;
  order::NodeId root;
  order::Procedure own;
  std::vector<order::NodeId> nodes;
  std::vector<std::string> notes;
};

/// A column of the samples for each leaf.
llvm::Error addOperands(const report::SavedTree &tree, const std::vector<std::vector<double>> &samples, const std::string &function,
                        const std::string &file, measure::DataSet &operands) {
  if (any_of(samples, [&](const std::vector<double> &sample) { return sample.size() != tree.leaves.size(); }))
    return createStringError("each of its samples needs a value for each of its " + std::to_string(tree.leaves.size()) + " leaves");
  for (std::size_t leaf = 0; leaf < tree.leaves.size() && !samples.empty(); ++leaf) {
    std::vector<double> values;
    for (const std::vector<double> &sample : samples)
      values.push_back(sample[leaf]);
    operands.tensors.push_back({function + "." + tree.leaves[leaf], data::tensorOf(tree.leaves[leaf], {values.size()}, values)});
    operands.tensors.back().tensor.file = file;
  }
  return llvm::Error::success();
}

Expected<findings::Finding> findingOf(const report::SavedTree &tree, const std::string &function, const rules::RuleSet &rules, std::uint64_t seed) {
  order::Procedure procedure;
  const order::Parsed<order::NodeId> parsed = order::parseFpcore(tree.fpcore, procedure.graph);
  if (const auto *error = std::get_if<order::SyntaxError>(&parsed))
    return createStringError(error->message + " at byte " + std::to_string(error->offset + 1) + " of its FPCore");
  procedure.effects.push_back({order::Effect::Kind::Return, std::get<order::NodeId>(parsed), "", {}});
  procedure.name = function;
  for (std::uint32_t index = 0; index < procedure.graph.size(); ++index) // each behind its operands
    if (!order::isLeaf(procedure.graph[order::NodeId{index}].op))
      procedure.computations.push_back({order::NodeId{index}});
  const format::Format format = procedure.graph[procedure.effects.front().node].type.format;
  findings::Finding finding;
  finding.rule = "better-order";
  finding.family = "cancellation";
  const auto line = static_cast<std::uint32_t>(tree.place.line), column = static_cast<std::uint32_t>(tree.place.column);
  finding.where = finding.range = {tree.place.file, line, column, line, column + 1};
  finding.function = function;
  Orders orders(procedure);
  orders.addMatched(rules, seed);
  orders.addSearched(seed);
  orders.describe(finding);
  finding.message = "'" + finding.expression + "' in " + std::string(format::name(format));
  return finding;
}

std::string percent(double share) { return findings::shortShare(share); }

/// What its operations add to the program's error, and what they would in the most accurate order, if they add as much less as the mean error is
/// less.
std::string effectOf(const findings::Finding &finding, double share, std::size_t order) {
  const auto &orderings = finding.measurement->result.orderings;
  const double written = orderings.front().errors.mean(), other = orderings[order].errors.mean();
  std::string text = "its operations bring " + percent(share) + " of the error that the program's operations add";
  if (written > other && orderings[order].errors.samples())
    text += "; with " + findings::orderName(finding, order) + " an estimated " + percent(share * other / written);
  return text;
}

/// An order that keeps fewer results over the format's range (exp(a) / exp(b) for exp(a - b)) is no better one, whatever it does on these operands.
void addFullRange(findings::Finding &finding, std::uint64_t seed) {
  measure::MeasureOptions options;
  options.samples = rangeSamples;
  options.search = false;
  Result<measure::Measurement> wide = measure::measure(*finding.subject, {}, {.seed = seed}, options);
  if (!wide || wide->fullRangeLosses.empty())
    return;
  auto measured = std::make_shared<measure::Measurement>(*finding.measurement);
  measured->fullRangeLosses = std::move(wide->fullRangeLosses);
  finding.measurement = std::move(measured);
}

std::shared_ptr<measure::Measurement> measuredOn(const findings::Finding &finding, const measure::DataSet &operands, std::uint64_t seed) {
  measure::MeasureOptions options;
  options.search = false;
  Result<measure::Measurement> measured = measure::measure(*finding.subject, operands, {.seed = seed}, options);
  return measured && measured->unsupported.empty() ? std::make_shared<measure::Measurement>(std::move(*measured)) : nullptr;
}

/// Of the orders that are no worse on the sample and fragile nowhere the best one where results were furthest off, if it is far better there.
std::optional<std::size_t> betterFurthestOff(const findings::Finding &finding, const measure::Measurement &furthest) {
  const auto &there = furthest.result.orderings, &usual = finding.measurement->result.orderings;
  if (furthest.result.measured < leastSamples)
    return std::nullopt;
  const auto isGood = [&](std::size_t order) {
    return there[order].errors.samples() == there.front().errors.samples() && usual[order].lost <= usual.front().lost &&
           usual[order].errors.mean() <= hardlyWorse * usual.front().errors.mean() && !findings::isFragile(finding, order);
  };
  std::size_t best = 0;
  for (std::size_t order = 1; order < there.size(); ++order)
    if (isGood(order) && there[order].errors.mean() < there[best].errors.mean())
      best = order;
  const bool isFarBetter = there.front().errors.mean() >= farOff && there[best].errors.mean() <= farBetter * there.front().errors.mean();
  return isFarBetter ? std::optional(best) : std::nullopt;
}

/// On the sample.
std::optional<std::size_t> worthwhileOrder(const findings::Finding &finding) {
  const measure::Stage &stage = finding.measurement->result;
  const std::optional<std::size_t> order = findings::moreAccurateOrder(finding);
  if (!order || stage.measured < leastSamples)
    return std::nullopt;
  const measure::OrderingFigures &written = stage.orderings.front(), &other = stage.orderings[*order];
  const bool isLess = written.errors.mean() >= worthwhile && other.errors.mean() <= clearlyLess * written.errors.mean();
  return isLess || other.lost < written.lost || other.nonFinite < written.nonFinite ? order : std::nullopt;
}

/// The order that is better on the sample, or else where results were furthest off, and what is to be said of that.
std::optional<std::size_t> betterOrder(findings::Finding &finding, const measure::DataSet &furthestOperands, std::uint64_t seed) {
  const auto furthest = furthestOperands.tensors.empty() ? nullptr : measuredOn(finding, furthestOperands, seed);
  const auto better = [&]() -> std::optional<std::size_t> {
    if (const std::optional<std::size_t> order = worthwhileOrder(finding))
      return order;
    return furthest == nullptr ? std::nullopt : betterFurthestOff(finding, *furthest);
  };
  if (!better())
    return std::nullopt;
  addFullRange(finding, seed);
  const std::optional<std::size_t> order = better();
  if (order && furthest != nullptr && furthest->result.measured > 0) {
    const auto &there = furthest->result.orderings;
    finding.notes.push_back({finding.where, "where the program's results were furthest off (" + std::to_string(furthest->result.measured) +
                                                " operands) the mean error is " + findings::shortFigure(there.front().errors.mean()) +
                                                " ulp as written, " + findings::shortFigure(there[*order].errors.mean()) + " with " +
                                                findings::orderName(finding, *order)});
  }
  return order;
}

} // namespace

Expected<ProgramOrders> programOrders(const std::string &file, const rules::RuleSet &rules, std::uint64_t seed) {
  Expected<report::SavedReport> saved = report::readReport(file);
  if (!saved)
    return saved.takeError();
  ProgramOrders orders;
  for (std::size_t number = 0; number < saved->trees.size(); ++number) {
    const report::SavedTree &tree = saved->trees[number];
    const std::string function = "expression_" + std::to_string(number + 1);
    llvm::Error problem = tree.leaves.empty() || tree.samples.empty() ? createStringError("it has no operands")
                                                                      : addOperands(tree, tree.samples, function, file, orders.operands);
    std::vector<std::vector<double>> furthest;
    for (const report::FurthestOff &one : tree.furthest)
      furthest.push_back(one.operands);
    if (!problem)
      problem = addOperands(tree, furthest, function, file, orders.furthest.emplace_back());
    if (!problem) {
      Expected<findings::Finding> finding = findingOf(tree, function, rules, seed);
      if (finding) {
        orders.report.findings.push_back(std::move(*finding));
        orders.shares.push_back(tree.share);
        continue;
      }
      problem = finding.takeError();
    }
    return createStringError("'" + file + "': report.trees[" + std::to_string(number) + "]: " + toString(std::move(problem)));
  }
  return orders;
}

void applySuppressions(ProgramOrders &orders, findings::SourceFiles &sources) {
  findings::Report marked;
  marked.findings = orders.report.findings;
  findings::SuppressionOptions options;
  options.reportUnused = findings::SuppressionOptions::Unused::Ignore;
  options.audits = true;
  findings::applySuppressions(marked, sources, {}, options);
  for (findings::Finding &finding : orders.report.findings) // in their own order
    for (const findings::Finding &other : marked.findings)
      if (other.function == finding.function)
        finding.suppression = other.suppression;
}

std::size_t keepImprovable(ProgramOrders &orders, std::uint64_t seed, bool all) {
  std::vector<findings::Finding> kept;
  std::size_t left = 0;
  for (std::size_t number = 0; number < orders.report.findings.size(); ++number) {
    findings::Finding &finding = orders.report.findings[number];
    const std::optional<std::size_t> better = finding.measurement ? betterOrder(finding, orders.furthest[number], seed) : std::nullopt;
    if (better) {
      finding.message += ": " + findings::orderName(finding, *better) + " is more accurate on the operands that the program met";
      finding.notes.push_back({finding.where, effectOf(finding, orders.shares[number], *better)});
    }
    if (better || (all && !finding.suppression))
      kept.push_back(std::move(finding));
    else
      left += finding.suppression ? 0 : 1;
  }
  orders.report.findings = std::move(kept);
  return left;
}

} // namespace fporder::check
