// Constant folding: what the compiler computes is no operation of the program's.
#include "analyzer/frontend/guesses/guessed_numbers.h"
#include "analyzer/frontend/walk/evaluator.h"
#include "runtime/order/index_algebra.h"

#include "llvm/ADT/StringExtras.h"

#include "llvm/ADT/APFloat.h"

namespace fporder::frontend {

using format::Format;
using llvm::APFloat;
using order::NodeId;
using order::Number;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

const llvm::fltSemantics *semantics(Format format) {
  switch (format) {
  case Format::BFloat16:
    return &APFloat::BFloat();
  case Format::Binary16:
    return &APFloat::IEEEhalf();
  case Format::Binary32:
    return &APFloat::IEEEsingle();
  case Format::Binary64:
    return &APFloat::IEEEdouble();
  case Format::X87Extended:
    return &APFloat::x87DoubleExtended();
  case Format::Binary128:
    return &APFloat::IEEEquad();
  case Format::Dependent: // most often double or float; exactness is not at stake for the small constants written there
    return &APFloat::IEEEdouble();
  default:
    return nullptr;
  }
}

std::optional<Number> numberOf(const APFloat &value) {
  if (value.isNaN())
    return std::nullopt;
  if (value.isInfinity())
    return Number::parse(value.isNegative() ? "-inf" : "inf");
  APFloat narrow = value;
  bool loses = false;
  narrow.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
  if (!loses)
    return Number::fromDouble(narrow.convertToDouble());
  char text[80];
  value.convertToHexString(text, 0, false, APFloat::rmNearestTiesToEven);
  return Number::parse(text);
}

std::optional<APFloat> rounded(const Number &number, const llvm::fltSemantics &format) {
  APFloat value(format);
  auto status = value.convertFromString(number.text(), APFloat::rmNearestTiesToEven);
  if (!status) {
    llvm::consumeError(status.takeError());
    return std::nullopt;
  }
  return value;
}

std::optional<Number> foldCompare(llvm::StringRef symbol, const Number &left, const Number &right) {
  const double a = left.approximate(), b = right.approximate();
  bool holds;
  if (symbol == "==")
    holds = left == right || (left.isZero() && right.isZero());
  else if (symbol == "!=")
    holds = !(left == right || (left.isZero() && right.isZero()));
  else if (left == right)
    holds = symbol == "<=" || symbol == ">=";
  else if (a == b) // numbers that binary64 does not tell apart
    return std::nullopt;
  else
    holds = symbol.starts_with("<") ? a < b : a > b;
  return Number::fromInteger(holds ? 1 : 0);
}

std::optional<Number> foldFloating(Op op, llvm::ArrayRef<const Number *> numbers, const llvm::fltSemantics &format) {
  auto left = rounded(*numbers[0], format);
  if (!left)
    return std::nullopt;
  const auto nearest = APFloat::rmNearestTiesToEven;
  if (op == Op::Cast)
    return numberOf(*left);
  if (op == Op::Neg) {
    left->changeSign();
    return numberOf(*left);
  }
  if (op == Op::Abs) {
    left->clearSign();
    return numberOf(*left);
  }
  if (numbers.size() != 2)
    return std::nullopt;
  const auto right = rounded(*numbers[1], format);
  if (!right)
    return std::nullopt;
  switch (op) {
  case Op::Add:
    left->add(*right, nearest);
    break;
  case Op::Sub:
    left->subtract(*right, nearest);
    break;
  case Op::Mul:
    left->multiply(*right, nearest);
    break;
  case Op::Div:
    left->divide(*right, nearest);
    break;
  default:
    return std::nullopt;
  }
  return numberOf(*left);
}

} // namespace

std::optional<NodeId> Evaluator::fold(Op op, llvm::ArrayRef<NodeId> operands, ValueType type, llvm::StringRef symbol) {
  if (type.shape != Shape::Scalar || operands.empty() || operands.size() > 2)
    return std::nullopt;
  llvm::SmallVector<const Number *, 2> numbers;
  for (const NodeId operand : operands) {
    if (graph[operand].op != Op::Constant)
      return std::nullopt;
    numbers.push_back(&graph.number(operand));
  }
  std::optional<Number> result;
  if (op == Op::Compare) {
    result = foldCompare(symbol, *numbers[0], *numbers[1]);
  } else if (type.format == Format::Integer || type.format == Format::Boolean) {
    if (op == Op::Cast && numbers[0]->isInteger())
      result = *numbers[0];
    else if (op != Op::Cast)
      result = order::foldedInteger(op, numbers);
  } else if (const llvm::fltSemantics *format = semantics(type.format)) {
    result = foldFloating(op, numbers, *format);
  }
  if (!result)
    return std::nullopt;
  return graph.constant(*result, type);
}

NodeId Evaluator::constantOf(const clang::APValue &value, clang::QualType type) {
  const ValueType stored = types.stored(type);
  if (value.isInt())
    if (const auto number = Number::parse(llvm::toString(value.getInt(), 10)))
      return graph.constant(*number, stored);
  if (value.isFloat())
    if (const auto number = numberOf(value.getFloat()))
      return graph.constant(*number, stored);
  return {};
}

std::optional<NodeId> Evaluator::evaluateConstant(const clang::Expr *expression) {
  if (expression->isValueDependent() || expression->isTypeDependent() || expression->containsErrors() || holdsGuessedNumber(unit.options, expression))
    return std::nullopt;
  clang::Expr::EvalResult result;
  if (!expression->EvaluateAsRValue(result, unit.context) || result.HasSideEffects)
    return std::nullopt;
  const NodeId node = constantOf(result.Val, expression->getType());
  return node ? std::optional(node) : std::nullopt;
}

} // namespace fporder::frontend
