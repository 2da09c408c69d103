// What a function computes, in a normal form: what --describe prints.
#pragma once

#include "analyzer/findings/finding.h"

#include <span>
#include <string>
#include <vector>

namespace fporder::findings {

/// "update" and "divides first"; texts in the author's words, of one line.
struct DescribedFact {
  std::string about, text;
};

struct DescribedOutput {
  std::string name; // "w", "the result"
  std::vector<DescribedFact> facts;
};

struct Description {
  std::string function;
  Region where;
  std::vector<DescribedOutput> outputs;
};

/// The lines of a description: the function, then each output with its facts.
std::vector<std::string> descriptionLines(const Description &description);

} // namespace fporder::findings
