// What can be known about template parameters before instantiation.
//
// Kernels are often templates that nobody instantiates in the file at hand. A dependent type is taken for a floating-point one unless something shows
// that it stands for integers: its name, its constraint, or what the body does with its values.
#pragma once

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

#include <vector>

namespace fporder::frontend {

/// The parameter's name or its constraint says integer: Int, Index, N, std::integral T.
bool namesInteger(const clang::TemplateTypeParmDecl *parameter);

/// Traits::THREADS_PER_ROW, an enumerator of a template: an integer constant by its looks.
bool namesIntegerConstant(const clang::Expr *expression);

/// A member type that is an integer by convention: size_type, difference_type, Index.
bool namesIntegerMember(llvm::StringRef name);

/// Type parameters of `function` and its class whose values the body uses as integers only: operands of % << >> & | ^ ~, subscripts;
/// and those that an enable_if or static_assert restricts to integral types.
std::vector<const clang::TemplateTypeParmDecl *> integralParameters(const clang::FunctionDecl *function);

} // namespace fporder::frontend
