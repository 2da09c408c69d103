// Woken code: floating-point code in inactive #if regions is analysed as what it is for.
//
// Where inactive floating-point tokens are more than half as many as the active ones of the same files, the unit is analysed once more for each of at
// most mostVariants variants (wakes.h). Of these runs only what lies on lines that no other entry of the preprocessor reached is taken; a fix only
// where all of its edits lie on such lines. A variant that misses one of its system's headers, or has many errors that the unit itself does not
// have, is left out whole; fewer errors are listed. A variant that wakes nothing is the last. What stays inactive is listed, by file.
#pragma once

#include "analyzer/check/unit_result.h"
#include "analyzer/check/waking/inactive_code.h"
#include "analyzer/check/waking/variant_command.h"
#include "analyzer/check/waking/wakes.h"
#include "runtime/limits/limits.h"

#include <functional>
#include <string>

namespace fporder::check {

struct VariantRun {
  UnitResult result;
  InactiveCode inactive;
};

struct Waking {
  static constexpr unsigned mostVariants = limits::most(limits::Limit::WakingVariants); // failed ones included

  const CompileCommand &command;
  WakeBase base;
  SystemDirectories directories;
  bool enabled = true; // false: inactive code is listed only
  /// Need not look for findings in a variant that does not wake any of `inactive`.
  /// May stop its parse where missesSystemHeader says so.
  std::function<VariantRun(const CompileCommand &, const InactiveCode &inactive)> analyse;

  /// Adds to `result`, the unit's own, what variants find in `inactive`, its code that is not active; lists what is left.
  void run(UnitResult &result, InactiveCode &inactive) const;
};

/// A header in angle brackets that the unit itself does not miss: a variant that does is left out.
bool missesSystemHeader(const findings::NotAnalysed &entry, const UnitResult &base);

/// The kind of entry that lists inactive code under notAnalysed.
constexpr const char *inactiveCodeEntry = "inactive floating-point code";

} // namespace fporder::check
