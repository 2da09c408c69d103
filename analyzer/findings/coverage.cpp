#include "analyzer/findings/coverage.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>

namespace fporder::findings {
namespace {

constexpr std::size_t placesNamed = 3;
constexpr unsigned enoughOperations = 10; // of a file of which something should be understood

using Missing = FileCoverage::Missing;
using Reason = std::pair<std::string, std::vector<const Missing *>>;

/// Most frequent first.
std::vector<Reason> reasonsOf(const std::vector<const FileCoverage *> &files) {
  std::map<std::string, std::vector<const Missing *>> byReason;
  for (const FileCoverage *file : files)
    for (const Missing &missing : file->missing)
      byReason[missing.why].push_back(&missing);
  std::vector<Reason> reasons(byReason.begin(), byReason.end());
  std::sort(reasons.begin(), reasons.end(), [](const Reason &left, const Reason &right) {
    return std::pair(right.second.size(), left.first) < std::pair(left.second.size(), right.first);
  });
  return reasons;
}

void appendReasons(std::string &text, const FileCoverage &file) {
  for (const auto &[why, places] : reasonsOf({&file})) {
    text += llvm::formatv("{0,10}  {1}: ", places.size(), why).str();
    for (std::size_t i = 0; i < places.size() && i < placesNamed; ++i)
      text += llvm::formatv("{0}{1}:{2}", i ? ", " : "", places[i]->line, places[i]->column).str();
    text += places.size() > placesNamed ? ", ...\n" : "\n";
  }
}

/// What would have an operation understood that was not for this reason; empty: nothing that a user could do.
std::string cureOf(llvm::StringRef why) {
  static constexpr std::pair<const char *, const char *> cures[] = {
      {"file not found", "-I, or a compile database (-p)"},
      {"unknown type name", "the header that declares it (-I), or -D"},
      {"undeclared identifier", "the header that declares it (-I), or -D"},
      {"no member named", "the header that declares it (-I), or -D"},
      {"no template named", "the header that declares it (-I)"},
      {"expected", "-D for the macros of the build, or a compile database (-p)"},
      {"with errors", "-I and -D, or a compile database (-p)"},
      {"not parsed", "-I and -D, or a compile database (-p)"},
      {"not followed", "a call of it with a body in sight, or a call model (--models)"},
  };
  for (const auto &[part, cure] : cures)
    if (why.contains(part))
      return cure;
  return "";
}

} // namespace

std::string shareText(unsigned part, unsigned whole) {
  if (whole == 0)
    return "-";
  const unsigned tenths = static_cast<unsigned>(std::uint64_t(part) * 1000 / whole);
  return llvm::formatv("{0}.{1} %", tenths / 10, tenths % 10).str();
}

bool isSilent(const FileCoverage &file) { return file.operators >= enoughOperations && file.reached() == 0; }

bool isPoor(const FileCoverage &file) { return isBelow(file, 50); }

bool isBelow(const FileCoverage &file, double percent) { return 100.0 * file.reached() < percent * file.operators; }

std::string shortfall(const FileCoverage &file) {
  std::string text = llvm::formatv("{0} of {1} floating-point operations not understood", file.missing.size(), file.operators).str();
  if (!file.missing.empty())
    text += ", mostly: " + reasonsOf({&file}).front().first;
  return text;
}

std::string reasonsTable(const std::vector<FileCoverage> &files) {
  std::vector<const FileCoverage *> all;
  std::size_t missing = 0;
  for (const FileCoverage &file : files) {
    all.push_back(&file);
    missing += file.missing.size();
  }
  std::string text;
  for (const auto &[why, places] : reasonsOf(all)) {
    const std::string cure = cureOf(why);
    text += llvm::formatv("{0,8} of what is not understood  {1}{2}\n", shareText(unsigned(places.size()), unsigned(missing)), why,
                          cure.empty() ? "" : "; would help: " + cure)
                .str();
  }
  return text;
}

std::string coverageTable(const std::vector<FileCoverage> &files) {
  std::vector<const FileCoverage *> sorted;
  unsigned operators = 0, reached = 0;
  for (const FileCoverage &file : files) {
    sorted.push_back(&file);
    operators += file.operators;
    reached += file.reached();
  }
  const auto share = [](const FileCoverage *file) { return file->operators ? double(file->reached()) / file->operators : 1.0; };
  std::sort(sorted.begin(), sorted.end(), [&](const FileCoverage *left, const FileCoverage *right) {
    return std::pair(share(left), left->file) < std::pair(share(right), right->file);
  });
  std::string text = " operators    in graphs  file\n";
  const auto line = [&](unsigned all, unsigned in, const std::string &name) {
    text += llvm::formatv("{0,10} {1,12}  {2}\n", all, shareText(in, all), name).str();
  };
  for (const FileCoverage *file : sorted) {
    line(file->operators, file->reached(), file->file);
    appendReasons(text, *file);
  }
  line(operators, reached, files.size() == 1 ? "in 1 file" : "in " + std::to_string(files.size()) + " files");
  return text;
}

} // namespace fporder::findings
