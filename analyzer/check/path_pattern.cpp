#include "analyzer/check/path_pattern.h"

#include "analyzer/findings/config.h"

namespace fporder::check {

namespace {

/// A character, or a star.
struct Part {
  char character = 0; // 0: a star
  bool deep = false;  // of a star: / as well
};

std::vector<Part> partsOf(llvm::StringRef pattern) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '*') {
      parts.push_back({pattern[i]});
      continue;
    }
    const std::size_t end = std::min(pattern.find_first_not_of('*', i), pattern.size());
    parts.push_back({0, end - i > 1});
    i = end - 1;
  }
  return parts;
}

} // namespace

std::optional<std::vector<std::string>> matchedStars(llvm::StringRef pattern, llvm::StringRef path) {
  const std::vector<Part> parts = partsOf(pattern);
  const std::size_t width = path.size() + 1;
  std::vector<bool> ends((parts.size() + 1) * width, false); // [part][character]: the rest of the pattern matches the rest of the path
  ends[parts.size() * width + path.size()] = true;
  const auto takes = [&](const Part &part, char character) { return part.character ? part.character == character : part.deep || character != '/'; };
  for (std::size_t i = parts.size(); i-- > 0;)
    for (std::size_t j = width; j-- > 0;) {
      const bool here = j < path.size() && takes(parts[i], path[j]);
      ends[i * width + j] =
          parts[i].character ? here && ends[(i + 1) * width + j + 1] : ends[(i + 1) * width + j] || (here && ends[i * width + j + 1]);
    }
  if (!ends[0])
    return std::nullopt;
  std::vector<std::string> stars;
  std::size_t at = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t begin = at;
    while (!parts[i].character && !ends[(i + 1) * width + at])
      ++at;
    if (parts[i].character)
      ++at;
    else
      stars.push_back(path.slice(begin, at).str());
  }
  return stars;
}

std::string withStars(llvm::StringRef text, const std::vector<std::string> &stars) {
  const std::vector<Part> parts = partsOf(text);
  std::size_t star = stars.size() - findings::starsIn({text.data(), text.size()});
  std::string result;
  for (const Part &part : parts)
    result += part.character ? std::string(1, part.character) : stars[star++];
  return result;
}

} // namespace fporder::check
