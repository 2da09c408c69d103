#include "analyzer/findings/annotations.h"

#include "analyzer/findings/lexed_file.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace fporder::findings {

ValueAnnotations valueAnnotations(const SourceFile &file) {
  ValueAnnotations annotations;
  const LexedFile lexed(file);
  for (const Comment &comment : lexed.comments()) {
    const std::string_view whole = lexed.text(comment);
    llvm::StringRef text(whole.data(), whole.size());
    text = text.ltrim("/*!< \t").rtrim("*/ \t\r\n");
    if (!text.consume_front("fporder:"))
      continue;
    text = text.ltrim();
    const bool range = text.consume_front("range ");
    if (!range && !text.consume_front("dist "))
      continue;
    const llvm::StringRef value = text.trim();
    Result<data::NamedDistribution> named = range ? data::parseRange(value) : data::parseDistribution(value);
    if (named) {
      annotations.distributions.push_back(std::move(*named));
      continue;
    }
    const auto line = 1 + std::count(file.text().begin(), file.text().begin() + comment.begin, '\n');
    annotations.mistakes.push_back({static_cast<std::uint32_t>(line), comment.begin, comment.end - comment.begin, named.error().message});
  }
  return annotations;
}

} // namespace fporder::findings
