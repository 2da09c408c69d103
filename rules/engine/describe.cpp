// The words of a match.
#include "rules/engine/matcher.h"
#include "runtime/limits/limits.h"
#include "runtime/order/printed_orders.h"

#include <algorithm>
#include <map>

namespace fporder::rules {

using namespace order;

namespace {

constexpr std::size_t messageLength = limits::most(limits::Limit::MessageExpression), noteLength = limits::most(limits::Limit::NoteExpression);
constexpr std::size_t maxNotes = limits::most(limits::Limit::FindingNotes);

InfixOptions optionsFor(const ValueNames &names, std::size_t length) {
  InfixOptions options;
  options.explicitGrouping = true;
  options.forReaders = true;
  options.names = &names;
  options.maxLength = length;
  return options;
}

std::string textOf(const Graph &graph, NodeId node, const ValueNames &names, std::size_t length) {
  return printInfix(graph, node, optionsFor(names, length));
}

/// As the table of the finding shows them.
std::vector<std::string> orderTexts(const Graph &graph, const Match &match) {
  std::vector<NodeId> nodes;
  for (const Order &order : match.orders)
    nodes.push_back(order.node);
  return printOrders(graph, nodes, optionsFor(match.written.names, messageLength));
}

/// `{match}`, `{order}` and bound names replaced by infix text.
std::string substituted(const Graph &graph, const Match &match, std::string_view text) {
  const auto spelled = [&](NodeId node) { return textOf(graph, node, match.written.names, messageLength); };
  const std::vector<std::string> orders = orderTexts(graph, match);
  const bool writtenFirst = !match.orders.empty() && match.orders[0].written && graph.sameValue(match.orders[0].node, match.root);
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t open = text.find('{', at), close = text.find('}', open);
    if (open == std::string_view::npos || close == std::string_view::npos)
      return result += text.substr(at);
    result += text.substr(at, open - at);
    std::string_view name = text.substr(open + 1, close - open - 1);
    auto bound = std::ranges::find(match.bindings, name, &Binding::variable);
    if (name == "match")
      result += writtenFirst ? orders[0] : spelled(match.root);
    else if (name == "order" && match.orders.size() > 1)
      result += orders[1];
    else if (bound != match.bindings.end() && match.written.names.contains(graph.value(bound->node).index))
      result += match.written.names.at(graph.value(bound->node).index);
    else if (bound != match.bindings.end())
      result += spelled(bound->node);
    else
      result += text.substr(open, close + 1 - open);
    at = close + 1;
  }
  return result;
}

void noteOperations(const Procedure &procedure, Match &match) {
  const Graph &graph = procedure.graph;
  PlaceId rootId = graph[match.root].place;
  if (!rootId)
    return;
  const Place &root = graph.place(rootId);
  // The outermost matched operation of each other line: inner ones are part of its text.
  std::map<std::pair<std::uint32_t, std::uint32_t>, NodeId> byLine;
  for (NodeId operation : match.operations) {
    PlaceId id = graph[operation].place;
    if (!id || operation == match.root)
      continue;
    const Place &place = graph.place(id);
    if (place.file != root.file || place.line != root.line)
      byLine[{place.file.index, place.line}] = operation;
  }
  std::vector<NodeId> operations;
  operations.reserve(byLine.size());
  for (const auto &[line, operation] : byLine)
    operations.push_back(operation);
  std::ranges::sort(operations);
  for (NodeId operation : operations)
    if (match.notes.size() < maxNotes) {
      const WrittenNames written = writtenNames(procedure, operation, match.operations);
      match.notes.push_back({graph[operation].place, "'" + textOf(graph, operation, written.names, noteLength) + "' is formed here"});
    }
}

void noteOrigin(const Graph &graph, Match &match) {
  PlaceId rootId = graph[match.root].place;
  if (!rootId)
    return;
  if (PlaceId macro = graph.place(rootId).macroDefinition)
    match.notes.push_back({macro, "expanded from macro"});
  PlaceId call = graph.place(rootId).inlinedAt;
  for (std::size_t depth = 0; call && depth < limits::most(limits::Limit::CallNotes); ++depth) {
    match.notes.push_back({call, "in a call from here"});
    call = graph.place(call).inlinedAt;
  }
}

/// What was not seen in particular has the sentence of its kind: see evidence_text.h of the findings.
void giveEvidence(Match &match) {
  const Rule &rule = *match.rule;
  const std::string kind = !rule.evidence.empty() ? rule.evidence : std::string(traits(rule.kind).evidence);
  for (Evidence &evidence : match.evidence)
    if (evidence.kind.empty())
      evidence.kind = kind;
  if (match.evidence.empty())
    match.evidence.push_back({std::max(match.severity, rule.severity) == Severity::Warning ? kind : "order-sensitive", {}, {}});
}

} // namespace

void describe(const Procedure &procedure, Match &match) {
  match.written = writtenNames(procedure, match.root, match.operations);
  giveEvidence(match);
  noteOperations(procedure, match);
  noteOrigin(procedure.graph, match);
  match.message = substituted(procedure.graph, match, match.message);
}

} // namespace fporder::rules
