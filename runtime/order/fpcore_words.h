// The vocabulary that FPCore's reader and writer share.
#pragma once

#include "runtime/order/operation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::order {

/// The properties in force around an expression: :precision, :fporder-shape, :fporder-env, :round.
struct FpcoreContext {
  ValueType type{format::Format::Binary64, Shape::Scalar};
  Environment environment;
  Rounding rounding = Rounding::NearestEven;
};

/// FPCore's operator for an operation: "+", "fabs", "if", ...; empty for those without one. Neg and Sub share "-".
std::string_view fpcoreOperator(Op op);

/// Inverse of `fpcoreOperator` for `count` operands.
std::optional<Op> operationNamed(std::string_view word, std::size_t count);

/// Number of arguments of a function of FPBench's standard that is a Call here (exp, pow, isnan, ...), -1 for other words.
int standardFunctionArity(std::string_view name);

/// isnan and the like: their result is Boolean whatever the precision.
bool isPredicate(std::string_view name);

/// E, PI, LN2, ...: calls without arguments here.
bool isNamedConstant(std::string_view word);

/// True when `text` can be an FPCore variable or function name as it stands: a letter or _, then letters, digits and _ . @ - > :, and no constant's
/// name.
bool isFpcoreSymbol(std::string_view text);

/// FPCore's word for :round, empty for roundings that it lacks.
std::string_view roundWord(Rounding rounding);
std::optional<Rounding> roundNamed(std::string_view word);

/// The words of :fporder-env, default settings left out.
std::vector<std::string_view> environmentWords(const Environment &environment);
/// False when `word` is none of them.
bool setEnvironmentWord(Environment &environment, std::string_view word);

} // namespace fporder::order
