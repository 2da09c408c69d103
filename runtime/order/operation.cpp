#include "runtime/order/operation.h"

#include <array>

namespace fporder::order {

std::string_view name(Op op) {
  static constexpr std::array<std::string_view, 27> names{
      "input", "element", "loop-index", "loop-value", "opaque", "constant", "add",     "sub", "mul", "div", "sqrt",   "fma",   "call",       "cast",
      "neg",   "abs",     "copysign",   "min",        "max",    "select",   "compare", "and", "or",  "not", "reduce", "terms", "recurrence",
  };
  return names[static_cast<std::size_t>(op)];
}

int arity(Op op) {
  switch (op) {
  case Op::Input:
  case Op::LoopIndex:
  case Op::Opaque:
  case Op::Constant:
    return 0;
  case Op::Sqrt:
  case Op::Cast:
  case Op::Neg:
  case Op::Abs:
  case Op::Not:
    return 1;
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::CopySign:
  case Op::Min:
  case Op::Max:
  case Op::Compare:
  case Op::And:
  case Op::Or:
    return 2;
  case Op::Fma:
  case Op::Select:
    return 3;
  case Op::Element:
  case Op::LoopValue:
  case Op::Call:
  case Op::Reduce:
  case Op::Terms:
  case Op::Recurrence:
    return -1;
  }
  return -1;
}

bool isLeaf(Op op) { return op <= Op::Constant; }

bool isRounded(Op op) {
  switch (op) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Sqrt:
  case Op::Fma:
  case Op::Call:
  case Op::Reduce:
    return true;
  default:
    return false;
  }
}

bool castRounds(format::Format from, format::Format to) {
  return from != format::Format::Integer && from != format::Format::Boolean && !format::widensExactly(from, to);
}

bool isCommutative(Op op) { return op == Op::Add || op == Op::Mul || op == Op::Min || op == Op::Max || op == Op::And || op == Op::Or; }

bool isCommutative(Op op, std::string_view symbol) { return isCommutative(op) || (op == Op::Compare && (symbol == "==" || symbol == "!=")); }

std::string_view name(Rounding rounding) {
  static constexpr std::array<std::string_view, 6> names{"nearest-even", "nearest-away", "toward-zero", "up", "down", "to-odd"};
  return names[static_cast<std::size_t>(rounding)];
}

std::string_view name(Schedule schedule) {
  static constexpr std::array<std::string_view, 10> names{
      "sequential", "reverse", "pairwise", "lanes", "tree", "split-k", "compensated", "kahan", "unordered", "unspecified",
  };
  return names[static_cast<std::size_t>(schedule)];
}

std::string_view name(ReductionKind kind) {
  static constexpr std::array<std::string_view, 4> names{"sum", "product", "min", "max"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view name(Shape shape) {
  static constexpr std::array<std::string_view, 3> names{"scalar", "complex", "lanes"};
  return names[static_cast<std::size_t>(shape)];
}

namespace {

template <class Enumerator> std::optional<Enumerator> named(std::string_view text, unsigned count) {
  for (unsigned index = 0; index < count; ++index)
    if (name(static_cast<Enumerator>(index)) == text)
      return static_cast<Enumerator>(index);
  return std::nullopt;
}

} // namespace

std::optional<Op> parseOp(std::string_view text) { return named<Op>(text, 27); }
std::optional<Rounding> parseRounding(std::string_view text) { return named<Rounding>(text, 6); }
std::optional<Schedule> parseSchedule(std::string_view text) { return named<Schedule>(text, 10); }
std::optional<ReductionKind> parseReductionKind(std::string_view text) { return named<ReductionKind>(text, 4); }
std::optional<Shape> parseShape(std::string_view text) { return named<Shape>(text, 3); }

} // namespace fporder::order
