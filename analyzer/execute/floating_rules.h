// Whether a compiler has to compute a floating-point operation as it is written: where it may do otherwise, executing the source shows nothing.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <string>

namespace fporder::execute {

/// Why nothing of this unit can be executed; empty when it can: code of another dialect than C and C++, options for the whole unit, x87.
std::string whyUnitIsNotExecuted(const clang::ASTContext &context);

/// Why the operation may be computed otherwise; empty when it may not: fast-math flags, contraction to a fused multiply-add, another rounding mode.
std::string whyNotAsWritten(const clang::ASTContext &context, const clang::BinaryOperator *operation);

/// True for _Float16 and __bf16 on targets that compute them in binary32 and round where an expression ends (-ffloat16-excess-precision).
bool hasExcessPrecision(const clang::ASTContext &context, clang::QualType type);

} // namespace fporder::execute
