#include "analyzer/check/reference_choice.h"

#include "analyzer/check/path_pattern.h"
#include "analyzer/check/source_directory.h"
#include "analyzer/check/source_language.h"
#include "analyzer/conform/reference_spec.h"
#include "analyzer/findings/resolved_path.h"
#include "analyzer/python/translate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fporder::check {

namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string absolute(const std::string &name) {
  llvm::SmallString<256> full(name.empty() ? "." : name);
  if (fs::make_absolute(full))
    return name;
  path::remove_dots(full, /*remove_dot_dot=*/true);
  return full.str().str();
}

/// The path of `file` from `directory`, both absolute; nothing where it is not below.
std::optional<llvm::StringRef> below(const std::string &directory, llvm::StringRef file) {
  if (!file.consume_front(directory) || (directory != "/" && !file.consume_front("/")))
    return std::nullopt;
  return file;
}

/// `directory`, absolute, as reports show it: from the working directory, where it is below that.
std::string shown(const std::string &directory) {
  const std::string here = absolute("");
  return directory == here ? std::string() : below(here, directory).value_or(directory).str();
}

/// What a row names for a source; nothing where its pattern does not fit.
std::optional<ReferenceChoice> chosenBy(const findings::ReferenceRow &row, const std::string &source) {
  const std::string directory = absolute(row.directory);
  const std::optional<llvm::StringRef> name = below(directory, source);
  if (!name)
    return std::nullopt;
  const std::optional<std::vector<std::string>> stars = matchedStars(row.pattern, *name);
  if (!stars)
    return std::nullopt;
  if (llvm::StringRef(row.reference).starts_with("formula:"))
    return ReferenceChoice{row.reference, "", "", ""};
  const std::string given = withStars(row.reference, *stars);
  const auto exists = [&](const std::string &file) { return fs::is_regular_file(directory + "/" + file); };
  llvm::Expected<conform::ReferenceSpec> spec = conform::parseReference(given, exists);
  if (!spec || spec->file.empty()) {
    llvm::consumeError(spec ? llvm::Error::success() : spec.takeError());
    return ReferenceChoice{"", "there is no reference '" + given + "', which .fporder names", "", ""};
  }
  if (!below(findings::resolvedPath(directory), findings::resolvedPath(directory + "/" + spec->file)))
    return ReferenceChoice{"", "", "the reference '" + given + "' is not below the directory of the .fporder that names it", ""};
  return ReferenceChoice{given, "", "", shown(directory)};
}

} // namespace

llvm::Expected<ReferenceChooser> ReferenceChooser::create(const std::string &given) {
  ReferenceChooser chooser;
  chooser.one = !given.empty() && !fs::is_directory(given);
  if (given.empty() || chooser.one)
    return chooser;
  chooser.folder = given;
  const auto isReference = [](llvm::StringRef name) { return isSourceName(name) || isHeaderName(name) || python::isScriptName(name); };
  llvm::Expected<std::vector<std::string>> files = filesBelow(given, isReference);
  if (!files)
    return files.takeError();
  for (const std::string &file : *files)
    chooser.byStem[path::stem(file).str()].push_back(file);
  return chooser;
}

ReferenceChoice ReferenceChooser::ofStem(const std::string &source) const {
  const std::string stem = path::stem(source).str();
  std::vector<std::string> found;
  if (const auto known = byStem.find(stem); known != byStem.end())
    llvm::copy_if(known->second, std::back_inserter(found),
                  [&](const std::string &file) { return findings::resolvedPath(file) != findings::resolvedPath(source); });
  if (!llvm::all_of(found, isHeaderName))
    llvm::erase_if(found, [](const std::string &file) { return isHeaderName(file); });
  if (found.empty())
    return {"", "no source or script below '" + folder + "' is called '" + stem + "'", "", ""};
  if (found.size() > 1)
    return {"", "several references below '" + folder + "' are called '" + stem + "': " + llvm::join(found, ", "), "", ""};
  return {found.front(), "", "", ""};
}

std::optional<ReferenceChoice> ReferenceChooser::forSource(const std::string &source, const std::vector<findings::ReferenceRow> &rows) const {
  if (one)
    return std::nullopt;
  if (!folder.empty())
    return ofStem(source);
  const std::string full = absolute(source);
  for (const findings::ReferenceRow &row : rows)
    if (std::optional<ReferenceChoice> choice = chosenBy(row, full))
      return choice;
  return std::nullopt;
}

} // namespace fporder::check
