#include "analyzer/check/messages.h"
#include "analyzer/check/run.h"
#include "analyzer/check/shard_merge.h"
#include "analyzer/check/shard_words.h"
#include "analyzer/check/tidy_call.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace fporder::check {
namespace {

constexpr const char *mergeHelp = R"(fporder-check merge: one report from the shards of one run

  fporder-check merge [options] <shard>...

The shards are the files that fporder-check ... --shard=1/n to --shard=n/n has written. The report and the exit status are those of the same command
without --shard. It runs in the same directory on the same sources, by the same build of fporder-check. What writes files or changes sources (formats
with a file, fixes, baselines) is given here: a shard does not decide it. Options given here take the place of those of that command:

)";

struct MergeOption {
  llvm::StringLiteral name, value, description;
  bool valueIsOptional = false; // then it is in the same word
};

constexpr MergeOption mergeOptions[] = {
    {"format", "name[:file]", "Output format, as for fporder-check (repeatable)"},
    {"fail-on", "severity", "Least severity that makes the exit status 1"},
    {"strict", "", "Exit with 3 when anything was not analysed"},
    {"remarks", "all", "--remarks=all: list every remark instead of folding them"},
    {"use-color", "", "Colours in text output"},
    {"statistics", "", "Print a table of findings by rule"},
    {"quiet", "", "Print findings only"},
    {"fix", "all", "Apply the fixes with evidence; --fix=all: the others too", true},
    {"fix-errors", "", "As --fix, also in files that do not compile"},
    {"diff", "", "Print the fixes as a unified diff instead of applying them"},
    {"export-fixes", "file", "Write the fixes as YAML for clang-apply-replacements"},
    {"baseline", "file", "Findings that are known: they are not reported"},
    {"write-baseline", "file", "Write all findings down as known"},
    {"prune-baseline", "", "Remove from the --baseline what is no longer found"},
    {"update-baseline", "", "Rewrite the --baseline as this version names its findings, without what is no longer found"},
    {"check-baseline", "", "Entries of the --baseline that are no longer found are errors"},
    {"resource-dir", "directory", "Clang's resource directory, for checking what fixes leave"},
};

std::string helpText() {
  std::string text = mergeHelp;
  for (const MergeOption &option : mergeOptions) {
    std::string row = "  --" + option.name.str() +
                      (option.value.empty()     ? ""
                       : option.valueIsOptional ? "[=<" + option.value.str() + ">]"
                                                : "=<" + option.value.str() + ">");
    row.resize(std::max<std::size_t>(row.size() + 1, 28), ' ');
    text += row + "- " + option.description.str() + '\n';
  }
  return text + "\nExit status: as fporder-check's; 2 also when the shards are not those of one run, or their sources have changed.\n";
}

/// The name of an option, without dashes and value; empty for anything else.
llvm::StringRef mergeOptionName(llvm::StringRef word) {
  if (word.size() < 2 || !word.consume_front("-"))
    return "";
  word.consume_front("-");
  return word.split('=').first;
}

struct MergeCall {
  std::vector<std::string> shards, words; // words: of options, with their values
  std::vector<llvm::StringRef> names;     // of these options
};

/// Nothing after printing what is wrong.
std::optional<MergeCall> parse(const std::vector<std::string> &arguments) {
  MergeCall call;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string &word = arguments[i];
    const llvm::StringRef name = mergeOptionName(word);
    if (name.empty()) {
      call.shards.push_back(word);
      continue;
    }
    const auto *known = llvm::find_if(mergeOptions, [&](const MergeOption &option) { return option.name == name; });
    if (known == std::end(mergeOptions)) {
      reportError("'" + word + "' is no option of merge: what is analysed, and how, the runs with --shard say; see fporder-check merge --help");
      return std::nullopt;
    }
    call.names.push_back(name);
    call.words.push_back(word);
    if (known->value.empty() || known->valueIsOptional || llvm::StringRef(word).contains('='))
      continue;
    if (++i == arguments.size()) {
      reportError("missing value after '" + word + "'");
      return std::nullopt;
    }
    call.words.push_back(arguments[i]);
  }
  if (call.shards.empty()) {
    reportError("no shards; see fporder-check merge --help");
    return std::nullopt;
  }
  return call;
}

/// Whether the run was called in clang-tidy's place. Its words are respelled for merge, and "-p=build", unlike "-p build", is clang-tidy's spelling.
bool calledAsTidy(const std::vector<std::string> &line) {
  bool said = false, tidy = false;
  std::vector<const char *> words;
  for (auto word = line.begin() + 1; word != line.end() && *word != "--"; ++word) {
    words.push_back(word->c_str());
    const auto [name, value] = llvm::StringRef(*word).ltrim('-').split('=');
    if (word->starts_with("-") && name == "tidy")
      said = true, tidy = value != "false" && value != "0";
  }
  return said ? tidy : isTidyCall(line.front(), words);
}

} // namespace

ExitStatus runMerge(const std::vector<std::string> &arguments) {
  for (const std::string &word : arguments)
    if (const llvm::StringRef name = mergeOptionName(word); name == "help" || name == "h") {
      llvm::outs() << helpText();
      return ExitStatus::Clean;
    }
  const std::optional<MergeCall> call = parse(arguments);
  if (!call)
    return ExitStatus::UsageError;
  llvm::Expected<MergedShards> shards = MergedShards::read(call->shards);
  if (!shards) {
    reportError(llvm::toString(shards.takeError()));
    return ExitStatus::UsageError;
  }
  if (llvm::SmallString<256> here; !llvm::sys::fs::current_path(here) && here != shards->workingDirectory()) {
    reportError("the shards were made in '" + shards->workingDirectory() + "': merge them there");
    return ExitStatus::UsageError;
  }
  llvm::Expected<MergeWords> chosen = wordsForMerge(shards->commandLine(), call->names);
  if (!chosen) {
    reportError(llvm::toString(chosen.takeError()));
    return ExitStatus::UsageError;
  }
  for (const std::string &line : chosen->notices)
    notice(line);
  std::vector<std::string> &line = chosen->words;
  const auto end = line.insert(std::ranges::find(line, "--"), {"--no-cache", calledAsTidy(shards->commandLine()) ? "--tidy" : "--tidy=false"}) + 2;
  line.insert(end, call->words.begin(), call->words.end());
  std::vector<const char *> words;
  for (const std::string &word : line)
    words.push_back(word.c_str());
  const ParsedCommandLine whole = parseCommandLine(static_cast<int>(words.size()), words.data());
  return whole.options ? run(*whole.options, &*shards) : whole.status;
}

} // namespace fporder::check
