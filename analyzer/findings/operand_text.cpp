#include "analyzer/findings/operand_text.h"

#include "analyzer/findings/constant_text.h"
#include "analyzer/findings/expression_text.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <set>

namespace fporder::findings {

namespace {

using order::NodeId;
using order::Op;

constexpr std::size_t longestText = limits::most(limits::Limit::FixText); // of an expression worth rewriting
constexpr unsigned mostOpened = limits::most(limits::Limit::FixOpened);   // operations outside the match that are spelled out again

/// A half-open byte range of the file.
struct Span {
  std::uint32_t begin = 0, end = 0;
  bool contains(const order::Place &place) const { return begin <= place.beginOffset && place.endOffset <= end; }
};

/// More than a name or a literal.
bool hasOperator(std::string_view text) { return text.find_first_of("[]().*->&+/ ") != std::string_view::npos; }

const char *operatorOf(Op op) {
  switch (op) {
  case Op::Add:
    return "+";
  case Op::Sub:
  case Op::Neg:
    return "-";
  case Op::Mul:
    return "*";
  case Op::Div:
    return "/";
  default:
    return nullptr;
  }
}

/// How weakly an operand may bind that needs no parentheses.
Precedence weakestOperand(Op op, std::size_t operand) {
  switch (op) {
  case Op::Add:
  case Op::Sub:
    return operand == 0 ? Precedence::Additive : Precedence::Multiplicative;
  case Op::Mul:
  case Op::Div:
    return operand == 0 ? Precedence::Multiplicative : Precedence::Unary;
  default:
    return op == Op::Neg ? Precedence::Unary : Precedence::Assignment;
  }
}

bool isCalled(Op op) {
  return op == Op::Sqrt || op == Op::Abs || op == Op::Min || op == Op::Max || op == Op::CopySign || op == Op::Fma || op == Op::Call;
}

/// Names, subscripts and members, with integer arithmetic in subscripts: "m[i + 1]", "state->v.x".
bool isReadText(std::string_view text) {
  const bool plain =
      std::ranges::all_of(text, [](char c) { return llvm::isAlnum(c) || std::string_view("_[].:>-+* ").find(c) != std::string_view::npos; });
  int depth = 0;
  for (std::size_t i = 0; i < text.size() && plain; ++i) {
    depth += (text[i] == '[') - (text[i] == ']');
    const bool member = text.substr(i, 2) == "->" || (text[i] == '>' && i > 0 && text[i - 1] == '-');
    if (depth == 0 && !member && std::string_view("+-*> ").find(text[i]) != std::string_view::npos)
      return false;
  }
  return plain && !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_') && !hasSideEffects(text);
}

bool isLeafOf(NodeId node, const order::Graph &graph) { return graph[node].op == Op::Input || graph[node].op == Op::Element; }

/// Takes one match apart, from the root down.
class Splitter {
public:
  Splitter(const order::Procedure &procedure, const rules::Match &match, const SourceFile &source, Reads reads)
      : procedure(procedure), graph(procedure.graph), match(match), source(source), reads(reads),
        matched(match.operations.begin(), match.operations.end()) {}

  std::optional<OperandTexts> split();

private:
  struct Pending {
    NodeId node;
    std::optional<Span> span; // nothing: the value comes from another statement
  };

  std::string_view slice(Span span) const { return source.text().substr(span.begin, span.end - span.begin); }
  Span trimmed(Span span) const;
  const order::Place *placeIn(NodeId node, Span span) const;
  std::optional<std::vector<Span>> operandSpans(NodeId node, const order::Place &place) const;
  std::optional<std::vector<Span>> argumentSpans(const order::Place &place) const;
  bool isExplicitCast(NodeId cast, const order::Place &place) const;
  std::optional<Span> castOperand(NodeId operand, const order::Place &place) const;
  bool standsElsewhere(NodeId cast, Span span) const;
  void addPiece(NodeId node, std::string_view text, format::Format format);
  void noteStyle(NodeId node, const order::Place &place);
  bool visit(const Pending &pending);
  bool visitCast(const Pending &pending);
  bool visitText(NodeId node, Span span);
  bool visitName(NodeId node);
  void openUnnamed(NodeId node);
  void addElsewhere(NodeId node);
  std::optional<std::vector<Span>> spansElsewhere(NodeId node) const;
  bool meansSameAtRoot(std::string_view constant, const order::Place &place) const;
  std::optional<std::string> variableHolding(NodeId node);
  bool openRoot();

  const order::Procedure &procedure;
  const order::Graph &graph;
  const rules::Match &match;
  const SourceFile &source;
  Reads reads;
  std::set<NodeId> matched;
  OperandTexts result;
  std::vector<Pending> work;
  // Of the definitions looked at so far, the youngest first: by value the one whose variable holds it, the variables, their names.
  std::size_t lookedAt = 0;
  llvm::DenseMap<std::uint64_t, std::size_t> holders;
  llvm::DenseSet<std::uint64_t> assigned;
  llvm::DenseSet<llvm::StringRef> names;
  unsigned opened = 0; // operations of other statements that are no part of the match
};

Span Splitter::trimmed(Span span) const {
  while (span.begin < span.end && llvm::isSpace(source.text()[span.begin]))
    ++span.begin;
  while (span.end > span.begin && llvm::isSpace(source.text()[span.end - 1]))
    --span.end;
  return span;
}

/// The node's place when its text lies in `span`.
const order::Place *Splitter::placeIn(NodeId node, Span span) const {
  order::PlaceId id = graph[node].place;
  if (!id)
    return nullptr;
  const order::Place &place = graph.place(id);
  bool sameFile = place.file == graph.place(graph[match.root].place).file;
  return sameFile && place.editable && !place.inlinedAt && !place.macroDefinition && span.contains(place) ? &place : nullptr;
}

std::optional<std::vector<Span>> Splitter::argumentSpans(const order::Place &place) const {
  auto begin = static_cast<std::uint32_t>(source.offset(place.line, place.column)) + place.tokenLength;
  auto arguments = argumentTexts(slice({begin, place.endOffset}));
  if (!arguments)
    return std::nullopt;
  std::vector<Span> spans;
  for (const TextRange &argument : *arguments)
    spans.push_back(trimmed({begin + argument.begin, begin + argument.end}));
  return spans;
}

std::optional<std::vector<Span>> Splitter::operandSpans(NodeId node, const order::Place &place) const {
  Op op = graph[node].op;
  auto token = static_cast<std::uint32_t>(source.offset(place.line, place.column));
  Span operatorSpan{token, token + place.tokenLength};
  std::string_view spelled = slice(operatorSpan);
  if (const char *expected = operatorOf(op)) {
    bool compound = spelled.size() == 2 && spelled[1] == '=' && node == match.root;
    if (spelled.empty() || spelled.substr(0, 1) != expected || (spelled.size() != 1 && !compound))
      return std::nullopt;
    Span right = trimmed({operatorSpan.end, place.endOffset}), left = trimmed({place.beginOffset, operatorSpan.begin});
    if (op == Op::Neg)
      return left.begin == left.end ? std::optional(std::vector<Span>{right}) : std::nullopt;
    if (left.begin == left.end || right.begin == right.end)
      return std::nullopt;
    return std::vector<Span>{left, right};
  }
  return isCalled(op) ? argumentSpans(place) : std::nullopt;
}

void Splitter::addPiece(NodeId node, std::string_view text, format::Format format) {
  auto [piece, isNew] = result.pieces.try_emplace(graph.value(node));
  piece->second.spelledApart |= !isNew && piece->second.text != text;
  if (!isNew)
    return;
  piece->second.text = std::string(text);
  piece->second.node = node;
  // A named constant's type is not in the graph. It is no wider than its value's, so that taking it for an integer errs on the safe side.
  piece->second.format = graph[node].op == Op::Constant ? literalFormat(text) : format;
}

void Splitter::noteStyle(NodeId node, const order::Place &place) {
  if (result.style || !isCalled(graph[node].op))
    return;
  std::string_view name = slice({place.beginOffset, place.endOffset});
  name = name.substr(0, name.find('('));
  CalleeStyle style;
  style.format = graph[node].type.format;
  if (std::size_t colons = name.rfind("::"); colons != std::string_view::npos) {
    style.qualifier = std::string(name.substr(0, colons + 2));
    name.remove_prefix(colons + 2);
  }
  constexpr std::string_view builtin = "__builtin_";
  if (name.starts_with(builtin)) {
    style.qualifier += builtin;
    name.remove_prefix(builtin.size());
  }
  if (name.ends_with('f') && name != "erf")
    style.suffix = "f";
  else if (name.ends_with('l') && name != "ceil")
    style.suffix = "l";
  result.style = std::move(style);
}

bool Splitter::isExplicitCast(NodeId cast, const order::Place &place) const {
  NodeId operand = graph.operand(cast, 0);
  if (order::PlaceId inner = graph[operand].place) {
    const order::Place &other = graph.place(inner);
    // An implicit conversion covers what it converts.
    if (other.beginOffset == place.beginOffset && other.endOffset == place.endOffset && other.file == place.file)
      return false;
  }
  return castOperand(operand, place).has_value();
}

/// The text under an explicit conversion.
std::optional<Span> Splitter::castOperand(NodeId operand, const order::Place &place) const {
  bool leaf = graph[operand].op == Op::Input || graph[operand].op == Op::Opaque;
  bool call = leaf && graph.symbol(operand).ends_with(')'); // "f(x)", which looks like "float(x)"
  auto range = castOperandText(slice({place.beginOffset, place.endOffset}), !call);
  if (!range)
    return std::nullopt;
  return trimmed({place.beginOffset + range->begin, place.beginOffset + range->end});
}

bool Splitter::visitCast(const Pending &pending) {
  NodeId operand = graph.operand(pending.node, 0);
  if (!pending.span) {
    if (auto name = variableHolding(pending.node))
      addPiece(pending.node, *name, graph[pending.node].type.format);
    work.push_back({operand, std::nullopt});
    return true;
  }
  const order::Place *place = placeIn(pending.node, *pending.span);
  if (place && isExplicitCast(pending.node, *place)) {
    addPiece(pending.node, slice(*pending.span), graph[pending.node].type.format);
    work.push_back({operand, castOperand(operand, *place)});
    return true;
  }
  if (place && place->beginOffset > pending.span->begin && place->endOffset < pending.span->end) { // static_cast<double>(a): the place is that of a
    addPiece(pending.node, slice(*pending.span), graph[pending.node].type.format);
    work.push_back({operand, Span{place->beginOffset, place->endOffset}});
    return true;
  }
  if (!place && standsElsewhere(pending.node, *pending.span)) { // a name for the converted value
    addPiece(pending.node, slice(*pending.span), graph[pending.node].type.format);
    work.push_back({operand, std::nullopt});
    return true;
  }
  addPiece(pending.node, slice(*pending.span), graph[operand].type.format);
  work.push_back({operand, pending.span});
  return true;
}

/// True when the conversion is spelled, and not within `span`: the text there only names its value.
bool Splitter::standsElsewhere(NodeId cast, Span span) const {
  const order::PlaceId id = graph[cast].place;
  if (!id)
    return false;
  const order::Place &place = graph.place(id);
  return place.file != graph.place(graph[match.root].place).file || place.endOffset <= span.begin || place.beginOffset >= span.end;
}

bool Splitter::visitText(NodeId node, Span span) {
  addPiece(node, slice(span), graph[node].type.format);
  const order::Place *place = placeIn(node, span);
  if (!place) // a name for a value computed elsewhere
    return !matched.contains(node) || visitName(node);
  noteStyle(node, *place);
  if (!matched.contains(node))
    return true;
  auto spans = operandSpans(node, *place);
  std::span<const NodeId> operands = graph.operands(node);
  if (!spans || spans->size() != operands.size())
    return false;
  for (std::size_t i = 0; i < operands.size(); ++i)
    work.push_back({operands[i], (*spans)[i]});
  return true;
}

/// The variable that held `node` when the root was computed; of several with one name only the youngest can be meant. Definitions are looked at
/// once, from the youngest on, and only as far as they are asked for.
std::optional<std::string> Splitter::variableHolding(NodeId node) {
  const std::uint64_t wanted = graph.value(node).index;
  const std::size_t time = std::min<std::size_t>(match.time, procedure.definitions.size());
  for (;;) {
    if (const auto known = holders.find(wanted); known != holders.end())
      return procedure.definitions[known->second].name;
    if (lookedAt == std::min(time, limits::most(limits::Limit::FixDefinitions)))
      return std::nullopt;
    const std::size_t position = time - 1 - lookedAt++;
    const order::Definition &definition = procedure.definitions[position];
    const bool latest = assigned.insert(definition.variable).second;
    const bool visible = names.insert(llvm::StringRef(definition.name)).second;
    if (latest && visible && definition.node && !definition.exposed)
      holders.try_emplace(graph.value(definition.node).index, position);
  }
}

/// A value from another statement: its operands if it is part of the match, else the variable that holds it.
bool Splitter::visitName(NodeId node) {
  if (graph[node].op == Op::Constant)
    return true; // its text, if it may be repeated, came with the operation
  if (matched.contains(node)) {
    addElsewhere(node);
    for (NodeId operand : graph.operands(node))
      work.push_back({operand, std::nullopt});
    return true;
  }
  if (result.pieces.contains(graph.value(node)))
    return true;
  if (auto name = variableHolding(node))
    addPiece(node, *name, graph[node].type.format);
  else
    openUnnamed(node);
  return true; // whoever needs it will miss it
}

/// A short expression of another statement that no variable holds is spelled out again, if its operands have names.
void Splitter::openUnnamed(NodeId node) {
  const char *sign = operatorOf(graph[node].op);
  if (!sign || opened == mostOpened)
    return;
  ++opened;
  addElsewhere(node);
  for (const NodeId operand : graph.operands(node))
    work.push_back({operand, std::nullopt});
}

/// The constant that another statement computes with says the same in the root's place.
bool Splitter::meansSameAtRoot(std::string_view constant, const order::Place &place) const {
  if (!isConstantText(constant))
    return false;
  if (!hasName(constant))
    return true;
  return place.endOffset <= result.begin && namesStaySame(constant, slice({place.endOffset, result.begin})) &&
         namesKeepValues(constant, procedure, match.time);
}

/// Where an operation of another statement has its operands; nothing where that cannot be told.
std::optional<std::vector<Span>> Splitter::spansElsewhere(NodeId node) const {
  const order::PlaceId id = graph[node].place;
  if (!id)
    return std::nullopt;
  const order::Place &place = graph.place(id);
  if (place.file != graph.place(graph[match.root].place).file || !place.editable || place.inlinedAt || place.macroDefinition ||
      place.endOffset > source.text().size() || place.beginOffset >= place.endOffset || place.endOffset - place.beginOffset > longestText)
    return std::nullopt;
  auto spans = operandSpans(node, place);
  return spans && spans->size() == graph.operands(node).size() ? spans : std::nullopt;
}

/// An operation of another statement, with the texts of its operands; those of constants say the same in the root's place.
void Splitter::addElsewhere(NodeId node) {
  result.elsewhere.push_back(node);
  const auto spans = spansElsewhere(node);
  const std::span<const NodeId> operands = graph.operands(node);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::string_view text = spans ? slice((*spans)[i]) : std::string_view();
    result.elsewhereOperands.push_back({operands[i], std::string(text)});
    if (!spans)
      continue;
    if (reads == Reads::Repeated && isReadText(text) && isLeafOf(operands[i], graph)) {
      addPiece(operands[i], text, graph[operands[i]].type.format);
      continue;
    }
    if (graph[operands[i]].op != Op::Constant || !meansSameAtRoot(text, graph.place(graph[node].place)))
      continue;
    addPiece(operands[i], text, graph[operands[i]].type.format);
    // A macro's definition may bind as weakly as its place allows.
    if (hasName(text))
      result.pieces.at(graph.value(operands[i])).binding = weakestOperand(graph[node].op, i);
  }
}

bool Splitter::visit(const Pending &pending) {
  if (graph[pending.node].op == Op::Cast)
    return visitCast(pending);
  return pending.span ? visitText(pending.node, *pending.span) : visitName(pending.node);
}

bool Splitter::openRoot() {
  order::PlaceId id = graph[match.root].place;
  if (!id)
    return false;
  const order::Place &place = graph.place(id);
  if (!place.editable || place.inlinedAt || place.macroDefinition || place.endOffset > source.text().size() || place.beginOffset >= place.endOffset ||
      place.endOffset - place.beginOffset > longestText)
    return false;
  result.begin = place.beginOffset;
  result.end = place.endOffset;
  result.text = slice({result.begin, result.end});
  for (std::string_view unwanted : {"//", "/*", "\n#"})
    if (result.text.find(unwanted) != std::string_view::npos)
      return false;
  auto token = static_cast<std::uint32_t>(source.offset(place.line, place.column));
  if (token < result.begin || token + place.tokenLength > result.end)
    return false;
  result.compound = place.tokenLength == 2 && slice({token, token + 2}).ends_with('=');
  result.converted = graph[match.root].op == Op::Cast && !isExplicitCast(match.root, place);
  if (!result.compound)
    return !hasSideEffects(result.text);
  Span target = trimmed({result.begin, token});
  result.target = std::string(slice(target));
  return !hasSideEffects(result.target) && !hasSideEffects(slice({token + 2, result.end}));
}

std::optional<OperandTexts> Splitter::split() {
  if (!openRoot())
    return std::nullopt;
  matched.insert(match.root);
  work.push_back({match.root, Span{result.begin, result.end}});
  while (!work.empty()) {
    Pending pending = work.back();
    work.pop_back();
    if (!visit(pending))
      return std::nullopt;
  }
  result.pieces.erase(graph.value(match.root)); // the text that is being replaced
  if (!result.elsewhere.empty() && !procedure.stores.empty())
    for (auto &[value, piece] : result.pieces)
      piece.readsMemory = !(graph[piece.node].op == Op::Constant && isConstantText(piece.text)) &&
                          (hasOperator(piece.text) || variableHolding(piece.node) != piece.text);
  return std::move(result);
}

} // namespace

std::optional<OperandTexts> operandTexts(const order::Procedure &procedure, const rules::Match &match, const SourceFile &source, Reads reads) {
  return Splitter(procedure, match, source, reads).split();
}

} // namespace fporder::findings
