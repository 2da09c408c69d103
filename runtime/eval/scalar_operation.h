// Instructions one lane at a time: what block kernels do not cover, and what happened where a result is out of the ordinary.
#pragma once

#include "runtime/eval/program.h"

namespace fporder::eval {

/// The result of an instruction on the Scalar road (or a Call) on these operands.
double scalarOperation(const Instruction &instruction, double a, double b, double c);

/// And, Or, Not, ToInteger, ToBoolean.
double integralOperation(const Instruction &instruction, double a, double b);

/// The events (evaluator.h) that this operation itself raised, given its operands and its result.
std::uint8_t eventOf(const Instruction &instruction, const double operands[3], double result);

} // namespace fporder::eval
