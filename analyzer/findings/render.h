// Output formats. Each is one file, formats/NAME.cpp, that defines `extern const Renderer NAMERenderer`; the build collects them by name, so a new
// format is that file and its test.
#pragma once

#include "analyzer/findings/conformance.h"
#include "analyzer/findings/consistency.h"
#include "analyzer/findings/description.h"
#include "analyzer/findings/source_files.h"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace llvm {
class raw_ostream;
}

namespace fporder::findings {

struct RenderOptions {
  bool colour = false;                          // text: decided by the caller from tty, NO_COLOR, CLICOLOR_FORCE; see wantsColour
  bool quiet = false;                           // text: nothing but findings and files that failed
  std::optional<unsigned> foldAfter = 5;        // text: remarks beyond this many in a file become one counted line; nothing: list all
  std::set<std::string> sources;                // text: display names of the sources, whose findings come before those in headers
  std::set<std::string> printed;                // text: display names of the files whose findings have been printed before
  bool allPlaces = false;                       // text: every place of a finding is listed, not only the first lines
  bool listNotAnalysed = false;                 // text: every construct that was not analysed, not only what leaves the result incomplete
  bool listMissing = false;                     // json: every operation that was not understood, not only how many
  bool showSuppressed = false;                  // text: suppressed findings are listed too, marked
  std::function<bool(const Finding &)> asError; // text: findings that --warnings-as-errors names are printed as errors; empty: none
  std::string workingDirectory;                 // sarif: absolute; files below it get URIs relative to SRCROOT
  std::string commandLine;                      // sarif: as started; empty: left out
};

struct RenderInput {
  const Report &report;
  const rules::RuleSet &rules;
  SourceFiles &sources;
  RenderOptions options;
  std::span<const ConformanceEntry> conformance = {};            // of outputs that have a reference
  std::optional<std::span<const ConsistencyGroup>> groups = {};  // with --self-consistency
  std::optional<std::span<const Description>> descriptions = {}; // with --describe
};

struct Renderer {
  std::string_view name;
  std::string_view help; // one clause for --help
  void (*render)(const RenderInput &input, llvm::raw_ostream &stream);
};

/// Every output format, by name.
std::span<const Renderer *const> renderers();
/// Null when there is no such format.
const Renderer *findRenderer(std::string_view name);

/// "2 files, 7 functions, 3 findings (1 warning, 2 remarks, 1 suppressed), 4 constructs not analysed, 1.8 s". Goes to stderr: it holds the time, and
/// stdout is the same for every -j.
std::string summaryLine(const Report &report, std::optional<double> seconds);

/// What the header search found, in a line; empty when it found nothing.
std::string foundHeadersLine(const Report &report);

/// A table of findings per rule, most frequent first; empty when there are none.
std::string statisticsTable(const Report &report);

/// NO_COLOR (non-empty) wins over CLICOLOR_FORCE (non-zero), which wins over `isTerminal`.
bool wantsColour(bool isTerminal);

} // namespace fporder::findings
