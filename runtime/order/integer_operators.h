// C's operators that only integers have, as calls named by their symbols: & | ^ << >> % and the unary ~.
//
// Values are mathematical integers in two's complement of unlimited width: a program's unsigned arithmetic that wraps is not followed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fporder::order {

inline constexpr double mostExact = 0x1p53; // the integers up to it are binary64 numbers

/// Whole, and at most 2^53 in magnitude.
bool isExactInteger(double value);

bool isIntegerOperator(std::string_view symbol, unsigned operands);

/// `b` is ignored where there is one operand. Nothing where C gives no value (a remainder by 0, a shift by a negative number) or where operands or
/// result exceed 2^53 in magnitude, beyond which binary64, in which the runtime holds integers, is not exact. Precondition: isIntegerOperator.
std::optional<double> integerOperation(std::string_view symbol, double a, double b);

} // namespace fporder::order
