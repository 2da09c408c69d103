// --baseline, --write-baseline, --prune-baseline, --update-baseline and --check-baseline.
#pragma once

#include "analyzer/check/analysis.h"
#include "analyzer/check/options.h"
#include "analyzer/findings/baseline.h"

#include <optional>
#include <set>
#include <string>

namespace fporder::check {

class BaselineFiles {
public:
  BaselineFiles(const IncrementalSettings &given, std::string directory) : settings(given), workingDirectory(std::move(directory)) {}

  /// Reads the baseline; false after printing what is wrong with it.
  bool load();
  /// Marks known findings of a complete report, and writes what was asked for; false after printing an error when that was not possible. Entries are
  /// stale that no finding needs, though their file was analysed with their rule, or is gone.
  bool apply(findings::Report &report, const std::set<std::string> &readFiles, const std::set<std::string> &activeRules);
  /// Marks the findings of a complete report that the baseline knows, and writes nothing.
  void mark(findings::Report &report) const;
  /// --check-baseline has found stale entries; they were printed.
  bool hasStaleEntries() const { return stale; }

private:
  std::string nameIn(const std::string &baselineFile, const std::string &file) const;
  std::string realPathOf(const std::string &entryFile) const;
  bool write(const std::string &file, const findings::Baseline &entries) const;
  bool writeAll(findings::Report &report) const;
  /// `unneeded`: for each known entry, how many of it are stale.
  bool settle(const std::vector<unsigned> &unneeded);
  /// Rewrites the baseline: what it knows of the report in this version's words, and the entries that were not looked at.
  bool update(const findings::Report &report, const std::vector<unsigned> &unneeded, const std::vector<unsigned> &stale) const;
  void nameStale(const std::vector<unsigned> &unneeded) const;

  const IncrementalSettings &settings;
  std::string workingDirectory;
  findings::Baseline known;
  bool stale = false;
};

} // namespace fporder::check
