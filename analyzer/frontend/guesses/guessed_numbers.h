// Numbers that stand in a parsed source for names that no file defines. They are values of those names, and no constants.
#pragma once

#include "analyzer/frontend/translate.h"

#include <string>

namespace clang {
class Expr;
} // namespace clang

namespace fporder::frontend {

/// The name that the literal stands for; "" when it is written as it is.
std::string guessedNumber(const Options &options, const clang::Expr *literal);

/// Such a number stands in the expression, or in the initialiser of a variable that it reads: what the compiler computes for it is not known.
bool holdsGuessedNumber(const Options &options, const clang::Expr *expression);

} // namespace fporder::frontend
