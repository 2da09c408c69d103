// Fixes on their way to files: chosen, checked for overlap, shown as a diff, written, or exported for clang-apply-replacements.
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/source_files.h"
#include "analyzer/findings/source_tree.h"

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
/// order. Line ends stay as they are. Files without a fix to apply are left out; sorted by path. A fix is for the bytes that were analysed: where the
/// text in `sources` is another one, the file is named in `changed`, when given, and has no plan.
std::vector<FixedFile> planFixes(const Report &report, SourceFiles &sources, FixSelection selection, std::vector<std::string> *changed = nullptr);

/// A unified diff with three lines of context, "a/PATH" against "b/PATH".
std::string unifiedDiff(const FixedFile &file);

struct ApplyResult {
  unsigned files = 0, fixes = 0;
  std::vector<std::size_t> settled;  // of the files written
  std::vector<std::string> problems; // a file that was left alone, or could not be written: "a.c: has 2 hard links; not fixed"
};

/// Writes each file beside itself and renames it into place, keeping its permissions. Immediately before, the file is opened once more: one that
/// `tree` objects to, or whose bytes are not FixedFile::before, is left alone. Whoever writes to the file between that look and the rename (the time
/// it takes to write the new text) loses what they wrote: no system call replaces a file only if it is still the same.
ApplyResult applyFixes(const std::vector<FixedFile> &files, const SourceTree &tree);

/// Findings with their fixes as clang::tooling::TranslationUnitDiagnostics YAML, which clang-apply-replacements and editors read.
void exportFixes(const Report &report, SourceFiles &sources, FixSelection selection, llvm::raw_ostream &stream);

} // namespace fporder::findings
