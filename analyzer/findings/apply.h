// Fixes on their way to files: chosen, checked for overlap, shown as a diff, written, or exported for clang-apply-replacements.
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"

#include <functional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace fporder::findings {

enum class FixSelection : std::uint8_t {
  Evidence, // --fix: fixes of class "evidence"
  All,      // --fix=all: the on-demand ones too
};

/// One file before and after its fixes.
struct FixedFile {
  std::string path; // as shown
  std::string realPath;
  std::string before, after;
  unsigned applied = 0;               // fixes
  unsigned skipped = 0;               // fixes that overlap one before them
  std::vector<std::size_t> settled{}; // indices into the report of the findings that are gone once it is written; several may share a fix
};

/// The fixes of unsuppressed findings, applied in memory: each file once, however many names it has; of overlapping fixes the first in the file's
/// order. Line ends stay as they are. Files without a fix to apply are left out; sorted by path.
std::vector<FixedFile> planFixes(const Report &report, SourceFiles &sources, FixSelection selection);

/// A unified diff with three lines of context, "a/PATH" against "b/PATH".
std::string unifiedDiff(const FixedFile &file);

struct ApplyResult {
  unsigned files = 0, fixes = 0, skipped = 0;
  std::vector<std::size_t> settled;  // of the files written
  std::vector<std::string> problems; // a file that could not be written, or was put back because it no longer compiled
};

/// Writes each file atomically, keeping its permissions, and asks `stillParses` with its path; a file that does not is put back. A file whose content
/// is no longer what was analysed is left alone.
ApplyResult applyFixes(const std::vector<FixedFile> &files, const std::function<bool(const std::string &path)> &stillParses);

/// Findings with their fixes as clang::tooling::TranslationUnitDiagnostics YAML, which clang-apply-replacements and editors read.
void exportFixes(const Report &report, SourceFiles &sources, FixSelection selection, llvm::raw_ostream &stream);

} // namespace fporder::findings
