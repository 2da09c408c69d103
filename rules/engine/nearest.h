// "Did you mean": the closest of a list of known words.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace fporder::rules {

/// The candidate with the least edit distance to `word`, or "" when none is within a third of the word's length.
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);

/// " (did you mean 'X'?)", or "" when nothing is near.
std::string didYouMean(std::string_view word, std::span<const std::string_view> candidates);

} // namespace fporder::rules
