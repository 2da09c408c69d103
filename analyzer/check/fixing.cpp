#include "analyzer/check/fixing.h"

#include "analyzer/check/messages.h"
#include "analyzer/check/output_file.h"
#include "analyzer/findings/apply.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fporder::check {
namespace {

std::string realPathOf(const std::string &file) {
  llvm::SmallString<256> real;
  return llvm::sys::fs::real_path(file, real) ? file : std::string(real);
}

/// Whether every unit that the file can have an influence on still parses: the file's own units; for a header, all of them.
bool stillParses(const FixRequest &request, const std::string &file) {
  std::string real = realPathOf(file);
  bool own = llvm::any_of(request.units, [&](const AnalysisUnit &unit) { return realPathOf(unit.command.source) == real; });
  return llvm::all_of(request.units, [&](const AnalysisUnit &unit) {
    if (own ? realPathOf(unit.command.source) != real : llvm::is_contained(request.filesWithErrors, unit.displayName))
      return true;
    return parses(unit, request.resourceDirectory);
  });
}

bool exportTo(const FixRequest &request, findings::FixSelection selection) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  findings::exportFixes(request.report, request.sources, selection, stream);
  return writeOutputFile(request.options.exportFixes, text);
}

FixOutcome apply(const FixRequest &request, std::vector<findings::FixedFile> plan) {
  if (!request.options.fixErrors)
    llvm::erase_if(plan, [&](const findings::FixedFile &file) {
      bool faulty = llvm::is_contained(request.filesWithErrors, file.path);
      if (faulty)
        notice(file.path + ": not fixed, since it does not compile; --fix-errors fixes it all the same");
      return faulty;
    });
  findings::ApplyResult result =
      findings::applyFixes(plan, [&](const std::string &path) { return request.options.fixErrors || stillParses(request, path); });
  for (const std::string &problem : result.problems)
    reportError(problem);
  if (!request.options.quiet) {
    std::string line = "applied " + std::to_string(result.fixes) + (result.fixes == 1 ? " fix" : " fixes") + " in " + std::to_string(result.files) +
                       (result.files == 1 ? " file" : " files");
    if (result.skipped)
      line += "; " + std::to_string(result.skipped) + " overlap others: run again";
    notice(line);
  }
  return {result.problems.empty() ? ExitStatus::Clean : ExitStatus::ToolFailure, std::move(result.settled)};
}

} // namespace

FixOutcome handleFixes(const FixRequest &request) {
  using findings::FixSelection;
  const Options &options = request.options;
  // What is only shown or exported is chosen by its reader, unless --fix says what to choose.
  const bool withEvidence = options.fix == FixMode::Evidence || (options.asTidy && options.fix == FixMode::None);
  FixSelection selection = withEvidence ? FixSelection::Evidence : FixSelection::All;
  if (!options.exportFixes.empty() && !exportTo(request, selection))
    return {ExitStatus::UsageError, {}};
  if (options.fix == FixMode::None && !options.diff)
    return {};
  std::vector<findings::FixedFile> plan = findings::planFixes(request.report, request.sources, selection);
  if (!options.diff)
    return apply(request, std::move(plan));
  for (const findings::FixedFile &file : plan)
    printPatch(findings::unifiedDiff(file));
  return {};
}

} // namespace fporder::check
