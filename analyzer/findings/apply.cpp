#include "analyzer/findings/apply.h"

#include "analyzer/findings/input_text.h"
#include "analyzer/findings/quoted_stream.h"
#include "analyzer/findings/resolved_path.h"
#include "runtime/file/output.h"

#include "clang/Tooling/Core/Diagnostic.h"
#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

namespace fporder::findings {

namespace {

bool selected(const Finding &finding, FixSelection selection) {
  return finding.fix && !finding.fix->edits.empty() && !finding.suppression && (selection == FixSelection::All || isAppliedByFix(*finding.fix));
}

/// All edits of a fix, or none when one overlaps what is already there. Edits of a fix outside `file` make it nobody's.
bool add(clang::tooling::Replacements &replacements, const Fix &fix, const std::string &path) {
  clang::tooling::Replacements trial = replacements;
  for (const Edit &edit : fix.edits) {
    if (edit.where.file != fix.edits.front().where.file || edit.endOffset < edit.beginOffset)
      return false;
    if (llvm::Error error = trial.add({path, edit.beginOffset, edit.endOffset - edit.beginOffset, edit.text})) {
      llvm::consumeError(std::move(error));
      return false;
    }
  }
  replacements = std::move(trial);
  return true;
}

/// The same fix under another name of the file, or seen in another unit.
bool known(const std::vector<const Fix *> &fixes, const Fix &fix) {
  return std::any_of(fixes.begin(), fixes.end(), [&](const Fix *other) {
    return std::equal(other->edits.begin(), other->edits.end(), fix.edits.begin(), fix.edits.end(), [](const Edit &left, const Edit &right) {
      return left.beginOffset == right.beginOffset && left.endOffset == right.endOffset && left.text == right.text;
    });
  });
}

struct Plan {
  std::string path; // as shown
  std::vector<const Fix *> fixes;
  std::vector<std::size_t> settled;
  clang::tooling::Replacements replacements;
  unsigned skipped = 0;
};

/// Keyed by real path. Where fixes overlap, those with evidence go first.
std::map<std::string, Plan> plans(const Report &report, FixSelection selection) {
  std::vector<const Finding *> candidates;
  for (const Finding &finding : report.findings)
    if (selected(finding, selection))
      candidates.push_back(&finding);
  std::sort(candidates.begin(), candidates.end(), [](const Finding *left, const Finding *right) {
    const bool first = isAppliedByFix(*left->fix), second = isAppliedByFix(*right->fix);
    return first != second ? first : left < right; // addresses in one vector: the order of the report
  });
  std::map<std::string, Plan> byFile;
  for (const Finding *candidate : candidates) {
    const Finding &finding = *candidate;
    const std::string &path = finding.fix->edits.front().where.file;
    std::string real = resolvedPath(path);
    Plan &plan = byFile.try_emplace(real, Plan{path, {}, {}, {}, 0}).first->second;
    const bool repeated = known(plan.fixes, *finding.fix);
    if (!repeated && !add(plan.replacements, *finding.fix, real)) {
      ++plan.skipped;
      continue;
    }
    if (!repeated)
      plan.fixes.push_back(&*finding.fix);
    plan.settled.push_back(static_cast<std::size_t>(candidate - report.findings.data()));
  }
  return byFile;
}

/// Writes through a temporary file beside `path` that takes its place in one step; the reason when it cannot.
std::optional<std::string> writeAtomically(const std::string &path, const std::string &text) {
  const std::optional<Error> error = fporder::file::replaceFile(path, text);
  return error ? std::optional(error->message) : std::nullopt;
}

/// Whether every fix was made for this text.
bool forText(const Plan &plan, std::string_view text) {
  const std::string hash = contentHash(text);
  return std::all_of(plan.fixes.begin(), plan.fixes.end(), [&](const Fix *fix) { return fix->analysed == hash; });
}

} // namespace

std::vector<FixedFile> planFixes(const Report &report, SourceFiles &sources, FixSelection selection, std::vector<std::string> *changed) {
  std::vector<FixedFile> files;
  for (auto &[real, plan] : plans(report, selection)) {
    const SourceFile *source = sources.find(plan.path);
    if (!source || plan.fixes.empty())
      continue;
    if (!forText(plan, source->text())) {
      if (changed)
        changed->push_back(plan.path);
      continue;
    }
    FixedFile file;
    file.path = plan.path;
    file.realPath = real;
    file.before = std::string(source->text());
    llvm::Expected<std::string> after = clang::tooling::applyAllReplacements(file.before, plan.replacements);
    if (!after) {
      llvm::consumeError(after.takeError());
      continue;
    }
    file.after = std::move(*after);
    file.applied = static_cast<unsigned>(plan.fixes.size());
    file.skipped = plan.skipped;
    file.settled = std::move(plan.settled);
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(), [](const FixedFile &left, const FixedFile &right) { return left.path < right.path; });
  return files;
}

ApplyResult applyFixes(const std::vector<FixedFile> &files, const SourceTree &tree) {
  ApplyResult result;
  for (const FixedFile &file : files) {
    if (const std::string objection = tree.objection(file.path, file.realPath, file.before); !objection.empty()) {
      result.problems.push_back(file.path + ": " + objection + "; not fixed");
      continue;
    }
    if (const std::optional<std::string> problem = writeAtomically(file.realPath, file.after)) {
      result.problems.push_back(file.path + ": cannot be written: " + *problem);
      continue;
    }
    ++result.files;
    result.fixes += file.applied;
    result.settled.insert(result.settled.end(), file.settled.begin(), file.settled.end());
  }
  return result;
}

void exportFixes(const Report &report, SourceFiles &sources, FixSelection selection, llvm::raw_ostream &stream) {
  clang::tooling::TranslationUnitDiagnostics unit;
  for (const Finding &finding : report.findings) {
    if (finding.suppression)
      continue;
    std::string path = resolvedPath(finding.where.file);
    const SourceFile *source = sources.find(finding.where.file);
    clang::tooling::DiagnosticMessage message(finding.message);
    message.FilePath = path;
    message.FileOffset = source ? static_cast<unsigned>(source->offset(finding.where.line, finding.where.column)) : 0;
    if (selected(finding, selection)) {
      clang::tooling::Replacements replacements;
      if (add(replacements, *finding.fix, path))
        message.Fix[path] = std::move(replacements);
    }
    auto level = finding.severity == rules::Severity::Warning ? clang::tooling::Diagnostic::Warning : clang::tooling::Diagnostic::Remark;
    unit.Diagnostics.emplace_back("fporder-" + finding.rule, message, llvm::SmallVector<clang::tooling::DiagnosticMessage, 1>(), level,
                                  llvm::sys::path::parent_path(path));
  }
  unit.MainSourceFile = report.findings.empty() ? "" : resolvedPath(report.findings.front().where.file);
  QuotedStream quoted(stream);
  llvm::yaml::Output yaml(quoted);
  yaml << unit;
}

} // namespace fporder::findings
