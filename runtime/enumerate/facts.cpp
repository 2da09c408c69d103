#include "runtime/enumerate/facts.h"

#include <algorithm>

namespace fporder::enumerate {

Facts sumFacts(Facts left, Facts right) {
  Facts result{left.nonnegative && right.nonnegative, left.nonpositive && right.nonpositive, false};
  result.nonzero = (result.nonnegative || result.nonpositive) && (left.nonzero || right.nonzero);
  return result;
}

Facts productFacts(Facts left, Facts right) {
  return {(left.nonnegative && right.nonnegative) || (left.nonpositive && right.nonpositive),
          (left.nonnegative && right.nonpositive) || (left.nonpositive && right.nonnegative), left.nonzero && right.nonzero};
}

Facts callFacts(std::string_view function, std::span<const Facts> x) {
  if (function == "exp" || function == "exp2" || function == "exp10" || function == "cosh")
    return {true, false, true};
  if (function == "hypot" || function == "fabs")
    return {true, false, std::ranges::any_of(x, &Facts::nonzero)};
  if (x.size() == 1 && (function == "expm1" || function == "sinh" || function == "tanh" || function == "atan" || function == "asinh" ||
                        function == "cbrt" || function == "log1p" || function == "erf"))
    return x[0]; // increasing, and 0 at 0
  if (function == "acos" || function == "erfc" || function == "acosh")
    return {true, false, function == "erfc"};
  if (function == "pow" && x.size() == 2 && x[0].nonnegative)
    return {true, false, x[0].nonzero};
  return {};
}

} // namespace fporder::enumerate
