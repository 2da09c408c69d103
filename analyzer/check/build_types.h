// Types that the build of a vendor's kernels defines, one for each argument: AscendC's DTYPE_X for the input x.
//
// An operator's kernel is compiled once for each type that the operator is declared with, so that no source says which. Such a name, where a parse
// does not know it, is taken for float, or for int32_t where it names indices, and the source is parsed again. All floating-point values of that
// format in the source rest on this assumption: findings say so and have no fix.
#pragma once

#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"
#include "runtime/order/procedure.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

class BuildTypes {
public:
  /// Takes in the errors of a parse, with what was a macro in it; true when another parse with the new `prelude()` is worth it.
  bool learn(const UnknownNames &unknown, const std::function<bool(const std::string &)> &isMacro);

  /// Text to include before the source.
  std::string prelude() const;

  /// One entry that lists the names; nothing when there are none. `source` is the user's name for the main file.
  std::optional<findings::NotAnalysed> report(const std::string &source) const;

  const std::vector<std::string> &names() const { return known; }

private:
  std::vector<std::string> known;
};

/// Marks the values of a source in which `names` are taken for types.
void assumeBuildTypes(order::Procedure &procedure, const std::vector<std::string> &names);

} // namespace fporder::check
