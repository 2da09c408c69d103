// Evidence in words: the sentence that says what decided a finding's level, and its witness.
#pragma once

#include "analyzer/findings/finding.h"

#include <string>

namespace fporder::findings {

/// Of a match's judgement; `alone` when the rule is judged by its match.
Judged judgedBy(const evidence::Judgement &judgement);

/// What the text, HTML and SARIF output and the JSON key `evidenceText` say; empty when there is nothing to say.
std::string evidenceText(const Finding &finding);

/// "x = 0.25, y = 3: exact 0.083333336, written 0.083333343, another order 0.083333336". Numbers have the digits that tell them apart in their
/// format.
std::string witnessText(const evidence::Witness &witness);

} // namespace fporder::findings
