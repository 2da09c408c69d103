// Operators, operands and names; what is called and reduced is in infix_parse_calls.cpp.
#include "runtime/order/infix_parser.h"

#include "runtime/limits/limits.h"

namespace fporder::order {

namespace infix {

using format::Format;

static constexpr std::size_t maximumTokens = limits::most(limits::Limit::ExpressionTokens);

bool Parser::advance() {
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

std::string Parser::describe() const {
  if (token.kind == Kind::End)
    return "end of expression";
  return "'" + std::string(token.text.substr(0, 40)) + "'";
}

Parsed<NodeId> Parser::parse() {
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

bool Parser::number(bool negative) {
  auto constant = Number::parse(token.text);
  if (!constant)
    return fail(token.offset, "malformed or enormous number '" + std::string(token.text.substr(0, 40)) + "'");
  pushConstant(negative ? constant->negated() : *constant);
  state = State::Operator;
  return advance();
}

bool Parser::operand() {
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

bool Parser::open(Entry entry) {
  entry.base = values.size();
  entry.outerType = type;
  entries.push_back(entry);
  state = State::Operand;
  return advance();
}

bool Parser::afterName() {
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

bool Parser::finishName() {
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

static NodeId applyUnary(Graph &graph, Op op, NodeId operand, ValueType type) {
  if (op == Op::Call)
    return graph.call("~", {&operand, 1}, {Format::Integer, type.shape});
  return graph.unary(op, operand, op == Op::Not ? ValueType{Format::Boolean, type.shape} : type);
}

void Parser::reduceTop() {
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

void Parser::reduceWhileBinding(Precedence precedence) {
  while (!entries.empty()) {
    const Entry &top = entries.back();
    const bool binds = top.kind == Entry::Kind::Unary || (top.kind == Entry::Kind::Binary && top.binary->precedence >= precedence);
    if (!binds)
      return;
    reduceTop();
  }
}

bool Parser::reduceToOpen() {
  while (!entries.empty() && !isOpen(entries.back().kind)) {
    if (entries.back().kind == Entry::Kind::Question)
      return fail(entries.back().offset, "'?' without ':'");
    reduceTop();
  }
  return true;
}

bool Parser::operatorOrEnd() {
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
  if (isSymbol(";"))
    return semicolon();
  if (isSymbol(")") || isSymbol("]"))
    return close(token.text);
  return fail(token.offset, "expected an operator, found " + describe());
}

static bool takesCommas(Entry::Kind kind) { return kind == Entry::Kind::Call || kind == Entry::Kind::Reduce || kind == Entry::Kind::Recurrence; }

bool Parser::comma() {
  if (!reduceToOpen())
    return false;
  if (entries.empty() || !takesCommas(entries.back().kind))
    return fail(token.offset, "unexpected ','");
  if (entries.back().kind == Entry::Kind::Reduce)
    unbind(entries.back()); // the index is bound in the terms alone
  if (entries.back().kind == Entry::Kind::Recurrence)
    return nextCarried();
  state = State::Operand;
  return advance();
}

/// Between the terms of an iteration, or the parts of a recurrence.
bool Parser::semicolon() {
  if (!reduceToOpen())
    return false;
  if (!entries.empty() && entries.back().kind == Entry::Kind::Recurrence)
    return nextPart();
  const bool ordered = !entries.empty() && entries.back().kind == Entry::Kind::Reduce &&
                       (entries.back().reduction.kind == ReductionKind::Sum || entries.back().reduction.kind == ReductionKind::Product);
  if (!ordered || entries.back().terms != 0)
    return fail(token.offset, "unexpected ';'");
  state = State::Operand;
  return advance();
}

bool Parser::close(std::string_view bracket) {
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
  case Entry::Kind::Recurrence:
    if (!finishRecurrence(entry))
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

} // namespace infix

Parsed<NodeId> parseInfix(std::string_view text, Graph &graph, ValueType leafType) { return infix::Parser(text, graph, leafType).parse(); }

} // namespace fporder::order
