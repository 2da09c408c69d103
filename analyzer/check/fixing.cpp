#include "analyzer/check/fixing.h"

#include "analyzer/check/messages.h"
#include "analyzer/check/output_file.h"
#include "analyzer/findings/apply.h"
#include "analyzer/findings/resolved_path.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::check {
namespace {

bool exportTo(const FixHandling &request, findings::FixSelection selection) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  findings::exportFixes(request.report, request.sources, selection, stream);
  return writeOutputFile(request.options.exportFixes, text);
}

/// What cannot be fixed is named, and the worst of it returned.
ExitStatus nameLeftAlone(const FixedSources &fixed) {
  ExitStatus status = ExitStatus::Clean;
  for (const std::string &file : fixed.broken) {
    reportError(file + ": no longer compiles with its fixes; left as it was");
    status = ExitStatus::ToolFailure;
  }
  for (const std::string &file : fixed.endless) {
    reportError(file + ": its fixes come to no end; left as it was");
    status = ExitStatus::ToolFailure;
  }
  for (const std::string &file : fixed.changed) {
    reportError(file + ": changed since it was analysed; not fixed");
    status = ExitStatus::UsageError;
  }
  return status;
}

FixOutcome apply(const FixHandling &request, const FixedSources &fixed) {
  FixOutcome outcome{nameLeftAlone(fixed), {}};
  if (!findings::unresolvedPaths().empty()) {
    reportError("nothing is fixed: the names of files cannot be resolved");
    outcome.status = ExitStatus::ToolFailure;
    return outcome;
  }
  const findings::ApplyResult result = findings::applyFixes(fixed.files, findings::SourceTree(request.sourceNames));
  for (const std::string &problem : result.problems) {
    reportError(problem);
    outcome.status = ExitStatus::UsageError;
  }
  if (!request.options.quiet)
    notice("applied " + std::to_string(result.fixes) + (result.fixes == 1 ? " fix" : " fixes") + " in " + std::to_string(result.files) +
           (result.files == 1 ? " file" : " files"));
  outcome.settled = result.settled;
  return outcome;
}

} // namespace

FixOutcome handleFixes(const FixHandling &request) {
  using findings::FixSelection;
  const Options &options = request.options;
  // What is only shown or exported is chosen by its reader, unless --fix says what to choose.
  const bool withEvidence = options.fix == FixMode::Evidence || (options.asTidy && options.fix == FixMode::None);
  FixSelection selection = withEvidence ? FixSelection::Evidence : FixSelection::All;
  if (!options.exportFixes.empty() && !exportTo(request, selection))
    return {ExitStatus::UsageError, {}};
  if (options.fix == FixMode::None && !options.diff)
    return {};
  std::vector<std::string> leftAlone;
  if (!options.fixErrors)
    leftAlone = request.filesWithErrors;
  const FixedSources fixed = fixInRounds({request.report, request.sources, selection, leftAlone, options.fixErrors, request.reanalyse});
  if (options.diff) {
    for (const findings::FixedFile &file : fixed.files)
      printPatch(findings::unifiedDiff(file));
    return {nameLeftAlone(fixed), {}};
  }
  for (const findings::FixedFile &file : findings::planFixes(request.report, request.sources, selection))
    if (llvm::is_contained(leftAlone, file.path))
      notice(file.path + ": not fixed, since it does not compile; --fix-errors fixes it all the same");
  return apply(request, fixed);
}

} // namespace fporder::check
