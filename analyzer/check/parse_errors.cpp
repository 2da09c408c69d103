#include "analyzer/check/parse_errors.h"

#include "runtime/limits/limits.h"

#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace fporder::check {
namespace {

constexpr unsigned namedErrors = limits::most(limits::Limit::NamedErrors);

} // namespace

findings::NotAnalysed EntryNamer::at(const clang::SourceManager *manager, clang::SourceLocation location) const {
  findings::NotAnalysed entry;
  entry.file = mainName;
  if (!manager || location.isInvalid())
    return entry;
  clang::SourceLocation place = manager->getExpansionLoc(location);
  auto [file, offset] = manager->getDecomposedLoc(place);
  if (file != manager->getMainFileID()) {
    clang::OptionalFileEntryRef header = manager->getFileEntryRefForID(file);
    if (!header) // the command line
      return entry;
    llvm::SmallString<256> real;
    entry.file = llvm::sys::fs::real_path(header->getName(), real) ? header->getName().str() : std::string(real);
  }
  entry.line = manager->getLineNumber(file, offset);
  entry.column = manager->getColumnNumber(file, offset);
  return entry;
}

void ErrorCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level < clang::DiagnosticsEngine::Error || isUnseenType(info))
    return;
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  if (inDriver) {
    driverError(info.getID(), message);
    return;
  }
  if (unknown)
    unknown->note(info);
  if (++result.errors > namedErrors)
    return;
  findings::NotAnalysed entry = namer.at(info.hasSourceManager() ? &info.getSourceManager() : nullptr, info.getLocation());
  entry.what = "syntax error";
  entry.incomplete = true;
  entry.why = message.str().str();
  result.notAnalysed.push_back(std::move(entry));
}

void ErrorCollector::nameTheRest() {
  if (result.errors <= namedErrors)
    return;
  findings::NotAnalysed entry = namer.at(nullptr, {});
  entry.what = std::to_string(result.errors - namedErrors) + " more syntax errors";
  entry.incomplete = true;
  entry.why = "only the first " + std::to_string(namedErrors) + " are listed";
  result.notAnalysed.push_back(std::move(entry));
}

void ErrorCollector::nameDropped(const std::vector<std::string> &flags) {
  for (const std::string &flag : flags) {
    findings::NotAnalysed entry = namer.at(nullptr, {});
    entry.what = "compiler flag";
    entry.why = flag;
    result.notAnalysed.push_back(std::move(entry));
  }
}

/// Flags of another compiler are dropped and named; anything else the driver objects to may explain a failure.
void ErrorCollector::driverError(unsigned id, llvm::StringRef message) {
  if (id != clang::diag::err_drv_unknown_argument && id != clang::diag::err_drv_unknown_argument_with_suggestion &&
      id != clang::diag::err_drv_unsupported_opt && id != clang::diag::err_drv_unsupported_opt_for_target) {
    driverErrors.push_back(message.str());
  }
  findings::NotAnalysed entry = namer.at(nullptr, {});
  entry.what = "compiler flag";
  entry.why = message.str();
  result.notAnalysed.push_back(std::move(entry));
}

} // namespace fporder::check
