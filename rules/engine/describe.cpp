// The words of a match.
#include "rules/engine/matcher.h"
#include "runtime/limits/limits.h"
#include "runtime/order/infix.h"

#include <algorithm>
#include <map>

namespace fporder::rules {

using namespace order;

namespace {

constexpr std::size_t textLength = limits::most(limits::Limit::NoteExpression);
constexpr std::size_t maxNotes = limits::most(limits::Limit::FindingNotes);

std::string_view evidenceOfFamily(std::string_view family) {
  static constexpr std::pair<std::string_view, std::string_view> kinds[] = {
      {"cancellation", "unstable-form"}, {"conversion", "narrow-format"}, {"contraction", "contraction"}, {"reduction", "unordered"}};
  for (auto [name, kind] : kinds)
    if (name == family)
      return kind;
  return "order-sensitive";
}

/// `{match}`, `{order}` and bound names replaced by infix text.
std::string substituted(const Graph &graph, const Match &match, std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t open = text.find('{', at), close = text.find('}', open);
    if (open == std::string_view::npos || close == std::string_view::npos)
      return result += text.substr(at);
    result += text.substr(at, open - at);
    std::string_view name = text.substr(open + 1, close - open - 1);
    auto bound = std::ranges::find(match.bindings, name, &Binding::variable);
    if (name == "match")
      result += findingText(graph, match.root);
    else if (name == "order" && match.orders.size() > 1)
      result += findingText(graph, match.orders[1].node);
    else if (bound != match.bindings.end())
      result += findingText(graph, bound->node);
    else
      result += text.substr(open, close + 1 - open);
    at = close + 1;
  }
  return result;
}

void noteOperations(const Graph &graph, Match &match) {
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
    if (match.notes.size() < maxNotes)
      match.notes.push_back({graph[operation].place, "'" + findingText(graph, operation) + "' is formed here"});
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

void giveEvidence(Match &match) {
  const Rule &rule = *match.rule;
  std::string kind = !rule.evidence.empty() ? rule.evidence : std::string(evidenceOfFamily(rule.family));
  for (Evidence &evidence : match.evidence) {
    if (evidence.kind.empty())
      evidence.kind = kind;
    if (evidence.detail.empty())
      evidence.detail = rule.title;
  }
  if (!match.evidence.empty())
    return;
  if (match.severity == Severity::Warning)
    match.evidence.push_back({kind, rule.title, {}});
  else
    match.evidence.push_back({"order-sensitive", "the order of the operations changes the bits of the result", {}});
}

} // namespace

std::string findingText(const Graph &graph, NodeId node) {
  InfixOptions options;
  options.explicitGrouping = true;
  options.forReaders = true;
  options.maxLength = textLength;
  return printInfix(graph, node, options);
}

void describe(const Graph &graph, Match &match) {
  giveEvidence(match);
  noteOperations(graph, match);
  noteOrigin(graph, match);
  match.message = substituted(graph, match, match.message);
}

} // namespace fporder::rules
