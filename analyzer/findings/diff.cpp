// Unified diffs of fixed files.
#include "analyzer/findings/apply.h"
#include "runtime/text/shown_text.h"

#include <string_view>

namespace fporder::findings {

namespace {

constexpr std::size_t context = 3;

/// Lines with their ends.
std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    result.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return result;
}

/// Lines [oldBegin, oldEnd) of the old text become [newBegin, newEnd) of the new one.
struct Change {
  std::size_t oldBegin, oldEnd, newBegin, newEnd;
};

/// The next line pair at or behind (i, j) that is equal, nearest first. Fixes change a few lines in place, so that the search is short.
Change nextChange(const std::vector<std::string_view> &before, const std::vector<std::string_view> &after, std::size_t i, std::size_t j) {
  std::size_t limit = (before.size() - i) + (after.size() - j);
  for (std::size_t distance = 1; distance <= limit; ++distance)
    for (std::size_t deleted = distance + 1; deleted-- > 0;) {
      std::size_t inserted = distance - deleted;
      std::size_t oldAt = i + deleted, newAt = j + inserted;
      bool bothEnd = oldAt == before.size() && newAt == after.size();
      if (bothEnd || (oldAt < before.size() && newAt < after.size() && before[oldAt] == after[newAt]))
        return {i, oldAt, j, newAt};
    }
  return {i, before.size(), j, after.size()};
}

std::vector<Change> changes(const std::vector<std::string_view> &before, const std::vector<std::string_view> &after) {
  std::vector<Change> result;
  std::size_t i = 0, j = 0;
  while (i < before.size() || j < after.size()) {
    if (i < before.size() && j < after.size() && before[i] == after[j]) {
      ++i;
      ++j;
      continue;
    }
    result.push_back(nextChange(before, after, i, j));
    i = result.back().oldEnd;
    j = result.back().newEnd;
  }
  return result;
}

std::string rangeText(std::size_t begin, std::size_t end) {
  // GNU diff's form: an empty range names the line before it.
  std::size_t count = end - begin;
  std::string text = std::to_string(count == 0 ? begin : begin + 1);
  return count == 1 ? text : text + "," + std::to_string(count);
}

void emit(std::string &diff, char mark, std::string_view line) {
  (diff += mark) += line;
  if (!line.ends_with('\n'))
    diff += "\n\\ No newline at end of file\n";
}

} // namespace

std::string unifiedDiff(const FixedFile &file) {
  std::vector<std::string_view> before = lines(file.before), after = lines(file.after);
  std::vector<Change> all = changes(before, after);
  if (all.empty())
    return {};
  // A name with a space ends at a tab, or patch would take its end for a date.
  const char *end = file.path.find(' ') == std::string::npos ? "\n" : "\t\n";
  std::string diff = "--- " + fporder::text::patchName("a/" + file.path) + end + "+++ " + fporder::text::patchName("b/" + file.path) + end;
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first;
    while (last + 1 < all.size() && all[last + 1].oldBegin - all[last].oldEnd <= 2 * context)
      ++last;
    std::size_t lead = std::min(context, all[first].oldBegin);
    std::size_t oldBegin = all[first].oldBegin - lead, newBegin = all[first].newBegin - lead;
    std::size_t trail = std::min(context, before.size() - all[last].oldEnd);
    std::size_t oldEnd = all[last].oldEnd + trail, newEnd = all[last].newEnd + trail;
    diff += "@@ -" + rangeText(oldBegin, oldEnd) + " +" + rangeText(newBegin, newEnd) + " @@\n";
    std::size_t at = oldBegin;
    for (std::size_t c = first; c <= last; ++c) {
      for (; at < all[c].oldBegin; ++at)
        emit(diff, ' ', before[at]);
      for (; at < all[c].oldEnd; ++at)
        emit(diff, '-', before[at]);
      for (std::size_t line = all[c].newBegin; line < all[c].newEnd; ++line)
        emit(diff, '+', after[line]);
    }
    for (; at < oldEnd; ++at)
      emit(diff, ' ', before[at]);
    first = last + 1;
  }
  return diff;
}

} // namespace fporder::findings
