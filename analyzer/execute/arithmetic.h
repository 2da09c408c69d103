// Arithmetic on values as C defines it: results as the standard says, nothing where it says nothing.
//
// Floating-point operations are those of runtime/format, rounded once to nearest even in the format of the operands.
#pragma once

#include "analyzer/execute/value.h"

#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/APFloat.h"

#include <optional>

namespace fporder::execute {

/// + - * / % & | ^ << >> on integers of one type (shifts: the left operand's). Nothing for what is undefined: signed overflow, a zero divisor, a
/// shift by the width or more.
std::optional<Value> integerOperation(clang::BinaryOperatorKind operation, const Value &left, const Value &right);

/// + - * / on floating-point numbers in `format`. Nothing for other operators.
std::optional<Value> floatingOperation(clang::BinaryOperatorKind operation, const Value &left, const Value &right, format::Format format);

/// < <= > >= == != on two integers or two floating-point numbers.
std::optional<bool> comparison(clang::BinaryOperatorKind operation, const Value &left, const Value &right);

Value integerToFloating(const Value &integer, format::Format format, const llvm::fltSemantics &semantics);
Value floatingToFloating(const Value &number, format::Format format);
/// Truncates. Nothing where the result does not fit, which is undefined.
std::optional<Value> floatingToInteger(const Value &number, unsigned width, bool isSigned);
Value integerToInteger(const Value &integer, unsigned width, bool isSigned);

} // namespace fporder::execute
