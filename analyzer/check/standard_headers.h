// Standard headers that nothing includes, where a source uses what they declare: std::vector, uint32_t, sqrtf.
//
// As a rule another library's header, which is missing, includes them. Clang's table of the standard library's names says which header declares a
// name, and names of a GPU's runtime say themselves that they are (cudaMalloc, __device__); the header is included before the source, and the source
// is parsed again. A name that the source or its headers declare is never unknown.
#pragma once

#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"

#include <optional>
#include <set>
#include <string>

namespace fporder::check {

class StandardHeaders {
public:
  /// Takes in the errors of a parse; true when another parse with the new `prelude()` is worth it. `device`: in the language of a GPU, which has its
  /// runtime's header anyway.
  bool learn(const UnknownNames &unknown, bool cplusplus, bool device = false);

  /// A name in std at the place of an error whose header is one of those included already, by what the source or this includes; "" for none.
  std::string missing(const UnknownNames &unknown) const;

  /// Text to include before the source.
  std::string prelude() const;

  /// One entry that lists the headers; nothing when there are none. `source` is the user's name for the main file.
  std::optional<findings::NotAnalysed> report(const std::string &source) const;

private:
  std::set<std::string> headers; // "<vector>"
};

} // namespace fporder::check
