#include "analyzer/findings/coverage.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>

namespace fporder::findings {
namespace {

constexpr std::size_t placesNamed = 3;

void appendReasons(std::string &text, const FileCoverage &file) {
  std::map<std::string, std::vector<const FileCoverage::Missing *>> byReason;
  for (const FileCoverage::Missing &missing : file.missing)
    byReason[missing.why].push_back(&missing);
  std::vector<std::pair<std::string, std::vector<const FileCoverage::Missing *>>> reasons(byReason.begin(), byReason.end());
  std::sort(reasons.begin(), reasons.end(), [](const auto &left, const auto &right) {
    return std::pair(right.second.size(), left.first) < std::pair(left.second.size(), right.first);
  });
  for (const auto &[why, places] : reasons) {
    text += llvm::formatv("{0,10}  {1}: ", places.size(), why).str();
    for (std::size_t i = 0; i < places.size() && i < placesNamed; ++i)
      text += llvm::formatv("{0}{1}:{2}", i ? ", " : "", places[i]->line, places[i]->column).str();
    text += places.size() > placesNamed ? ", ...\n" : "\n";
  }
}

} // namespace

std::string shareText(unsigned part, unsigned whole) {
  if (whole == 0)
    return "-";
  const unsigned tenths = static_cast<unsigned>(std::uint64_t(part) * 1000 / whole);
  return llvm::formatv("{0}.{1} %", tenths / 10, tenths % 10).str();
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
