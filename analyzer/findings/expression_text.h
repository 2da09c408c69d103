// What can be told of a C or C++ expression from its tokens alone.
#pragma once

#include "runtime/format/format.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fporder::findings {

/// Binding strength of C's operators, as far as a fix-it writes them.
enum class Precedence : std::uint8_t { Assignment, Conditional, Or, And, Equality, Relational, Additive, Multiplicative, Unary, Postfix };

/// Half-open, in bytes of the text given.
struct TextRange {
  std::uint32_t begin = 0, end = 0;
};

/// Binding strength of an expression: that of its weakest operator among casts, unary and binary + - * /; Postfix for names, calls, subscripts and
/// whole parentheses; Assignment for everything else. Never stronger than it is.
Precedence precedenceOf(std::string_view text);

/// Functions of one to three numbers that <math.h> has, by the names that calls in the graph bear.
bool isMathFunction(std::string_view name);

/// Calls that may do more than return a value: all but casts and the functions of <math.h>.
unsigned actingCalls(std::string_view text);

/// Evaluation does more than yield a value, calls aside: increments, assignments, lambdas.
bool hasSideEffects(std::string_view text);

/// The type of a literal; Integer for any other text.
format::Format literalFormat(std::string_view text);

/// The operand of "(T)x", "static_cast<T>(x)" or, when `functional`, "T(x)"; nothing when the text is none of these.
std::optional<TextRange> castOperandText(std::string_view text, bool functional);

/// The arguments in "(a, b)", where text may precede the parenthesis but none follows its end.
std::optional<std::vector<TextRange>> argumentTexts(std::string_view text);

} // namespace fporder::findings
