// Signs: what can be known of a real value from the operation that computes it.
#pragma once

#include "runtime/enumerate/scale.h"

#include <span>
#include <string_view>

namespace fporder::enumerate {

/// What is known of a value wherever it is defined.
struct Facts {
  bool nonnegative = false, nonpositive = false, nonzero = false;

  bool positive() const { return nonnegative && nonzero; }
  Facts scaled(Scale scale) const { return scale.negative ? Facts{nonpositive, nonnegative, nonzero} : *this; }
  /// Both hold.
  Facts with(Facts other) const { return {nonnegative || other.nonnegative, nonpositive || other.nonpositive, nonzero || other.nonzero}; }
  bool operator==(const Facts &) const = default;
};

Facts sumFacts(Facts left, Facts right);
Facts productFacts(Facts left, Facts right); // of quotients too
Facts callFacts(std::string_view function, std::span<const Facts> arguments);

} // namespace fporder::enumerate
