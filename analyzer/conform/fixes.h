// The fix of a departure: the implementation's differing parts in the reference's order, in the implementation's own words.
//
// Expressions are rewritten where their last operation stands, as findings/fixit.h spells them. Of vendors' vector calls, one of which takes the
// other's result, see call_rewriting.h. What comes out is a proposal: that it gives the reference's order, and changes nothing else for the worse, is
// for whoever offers it to see on the fixed source.
#pragma once

#include "analyzer/findings/collect.h"
#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"
#include "runtime/conform/conform.h"

#include <span>
#include <string>
#include <variant>

namespace fporder::conform {

struct FixRequest {
  const order::Procedure &procedure; // the implementation
  const std::vector<Rewriting> &rewritings;
  const std::string &file; // the only one that is edited, as graphs name it
  const std::string &path; // its display path
  const findings::SourceFile &source;
  findings::Language language;
};

/// The fix, its edits the last operations' first, or why there is none: a clause.
std::variant<findings::Fix, std::string> departureFix(const FixRequest &request);

/// True where an operation of `procedure` itself, not of a call that was inlined, stands where `edit` replaces text of `file`.
bool standsIn(const order::Procedure &procedure, const std::string &file, const findings::Edit &edit);

} // namespace fporder::conform
