// Bounds of arrays that nothing declares: `int dims[MAX_DIMS];`, where the header that a build generates is missing.
//
// Clang gives up the array, what reads it, and the whole loop of an OpenMP directive whose condition does. A bound is an integer constant: such a
// name is declared as an enumerator, and the source is parsed again. Its number is no knowledge. The enumerator carries an annotation
// (frontend::unknownBoundAnnotation), by which the front end takes the name for an input, and the sizes of arrays and records of the unit for
// unknown. A name is told by a declaration whose brackets hold it alone or times other words and numbers; a declaration that leads to no fewer errors
// is taken back. C only: C++ chooses by such numbers before the front end sees anything (arguments of templates, deduced extents, `if constexpr`).
#pragma once

#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

class ArrayBounds {
public:
  /// Takes in the errors of a parse, with what was a macro in it; true when another parse with the new `prelude()` is worth it.
  bool learn(const UnknownNames &unknown, const std::function<bool(const std::string &)> &isMacro);

  bool empty() const { return names.empty(); }

  /// Text to include before the source.
  std::string prelude() const;

  /// One entry that lists the names; nothing when there are none. `source` is the user's name for the main file.
  std::optional<findings::NotAnalysed> report(const std::string &source) const;

private:
  std::vector<std::string> names;
  unsigned errorsBefore = 0; // of the parse that told the last names
  bool tried = false;        // they are in the parse that is taken in
  bool harmful = false;
};

} // namespace fporder::check
