// Operations on values of open type by their syntax: built-in ones, and those that are looked up when the template is instantiated.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include <optional>

namespace fporder::frontend {

/// A binary operation with its operands.
struct Operation {
  clang::BinaryOperatorKind kind;
  const clang::Expr *left, *right;
};

/// The binary operation that an operator call is, or a built-in one; nothing for calls, subscripts and anything else.
std::optional<Operation> operationOf(const clang::Expr *expression);

bool isShift(clang::BinaryOperatorKind kind);
/// % & | ^ << >> and their assignments.
bool isIntegerOnly(clang::BinaryOperatorKind kind);
/// + - * /
bool isArithmetic(clang::BinaryOperatorKind kind);

/// "text", std::string: a + with one of these joins texts.
bool isText(const clang::Expr *operand);

/// (x + y - 1) / y divides integers, rounding up; x / y * y rounds an integer down to a multiple.
bool roundsToMultiple(const Operation &operation, const clang::ASTContext &context);

} // namespace fporder::frontend
