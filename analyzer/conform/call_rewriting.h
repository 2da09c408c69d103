// Two vector calls of a vendor's, one of which takes the other's result, in another order: Muls(m, m, lr, n); Div(m, m, v, n) as Div(m, m, v, n);
// Muls(m, m, lr, n).
//
// The first call goes, and both stand where the second one was, with a barrier between them where the source had one between the two. Barriers stay
// where they are. Between the calls there may be other vector calls and barriers, nothing else. The destinations stay, so that the first result must
// have no other use: it is read by the second call alone, which overwrites it, or is not named again.
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"
#include "runtime/conform/conform.h"

#include <string>
#include <vector>

namespace fporder::conform {

struct CallRequest {
  const order::Procedure &procedure;
  const Rewriting &rewriting; // of two operations
  const std::string &path;    // display path of `source`
  const findings::SourceFile &source;
};

/// Empty where the operations are no such calls.
std::vector<findings::Edit> callEdits(const CallRequest &request);

} // namespace fporder::conform
