// Calls, casts, reductions and rational numbers: what begins with a name and a parenthesis.
#include "runtime/order/infix_parser.h"

#include "runtime/order/function_facts.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace fporder::order::infix {

using format::Format;

bool Parser::openCall() {
  const PendingName &name = names.back();
  if (!name.quoted) {
    if (name.symbol == "rational")
      return rational();
    if (name.symbol == "recurrence")
      return openRecurrence();
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

bool Parser::rational() {
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
bool Parser::templateArguments(std::string_view name, std::vector<std::string_view> &arguments) {
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
  // sum < x > (y) is two comparisons unless x is a word that says how a reduction goes.
  const std::string_view word = arguments[0].substr(0, arguments[0].find(' '));
  if (name != "cast" && !parseSchedule(word) && word != "continues" && word != "fused")
    return false;
  lexer.seek(after);
  return true;
}

bool Parser::openTemplate(bool &opened) {
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
  if (!reductionWords(arguments[0], reduction, offset))
    return false;
  if (arguments.size() > 1)
    return fail(offset, "a reduction has one schedule");
  return openReduction(*parseReductionKind(name), reduction);
}

/// A schedule, its width, "continues", "fused": each at most once, in this order.
bool Parser::reductionWords(std::string_view words, Reduction &reduction, std::size_t offset) {
  const auto next = [&] {
    const auto begin = std::min(words.find_first_not_of(' '), words.size());
    return words.substr(begin, words.find(' ', begin) - begin);
  };
  const auto take = [&] {
    const std::string_view word = next();
    words.remove_prefix(static_cast<std::size_t>(word.data() - words.data()) + word.size());
  };
  if (const auto schedule = parseSchedule(next())) {
    reduction.schedule = *schedule;
    take();
    if (const std::string_view width = next(); !width.empty() && width != "continues" && width != "fused") {
      const auto [end, problem] = std::from_chars(width.data(), width.data() + width.size(), reduction.width);
      if (problem != std::errc() || end != width.data() + width.size())
        return fail(offset, "malformed schedule width '" + std::string(width.substr(0, 40)) + "'");
      take();
    }
  }
  reduction.continues = next() == "continues";
  if (reduction.continues)
    take();
  reduction.fused = next() == "fused";
  if (reduction.fused)
    take();
  return next().empty() || fail(offset, "a reduction is not '" + std::string(next().substr(0, 40)) + "'");
}

bool Parser::openReduction(ReductionKind kind, const Reduction &reduction) {
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

/// Reads a name that other parts of the expression can then be bound to.
bool Parser::boundName(std::string &symbol, std::string &key, std::string_view what) {
  if (token.kind != Kind::Name && token.kind != Kind::QuotedName)
    return fail(token.offset, "expected the name of " + std::string(what) + ", found " + describe());
  symbol = token.kind == Kind::QuotedName ? unquoted(token.text) : std::string(token.text);
  key = symbol + "@" + std::to_string(token.version);
  return advance();
}

bool Parser::bindLoopIndex(Entry &entry) {
  std::string symbol, key;
  if (!boundName(symbol, key, "a loop index"))
    return false;
  entry.reduction.loop = graph.freshLoop();
  bound[key].push_back(
      graph.intern({.op = Op::LoopIndex, .type = {Format::Integer, Shape::Scalar}, .symbol = symbol, .version = entry.reduction.loop}));
  names[entry.pending].symbol = key; // to unbind by
  if (!isSymbol(","))
    return fail(token.offset, "expected ',' after the loop index, found " + describe());
  return advance();
}

void Parser::unbind(Entry &entry) {
  PendingName &name = names[entry.pending];
  if (name.symbol.empty())
    return;
  bound[name.symbol].pop_back();
  name.symbol.clear();
  entry.terms = values.size() - entry.base;
}

bool Parser::finishCall(const Entry &entry) {
  static constexpr std::array<Op, 6> known{Op::Sqrt, Op::Fma, Op::Abs, Op::Min, Op::Max, Op::CopySign};
  const PendingName &name = names.back();
  const std::vector<NodeId> arguments(values.begin() + static_cast<std::ptrdiff_t>(entry.base), values.end());
  values.resize(entry.base);
  const FunctionFacts *inC = functionFacts(name.symbol); // "fmax"
  for (const Op op : known) {
    if (name.quoted || (order::name(op) != name.symbol && !(inC && inC->op == op)))
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

bool Parser::finishReduction(const Entry &entry) {
  const std::size_t others = values.size() - entry.base - entry.terms;
  if (others > 4)
    return fail(entry.offset, "a reduction takes an index, terms, an initial value, a trip count, a first index and its step");
  const std::vector<NodeId> arguments(values.begin() + static_cast<std::ptrdiff_t>(entry.base), values.end());
  const std::span<const NodeId> terms = std::span(arguments).first(entry.terms), rest = std::span(arguments).subspan(entry.terms);
  std::vector<NodeId> operands;
  operands.push_back(rest.empty() ? graph.constant(identity(entry.reduction.kind), type) : rest[0]);
  operands.push_back(terms.size() == 1 ? terms[0] : graph.intern({.op = Op::Terms, .type = type, .operands = terms}));
  if (rest.size() > 1)
    operands.insert(operands.end(), rest.begin() + 1, rest.end());
  values.resize(entry.base);
  push(graph.intern({.op = Op::Reduce, .type = type, .operands = operands, .reduction = &entry.reduction}));
  return true;
}

} // namespace fporder::order::infix
