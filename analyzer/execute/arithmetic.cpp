#include "analyzer/execute/arithmetic.h"

#include "runtime/format/arithmetic.h"

#include "llvm/ADT/APSInt.h"

#include <cmath>

namespace fporder::execute {

Value Value::integer(std::uint64_t bits, unsigned width, bool isSigned) {
  Value value;
  value.kind = Kind::Integer;
  value.width = static_cast<std::uint8_t>(width);
  value.isSigned = isSigned;
  const unsigned unused = 64 - width;
  value.bits = isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused) : bits << unused >> unused;
  return value;
}

Value Value::floating(double number, format::Format format) {
  Value value;
  value.kind = Kind::Floating;
  value.format = format;
  value.number = number;
  return value;
}

Value Value::pointer(Address address) {
  Value value;
  value.kind = Kind::Pointer;
  value.address = address;
  return value;
}

bool Value::truth() const {
  switch (kind) {
  case Kind::Integer:
    return bits != 0;
  case Kind::Floating:
    return number != 0; // NaN is true
  case Kind::Pointer:
    return address.object != Address::null;
  case Kind::Unset:
    break;
  }
  return false;
}

namespace {

bool fits(__int128 value, unsigned width, bool isSigned) {
  const __int128 end = __int128{1} << (isSigned ? width - 1 : width);
  return value < end && value >= (isSigned ? -end : 0);
}

/// The result in the operands' type; unsigned ones wrap around.
std::optional<Value> inType(__int128 result, const Value &like) {
  if (like.isSigned && !fits(result, like.width, true))
    return std::nullopt;
  return Value::integer(static_cast<std::uint64_t>(result), like.width, like.isSigned);
}

std::optional<Value> shifted(clang::BinaryOperatorKind operation, const Value &left, const Value &right) {
  const __int128 by = right.wide();
  if (by < 0 || by >= left.width)
    return std::nullopt;
  const auto amount = static_cast<unsigned>(by);
  if (operation == clang::BO_Shr)
    return Value::integer(static_cast<std::uint64_t>(left.wide() >> amount), left.width, left.isSigned);
  return Value::integer(left.bits << amount, left.width, left.isSigned);
}

} // namespace

std::optional<Value> integerOperation(clang::BinaryOperatorKind operation, const Value &left, const Value &right) {
  const __int128 a = left.wide(), b = right.wide();
  switch (operation) {
  case clang::BO_Add:
    return inType(a + b, left);
  case clang::BO_Sub:
    return inType(a - b, left);
  case clang::BO_Mul:
    if (!left.isSigned)
      return Value::integer(left.bits * right.bits, left.width, false);
    return inType(a * b, left);
  case clang::BO_Div:
    return b == 0 ? std::nullopt : inType(a / b, left);
  case clang::BO_Rem:
    return b == 0 || !inType(a / b, left) ? std::nullopt : inType(a % b, left);
  case clang::BO_And:
    return Value::integer(left.bits & right.bits, left.width, left.isSigned);
  case clang::BO_Or:
    return Value::integer(left.bits | right.bits, left.width, left.isSigned);
  case clang::BO_Xor:
    return Value::integer(left.bits ^ right.bits, left.width, left.isSigned);
  case clang::BO_Shl:
  case clang::BO_Shr:
    return shifted(operation, left, right);
  default:
    return std::nullopt;
  }
}

std::optional<Value> floatingOperation(clang::BinaryOperatorKind operation, const Value &left, const Value &right, format::Format format) {
  switch (operation) {
  case clang::BO_Add:
    return Value::floating(format::add(format, left.number, right.number), format);
  case clang::BO_Sub:
    return Value::floating(format::subtract(format, left.number, right.number), format);
  case clang::BO_Mul:
    return Value::floating(format::multiply(format, left.number, right.number), format);
  case clang::BO_Div:
    return Value::floating(format::divide(format, left.number, right.number), format);
  default:
    return std::nullopt;
  }
}

namespace {

template <typename T> std::optional<bool> compared(clang::BinaryOperatorKind operation, T a, T b) {
  switch (operation) {
  case clang::BO_LT:
    return a < b;
  case clang::BO_LE:
    return a <= b;
  case clang::BO_GT:
    return a > b;
  case clang::BO_GE:
    return a >= b;
  case clang::BO_EQ:
    return a == b;
  case clang::BO_NE:
    return a != b;
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<bool> comparison(clang::BinaryOperatorKind operation, const Value &left, const Value &right) {
  if (left.kind != right.kind)
    return std::nullopt;
  if (left.kind == Value::Kind::Integer)
    return compared(operation, left.wide(), right.wide());
  if (left.kind == Value::Kind::Floating)
    return compared(operation, left.number, right.number);
  return std::nullopt;
}

Value integerToFloating(const Value &integer, format::Format format, const llvm::fltSemantics &semantics) {
  llvm::APFloat number(semantics);
  number.convertFromAPInt(llvm::APInt(64, integer.bits), integer.isSigned, llvm::APFloat::rmNearestTiesToEven);
  bool inexact = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
  return Value::floating(number.convertToDouble(), format);
}

Value floatingToFloating(const Value &number, format::Format format) { return Value::floating(format::roundTo(format, number.number), format); }

std::optional<Value> floatingToInteger(const Value &number, unsigned width, bool isSigned) {
  const double whole = std::trunc(number.number);
  if (!(std::fabs(whole) < 0x1p100) || !fits(static_cast<__int128>(whole), width, isSigned))
    return std::nullopt;
  return Value::integer(static_cast<std::uint64_t>(static_cast<__int128>(whole)), width, isSigned);
}

Value integerToInteger(const Value &integer, unsigned width, bool isSigned) { return Value::integer(integer.bits, width, isSigned); }

} // namespace fporder::execute
