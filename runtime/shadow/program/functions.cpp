#include "runtime/shadow/program/functions.h"

#include "runtime/shadow/program/residue.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fporder::program {

namespace {

enum : unsigned {
#define FPORDER_FUNCTION(NAME, OPERANDS) NAME##Number,
#include "runtime/shadow/program/functions.def"
#undef FPORDER_FUNCTION
};

// A line a function.
template <class Wide> Wide evaluate(unsigned number, Wide a, Wide b) { // NOLINT(readability-function-size)
  switch (number) {
  case acosNumber:
    return std::acos(a);
  case acoshNumber:
    return std::acosh(a);
  case asinNumber:
    return std::asin(a);
  case asinhNumber:
    return std::asinh(a);
  case atanNumber:
    return std::atan(a);
  case atanhNumber:
    return std::atanh(a);
  case cbrtNumber:
    return std::cbrt(a);
  case cosNumber:
    return std::cos(a);
  case coshNumber:
    return std::cosh(a);
  case erfNumber:
    return std::erf(a);
  case erfcNumber:
    return std::erfc(a);
  case expNumber:
    return std::exp(a);
  case exp2Number:
    return std::exp2(a);
  case expm1Number:
    return std::expm1(a);
  case lgammaNumber:
    return std::lgamma(a);
  case logNumber:
    return std::log(a);
  case log10Number:
    return std::log10(a);
  case log1pNumber:
    return std::log1p(a);
  case log2Number:
    return std::log2(a);
  case sinNumber:
    return std::sin(a);
  case sinhNumber:
    return std::sinh(a);
  case tanNumber:
    return std::tan(a);
  case tanhNumber:
    return std::tanh(a);
  case tgammaNumber:
    return std::tgamma(a);
  case ceilNumber:
    return std::ceil(a);
  case floorNumber:
    return std::floor(a);
  case nearbyintNumber:
  case rintNumber:
  case roundevenNumber:
    return std::nearbyint(a); // to nearest even, the mode that shadow execution expects
  case roundNumber:
    return std::round(a);
  case truncNumber:
    return std::trunc(a);
  case atan2Number:
    return std::atan2(a, b);
  case fdimNumber:
    return std::fdim(a, b);
  case fmodNumber:
    return std::fmod(a, b);
  case hypotNumber:
    return std::hypot(a, b);
  case powNumber:
    return std::pow(a, b);
  case remainderNumber:
    return std::remainder(a, b);
  default:
    return a;
  }
}

/// Rounds to an integer: exact in any format.
bool roundsToInteger(unsigned number) {
  const auto isInteger = [](double x) { return x == std::floor(x); };
  return isInteger(evaluate<double>(number, 0.25, 0)) && isInteger(evaluate<double>(number, 0.75, 0));
}

/// What is known of the operands: each exact value lies within `reach` of `exact`.
template <class Wide> struct Operands {
  Wide exact[2] = {}, reach[2] = {};

  Operands(const double *values, const Shadow *shadows, unsigned count, Wide unit) {
    for (unsigned index = 0; index < count; ++index) {
      const Wide value = values[index], error = shadows[index].error;
      exact[index] = value + error;
      const bool isExact = exact[index] - value == error && exact[index] - error == value;
      if (!isExact || shadows[index].bound != 0) // the ends are rounded as well
        reach[index] = shadows[index].bound + unit * std::abs(exact[index]);
    }
  }
  bool areExact() const { return reach[0] == 0 && reach[1] == 0; }
};

bool isGamma(unsigned number) { return number == tgammaNumber || number == lgammaNumber; }
bool hasPoles(unsigned number) { return number == tanNumber || number == tgammaNumber || number == lgammaNumber; }

/// Whether the ends of an operand's reach do not say how far the function moves within it: it turns or jumps there.
template <class Wide> bool mayTurn(unsigned number, const Operands<Wide> &operands) {
  if (isGamma(number) && mayHoldGammaPole(static_cast<double>(operands.exact[0]), static_cast<double>(operands.reach[0])))
    return true;
  if (number == sinNumber || number == cosNumber || hasPoles(number))
    return !(operands.reach[0] < Wide(0x1p-4));
  if (number == powNumber) // of a negative number: only with an integer
    return operands.reach[1] != 0 && !(operands.exact[0] > operands.reach[0]);
  if (number != fmodNumber && number != remainderNumber)
    return false;
  const Wide quotient = std::abs(operands.exact[0] / operands.exact[1]);
  return !(operands.reach[0] + (quotient + 1) * operands.reach[1] < std::abs(operands.exact[1]) / 4);
}

/// How far the function moves within the operands' reaches, by its values at their ends and corners; infinite where these do not say. An evaluation
/// is off by `unit` of its value.
template <class Wide> Wide spread(unsigned number, const Operands<Wide> &operands, Wide value, Wide unit) {
  constexpr Wide infinity = std::numeric_limits<Wide>::infinity();
  if (mayTurn(number, operands))
    return infinity;
  const auto at = [&](unsigned index, int side) {
    return side == 0 ? operands.exact[index] : operands.exact[index] + static_cast<Wide>(side) * operands.reach[index];
  };
  Wide sum = 0;
  for (const int first : {-1, 0, 1})
    for (const int second : {-1, 0, 1}) {
      const bool isNew = (first == 0 || operands.reach[0] != 0) && (second == 0 || operands.reach[1] != 0) && (first != 0 || second != 0);
      if (!isNew)
        continue;
      const Wide end = evaluate<Wide>(number, at(0, first), at(1, second));
      sum += std::abs(end - value) + unit * std::abs(end);
    }
  const bool mayHoldPole = hasPoles(number) && sum > std::abs(value) / 4;
  return mayHoldPole || std::isnan(sum) ? infinity : sum; // it may have no value somewhere within reach
}

/// Where a zero is an underflow.
template <class Wide> bool isNeverZero(unsigned number, Wide a) {
  const bool isExponential = number == expNumber || number == exp2Number || number == erfcNumber || number == tgammaNumber;
  return std::isfinite(a) && (isExponential || (number == powNumber && a != 0));
}

template <class Wide> Shadow shadowIn(unsigned number, double x, const double *values, const Shadow *shadows, unsigned count, Wide unit) {
  const Operands<Wide> operands(values, shadows, count, unit);
  const Wide value = evaluate<Wide>(number, operands.exact[0], operands.exact[1]);
  const Wide rounding = count == 1 && roundsToInteger(number) ? 0 : unit;
  Wide bound = rounding * std::abs(value);
  if (!operands.areExact())
    bound += spread(number, operands, value, rounding);
  if (std::abs(value) < Wide(0x1p-900) && (value != 0 || isNeverZero(number, operands.exact[0])))
    bound += Wide(0x1p-1073); // below the range of Wide, or of a double
  const auto error = static_cast<double>(value - x);
  const bool isExact = static_cast<Wide>(error) + x == value && value - static_cast<Wide>(error) == x;
  return {error, static_cast<double>(bound) * residue::enlarged + (isExact ? 0 : residue::unit * std::fabs(error))};
}

} // namespace

bool mayHoldGammaPole(double a, double reach) {
  const double wide = reach + 0x1p-50 * std::fabs(a); // a is rounded
  return !(std::ceil(a - wide) > std::min(a + wide, 0.0));
}

Shadow functionShadow(unsigned number, bool isBinary64, double x, const double *operands, const Shadow *shadows, unsigned count) {
  return isBinary64 ? shadowIn<long double>(number, x, operands, shadows, count, 0x1p-61L)
                    : shadowIn<double>(number, x, operands, shadows, count, 0x1p-50);
}

} // namespace fporder::program

extern "C" fporder::program::Shadow fporder_function1(unsigned number, unsigned isBinary64, double x, double a, double ea, double da) {
  const fporder::program::Shadow shadow{ea, da};
  return fporder::program::functionShadow(number, isBinary64 != 0, x, &a, &shadow, 1);
}

extern "C" fporder::program::Shadow fporder_function2(unsigned number, unsigned isBinary64, double x, double a, double ea, double da, double b,
                                                      double eb, double db) {
  const double operands[] = {a, b};
  const fporder::program::Shadow shadows[] = {{ea, da}, {eb, db}};
  return fporder::program::functionShadow(number, isBinary64 != 0, x, operands, shadows, 2);
}
