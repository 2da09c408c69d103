// Namespaces of libraries whose headers are missing, where a source calls mathematical functions in them: Kokkos::sqrt(x), sycl::exp(x).
//
// The libraries and their namespaces are rows of math_namespaces.def. In such a namespace the functions of <cmath> are declared to be those of std,
// and the source is parsed again; whatever else a library declares stays unknown. What is called std in a namespace (cuda::std) is the standard
// library, as far as headers of mathematics, complex numbers, limits and types declare it.
#pragma once

#include "analyzer/check/unknown_names.h"
#include "analyzer/findings/finding.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

class MathNamespaces {
public:
  /// Takes in the errors of a parse; true when another parse with the new `prelude()` is worth it.
  bool learn(const UnknownNames &unknown);

  /// Text to include before a C++ source.
  std::string prelude() const;

  /// One entry that lists the namespaces; nothing when there are none. `source` is the user's name for the main file.
  std::optional<findings::NotAnalysed> report(const std::string &source) const;

private:
  std::vector<std::string> names; // that sources begin with, each once
};

} // namespace fporder::check
