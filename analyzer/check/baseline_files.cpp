#include "analyzer/check/baseline_files.h"
#include "analyzer/check/output_file.h"
#include "analyzer/findings/input_text.h"
#include "analyzer/findings/resolved_path.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <numeric>

namespace fporder::check {
namespace {

namespace path = llvm::sys::path;

std::string counted(std::size_t number, const char *one, const char *many) { return std::to_string(number) + ' ' + (number == 1 ? one : many); }

/// The directory that names in a baseline are relative to, links resolved, with a separator at its end.
std::string directoryOf(const std::string &workingDirectory, const std::string &baselineFile) {
  const std::string directory = path::parent_path(absoluteIn(workingDirectory, baselineFile)).str();
  return findings::resolvedPath(directory) + "/";
}

} // namespace

std::string BaselineFiles::nameIn(const std::string &baselineFile, const std::string &file) const {
  const std::string full = findings::resolvedPath(absoluteIn(workingDirectory, file));
  llvm::StringRef name(full);
  name.consume_front(directoryOf(workingDirectory, baselineFile));
  return name.str();
}

std::string BaselineFiles::realPathOf(const std::string &entryFile) const {
  return path::is_absolute(entryFile) ? entryFile : directoryOf(workingDirectory, settings.baseline) + entryFile;
}

bool BaselineFiles::load() {
  if (settings.baseline.empty())
    return true;
  auto buffer = findings::inputBuffer(settings.baseline, file::Limit::Baseline);
  if (!buffer) {
    reportError("cannot read the baseline '" + settings.baseline + "': " + buffer.getError().message() + "; --write-baseline=" + settings.baseline +
                " makes one");
    return false;
  }
  auto parsed = findings::parseBaseline((*buffer)->getBuffer());
  if (const auto *error = std::get_if<findings::BaselineError>(&parsed)) {
    reportError(settings.baseline + ": " + error->message);
    return false;
  }
  known = std::get<findings::Baseline>(std::move(parsed));
  return true;
}

bool BaselineFiles::write(const std::string &file, const findings::Baseline &entries) const {
  if (!findings::unresolvedPaths().empty()) { // entries may stand under wrong names
    reportError("'" + file + "' is not written: the names of its files cannot be resolved");
    return false;
  }
  return writeOutputFile(file, findings::formatBaseline(entries));
}

bool BaselineFiles::writeAll(findings::Report &report) const {
  const findings::BaselineName name = [&](const std::string &file) { return nameIn(settings.writeBaseline, file); };
  const findings::Baseline entries = findings::baselineOf(report, name);
  if (!write(settings.writeBaseline, entries))
    return false;
  findings::applyBaseline(report, entries, name, [](const std::string &) { return true; });
  notice(settings.writeBaseline + ": " + counted(entries.size(), "finding", "findings") + " written down as known");
  return true;
}

void BaselineFiles::nameStale(const std::vector<unsigned> &unneeded) const {
  for (std::size_t i = 0; i < known.size(); ++i)
    if (const findings::BaselineEntry &entry = known[i]; unneeded[i] > 0)
      reportError(settings.baseline + ": no longer found: " + entry.rule + " in " + entry.file +
                  (entry.function.empty() ? "" : ", function '" + entry.function + "'") + ": '" + entry.expression + "'");
  notice("--prune-baseline removes what is no longer found");
}

bool BaselineFiles::settle(const std::vector<unsigned> &unneeded) {
  const unsigned count = std::accumulate(unneeded.begin(), unneeded.end(), 0u);
  if (count == 0)
    return true;
  if (!settings.pruneBaseline) {
    stale = settings.checkBaseline;
    if (stale)
      nameStale(unneeded);
    return true;
  }
  findings::Baseline rest;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i].count > unneeded[i]) {
      rest.push_back(known[i]);
      rest.back().count -= unneeded[i];
    }
  if (!write(settings.baseline, rest))
    return false;
  notice(settings.baseline + ": " + counted(count, "entry", "entries") + " removed");
  return true;
}

bool BaselineFiles::update(const findings::Report &report, const std::vector<unsigned> &unneeded, const std::vector<unsigned> &staleCounts) const {
  findings::Baseline now = findings::knownOf(report, [&](const std::string &file) { return nameIn(settings.baseline, file); });
  const std::size_t found = now.size();
  for (std::size_t i = 0; i < known.size(); ++i)
    if (unneeded[i] > staleCounts[i]) {
      now.push_back(known[i]);
      now.back().count = unneeded[i] - staleCounts[i];
    }
  if (!write(settings.baseline, now))
    return false;
  const unsigned removed = std::accumulate(staleCounts.begin(), staleCounts.end(), 0u);
  notice(settings.baseline + ": " + counted(found, "finding", "findings") + " known, " + counted(removed, "entry", "entries") + " removed");
  return true;
}

void BaselineFiles::mark(findings::Report &report) const {
  if (!settings.baseline.empty())
    findings::applyBaseline(
        report, known, [&](const std::string &file) { return nameIn(settings.baseline, file); },
        [&](const std::string &file) { return findings::existingPath(realPathOf(file)).has_value(); });
}

bool BaselineFiles::apply(findings::Report &report, const std::set<std::string> &readFiles, const std::set<std::string> &activeRules) {
  if (!settings.writeBaseline.empty())
    return writeAll(report);
  if (settings.baseline.empty())
    return true;
  const auto exists = [&](const std::string &file) { return findings::existingPath(realPathOf(file)).has_value(); };
  const std::vector<unsigned> unneeded =
      findings::applyBaseline(report, known, [&](const std::string &file) { return nameIn(settings.baseline, file); }, exists);
  std::vector<unsigned> staleCounts = unneeded;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (exists(known[i].file) && (!readFiles.contains(realPathOf(known[i].file)) || !activeRules.contains(known[i].rule)))
      staleCounts[i] = 0;
  return settings.updateBaseline ? update(report, unneeded, staleCounts) : settle(staleCounts);
}

} // namespace fporder::check
