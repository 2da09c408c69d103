#include "analyzer/findings/spelling.h"

#include "analyzer/findings/constant_text.h"
#include "analyzer/findings/expression_text.h"
#include "runtime/limits/limits.h"

#include <algorithm>
#include <tuple>

namespace fporder::findings {

namespace {

using format::Format;
using order::NodeId;
using order::Op;

constexpr unsigned deepest = limits::most(limits::Limit::FixLevels); // levels of an order that a fix-it spells out
constexpr unsigned longest =
    limits::most(limits::Limit::FixOperations); // operations and operands of one, each as often as it is written: values that are shared are repeated

std::string_view typeName(Format format) {
  switch (format) {
  case Format::BFloat16:
    return "__bf16";
  case Format::Binary16:
    return "_Float16";
  case Format::Binary32:
    return "float";
  case Format::Binary64:
    return "double";
  case Format::X87Extended:
  case Format::Binary128:
  case Format::DoubleDouble:
    return "long double";
  default:
    return {};
  }
}

/// Rank in C's usual arithmetic conversions; 0 when unknown.
int rank(Format format) {
  switch (format) {
  case Format::Boolean:
  case Format::Integer:
    return 1;
  case Format::BFloat16:
  case Format::Binary16:
    return 2;
  case Format::Binary32:
    return 3;
  case Format::Binary64:
    return 4;
  case Format::X87Extended:
  case Format::Binary128:
  case Format::DoubleDouble:
    return 5;
  default:
    return 0;
  }
}

/// The type of `left op right`; Unknown when it cannot be told.
Format arithmeticType(Format left, Format right) {
  if (!rank(left) || !rank(right) || (rank(left) == rank(right) && left != right))
    return Format::Unknown;
  return rank(left) > rank(right) ? left : right;
}

std::string_view mathName(const order::Graph &graph, NodeId node) {
  switch (graph[node].op) {
  case Op::Sqrt:
    return "sqrt";
  case Op::Abs:
    return "fabs";
  case Op::Min:
    return "fmin";
  case Op::Max:
    return "fmax";
  case Op::CopySign:
    return "copysign";
  case Op::Fma:
    return "fma";
  default:
    return isMathFunction(graph.symbol(node)) ? graph.symbol(node) : std::string_view();
  }
}

} // namespace

std::string Speller::grouped(const Spelled &spelled, Precedence least) {
  return spelled.precedence >= least ? spelled.text : "(" + spelled.text + ")";
}

std::optional<Spelled> Speller::piece(NodeId node) const {
  auto found = texts.pieces.find(graph.value(node));
  if (found == texts.pieces.end())
    return std::nullopt;
  const Piece &known = found->second;
  return Spelled{known.text, std::min(precedenceOf(known.text), known.binding), known.format};
}

std::optional<Spelled> Speller::constant(NodeId node) const {
  Format format = graph[node].type.format;
  const order::Number &number = graph.number(node);
  if (!number.isFinite() || (format != Format::Binary32 && format != Format::Binary64 && format != Format::X87Extended))
    return std::nullopt;
  // What the program computes over the reals is what it spells. Of a constant whose text is not at hand only the rounded value is known, and of that
  // the shortest decimal, which may denote another number; both are the same where that decimal is exact.
  std::string text = number.display(format);
  const std::optional<order::Number> denoted = order::Number::parse(text);
  if (!denoted || !(*denoted == number))
    return std::nullopt;
  if (text.find('/') != std::string::npos)
    return std::nullopt;
  if (text.find_first_of(".ep") == std::string::npos)
    text += ".0";
  text += format == Format::Binary32 ? "f" : format == Format::X87Extended ? "L" : "";
  return Spelled{text, text.starts_with('-') ? Precedence::Unary : Precedence::Postfix, format};
}

std::optional<Spelled> Speller::converted(const Spelled &value, Format to) const {
  if (value.format == to)
    return value;
  std::string_view type = typeName(to);
  if (type.empty() || !rank(value.format) || rank(value.format) >= rank(to))
    return std::nullopt;
  if (language == Language::Cxx)
    return Spelled{"static_cast<" + std::string(type) + ">(" + value.text + ")", Precedence::Postfix, to};
  return Spelled{"(" + std::string(type) + ")" + grouped(value, Precedence::Postfix), Precedence::Unary, to};
}

bool Speller::isWrittenOne(NodeId node, const Spelled &spelled) const {
  return graph[node].op == Op::Constant && graph.number(node) == order::Number::fromInteger(1) && !hasName(spelled.text);
}

std::optional<Spelled> Speller::binary(NodeId node, unsigned depth) {
  auto left = spell(graph.operand(node, 0), depth), right = spell(graph.operand(node, 1), depth);
  if (!left || !right)
    return std::nullopt;
  Format format = graph[node].type.format;
  if (graph[node].op == Op::Mul)
    for (const auto &[factor, other, one] : {std::tuple(left, right, 1U), std::tuple(right, left, 0U)})
      if (factor->format == format && isWrittenOne(graph.operand(node, one), *other))
        return factor;
  if (arithmeticType(left->format, right->format) != format) {
    // The operand that is no literal says the type: static_cast<double>(x) * y.
    auto &subject = graph[graph.operand(node, 0)].op == Op::Constant ? right : left;
    subject = converted(*subject, format);
    if (!subject || arithmeticType(left->format, right->format) != format)
      return std::nullopt;
  }
  Op op = graph[node].op;
  bool multiplicative = op == Op::Mul || op == Op::Div;
  Precedence own = multiplicative ? Precedence::Multiplicative : Precedence::Additive;
  Precedence stronger = multiplicative ? Precedence::Unary : Precedence::Multiplicative;
  const char *sign = op == Op::Add ? " + " : op == Op::Sub ? " - " : op == Op::Mul ? " * " : " / ";
  return Spelled{grouped(*left, own) + sign + grouped(*right, stronger), own, format};
}

std::optional<Spelled> Speller::negation(NodeId node, unsigned depth) {
  auto operand = spell(graph.operand(node, 0), depth);
  if (!operand || operand->format != graph[node].type.format)
    return std::nullopt;
  return Spelled{"-" + grouped(*operand, Precedence::Postfix), Precedence::Unary, operand->format};
}

std::optional<Spelled> Speller::conversion(NodeId node, unsigned depth) {
  const order::Node cast = graph[node];
  NodeId operand = graph.operand(node, 0);
  auto value = spell(operand, depth);
  if (!value || cast.rounding != order::Rounding::NearestEven)
    return std::nullopt;
  if (value->format == cast.type.format || format::widensExactly(graph[operand].type.format, cast.type.format))
    return value; // whoever uses it converts where C would not
  std::string_view type = typeName(cast.type.format);
  if (type.empty() || !rank(value->format))
    return std::nullopt;
  if (language == Language::Cxx)
    return Spelled{"static_cast<" + std::string(type) + ">(" + value->text + ")", Precedence::Postfix, cast.type.format};
  return Spelled{"(" + std::string(type) + ")" + grouped(*value, Precedence::Postfix), Precedence::Unary, cast.type.format};
}

/// Nothing where the source means something of its own by the name: `asinh(x)` in a source's own `double asinh(double x)` calls that.
std::optional<std::string> Speller::callee(std::string_view function, Format format) const {
  std::string name(function), qualifier;
  if (texts.style && texts.style->format == format) {
    qualifier = texts.style->qualifier;
    name += texts.style->suffix;
  } else if (language == Language::Cxx) {
    qualifier = "std::";
  } else {
    name += format == Format::Binary32 ? "f" : format == Format::Binary64 ? "" : "l";
  }
  const bool isLibrarys = qualifier.starts_with("std::") || qualifier.starts_with("::std::") || qualifier.ends_with("__builtin_");
  if (!isLibrarys && texts.isOwnName && texts.isOwnName(name))
    return std::nullopt;
  return qualifier + name;
}

std::optional<Spelled> Speller::call(NodeId node, unsigned depth) {
  Format format = graph[node].type.format;
  std::string_view function = mathName(graph, node);
  if (function.empty() || rank(format) < 3)
    return std::nullopt;
  const std::optional<std::string> called = callee(function, format);
  if (!called)
    return std::nullopt;
  std::string text;
  // C++ chooses the overload by the arguments; C's functions convert them.
  bool overloaded = language == Language::Cxx && !(texts.style && texts.style->format == format && !texts.style->suffix.empty());
  for (NodeId operand : graph.operands(node)) {
    auto argument = spell(operand, depth);
    if (argument && (overloaded ? argument->format != format : rank(argument->format) > rank(format)))
      argument = converted(*argument, format);
    if (!argument)
      return std::nullopt;
    text += (text.empty() ? "" : ", ") + argument->text;
  }
  return Spelled{*called + "(" + text + ")", Precedence::Postfix, format};
}

std::optional<Spelled> Speller::selection(NodeId node, unsigned depth) {
  auto condition = spell(graph.operand(node, 0), depth), yes = spell(graph.operand(node, 1), depth), no = spell(graph.operand(node, 2), depth);
  if (!condition || !yes || !no || yes->format != no->format)
    return std::nullopt;
  return Spelled{grouped(*condition, Precedence::Or) + " ? " + grouped(*yes, Precedence::Or) + " : " + grouped(*no, Precedence::Conditional),
                 Precedence::Conditional, yes->format};
}

std::optional<Spelled> Speller::comparison(NodeId node, unsigned depth) {
  auto left = spell(graph.operand(node, 0), depth), right = spell(graph.operand(node, 1), depth);
  if (!left || !right)
    return std::nullopt;
  std::string sign(graph.symbol(node));
  Precedence own = sign == "==" || sign == "!=" ? Precedence::Equality : Precedence::Relational;
  return Spelled{grouped(*left, Precedence::Additive) + " " + sign + " " + grouped(*right, Precedence::Additive), own, Format::Boolean};
}

std::optional<Spelled> Speller::spell(NodeId node, unsigned depth) {
  if (depth == 0)
    written = 0;
  if (depth > deepest || ++written > longest)
    return std::nullopt;
  if (auto text = piece(node))
    return text;
  switch (graph[node].op) {
  case Op::Constant:
    return constant(node);
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
    return binary(node, depth + 1);
  case Op::Neg:
    return negation(node, depth + 1);
  case Op::Cast:
    return conversion(node, depth + 1);
  case Op::Sqrt:
  case Op::Abs:
  case Op::Min:
  case Op::Max:
  case Op::CopySign:
  case Op::Fma:
  case Op::Call:
    return call(node, depth + 1);
  case Op::Select:
    return selection(node, depth + 1);
  case Op::Compare:
    return comparison(node, depth + 1);
  default:
    return std::nullopt;
  }
}

} // namespace fporder::findings
