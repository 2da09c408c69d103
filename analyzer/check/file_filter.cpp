#include "analyzer/check/file_filter.h"

namespace fporder::check {
namespace {

llvm::Expected<std::shared_ptr<const llvm::Regex>> compile(const std::string &pattern, const char *option) {
  if (pattern.empty() || pattern == ".*")
    return nullptr;
  auto regex = std::make_shared<llvm::Regex>(pattern);
  std::string reason;
  if (!regex->isValid(reason))
    return llvm::createStringError(std::errc::invalid_argument, "invalid regular expression '%s' for %s: %s", pattern.c_str(), option,
                                   reason.c_str());
  return regex;
}

} // namespace

llvm::Expected<FileFilter> FileFilter::create(const std::string &headerPattern, const std::string &excludePattern,
                                              std::vector<LineFilterEntry> lineFilter, const std::string &workingDirectory) {
  FileFilter filter;
  auto include = compile(headerPattern, "--header-filter");
  if (!include)
    return include.takeError();
  filter.include = *include;
  if (excludePattern == ".*") { // `compile` reads it as "everything", which is not what excluding it means
    filter.exclude = std::make_shared<llvm::Regex>(".*");
  } else {
    auto exclude = compile(excludePattern, "--exclude-header-filter");
    if (!exclude)
      return exclude.takeError();
    filter.exclude = *exclude;
  }
  filter.lines = std::move(lineFilter);
  filter.directory = workingDirectory + "/";
  return filter;
}

bool FileFilter::acceptsHeader(const std::string &realPath) const {
  llvm::StringRef relative(realPath);
  relative.consume_front(directory);
  auto matches = [&](const llvm::Regex &regex) { return regex.match(realPath) || regex.match(relative); };
  return (!include || matches(*include)) && !(exclude && matches(*exclude));
}

bool FileFilter::acceptsLine(const std::string &file, unsigned line) const {
  if (lines.empty())
    return true;
  for (const LineFilterEntry &entry : lines)
    if (llvm::StringRef(file).ends_with(entry.name)) {
      if (entry.lines.empty())
        return true;
      for (LineRange range : entry.lines)
        if (range.first <= line && line <= range.last)
          return true;
    }
  return false;
}

} // namespace fporder::check
