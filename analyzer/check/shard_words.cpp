#include "analyzer/check/shard_words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::check {
namespace {

enum class Use {
  Counts,
  Neutral,  // was about the shard's own run
  Withheld, // writes: only merge's own command line says so
};

struct OptionRow {
  llvm::StringLiteral name;
  bool takesValue; // in the same word or the next
  Use use;
};

constexpr OptionRow rows[] = {
    {"p", true, Use::Counts},
    {"extra-arg", true, Use::Counts},
    {"extra-arg-before", true, Use::Counts},
    {"removed-arg", true, Use::Counts},
    {"vfsoverlay", true, Use::Counts},
    {"resource-dir", true, Use::Neutral},
    {"rules", true, Use::Counts},
    {"checks", true, Use::Counts},
    {"rules-dir", true, Use::Counts},
    {"models", true, Use::Counts},
    {"warnings-as-errors", true, Use::Counts},
    {"header-filter", true, Use::Counts},
    {"exclude-header-filter", true, Use::Counts},
    {"line-filter", true, Use::Counts},
    {"config", true, Use::Counts},
    {"config-file", true, Use::Counts},
    {"no-config", false, Use::Counts},
    {"no-header-search", false, Use::Counts},
    {"no-repairs", false, Use::Counts},
    {"no-wake", false, Use::Counts},
    {"format", true, Use::Counts}, // to standard output only
    {"fix", false, Use::Withheld},
    {"fix-notes", false, Use::Withheld},
    {"fix-errors", false, Use::Withheld},
    {"diff", false, Use::Counts},
    {"export-fixes", true, Use::Withheld},
    {"use-color", false, Use::Counts},
    {"quiet", false, Use::Counts},
    {"statistics", false, Use::Counts},
    {"remarks", true, Use::Counts},
    {"places", true, Use::Counts},
    {"fail-on", true, Use::Counts},
    {"level", true, Use::Counts},
    {"strict", false, Use::Counts},
    {"may-alias", false, Use::Counts},
    {"j", true, Use::Neutral},
    {"shard", true, Use::Neutral}, // merge takes the numbers from the shard itself
    {"coverage", false, Use::Counts},
    {"min-coverage", true, Use::Counts},
    {"list-not-analysed", false, Use::Counts},
    {"dump-graph", false, Use::Counts},
    {"tidy", false, Use::Neutral}, // merge says it
    {"allow-no-checks", false, Use::Counts},
    {"report-unused-suppressions", false, Use::Counts},
    {"no-cache", false, Use::Neutral},
    {"cache-dir", true, Use::Neutral},
    {"cache-size", true, Use::Neutral},
    {"verbose", false, Use::Neutral},
    {"baseline", true, Use::Counts},
    {"check-baseline", false, Use::Counts},
    {"write-baseline", true, Use::Withheld},
    {"prune-baseline", false, Use::Withheld},
    {"update-baseline", false, Use::Withheld},
    {"diff-base", true, Use::Counts},
    {"time-budget", true, Use::Counts},
    // Of clang-tidy, without effect here: see tidy_call.cpp.
    {"load", true, Use::Counts},
    {"allow-enabling-analyzer-alpha-checkers", false, Use::Counts},
    {"enable-check-profile", false, Use::Counts},
    {"store-check-profile", true, Use::Counts},
    {"enable-module-headers-parsing", false, Use::Counts},
    {"experimental-custom-checks", false, Use::Counts},
    {"format-style", true, Use::Counts},
    {"system-headers", false, Use::Counts},
};

const OptionRow *rowOf(llvm::StringRef name) {
  const auto *row = llvm::find_if(rows, [&](const OptionRow &each) { return each.name == name; });
  return row == std::end(rows) ? nullptr : row;
}

/// -j4 is -j=4.
bool isJobs(llvm::StringRef name) { return name.size() > 1 && name.front() == 'j' && llvm::all_of(name.drop_front(), llvm::isDigit); }

llvm::Error unusable(const std::string &word) {
  return llvm::createStringError(std::errc::invalid_argument, "'%s' of the shards' command line cannot be merged: no run with --shard has it",
                                 word.c_str());
}

class Selection {
public:
  explicit Selection(llvm::ArrayRef<llvm::StringRef> ownNames) : replaced(ownNames) {}

  /// Takes the word at `index`, and its value when that is the next; the error says why it cannot be used.
  llvm::Error take(llvm::ArrayRef<std::string> line, std::size_t &index) {
    const std::string &word = line[index];
    llvm::StringRef name(word);
    if (name.starts_with("@"))
      return unusable(word);
    if (name.size() < 2 || !name.consume_front("-")) {
      result.words.push_back(word);
      return llvm::Error::success();
    }
    name.consume_front("-");
    const bool joined = name.contains('=');
    std::string value = name.split('=').second.str();
    name = name.split('=').first;
    if (isJobs(name))
      return llvm::Error::success();
    const OptionRow *row = rowOf(name);
    if (!row)
      return unusable(word);
    const bool hasValue = row->takesValue || joined;
    if (row->takesValue && !joined) {
      if (index + 1 == line.size())
        return unusable(word);
      value = line[++index];
    }
    add(*row, "--" + name.str() + (hasValue ? "=" + value : ""), value);
    return llvm::Error::success();
  }

  MergeWords result;

private:
  void add(const OptionRow &row, const std::string &word, llvm::StringRef value) {
    if (row.use == Use::Neutral || llvm::is_contained(replaced, row.name))
      return;
    const bool toFile = row.name == "format" && value.contains(':');
    if (row.use == Use::Counts && !toFile)
      result.words.push_back(word);
    else
      result.notices.push_back("'" + word + "' of the shards' command line has no effect here: what writes is given to merge itself");
  }

  llvm::ArrayRef<llvm::StringRef> replaced;
};

} // namespace

llvm::Expected<MergeWords> wordsForMerge(llvm::ArrayRef<std::string> commandLine, llvm::ArrayRef<llvm::StringRef> replaced) {
  Selection selection(replaced);
  selection.result.words.push_back(commandLine.front());
  const auto *end = llvm::find(commandLine, "--");
  const llvm::ArrayRef<std::string> ours = commandLine.take_front(std::size_t(end - commandLine.begin()));
  for (std::size_t i = 1; i < ours.size(); ++i)
    if (llvm::Error error = selection.take(ours, i))
      return std::move(error);
  llvm::append_range(selection.result.words, commandLine.drop_front(ours.size()));
  return std::move(selection.result);
}

} // namespace fporder::check
