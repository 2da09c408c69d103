#include "analyzer/check/run.h"
#include "analyzer/check/shard_merge.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace fporder::check {
namespace {

constexpr const char *help = R"(fporder-check merge: one report from the shards of one run

  fporder-check merge [options] <shard>...

The shards are the files that fporder-check ... --shard=1/n to --shard=n/n has written. The report, its formats and the exit status are those of the
same command without --shard. It runs in the same directory on the same sources, by the same build of fporder-check; fixes are applied now, if
asked for. Options given here take the place of those of that command:

)";

struct MergeOption {
  llvm::StringLiteral name, value, description;
};

constexpr MergeOption options[] = {
    {"format", "name[:file]", "Output format, as for fporder-check (repeatable)"},
    {"fail-on", "severity", "Least severity that makes the exit status 1"},
    {"use-color", "", "Colours in text output"},
    {"statistics", "", "Print a table of findings by rule"},
    {"quiet", "", "Print findings only"},
};

std::string helpText() {
  std::string text = help;
  for (const MergeOption &option : options) {
    std::string row = "  --" + option.name.str() + (option.value.empty() ? "" : "=<" + option.value.str() + ">");
    row.resize(std::max<std::size_t>(row.size() + 1, 26), ' ');
    text += row + "- " + option.description.str() + '\n';
  }
  return text + "\nExit status: as fporder-check's; 2 also when the shards are not those of one run, or their sources have changed.\n";
}

/// The name of an option, without dashes and value; empty for anything else.
llvm::StringRef optionName(llvm::StringRef word) {
  if (word.size() < 2 || !word.consume_front("-"))
    return "";
  word.consume_front("-");
  return word.split('=').first;
}

/// Takes the words of the options in `names` out of `line`, up to "--".
void dropOptions(std::vector<std::string> &line, const std::vector<llvm::StringRef> &names) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == "--") {
      kept.insert(kept.end(), line.begin() + std::ptrdiff_t(i), line.end());
      break;
    }
    const llvm::StringRef name = optionName(line[i]);
    const auto *known = llvm::find_if(options, [&](const MergeOption &option) { return option.name == name; });
    if (i == 0 || !llvm::is_contained(names, name))
      kept.push_back(line[i]);
    else if (!known->value.empty() && !llvm::StringRef(line[i]).contains('='))
      ++i; // its value
  }
  line = std::move(kept);
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
    const llvm::StringRef name = optionName(word);
    if (name.empty()) {
      call.shards.push_back(word);
      continue;
    }
    const auto *known = llvm::find_if(options, [&](const MergeOption &option) { return option.name == name; });
    if (known == std::end(options)) {
      reportError("'" + word + "' is no option of merge: what is analysed, and how, the runs with --shard say; see fporder-check merge --help");
      return std::nullopt;
    }
    call.names.push_back(name);
    call.words.push_back(word);
    if (known->value.empty() || llvm::StringRef(word).contains('='))
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

} // namespace

ExitStatus runMerge(const std::vector<std::string> &arguments) {
  for (const std::string &word : arguments)
    if (const llvm::StringRef name = optionName(word); name == "help" || name == "h") {
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
  std::vector<std::string> line = shards->commandLine();
  dropOptions(line, call->names);
  line.insert(std::ranges::find(line, "--"), call->words.begin(), call->words.end());
  std::vector<const char *> words;
  for (const std::string &word : line)
    words.push_back(word.c_str());
  const ParsedCommandLine whole = parseCommandLine(static_cast<int>(words.size()), words.data());
  return whole.options ? run(*whole.options, &*shards) : whole.status;
}

} // namespace fporder::check
