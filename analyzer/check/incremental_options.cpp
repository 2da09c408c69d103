#include "analyzer/check/incremental_options.h"

#include "runtime/limits/limits.h"

#include <cmath>
#include <cstdlib>

namespace fporder::check {

namespace cl = llvm::cl;

namespace {

constexpr double hookBudget = limits::most(limits::Limit::HookSeconds); // a commit that takes longer is made with --no-verify

} // namespace

IncrementalFlags::IncrementalFlags(cl::OptionCategory &category)
    : noCache("no-cache", cl::desc("Analyse everything anew and keep nothing"), cl::cat(category)),
      cacheDirectory("cache-dir", cl::desc("Where findings are kept between runs (default: ~/.cache/fporder/findings)"), cl::value_desc("directory"),
                     cl::cat(category)),
      cacheSize("cache-size", cl::desc("Most that the cache may hold, in MiB (default: 256)"), cl::value_desc("n"), cl::cat(category)),
      verbose("verbose", cl::desc("Say on stderr what the cache knew; list every place of each finding"), cl::cat(category)),
      baseline("baseline", cl::desc("Findings that are known: they are not reported"), cl::value_desc("file"), cl::cat(category)),
      writeBaseline("write-baseline", cl::desc("Write all findings down as known"), cl::value_desc("file"), cl::cat(category)),
      pruneBaseline("prune-baseline", cl::desc("Remove from the --baseline what is no longer found"), cl::cat(category)),
      updateBaseline("update-baseline", cl::desc("Rewrite the --baseline as this version names its findings, without what is no longer found"),
                     cl::cat(category)),
      checkBaseline("check-baseline", cl::desc("Entries of the --baseline that are no longer found are errors"), cl::cat(category)),
      diffBase("diff-base",
               cl::desc("Report only findings that touch lines changed since this git revision, uncommitted changes included; 'REV...': since the "
                        "branch left REV. Without sources: all changed files"),
               cl::value_desc("rev"), cl::cat(category)),
      timeBudget("time-budget", cl::desc("Leave out, and name, what is not done after so long"), cl::value_desc("seconds"), cl::cat(category)),
      preCommit("pre-commit", cl::ValueOptional,
                cl::desc("As a pre-commit hook: changed lines only, headers through a source that includes them, --quiet, --time-budget=60; "
                         "--pre-commit=full: all lines, no budget"),
                cl::value_desc("full"), cl::cat(category)) {}

std::optional<std::string> IncrementalFlags::convert(IncrementalSettings &settings) const {
  const char *off = std::getenv("FPORDER_NO_CACHE");
  settings.noCache = noCache || (off && *off);
  settings.cacheDirectory = cacheDirectory;
  if (cacheSize.getNumOccurrences())
    settings.cacheCapacity = std::uint64_t(cacheSize) << 20;
  settings.verbose = verbose;
  settings.baseline = baseline;
  settings.writeBaseline = writeBaseline;
  settings.pruneBaseline = pruneBaseline;
  settings.updateBaseline = updateBaseline;
  settings.checkBaseline = checkBaseline;
  if ((pruneBaseline || updateBaseline || checkBaseline) && baseline.empty())
    return std::string(pruneBaseline ? "--prune-baseline" : updateBaseline ? "--update-baseline" : "--check-baseline") + " needs a --baseline";
  if (!baseline.empty() && !writeBaseline.empty())
    return "--baseline and --write-baseline exclude each other: --prune-baseline drops what is no longer found";
  settings.diffBase = diffBase;
  if (diffBase.getNumOccurrences() && diffBase.empty())
    return "--diff-base needs a revision";
  if (timeBudget.getNumOccurrences()) {
    if (!(timeBudget > 0) || !std::isfinite(timeBudget))
      return "invalid value for --time-budget: a positive number of seconds is expected";
    settings.timeBudget = timeBudget;
  }
  if (!preCommit.getNumOccurrences())
    return std::nullopt;
  if (!preCommit.empty() && preCommit != "full")
    return "invalid value '" + preCommit + "' for --pre-commit: expected nothing or full";
  settings.preCommit = preCommit == "full" ? PreCommit::Full : PreCommit::Changes;
  if (settings.preCommit == PreCommit::Changes && !settings.timeBudget)
    settings.timeBudget = hookBudget;
  return std::nullopt;
}

} // namespace fporder::check
