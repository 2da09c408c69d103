#include "analyzer/findings/consistency.h"

#include "llvm/Support/Unicode.h"

#include <algorithm>

namespace fporder::findings {

namespace {

std::size_t columns(const std::string &text) {
  const int width = llvm::sys::unicode::columnWidthUTF8(text);
  return width < 0 ? text.size() : static_cast<std::size_t>(width);
}

std::string placeOf(const Region &where) { return where.file + (where.line ? ":" + std::to_string(where.line) : ""); }

std::string verdictOf(const ConformanceEntry &entry) {
  std::string text = entry.verdict + (entry.difference.empty() ? "" : " (" + entry.difference + ")");
  if (entry.verdict == "undecided" || entry.verdict == "different-formula")
    text += ": " + entry.message;
  else if (entry.measured && entry.measured->share > 0)
    text += ", " + measuredSentence(*entry.measured);
  return text;
}

/// Texts padded to the widest of their column, the last one aside.
std::vector<std::string> aligned(const std::vector<std::vector<std::string>> &rows) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string> &row : rows)
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      widths.resize(std::max(widths.size(), i + 1));
      widths[i] = std::max(widths[i], columns(row[i]));
    }
  std::vector<std::string> lines;
  for (const std::vector<std::string> &row : rows) {
    std::string &line = lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i)
      line += row[i] + (i + 1 < row.size() ? std::string(widths[i] - columns(row[i]) + 2, ' ') : "");
    line.erase(line.find_last_not_of(' ') + 1);
  }
  return lines;
}

} // namespace

std::vector<std::string> consistencyTable(std::span<const ConsistencyGroup> groups) {
  if (groups.empty())
    return {"self-consistency: no two functions compute the same or have one name"};
  std::vector<std::vector<std::string>> rows{{"group", "function", "place", "output", "verdict"}};
  for (const ConsistencyGroup &group : groups) {
    rows.push_back({group.name, group.baseFunction, placeOf(group.base), "",
                    group.evidence == "elements" ? "base; other elements of its outputs" : "base; the same " + group.evidence});
    for (const ConsistencyMember &member : group.members)
      for (const ConformanceEntry &entry : member.outputs)
        rows.push_back({"", member.function, placeOf(entry.where.line ? entry.where : member.where), entry.output, verdictOf(entry)});
  }
  std::vector<std::string> lines = aligned(rows);
  lines.insert(lines.begin(), "self-consistency:");
  return lines;
}

} // namespace fporder::findings
