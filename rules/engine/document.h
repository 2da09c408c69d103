// A rule document taken apart: front matter, prose, and the code blocks of the prose.
#pragma once

#include "rules/engine/rule.h"

#include <string>
#include <string_view>
#include <vector>

namespace fporder::rules {

struct Document {
  std::string frontMatter;
  std::uint32_t frontMatterLine = 0; // the 1-based line on which it begins
  std::string markdown;              // everything behind the front matter
  std::vector<Example> examples;
};

/// Splits `text`. Line ends may be CRLF. Errors: no front matter, a front matter or code block without an end, a block tag that is not understood,
/// binary content, more than one megabyte.
bool splitDocument(std::string_view text, const std::string &file, Document &document, std::vector<DocumentError> &errors);

} // namespace fporder::rules
