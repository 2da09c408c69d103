#include "analyzer/check/include_scan.h"

#include "analyzer/check/source_language.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <tuple>

namespace fporder::check {

namespace path = llvm::sys::path;

std::vector<std::string> spelledIncludes(llvm::StringRef text) {
  std::vector<std::string> spelled;
  for (std::size_t at = text.find('#'); at != llvm::StringRef::npos; at = text.find('#', at + 1)) {
    llvm::StringRef before = text.take_front(at), directive = text.drop_front(at + 1).ltrim(" \t");
    before = before.drop_front(std::min(before.rfind('\n') + 1, before.size()));
    if (!before.trim(" \t").empty() || !directive.consume_front("include"))
      continue;
    directive.consume_front("_next");
    directive = directive.take_until([](char c) { return c == '\n'; }).ltrim(" \t");
    const char close = directive.starts_with("<") ? '>' : '"';
    if (!directive.consume_front("<") && !directive.consume_front("\""))
      continue;
    if (const std::size_t end = directive.find(close); end != llvm::StringRef::npos && end > 0)
      spelled.push_back(directive.take_front(end).str());
  }
  return spelled;
}

IncludeGraph::IncludeGraph(std::vector<std::string> given) : files(std::move(given)), includers(files.size()) {
  llvm::StringMap<std::vector<std::uint32_t>> named;
  for (std::uint32_t i = 0; i < files.size(); ++i)
    named[path::filename(files[i])].push_back(i);
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    auto buffer = findings::inputBuffer(files[i], fporder::file::Limit::SourceFile);
    if (!buffer)
      continue;
    for (llvm::StringRef spelled : spelledIncludes((*buffer)->getBuffer())) {
      while (spelled.consume_front("./") || spelled.consume_front("../")) {
      }
      const auto candidates = named.find(path::filename(spelled));
      if (candidates == named.end())
        continue;
      for (const std::uint32_t candidate : candidates->second)
        if (candidate != i && llvm::StringRef(files[candidate]).ends_with("/" + spelled.str()))
          includers[candidate].push_back(i);
    }
  }
}

bool IncludeGraph::isIncluded(const std::string &file) const {
  const auto known = llvm::find(files, file);
  return known != files.end() && !includers[static_cast<std::size_t>(known - files.begin())].empty();
}

std::string IncludeGraph::sourceFor(const std::string &header, const std::function<unsigned(const std::string &)> &rank) const {
  constexpr unsigned refused = 1000;
  const auto start = llvm::find(files, header);
  if (start == files.end())
    return "";
  using Preference = std::tuple<unsigned, unsigned, bool, std::string>;
  Preference best{refused, 0, false, ""};
  std::vector<bool> seen(files.size(), false);
  std::vector<std::uint32_t> level{static_cast<std::uint32_t>(start - files.begin())};
  seen[level.front()] = true;
  for (unsigned steps = 1; !level.empty(); ++steps) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t included : level)
      for (const std::uint32_t includer : includers[included]) {
        if (seen[includer])
          continue;
        seen[includer] = true;
        next.push_back(includer);
        const std::string &file = files[includer];
        if (!isHeaderName(file))
          best = std::min(best, Preference{rank(file), steps, path::stem(file) != path::stem(header), file});
      }
    level = std::move(next);
  }
  return std::get<3>(best);
}

} // namespace fporder::check
