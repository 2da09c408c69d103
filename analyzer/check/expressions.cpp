#include "analyzer/check/expressions.h"

#include "rules/engine/identities.h"
#include "runtime/evidence/root_search.h"
#include "runtime/measure/subject.h"
#include "runtime/order/fpcore.h"
#include "runtime/order/printed_orders.h"

#include "llvm/ADT/StringRef.h"

#include <variant>

namespace fporder::check {

namespace {

constexpr std::string_view foundBySearch = "better-order";

/// The procedure that returns the formula.
llvm::Expected<order::Procedure> procedureOf(const std::string &text, format::Format format) {
  order::Procedure procedure;
  const bool isFpcore = llvm::StringRef(text).ltrim().starts_with("(FPCore");
  const order::Parsed<order::NodeId> parsed =
      isFpcore ? order::parseFpcore(text, procedure.graph) : order::parseInfix(text, procedure.graph, {format, order::Shape::Scalar});
  if (const auto *error = std::get_if<order::SyntaxError>(&parsed))
    return llvm::createStringError("--expr '" + text + "': " + error->message + " at byte " + std::to_string(error->offset + 1));
  procedure.effects.push_back({order::Effect::Kind::Return, std::get<order::NodeId>(parsed), "", {}});
  return procedure;
}

/// The orders of the procedure's result, the written one first, into the finding.
void addOrders(order::Procedure &procedure, std::uint64_t seed, findings::Finding &finding) {
  const order::NodeId root = procedure.effects.front().node;
  evidence::SearchBudget budget;
  budget.exhaustive = true;
  std::vector<order::NodeId> orders{root};
  for (const evidence::FoundOrder &found : evidence::searchRoots(procedure, rules::builtInIdentities, seed, budget))
    orders.push_back(found.order);
  order::InfixOptions infix;
  infix.explicitGrouping = infix.forReaders = true;
  const std::vector<std::string> texts = order::printOrders(procedure.graph, orders, infix);
  for (const std::string &text : texts)
    finding.orders.push_back({text, finding.orders.empty() ? "" : "found by a search", finding.orders.empty()});
  finding.expression = texts.front();
  finding.subject = std::make_shared<measure::Subject>(measure::SubjectBuilder(procedure).build(orders, texts));
}

} // namespace

llvm::Expected<findings::Report> expressionReport(const ExpressionSettings &settings, std::uint64_t seed) {
  findings::Report report;
  for (std::size_t number = 0; number < settings.texts.size(); ++number)
    for (const format::Format format : settings.formats) {
      llvm::Expected<order::Procedure> procedure = procedureOf(settings.texts[number], format);
      if (!procedure)
        return procedure.takeError();
      findings::Finding finding;
      finding.rule = foundBySearch;
      finding.where = finding.range = {"expression " + std::to_string(number + 1), 1, 1, 1, 1};
      finding.family = "cancellation";
      addOrders(*procedure, seed, finding);
      finding.message = "'" + finding.expression + "' in " + std::string(format::name(procedure->graph[procedure->effects.front().node].type.format));
      report.findings.push_back(std::move(finding));
    }
  return report;
}

} // namespace fporder::check
