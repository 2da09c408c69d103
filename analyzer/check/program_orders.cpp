#include "analyzer/check/program_orders.h"

#include "analyzer/findings/input_text.h"
#include "analyzer/findings/measured_text.h"
#include "rules/engine/identities.h"
#include "runtime/evidence/root_search.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/subject.h"
#include "runtime/order/copy.h"
#include "runtime/order/fpcore.h"
#include "runtime/order/printed_orders.h"

#include "llvm/ADT/STLExtras.h"

#include <variant>

namespace fporder::check {

namespace {

using namespace llvm;

struct Place {
  std::string file;
  std::uint32_t line = 0, column = 0;
};

constexpr std::uint64_t rangeSamples = 4096;

/// As in the report.
struct SavedTree {
  Place place;
  std::string fpcore;
  std::vector<std::string> leaves;
  double share = 0;
  std::uint64_t offered = 0;
  std::vector<std::vector<double>> samples;
};

struct SavedTrees {
  std::vector<SavedTree> trees;
};

// Found by llvm::json through the structures' namespace.
bool fromJSON(const json::Value &value, Place &place, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("file", place.file) && map.map("line", place.line) && map.map("column", place.column);
}

bool fromJSON(const json::Value &value, SavedTree &tree, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("place", tree.place) && map.map("fpcore", tree.fpcore) && map.map("leaves", tree.leaves) && map.map("share", tree.share) &&
         map.map("offered", tree.offered) && map.map("samples", tree.samples);
}

bool fromJSON(const json::Value &value, SavedTrees &saved, json::Path path) {
  json::ObjectMapper map(value, path);
  std::uint64_t version = 0;
  if (!map || !map.map("version", version))
    return false;
  if (version != 1) {
    path.field("version").report("expected 1");
    return false;
  }
  return map.map("trees", saved.trees);
}

Expected<SavedTrees> readTrees(const std::string &file) {
  const ErrorOr<std::unique_ptr<MemoryBuffer>> text = findings::inputBuffer(file, file::Limit::ShadowReport);
  if (!text)
    return createStringError("cannot read '" + file + "': " + text.getError().message());
  Expected<json::Value> value = findings::parseJson((*text)->getBuffer());
  if (!value)
    return createStringError("'" + file + "' is not JSON: " + toString(value.takeError()));
  SavedTrees saved;
  json::Path::Root root("report");
  if (!fromJSON(*value, saved, root))
    return createStringError("'" + file + "' is not a report of shadow execution with expressions: " + toString(root.getError()));
  return saved;
}

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
llvm::Error addOperands(const SavedTree &tree, const std::string &function, const std::string &file, measure::DataSet &operands) {
  if (tree.leaves.empty() || tree.samples.empty())
    return createStringError("it has no operands");
  if (any_of(tree.samples, [&](const std::vector<double> &sample) { return sample.size() != tree.leaves.size(); }))
    return createStringError("each of its samples needs a value for each of its " + std::to_string(tree.leaves.size()) + " leaves");
  for (std::size_t leaf = 0; leaf < tree.leaves.size(); ++leaf) {
    std::vector<double> values;
    for (const std::vector<double> &sample : tree.samples)
      values.push_back(sample[leaf]);
    operands.tensors.push_back({function + "." + tree.leaves[leaf], data::tensorOf(tree.leaves[leaf], {values.size()}, values)});
    operands.tensors.back().tensor.file = file;
  }
  return llvm::Error::success();
}

Expected<findings::Finding> findingOf(const SavedTree &tree, const std::string &function, const rules::RuleSet &rules, std::uint64_t seed) {
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
  finding.where = finding.range = {tree.place.file, tree.place.line, tree.place.column, tree.place.line, tree.place.column + 1};
  finding.function = function;
  Orders orders(procedure);
  orders.addMatched(rules, seed);
  orders.addSearched(seed);
  orders.describe(finding);
  finding.message = "'" + finding.expression + "' in " + std::string(format::name(format));
  return finding;
}

std::string percent(double share) { return findings::shortShare(share); }

/// What its operations add to the error now, and what they would in the most accurate order, if they add as much less as the mean error is less.
std::string effectOf(const findings::Finding &finding, double share, std::size_t order) {
  const auto &orderings = finding.measurement->result.orderings;
  const double written = orderings.front().errors.mean(), other = orderings[order].errors.mean();
  std::string text = "its operations bring " + percent(share) + " of the error that the program's operations add";
  if (written > 0 && orderings[order].errors.samples())
    text += "; with " + findings::orderName(finding, order) + " an estimated " + percent(share * std::min(1.0, other / written)) +
            " of what they add now";
  return text;
}

} // namespace

Expected<ProgramOrders> programOrders(const std::string &file, const rules::RuleSet &rules, std::uint64_t seed) {
  Expected<SavedTrees> saved = readTrees(file);
  if (!saved)
    return saved.takeError();
  ProgramOrders orders;
  for (std::size_t number = 0; number < saved->trees.size(); ++number) {
    const SavedTree &tree = saved->trees[number];
    const std::string function = "expression_" + std::to_string(number + 1);
    llvm::Error problem = addOperands(tree, function, file, orders.operands);
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

/// An order that keeps fewer results over the format's range (exp(a) / exp(b) for exp(a - b)) is no better one, whatever it does on these operands.
static void addFullRange(findings::Finding &finding, std::uint64_t seed) {
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

std::size_t keepImprovable(ProgramOrders &orders, std::uint64_t seed, bool all) {
  std::vector<findings::Finding> kept;
  for (std::size_t number = 0; number < orders.report.findings.size(); ++number) {
    findings::Finding &finding = orders.report.findings[number];
    if (finding.measurement && findings::moreAccurateOrder(finding))
      addFullRange(finding, seed);
    const std::optional<std::size_t> better = finding.measurement ? findings::moreAccurateOrder(finding) : std::nullopt;
    if (better)
      finding.notes.push_back({finding.where, effectOf(finding, orders.shares[number], *better)});
    if (better || all)
      kept.push_back(std::move(finding));
  }
  const std::size_t left = orders.report.findings.size() - kept.size();
  orders.report.findings = std::move(kept);
  return left;
}

} // namespace fporder::check
