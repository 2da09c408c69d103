#include "analyzer/findings/fixit.h"

#include "analyzer/findings/moved_reads.h"
#include "analyzer/findings/spelling.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <string_view>

namespace fporder::findings {

namespace {

using order::NodeId;
using order::Op;

/// True when the expression at [begin, end) is a whole operand of its surroundings, so that any expression may take its place.
bool standsAlone(const SourceFile &source, std::size_t begin, std::size_t end) {
  std::string_view text = source.text();
  while (begin > 0 && llvm::isSpace(text[begin - 1]))
    --begin;
  while (end < text.size() && llvm::isSpace(text[end]))
    ++end;
  if (end >= text.size() || std::string_view(";),]}").find(text[end]) == std::string_view::npos)
    return false;
  std::string_view before = text.substr(0, begin);
  // A comment may end in anything; whoever ends a line in one gets parentheses.
  if (source.line(source.position(begin == 0 ? 0 : begin - 1).line).find("//") != std::string_view::npos)
    return false;
  if (before.ends_with("return"))
    return true;
  if (before.empty() || std::string_view("=(,;{").find(before.back()) == std::string_view::npos)
    return false;
  bool comparison = before.ends_with("==") || before.ends_with("<=") || before.ends_with(">=") || before.ends_with("!=");
  return !comparison;
}

/// True in front of what is converted whatever its type: "= ", "return ", "static_cast<T>(". A call may choose another overload.
bool convertsAnything(const SourceFile &source, std::size_t begin) {
  std::string_view before = source.text().substr(0, begin);
  while (!before.empty() && llvm::isSpace(before.back()))
    before.remove_suffix(1);
  const bool assigned =
      before.ends_with('=') && before.size() > 1 && std::string_view("=<>!+-*/").find(before[before.size() - 2]) == std::string_view::npos;
  if (assigned || before.ends_with("return"))
    return true;
  const std::size_t word = before.rfind("static_cast<");
  return before.ends_with(">(") && word != std::string_view::npos && before.find('>', word) == before.size() - 2;
}

/// Parentheses directly around [begin, end) that group and do not call.
bool hasOwnParentheses(const SourceFile &source, std::size_t begin, std::size_t end) {
  std::string_view text = source.text();
  if (begin == 0 || end >= text.size() || text[begin - 1] != '(' || text[end] != ')')
    return false;
  for (--begin; begin > 0 && llvm::isSpace(text[begin - 1]);)
    --begin;
  return begin > 0 && std::string_view("=+-*/,({;").find(text[begin - 1]) != std::string_view::npos;
}

Precedence precedenceOf(Op op) {
  switch (op) {
  case Op::Add:
  case Op::Sub:
    return Precedence::Additive;
  case Op::Mul:
  case Op::Div:
    return Precedence::Multiplicative;
  case Op::Neg:
    return Precedence::Unary;
  default:
    return Precedence::Postfix;
  }
}

const char *compoundOperator(Op op) {
  switch (op) {
  case Op::Add:
    return " += ";
  case Op::Sub:
    return " -= ";
  case Op::Mul:
    return " *= ";
  case Op::Div:
    return " /= ";
  default:
    return nullptr;
  }
}

NodeId underCasts(const order::Graph &graph, NodeId node) {
  while (graph[node].op == Op::Cast)
    node = graph.operand(node, 0);
  return node;
}

/// "x op= value" for an order that begins with the target, "x = order" for any other.
std::optional<std::string> compoundText(const order::Graph &graph, const OperandTexts &texts, NodeId order, Language language) {
  const order::Node node = graph[order];
  if (const char *sign = compoundOperator(node.op)) {
    Speller speller(graph, texts, language);
    auto left = speller.spell(graph.operand(order, 0)), right = speller.spell(graph.operand(order, 1));
    auto target = texts.pieces.find(graph.value(underCasts(graph, graph.operand(order, 0))));
    bool isTarget = target != texts.pieces.end() && target->second.text == texts.target;
    if (left && right && isTarget && left->text == texts.target && right->format == node.type.format)
      return texts.target + sign + right->text;
  }
  auto whole = Speller(graph, texts, language).spell(order);
  if (!whole)
    return std::nullopt;
  return texts.target + " = " + whole->text;
}

std::optional<std::string> replacement(const order::Procedure &procedure, NodeId root, const OperandTexts &texts, NodeId order,
                                       const SourceFile &source, Language language) {
  const order::Graph &graph = procedure.graph;
  if (texts.compound)
    return compoundText(graph, texts, order, language);
  // Where the surroundings convert, they convert the new text too: static_cast<float>(y) becomes static_cast<float>(x * s), whose y was a float.
  const bool inner = texts.converted && graph[order].op == Op::Cast && graph[order].type == graph[root].type &&
                     (graph[graph.operand(order, 0)].type == graph[graph.operand(root, 0)].type || convertsAnything(source, texts.begin));
  const NodeId spelledNode = inner ? graph.operand(order, 0) : order;
  auto spelled = Speller(graph, texts, language).spell(spelledNode);
  if (!spelled || spelled->format != graph[spelledNode].type.format)
    return std::nullopt;
  bool weaker = spelled->precedence < precedenceOf(graph[root].op);
  // "x-" and "-y" must not meet.
  bool meets = texts.begin > 0 && (spelled->text[0] == '-' || spelled->text[0] == '+') && source.text()[texts.begin - 1] == spelled->text[0];
  return meets || (weaker && !standsAlone(source, texts.begin, texts.end)) ? "(" + spelled->text + ")" : spelled->text;
}

measure::TrialVerdict tried(const FixRequest &request, NodeId order) {
  std::vector<NodeId> operands;
  for (const rules::Binding &binding : request.match.bindings)
    operands.push_back(binding.node);
  return request.trials({request.procedure.graph, request.match.root, order, request.root.guard, operands});
}

Edit edit(const SourceFile &source, const std::string &path, const OperandTexts &texts, std::string text) {
  // "(exp(x) - 1)" becomes "expm1(x)", not "(expm1(x))".
  const bool bare = findings::precedenceOf(text) == Precedence::Postfix && hasOwnParentheses(source, texts.begin, texts.end);
  Edit edit;
  edit.beginOffset = texts.begin - (bare ? 1 : 0);
  edit.endOffset = texts.end + (bare ? 1 : 0);
  const SourceFile::Position begin = source.position(edit.beginOffset), end = source.position(edit.endOffset);
  edit.where = {path, begin.line, begin.column, end.line, end.column};
  edit.text = std::move(text);
  return edit;
}

} // namespace

std::optional<Fix> buildFix(const FixRequest &request, std::string *withheld) {
  const rules::Match &match = request.match;
  if (match.rule->fix == rules::FixPolicy::None || match.onePath || match.shared)
    return std::nullopt;
  auto texts = operandTexts(request.procedure, match, request.source);
  if (!texts)
    return std::nullopt;
  texts->isOwnName = request.isOwnName;
  for (const rules::Order &order : match.orders) {
    if (order.written)
      continue;
    auto text = replacement(request.procedure, match.root, *texts, order.node, request.source, request.language);
    if (!text || *text == texts->text || actingCalls(*text) != actingCalls(texts->text) ||
        movesRead(request.procedure, *texts, order.node, request.root))
      continue;
    const measure::TrialVerdict verdict = tried(request, order.node);
    if (withheld && withheld->empty() && !measure::whyUntried(verdict).empty())
      *withheld = "no fix is offered, for the other order could not be tried: " + std::string(measure::whyUntried(verdict));
    if (verdict != measure::TrialVerdict::NotWorse)
      continue;
    const bool evidence = match.rule->fix == rules::FixPolicy::Evidence && match.severity == rules::Severity::Warning;
    return Fix{evidence ? "evidence" : "on-demand", {edit(request.source, request.path, *texts, std::move(*text))}, request.source.hash()};
  }
  return std::nullopt;
}

namespace {

/// No store lies between the root and the operations of other statements.
bool nothingStoredSince(const RewriteRequest &request, const OperandTexts &texts) {
  return std::ranges::all_of(texts.elsewhere, [&](NodeId node) {
    unsigned seen = 0;
    bool same = true;
    for (const order::Computation &computation : request.procedure.computations)
      if (computation.node == node) {
        ++seen;
        same &= computation.stores == request.root.stores;
      }
    return seen > 0 && same;
  });
}

} // namespace

std::optional<Edit> rewriteEdit(const RewriteRequest &request) {
  rules::Match match;
  match.root = request.root.node;
  match.time = request.root.time;
  match.operations = request.operations;
  const auto texts = operandTexts(request.procedure, match, request.source, Reads::Repeated);
  if (!texts)
    return std::nullopt;
  auto text = replacement(request.procedure, match.root, *texts, request.order, request.source, request.language);
  if (!text || *text == texts->text || actingCalls(*text) != actingCalls(texts->text) ||
      (!nothingStoredSince(request, *texts) && movesRead(request.procedure, *texts, request.order, request.root)))
    return std::nullopt;
  return edit(request.source, request.path, *texts, std::move(*text));
}

} // namespace fporder::findings
