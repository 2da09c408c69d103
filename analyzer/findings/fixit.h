// From a match to an edit of the source: the first alternative order that can be spelled where the written one stands.
//
// The edit replaces the whole expression of the match's last operation. Operands inside that expression are repeated as they are spelled there;
// operands from other statements need a variable that still holds the value. Nothing is offered inside macros, for calls seen inlined, or where
// evaluating an operand more or less often could be noticed. The result is equal over the reals and computes in the same formats.
#pragma once

#include "analyzer/findings/collect.h"

#include <optional>
#include <string>

namespace fporder::findings {

/// `path` is the display path of the file that the match's root stands in. Nothing when the rule offers no fix or no order can be spelled.
std::optional<Fix> buildFix(const order::Procedure &procedure, const rules::Match &match, const SourceFile &source, const std::string &path,
                            Language language);

} // namespace fporder::findings
