// The shape of a match: what statements have in common that are unrolled, generated or written after one pattern. Findings of one shape are shown as
// one (see grouping.h).
#pragma once

#include "rules/engine/match.h"
#include "runtime/order/procedure.h"

#include <string>

namespace fporder::findings {

/// Equal for matches of one procedure, or in expansions of one macro, whose operations, formats and constants stand in the same order, whatever their
/// operands are called and made of. What the rule's variables stand for, named operands (Match::written) and elements are operands as they stand. 16
/// hexadecimal digits.
std::string shapeOf(const order::Procedure &procedure, const rules::Match &match);

} // namespace fporder::findings
