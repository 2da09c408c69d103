// Products that do not commute: those of matrices and quaternions in templates, whose operators are not looked up before a template is used.
#pragma once

namespace clang {
class Expr;
} // namespace clang

namespace fporder::frontend {

/// True for an expression of a class, or of a class template of the file, that is transposed or inverted or has elements of two indices; for what
/// such functions return; and for sums, products and multiples of such.
bool isMatrix(const clang::Expr *expression);

/// True for a product of two objects of which one is a matrix: its factors have one order. A multiple of a matrix is none.
bool isMatrixProduct(const clang::Expr *left, const clang::Expr *right);

} // namespace fporder::frontend
