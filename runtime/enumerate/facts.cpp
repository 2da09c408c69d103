#include "runtime/enumerate/facts.h"

#include "runtime/order/function_facts.h"

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
  if (function == "hypot")
    return {true, false, std::ranges::any_of(x, &Facts::nonzero)};
  if (function == "pow" && x.size() == 2 && x[0].nonnegative)
    return {true, false, x[0].nonzero};
  const order::FunctionFacts *facts = order::functionFacts(function);
  if (!facts || x.empty())
    return {};
  const bool nonzero = facts->zeroOnlyAtZero && x[0].nonzero;
  switch (facts->sign) {
  case order::FunctionSign::Positive:
    return {true, false, true};
  case order::FunctionSign::NonNegative:
    return {true, false, nonzero};
  case order::FunctionSign::OfArgument:
    return {x[0].nonnegative, x[0].nonpositive, nonzero};
  case order::FunctionSign::Any:
    return {false, false, nonzero};
  }
  return {};
}

} // namespace fporder::enumerate
