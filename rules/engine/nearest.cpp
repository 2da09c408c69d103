#include "rules/engine/nearest.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace fporder::rules {

namespace {

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
std::size_t editDistance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before, previous, row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    before = std::exchange(previous, row);
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      std::size_t replaced = previous[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, row[j - 1] + 1, previous[j] + 1});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

} // namespace

std::string nearest(std::string_view word, std::span<const std::string_view> candidates) {
  // A word longer than any we know by this much is no misspelling, and the distance below is quadratic.
  if (word.size() > limits::most(limits::Limit::ComparedWord))
    return {};
  std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string_view found;
  for (std::string_view candidate : candidates) {
    std::size_t distance = editDistance(word, candidate);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return std::string(found);
}

std::string didYouMean(std::string_view word, std::span<const std::string_view> candidates) {
  std::string found = nearest(word, candidates);
  return found.empty() ? std::string() : " (did you mean '" + found + "'?)";
}

} // namespace fporder::rules
