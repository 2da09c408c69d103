#include "runtime/shadow/program/functions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fporder::program {

namespace {

// A line a function.
template <class Wide> Wide evaluate(unsigned number, Wide a, Wide b) { // NOLINT(readability-function-size)
  enum : unsigned {
#define FPORDER_FUNCTION(NAME, OPERANDS) NAME##Number,
#include "runtime/shadow/program/functions.def"
#undef FPORDER_FUNCTION
  };
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

/// Whether the ends of an operand's reach do not say how far the function moves within it: it turns, jumps or has a pole there.
template <class Wide> bool mayTurn(unsigned number, const Wide *exact, const Wide *reach) {
  enum : unsigned {
#define FPORDER_FUNCTION(NAME, OPERANDS) NAME##Number,
#include "runtime/shadow/program/functions.def"
#undef FPORDER_FUNCTION
  };
  if (number == sinNumber || number == cosNumber || number == tanNumber || number == tgammaNumber || number == lgammaNumber)
    return !(reach[0] < Wide(0x1p-4));
  if (number != fmodNumber && number != remainderNumber)
    return false;
  return !(reach[0] + (std::abs(exact[0] / exact[1]) + 1) * reach[1] < std::abs(exact[1]) / 4);
}

/// Where a zero is an underflow.
template <class Wide> bool isNeverZero(unsigned number, Wide a) {
  enum : unsigned {
#define FPORDER_FUNCTION(NAME, OPERANDS) NAME##Number,
#include "runtime/shadow/program/functions.def"
#undef FPORDER_FUNCTION
  };
  const bool isExponential = number == expNumber || number == exp2Number || number == erfcNumber || number == tgammaNumber;
  return std::isfinite(a) && (isExponential || (number == powNumber && a != 0));
}

template <class Wide> Shadow shadowIn(unsigned number, double x, const double *operands, const Shadow *shadows, unsigned count, Wide unit) {
  Wide exact[2] = {}, reach[2] = {};
  for (unsigned index = 0; index < count; ++index) {
    exact[index] = static_cast<Wide>(operands[index]) + shadows[index].error;
    const bool isExact = exact[index] - operands[index] == static_cast<Wide>(shadows[index].error);
    reach[index] = shadows[index].bound + (isExact ? 0 : unit * std::abs(exact[index]));
  }
  const Wide value = evaluate<Wide>(number, exact[0], exact[1]);
  Wide bound = count == 1 && roundsToInteger(number) ? 0 : unit * std::abs(value);
  if ((reach[0] != 0 || reach[1] != 0) && mayTurn(number, exact, reach))
    bound = std::numeric_limits<Wide>::infinity();
  for (unsigned index = 0; index < count; ++index) {
    if (reach[index] == 0)
      continue;
    for (const Wide step : {-reach[index], reach[index]}) {
      Wide moved[2] = {exact[0], exact[1]};
      moved[index] += step;
      bound += std::abs(evaluate<Wide>(number, moved[0], moved[1]) - value);
    }
  }
  if (std::abs(value) < Wide(0x1p-900) && (value != 0 || isNeverZero(number, exact[0])))
    bound += Wide(0x1p-1073);                    // below the range of Wide, or of a double
  if (std::isfinite(value) && std::isnan(bound)) // it has no value somewhere within reach
    bound = std::numeric_limits<Wide>::infinity();
  return {static_cast<double>(value - x), static_cast<double>(bound)};
}

} // namespace

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
