// Which tokens look like floating-point code (floating_words.def): a count of them weighs text that no parser sees.
#pragma once

#include "analyzer/check/source_tokens.h"

namespace fporder::check {

bool isFloatingToken(const SourceToken &token);

} // namespace fporder::check
