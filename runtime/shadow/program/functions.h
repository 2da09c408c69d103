// The library of mathematics over shadows: functions.def names the functions.
//
// A result is computed once more in a wider format on the operands' exact values: that of binary32 in binary64, that of binary64 in long double (64
// bits on x86). What it is off by there is at most 2^-50 or 2^-61 of its size (glibc's stated errors are 2 units in the last place, of powers 1), and
// that much goes into the bound, beside what the operands' bounds bring: the function is evaluated at their ends and corners. Thread-safe.
#pragma once

#include "runtime/shadow/program/abi.h"

namespace fporder::program {

/// `count` operands, 1 or 2, of function `number` of functions.def; x is the program's result, of binary64 or narrower.
Shadow functionShadow(unsigned number, bool isBinary64, double x, const double *operands, const Shadow *shadows, unsigned count);

/// Whether an integer that is not positive may lie within `reach` of a: a pole of the gamma functions. Beside that of lgamma values hardly move.
bool mayHoldGammaPole(double a, double reach);

} // namespace fporder::program
