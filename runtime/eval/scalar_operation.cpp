#include "runtime/eval/scalar_operation.h"

#include "runtime/eval/evaluator.h"
#include "runtime/eval/kernels.h"
#include "runtime/format/arithmetic.h"

#include <bit>
#include <cmath>

namespace fporder::eval {

namespace {

using format::Conversion;
using format::Format;
using format::RoundingMode;

/// A coin that depends on the operands' bits.
bool coin(double a, double b) {
  std::uint64_t z = std::bit_cast<std::uint64_t>(a) * 0x9e3779b97f4a7c15 ^ std::bit_cast<std::uint64_t>(b);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return ((z ^ (z >> 31)) & 1) != 0;
}

Conversion inMode(Conversion conversion, RoundingMode mode) {
  conversion.mode = mode;
  return conversion;
}

/// The operation in a mode other than the instruction's own, for those that round.
double rounded(const Instruction &instruction, const double x[3], const Conversion &conversion) {
  const Format format = instruction.format;
  switch (instruction.code) {
  case Code::Add:
    return format::add(format, x[0], x[1], conversion);
  case Code::Sub:
    return format::subtract(format, x[0], x[1], conversion);
  case Code::Mul:
    return format::multiply(format, x[0], x[1], conversion);
  case Code::Div:
    return format::divide(format, x[0], x[1], conversion);
  case Code::FaithfulDiv: {
    const bool up = coin(x[0], x[1]);
    return format::divide(format, x[0], x[1], inMode(conversion, up ? RoundingMode::Up : RoundingMode::Down));
  }
  case Code::Sqrt:
    return format::squareRoot(format, x[0], conversion);
  case Code::FaithfulSqrt:
    return format::squareRoot(format, x[0], inMode(conversion, coin(x[0], 1) ? RoundingMode::Up : RoundingMode::Down));
  case Code::ReciprocalSqrt: {
    if (x[0] == 0 || std::isinf(x[0]))
      return format::squareRoot(format, x[0], conversion);
    const double root = format::squareRoot(format, x[0], conversion);
    return format::multiply(format, x[0], format::divide(format, 1, root, conversion), conversion);
  }
  case Code::Fma:
    return format::fusedMultiplyAdd(format, x[0], x[1], x[2], conversion);
  case Code::Convert:
    return format::roundTo(format, x[0], conversion);
  default:
    return 0;
  }
}

bool anyNan(const Instruction &instruction, const double x[3]) {
  bool nan = false;
  for (unsigned position = 0; position < instruction.sourceCount; ++position)
    nan |= std::isnan(x[position]);
  return nan;
}

bool allFinite(const Instruction &instruction, const double x[3]) {
  bool finite = true;
  for (unsigned position = 0; position < instruction.sourceCount; ++position)
    finite &= std::isfinite(x[position]);
  return finite;
}

bool isDivision(Code code) { return code == Code::Div || code == Code::FaithfulDiv; }

/// Exact division by zero and the poles of functions; everything else that is infinite has overflowed.
bool isPole(const Instruction &instruction, const double x[3]) {
  if (isDivision(instruction.code))
    return x[1] == 0 && x[0] != 0;
  if (instruction.code != Code::Call)
    return false;
  return !instruction.function->grows && std::isinf((*instruction.function)(Format::Binary64, {x[0], x[1], x[2]}));
}

/// Whether a zero or subnormal result is not the exact one.
bool lost(const Instruction &instruction, const double x[3], double result) {
  if (instruction.code == Code::Call) {
    const Function &function = *instruction.function;
    const elementary::Arguments arguments{x[0], x[1], x[2]};
    // What is known of the exact value comes first: the function itself costs hundreds of additions where it underflows.
    if (result == 0 && function.grows && (function.neverZero || function.zeroOnlyAtZero))
      return function.neverZero || x[0] != 0;
    if (function(Format::Binary64, arguments) != result)
      return true;
    return result == 0 && function.grows &&
           (function(Format::Binary64, arguments, {RoundingMode::Up}) != 0 || function(Format::Binary64, arguments, {RoundingMode::Down}) != 0);
  }
  if ((instruction.code == Code::Mul && (x[0] == 0 || x[1] == 0)) || (isDivision(instruction.code) && x[0] == 0))
    return false;
  Instruction modelled = instruction;
  if (instruction.code == Code::FaithfulDiv)
    modelled.code = Code::Div;
  const double low = rounded(modelled, x, {RoundingMode::Down}), high = rounded(modelled, x, {RoundingMode::Up});
  return low != high || low != result;
}

} // namespace

double scalarOperation(const Instruction &instruction, double a, double b, double c) {
  const double x[3] = {a, b, c};
  switch (instruction.code) {
  case Code::Call:
    return (*instruction.function)(instruction.format, {a, b, c}, instruction.conversion);
  case Code::Neg:
    return format::roundTo(instruction.format, -a, instruction.conversion);
  case Code::Abs:
    return format::roundTo(instruction.format, std::fabs(a), instruction.conversion);
  case Code::CopySign:
    return format::roundTo(instruction.format, std::copysign(a, b), instruction.conversion);
  case Code::Min:
  case Code::Max: {
    double result = 0;
    const BinaryKernel kernel = instruction.code == Code::Min ? BinaryKernel::Min : BinaryKernel::Max;
    baselineKernels().wide.binary[static_cast<std::size_t>(kernel)](&a, &b, &result, 1);
    return format::roundTo(instruction.format, result, instruction.conversion);
  }
  default:
    return rounded(instruction, x, instruction.conversion);
  }
}

double integralOperation(const Instruction &instruction, double a, double b) {
  switch (instruction.code) {
  case Code::And:
    return a != 0 && b != 0 ? 1 : 0;
  case Code::Or:
    return a != 0 || b != 0 ? 1 : 0;
  case Code::Not:
    return a != 0 ? 0 : 1;
  case Code::ToBoolean:
    return a != 0 ? 1 : 0;
  default:
    break;
  }
  switch (instruction.conversion.mode) {
  case RoundingMode::Up:
    return std::ceil(a);
  case RoundingMode::Down:
    return std::floor(a);
  case RoundingMode::NearestAway:
    return std::round(a);
  default: // C converts toward zero; nearest even, the default of a Cast, says nothing about integers
    return std::trunc(a);
  }
}

std::uint8_t eventOf(const Instruction &instruction, const double operands[3], double result) {
  if (instruction.code == Code::Leaf)
    return std::isfinite(result) ? 0 : Event::NonFiniteInput;
  const double *x = operands;
  if (!std::isfinite(result)) {
    if (anyNan(instruction, x))
      return 0;
    if (isPole(instruction, x))
      return Event::Pole;
    const bool infinite = std::isinf(result) || instruction.format == Format::E4M3FN;
    if (infinite && allFinite(instruction, x) && !(isDivision(instruction.code) && x[0] == 0 && x[1] == 0))
      return Event::Overflow;
    return std::isnan(result) ? Event::Invalid : 0;
  }
  const bool tiny = std::fabs(result) < format::smallestNormal(instruction.format);
  if (tiny && allFinite(instruction, x) && lost(instruction, x, result))
    return Event::Underflow;
  return 0;
}

} // namespace fporder::eval
