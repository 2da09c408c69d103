// What a finding rests on, in words: "what is added to 'w[i]' has other bits in another order on 35 % of the inputs (unit scale)", and its witness.
// JSON keeps the ids of the evidence's kinds beside it.
#pragma once

#include "analyzer/findings/finding.h"

#include <string>
#include <string_view>

namespace fporder::findings {

/// Of a match's judgement; `alone` when the rule is judged by its match.
Judged judgedBy(const evidence::Judgement &judgement);

/// The sentence of an evidence kind, lower case, no final period; empty for an unknown kind.
std::string_view sentenceOf(std::string_view kind);

/// What stands at the place of evidence of this kind: "the consumer".
std::string_view placeLabelOf(std::string_view kind);

/// The line "why: ..." of a finding, the JSON key `evidenceText`: what evaluation says, if it was evaluated and harms something; then, for each
/// evidence, what was seen at this place; where neither says anything, the kinds' sentences. Joined by "; ", nothing said twice. A warning that
/// is judged on the match alone says so last, with its reason.
std::string whyText(const Finding &finding);

/// "x = 0.25, y = 3: exact 0.083333336, written 0.083333343, another order 0.083333336". Numbers have the digits that tell them apart in their
/// format.
std::string witnessText(const evidence::Witness &witness);

} // namespace fporder::findings
