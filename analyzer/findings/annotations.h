// What a source says of its inputs' values, for measuring:
//
//   // fporder: range x=[1e-8,1]
//   // fporder: dist step.lr=lognormal(0,1)
//
// A comment that begins so holds for every function of its file that has an input of that name; FUNCTION.NAME for one function. The grammar of what
// follows the word is that of --range and --dist.
#pragma once

#include "analyzer/findings/source_files.h"
#include "runtime/data/distribution.h"

#include <string>
#include <vector>

namespace fporder::findings {

struct ValueAnnotations {
  std::vector<data::NamedDistribution> distributions; // in the file's order
  struct Mistake {
    std::uint32_t line = 0, offset = 0, length = 0; // of the comment
    std::string message;
  };
  std::vector<Mistake> mistakes;
};

ValueAnnotations valueAnnotations(const SourceFile &file);

} // namespace fporder::findings
