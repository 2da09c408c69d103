// Operator precedence parsing with explicit stacks: nesting costs memory, not stack.
#include "runtime/order/infix.h"
#include "runtime/order/infix_lexer.h"
#include "runtime/order/infix_operators.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <unordered_map>

namespace fporder::order {

namespace {

using format::Format;
using Kind = InfixToken::Kind;

constexpr std::size_t maximumTokens = 1'000'000;

/// A name, with the indices read so far: values[base..] are the indices.
struct PendingName {
  std::string symbol;
  std::uint32_t version = 0;
  std::size_t base = 0;
  std::size_t unmarked = 0; // indices since the last "[]" in the symbol
  bool quoted = false;
  std::size_t offset = 0;
};

struct Entry {
  enum class Kind : std::uint8_t { Binary, Unary, Question, Colon, Group, Call, Cast, Reduce, Index };
  Kind kind = Kind::Group;
  std::size_t offset = 0;
  const BinaryOperator *binary = nullptr;
  Op op = Op::Neg;           // Unary; Call is ~
  std::size_t base = 0;      // open entries: values.size() at the opening
  ValueType outerType;       // open entries: restored at the closing
  std::uint32_t pending = 0; // Call: function name; Index: the indexed name; Reduce: the bound name
  Rounding rounding = Rounding::NearestEven;
  ValueType castType;
  Reduction reduction;
};

bool isOpen(Entry::Kind kind) { return kind >= Entry::Kind::Group; }

class InfixParser {
public:
  InfixParser(std::string_view text, Graph &target, ValueType leafType)
      : lexer(text), source(text), graph(target), type(leafType), outermost(leafType) {}

  Parsed<NodeId> parse();

private:
  enum class State : std::uint8_t { Operand, AfterName, Operator };

  bool fail(std::size_t offset, std::string message) {
    error = {offset, std::move(message)};
    return false;
  }
  bool advance();
  std::string describe() const;
  bool isSymbol(std::string_view text) const { return token.kind == Kind::Symbol && token.text == text; }

  bool operand();
  bool afterName();
  bool operatorOrEnd();

  bool number(bool negative);
  bool rational();
  bool open(Entry entry);
  bool openCall();
  bool openReduction(ReductionKind kind, const Reduction &reduction);
  bool templateArguments(std::string_view name, std::vector<std::string_view> &arguments);
  bool openTemplate(bool &opened);
  bool bindLoopIndex(Entry &entry);
  void unbind(Entry &entry);
  bool comma();
  bool close(std::string_view bracket);
  bool finishCall(const Entry &entry);
  bool finishReduction(const Entry &entry);
  bool finishName();
  void pushConstant(const Number &constant) { values.push_back(graph.constant(constant, type)); }
  void push(NodeId node) { values.push_back(node); }

  void reduceTop();
  bool reduceToOpen();
  void reduceWhileBinding(Precedence precedence);

  InfixLexer lexer;
  std::string_view source;
  Graph &graph;
  ValueType type, outermost;
  InfixToken token;
  std::size_t tokens = 0;
  State state = State::Operand;
  std::vector<NodeId> values;
  std::vector<Entry> entries;
  std::vector<PendingName> names; // of open entries and, in state AfterName, of the name being read
  std::unordered_map<std::string, std::vector<NodeId>> bound;
  SyntaxError error;
};

bool InfixParser::advance() {
  token = lexer.next();
  if (token.kind == Kind::Bad) {
    if (token.problem == "unexpected character")
      return fail(token.offset, "unexpected character '" + std::string(source.substr(token.offset, 1)) + "'");
    return fail(token.offset, std::string(token.problem));
  }
  if (++tokens > maximumTokens && token.kind != Kind::End)
    return fail(token.offset, "expression has more than 1000000 tokens");
  return true;
}

std::string InfixParser::describe() const {
  if (token.kind == Kind::End)
    return "end of expression";
  return "'" + std::string(token.text.substr(0, 40)) + "'";
}

Parsed<NodeId> InfixParser::parse() {
  if (!advance())
    return error;
  for (;;) {
    const bool finished = state == State::Operator && token.kind == Kind::End;
    if (finished)
      break;
    const bool good = state == State::Operand ? operand() : state == State::AfterName ? afterName() : operatorOrEnd();
    if (!good)
      return error;
  }
  while (!entries.empty()) {
    const Entry &top = entries.back();
    if (isOpen(top.kind))
      return SyntaxError{top.offset, top.kind == Entry::Kind::Index ? "missing ']'" : "missing ')'"};
    if (top.kind == Entry::Kind::Question)
      return SyntaxError{top.offset, "'?' without ':'"};
    reduceTop();
  }
  return values.back();
}

bool InfixParser::number(bool negative) {
  auto constant = Number::parse(token.text);
  if (!constant)
    return fail(token.offset, "malformed or enormous number '" + std::string(token.text.substr(0, 40)) + "'");
  pushConstant(negative ? constant->negated() : *constant);
  state = State::Operator;
  return advance();
}

bool InfixParser::operand() {
  if (token.kind == Kind::Number)
    return number(false);
  if (token.kind == Kind::Name || token.kind == Kind::QuotedName) {
    const bool quoted = token.kind == Kind::QuotedName;
    names.push_back({quoted ? unquoted(token.text) : std::string(token.text), token.version, values.size(), 0, quoted, token.offset});
    state = State::AfterName;
    return advance();
  }
  if (isSymbol("(")) {
    Entry entry;
    entry.offset = token.offset;
    return open(entry);
  }
  if (isSymbol("-") || isSymbol("!") || isSymbol("~") || isSymbol("+")) {
    const InfixToken sign = token;
    if (!advance())
      return false;
    if (sign.text == "+")
      return true;
    const bool literal =
        sign.text == "-" && (token.kind == Kind::Number || (token.kind == Kind::Name && (token.text == "inf" || token.text == "nan")));
    if (literal)
      return number(true);
    Entry entry;
    entry.kind = Entry::Kind::Unary;
    entry.offset = sign.offset;
    entry.op = sign.text == "-" ? Op::Neg : sign.text == "!" ? Op::Not : Op::Call;
    entries.push_back(entry);
    return true;
  }
  // An empty argument list: f()
  if (isSymbol(")") && !entries.empty() && entries.back().kind == Entry::Kind::Call && values.size() == entries.back().base)
    return close(")");
  return fail(token.offset, "expected an operand, found " + describe());
}

bool InfixParser::open(Entry entry) {
  entry.base = values.size();
  entry.outerType = type;
  entries.push_back(entry);
  state = State::Operand;
  return advance();
}

bool InfixParser::afterName() {
  PendingName &name = names.back();
  const bool bare = name.base == values.size() && name.unmarked == 0;
  if (isSymbol("[")) {
    Entry entry;
    entry.kind = Entry::Kind::Index;
    entry.offset = token.offset;
    entry.pending = static_cast<std::uint32_t>(names.size() - 1);
    if (!open(entry))
      return false;
    type = {Format::Integer, Shape::Scalar};
    return true;
  }
  if (token.kind == Kind::Member && !bare) {
    for (; name.unmarked != 0; --name.unmarked)
      name.symbol += "[]";
    name.symbol += token.text;
    return advance();
  }
  if (bare && isSymbol("("))
    return openCall();
  if (bare && !name.quoted && isSymbol("<")) {
    bool opened = false;
    if (!openTemplate(opened))
      return false;
    if (opened)
      return true;
  }
  return finishName();
}

bool InfixParser::finishName() {
  const PendingName name = std::move(names.back());
  names.pop_back();
  state = State::Operator;
  if (values.size() != name.base) {
    const std::vector<NodeId> indices(values.begin() + static_cast<std::ptrdiff_t>(name.base), values.end());
    values.resize(name.base);
    push(graph.intern({.op = Op::Element, .type = outermost, .operands = indices, .symbol = name.symbol, .version = name.version}));
    return true;
  }
  if (!name.quoted && (name.symbol == "inf" || name.symbol == "nan")) {
    pushConstant(*Number::parse(name.symbol));
    return true;
  }
  if (!bound.empty()) {
    const auto found = bound.find(name.symbol + "@" + std::to_string(name.version));
    if (found != bound.end() && !found->second.empty()) {
      push(found->second.back());
      return true;
    }
  }
  push(graph.input(name.symbol, type, {}, name.version));
  return true;
}

bool InfixParser::openCall() {
  const PendingName &name = names.back();
  if (!name.quoted) {
    if (name.symbol == "rational")
      return rational();
    if (name.symbol == "sum" || name.symbol == "product") {
      // A reduction when it begins with a name and a comma; anything else is an ordinary function of that name.
      const std::size_t after = lexer.position();
      const InfixToken first = lexer.next();
      const InfixToken second = lexer.next();
      lexer.seek(after);
      const bool nameFirst = first.kind == Kind::Name || first.kind == Kind::QuotedName;
      if (nameFirst && second.kind == Kind::Symbol && second.text == ",")
        return openReduction(*parseReductionKind(name.symbol), {});
    }
  }
  Entry entry;
  entry.offset = token.offset;
  entry.kind = !name.quoted && name.symbol == "cast" ? Entry::Kind::Cast : Entry::Kind::Call;
  entry.castType.shape = type.shape;
  entry.pending = static_cast<std::uint32_t>(names.size() - 1);
  if (!open(entry))
    return false;
  if (entry.kind == Entry::Kind::Cast)
    type = outermost;
  return true;
}

bool InfixParser::rational() {
  const std::size_t begin = names.back().offset, openParenthesis = token.offset;
  const auto closeParenthesis = source.find(')', openParenthesis);
  const auto separator = source.find(',', openParenthesis);
  if (closeParenthesis == std::string_view::npos || separator == std::string_view::npos || separator > closeParenthesis)
    return fail(begin, "rational takes two integers");
  const auto trimmed = [](std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(' ') - first + 1);
  };
  const auto numerator = trimmed(source.substr(openParenthesis + 1, separator - openParenthesis - 1));
  const auto denominator = trimmed(source.substr(separator + 1, closeParenthesis - separator - 1));
  const auto constant = Number::parse(std::string(numerator) + "/" + std::string(denominator));
  if (!constant)
    return fail(begin, "rational takes two integers, the second not zero");
  names.pop_back();
  pushConstant(*constant);
  lexer.seek(closeParenthesis + 1);
  state = State::Operator;
  return advance();
}

/// Reads "<a, b>" from just behind `token` ('<'); leaves the lexer alone and returns false when that is not what stands there.
bool InfixParser::templateArguments(std::string_view name, std::vector<std::string_view> &arguments) {
  std::size_t position = lexer.position();
  std::size_t begin = position;
  for (; position < source.size(); ++position) {
    const char c = source[position];
    if (c == ',' || c == '>') {
      std::string_view argument = source.substr(begin, position - begin);
      while (argument.starts_with(' '))
        argument.remove_prefix(1);
      while (argument.ends_with(' '))
        argument.remove_suffix(1);
      arguments.push_back(argument);
      begin = position + 1;
      if (c == '>')
        break;
    } else if (!(c == ' ' || c == '-' || c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')))
      return false;
  }
  std::size_t after = position + 1;
  while (after < source.size() && source[after] == ' ')
    ++after;
  if (position >= source.size() || after >= source.size() || source[after] != '(')
    return false;
  // sum < x > (y) is two comparisons unless x names a schedule.
  const std::string_view word = arguments[0].substr(0, arguments[0].find(' '));
  if (name != "cast" && !parseSchedule(word))
    return false;
  lexer.seek(after);
  return true;
}

bool InfixParser::openTemplate(bool &opened) {
  const std::string name = names.back().symbol;
  if (name != "cast" && name != "sum" && name != "product" && name != "min" && name != "max")
    return true;
  std::vector<std::string_view> arguments;
  if (!templateArguments(name, arguments))
    return true;
  opened = true;
  const std::size_t offset = token.offset;
  if (!advance()) // onto the parenthesis
    return false;
  if (name == "cast") {
    Entry entry;
    entry.kind = Entry::Kind::Cast;
    entry.offset = token.offset;
    entry.pending = static_cast<std::uint32_t>(names.size() - 1);
    const auto castFormat = format::parse(arguments[0]);
    if (!castFormat)
      return fail(offset, "unknown format '" + std::string(arguments[0].substr(0, 40)) + "'");
    entry.castType = {*castFormat, type.shape};
    if (arguments.size() > 1) {
      const auto rounding = parseRounding(arguments[1]);
      if (!rounding || arguments.size() > 2)
        return fail(offset, "unknown rounding '" + std::string(arguments[1].substr(0, 40)) + "'");
      entry.rounding = *rounding;
    }
    if (!open(entry))
      return false;
    type = outermost;
    return true;
  }
  Reduction reduction;
  const std::string_view schedule = arguments[0];
  const auto space = schedule.find(' ');
  reduction.schedule = *parseSchedule(schedule.substr(0, space));
  if (space != std::string_view::npos) {
    const std::string_view width = schedule.substr(schedule.find_first_not_of(' ', space));
    const auto [end, problem] = std::from_chars(width.data(), width.data() + width.size(), reduction.width);
    if (problem != std::errc() || end != width.data() + width.size())
      return fail(offset, "malformed schedule width '" + std::string(width.substr(0, 40)) + "'");
  }
  if (arguments.size() > 1)
    return fail(offset, "a reduction has one schedule");
  return openReduction(*parseReductionKind(name), reduction);
}

bool InfixParser::openReduction(ReductionKind kind, const Reduction &reduction) {
  Entry entry;
  entry.kind = Entry::Kind::Reduce;
  entry.offset = token.offset;
  entry.pending = static_cast<std::uint32_t>(names.size() - 1);
  entry.reduction = reduction;
  entry.reduction.kind = kind;
  if (!open(entry))
    return false;
  return bindLoopIndex(entries.back());
}

bool InfixParser::bindLoopIndex(Entry &entry) {
  if (token.kind != Kind::Name && token.kind != Kind::QuotedName)
    return fail(token.offset, "expected the name of a loop index, found " + describe());
  const std::string symbol = token.kind == Kind::QuotedName ? unquoted(token.text) : std::string(token.text);
  const std::string key = symbol + "@" + std::to_string(token.version);
  entry.reduction.loop = graph.freshLoop();
  bound[key].push_back(
      graph.intern({.op = Op::LoopIndex, .type = {Format::Integer, Shape::Scalar}, .symbol = symbol, .version = entry.reduction.loop}));
  names[entry.pending].symbol = key; // to unbind by
  if (!advance())
    return false;
  if (!isSymbol(","))
    return fail(token.offset, "expected ',' after the loop index, found " + describe());
  return advance();
}

void InfixParser::unbind(Entry &entry) {
  PendingName &name = names[entry.pending];
  if (name.symbol.empty())
    return;
  bound[name.symbol].pop_back();
  name.symbol.clear();
}

NodeId applyUnary(Graph &graph, Op op, NodeId operand, ValueType type) {
  if (op == Op::Call)
    return graph.call("~", {&operand, 1}, {Format::Integer, type.shape});
  return graph.unary(op, operand, op == Op::Not ? ValueType{Format::Boolean, type.shape} : type);
}

void InfixParser::reduceTop() {
  const Entry top = entries.back();
  entries.pop_back();
  const NodeId last = values.back();
  if (top.kind == Entry::Kind::Unary) {
    values.back() = applyUnary(graph, top.op, last, type);
    return;
  }
  values.pop_back();
  const NodeId before = values.back();
  if (top.kind == Entry::Kind::Colon) {
    values.pop_back();
    const NodeId operands[]{values.back(), before, last};
    values.back() = graph.intern({.op = Op::Select, .type = type, .operands = operands});
    return;
  }
  const NodeId operands[]{before, last};
  const Op op = top.binary->op;
  const bool named = op == Op::Compare || op == Op::Call;
  const bool logical = op == Op::Compare || op == Op::And || op == Op::Or;
  const ValueType resultType = logical ? ValueType{Format::Boolean, type.shape} : named ? ValueType{Format::Integer, type.shape} : type;
  values.back() = graph.intern({.op = op, .type = resultType, .operands = operands, .symbol = named ? top.binary->text : std::string_view()});
}

void InfixParser::reduceWhileBinding(Precedence precedence) {
  while (!entries.empty()) {
    const Entry &top = entries.back();
    const bool binds = top.kind == Entry::Kind::Unary || (top.kind == Entry::Kind::Binary && top.binary->precedence >= precedence);
    if (!binds)
      return;
    reduceTop();
  }
}

bool InfixParser::reduceToOpen() {
  while (!entries.empty() && !isOpen(entries.back().kind)) {
    if (entries.back().kind == Entry::Kind::Question)
      return fail(entries.back().offset, "'?' without ':'");
    reduceTop();
  }
  return true;
}

bool InfixParser::operatorOrEnd() {
  if (token.kind != Kind::Symbol)
    return fail(token.offset, "expected an operator, found " + describe());
  for (const BinaryOperator &candidate : binaryOperators) {
    if (candidate.text != token.text)
      continue;
    reduceWhileBinding(candidate.precedence);
    Entry entry;
    entry.kind = Entry::Kind::Binary;
    entry.offset = token.offset;
    entry.binary = &candidate;
    entries.push_back(entry);
    state = State::Operand;
    return advance();
  }
  if (isSymbol("?")) {
    reduceWhileBinding(Precedence::Any);
    Entry entry;
    entry.kind = Entry::Kind::Question;
    entry.offset = token.offset;
    entries.push_back(entry);
    state = State::Operand;
    return advance();
  }
  if (isSymbol(":")) {
    while (!entries.empty() && !isOpen(entries.back().kind) && entries.back().kind != Entry::Kind::Question)
      reduceTop();
    if (entries.empty() || entries.back().kind != Entry::Kind::Question)
      return fail(token.offset, "':' without '?'");
    entries.back().kind = Entry::Kind::Colon;
    state = State::Operand;
    return advance();
  }
  if (isSymbol(","))
    return comma();
  if (isSymbol(")") || isSymbol("]"))
    return close(token.text);
  return fail(token.offset, "expected an operator, found " + describe());
}

bool InfixParser::comma() {
  if (!reduceToOpen())
    return false;
  if (entries.empty() || (entries.back().kind != Entry::Kind::Call && entries.back().kind != Entry::Kind::Reduce))
    return fail(token.offset, "unexpected ','");
  if (entries.back().kind == Entry::Kind::Reduce)
    unbind(entries.back()); // the index is bound in the term alone
  state = State::Operand;
  return advance();
}

bool InfixParser::close(std::string_view bracket) {
  if (state == State::Operator && !reduceToOpen())
    return false;
  const bool matches = !entries.empty() && (bracket == "]") == (entries.back().kind == Entry::Kind::Index);
  if (!matches)
    return fail(token.offset, "unexpected '" + std::string(bracket) + "'");
  Entry entry = entries.back();
  entries.pop_back();
  type = entry.outerType;
  state = State::Operator;
  switch (entry.kind) {
  case Entry::Kind::Index:
    ++names.back().unmarked;
    state = State::AfterName;
    break;
  case Entry::Kind::Cast: {
    names.pop_back();
    const NodeId operand = values.back();
    values.back() = graph.cast(operand, entry.castType, {}, entry.rounding);
    break;
  }
  case Entry::Kind::Reduce:
    unbind(entry);
    if (!finishReduction(entry))
      return false;
    names.pop_back();
    break;
  case Entry::Kind::Call:
    if (!finishCall(entry))
      return false;
    names.pop_back();
    break;
  default:
    break;
  }
  return advance();
}

bool InfixParser::finishCall(const Entry &entry) {
  static constexpr std::array<Op, 6> known{Op::Sqrt, Op::Fma, Op::Abs, Op::Min, Op::Max, Op::CopySign};
  const PendingName &name = names.back();
  const std::vector<NodeId> arguments(values.begin() + static_cast<std::ptrdiff_t>(entry.base), values.end());
  values.resize(entry.base);
  for (const Op op : known) {
    if (name.quoted || order::name(op) != name.symbol)
      continue;
    if (arguments.size() != static_cast<std::size_t>(arity(op)))
      return fail(name.offset, name.symbol + " takes " + std::to_string(arity(op)) + (arity(op) == 1 ? " argument" : " arguments") + ", not " +
                                   std::to_string(arguments.size()));
    push(graph.intern({.op = op, .type = type, .operands = arguments}));
    return true;
  }
  push(graph.call(name.symbol, arguments, type));
  return true;
}

bool InfixParser::finishReduction(const Entry &entry) {
  const std::size_t count = values.size() - entry.base;
  if (count > 3)
    return fail(entry.offset, "a reduction takes an index, a term, an initial value and a trip count");
  std::vector<NodeId> operands;
  operands.push_back(count > 1 ? values[entry.base + 1] : graph.constant(identity(entry.reduction.kind), type));
  operands.push_back(values[entry.base]);
  if (count == 3)
    operands.push_back(values[entry.base + 2]);
  values.resize(entry.base);
  push(graph.intern({.op = Op::Reduce, .type = type, .operands = operands, .reduction = &entry.reduction}));
  return true;
}

} // namespace

Parsed<NodeId> parseInfix(std::string_view text, Graph &graph, ValueType leafType) { return InfixParser(text, graph, leafType).parse(); }

} // namespace fporder::order
