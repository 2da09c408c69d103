// The command line of fporder-check as plain data.
//
// The grammar is clang-tidy's (so that build systems and editors which call clang-tidy can call fporder-check instead), with additions. Nothing else
// in the program knows about llvm::cl.
#pragma once

#include "analyzer/check/expressions.h"
#include "analyzer/check/incremental_options.h"
#include "analyzer/check/messages.h"
#include "analyzer/check/reference_options.h"
#include "analyzer/findings/config.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

/// What the process exits with; when several apply, the first of UsageError, ToolFailure, Findings, Clean wins.
enum class ExitStatus : int {
  Clean = 0,
  Findings = 1,    // findings at or above --fail-on
  UsageError = 2,  // usage or configuration
  ToolFailure = 3, // a requested file produced no graph at all, or the tool failed on it; with --strict, anything not analysed
};

using findings::FailOn;
enum class FixMode { None, Evidence, All };
enum class Listing { None, Text, Json };

struct OutputFormat {
  std::string name; // of a renderer
  std::string file; // empty: standard output
};

struct LineRange {
  unsigned first = 0, last = 0; // inclusive
};

/// Findings are reported only in files whose path ends in `name`, and there only on `lines` if any are given.
struct LineFilterEntry {
  std::string name;
  std::vector<LineRange> lines;
};

/// Measuring each finding's orders, and on which values.
struct MeasureSettings {
  bool enabled = false;
  std::vector<std::string> files;         // --measure=FILE: arrays bound by their own names
  std::vector<std::string> data;          // --data [FUNCTION.]NAME=FILE[:dtype[:shape]]
  std::vector<std::string> ranges;        // --range NAME=[lo,hi]
  std::vector<std::string> distributions; // --dist NAME=lognormal(0,1)
  std::vector<std::string> functions;     // --measure-function: whose values are measured as a whole, with or without a finding
  bool listInputs = false;                // --list-inputs, instead of figures
  std::string criteria;                   // --criteria NAME[:param=value,...][;...]
  std::uint64_t samples = 100'000;
  bool samplesGiven = false;
  std::uint64_t seed = 1;
  std::string machine;        // --machine: a name of measure::machines(); empty: operation counts only
  bool singleSamples = false; // for plots
};

/// --shard: a part of the work, of which the others are done elsewhere.
struct ShardSettings {
  unsigned index = 1, count = 1; // from 1
  std::string file;              // empty: named by the two
};

struct Options {
  std::vector<std::string> commandLine; // as given, response files expanded
  std::vector<std::string> sources;
  std::string buildPath;                              // -p
  std::optional<std::vector<std::string>> fixedFlags; // everything after --
  std::vector<std::string> extraArgs, extraArgsBefore, removedArgs;
  std::string resourceDirectory;

  std::string rules; // clang-tidy globs; empty: as configured
  std::vector<std::string> ruleDirectories;
  std::vector<std::string> modelDirectories;
  std::string warningsAsErrors;
  std::optional<std::string> headerFilter, excludeHeaderFilter;
  std::vector<LineFilterEntry> lineFilter;
  std::string config, configFile;
  bool noConfig = false;
  bool noHeaderSearch = false;
  bool noRepairs = false; // sources are parsed as they are: see source_repairs.h
  bool noWake = false;    // inactive code stays inactive
  bool mayAlias = false;  // arrays reached through different pointers may overlap

  std::vector<OutputFormat> formats;
  FixMode fix = FixMode::None;
  bool fixErrors = false;
  bool diff = false;
  std::string exportFixes;
  std::optional<bool> useColor;
  bool quiet = false;
  bool statistics = false;
  bool allRemarks = false;
  bool allPlaces = false; // every place of a finding is listed
  std::optional<FailOn> failOn;
  std::vector<std::string> failOnVerdicts; // of comparisons, beside those that are warnings
  ReferenceSettings references;
  std::optional<rules::Severity> level; // the least that is reported
  bool strict = false;
  unsigned jobs = 0; // 0: one for each processor
  bool dumpGraph = false;
  bool coverage = false;             // every file, with what was not understood
  std::optional<double> minCoverage; // per cent
  bool listNotAnalysed = false;
  MeasureSettings measure;
  ExpressionSettings expressions; // --expr, instead of sources
  std::string shadowReport;       // --shadow-report, instead of sources
  IncrementalSettings incremental;
  std::optional<ShardSettings> shard;

  std::string explain; // a rule's slug or id
  Listing listRules = Listing::None;
  bool listChecks = false;
  bool asTidy = false; // called in clang-tidy's place: see tidy_call.h
  bool allowNoRules = false;
  std::optional<bool> reportUnusedSuppressions;
};

/// Either options to run with, or the status to exit with at once (help and version asked for, or a mistake already reported on stderr).
struct ParsedCommandLine {
  std::optional<Options> options;
  ExitStatus status = ExitStatus::Clean;
};

ParsedCommandLine parseCommandLine(int argc, const char *const *argv);

} // namespace fporder::check
