#include "runtime/file/nesting.h"

#include <algorithm>
#include <vector>

namespace fporder::file {

std::optional<std::size_t> jsonDeeperThan(std::string_view text, std::size_t most) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted) {
      at += c == '\\'; // what is escaped ends no string
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > most)
        return at;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return std::nullopt;
}

namespace {

class YamlLevels {
public:
  YamlLevels(std::string_view yaml, std::size_t limit) : text(yaml), most(limit) {}

  std::optional<std::size_t> search() {
    while (at < text.size()) {
      const std::size_t begin = at, end = std::min(text.find('\n', at), text.size());
      if (takeIndicators(begin, end) || takeBrackets(end))
        return at;
      at = end + 1;
    }
    return std::nullopt;
  }

private:
  bool tooDeep() const { return indents.size() + flow > most; }

  /// The indentation and what opens collections on the same line: "- - ? key". Levels of the same or a smaller column end here.
  bool takeIndicators(std::size_t begin, std::size_t end) {
    bool first = true;
    for (;;) {
      while (at < end && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r'))
        ++at;
      if (at == end || text[at] == '#') { // a comment opens nothing
        at = end;
        return false;
      }
      const std::size_t column = at - begin;
      while (first && !indents.empty() && indents.back() >= column)
        indents.pop_back();
      first = false;
      indents.push_back(column);
      if (tooDeep())
        return true;
      const bool indicator = (text[at] == '-' || text[at] == '?') && (at + 1 == end || text[at + 1] == ' ' || text[at + 1] == '\t');
      if (!indicator)
        return false;
      ++at;
    }
  }

  bool takeBrackets(std::size_t end) {
    for (; at < end; ++at)
      if (text[at] == '[' || text[at] == '{') {
        ++flow;
        if (tooDeep())
          return true;
      } else if ((text[at] == ']' || text[at] == '}') && flow > 0) {
        --flow;
      }
    return false;
  }

  std::string_view text;
  std::size_t most, at = 0, flow = 0;
  std::vector<std::size_t> indents;
};

} // namespace

std::optional<std::size_t> yamlDeeperThan(std::string_view text, std::size_t most) { return YamlLevels(text, most).search(); }

} // namespace fporder::file
