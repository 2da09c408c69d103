#include "analyzer/findings/snippet.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace fporder::findings;

namespace {

/// A line of letters, tabs and wide characters.
std::string randomLine(std::mt19937 &random, std::size_t pieces) {
  std::string line;
  for (std::size_t i = 0; i < pieces; ++i)
    line += random() % 9 == 0   ? "\t"
            : random() % 7 == 0 ? "\xE6\x95\xB0"
            : random() % 5 == 0 ? "\xC3\xA9"
                                : std::string(1, char('a' + random() % 26));
  return line;
}

} // namespace

TEST_CASE("many snippets of one line are those that one by one are made") {
  std::mt19937 random(7);
  for (const std::size_t pieces : {3U, 200U, 5000U}) {
    SourceFiles sources;
    const std::string line = randomLine(random, pieces);
    sources.set("a.cpp", "first\n" + line + "\nlast\n");
    Snippets together(sources);
    for (unsigned i = 0; i < 40; ++i) {
      std::size_t at = random() % line.size();
      while ((static_cast<unsigned char>(line[at]) & 0xC0) == 0x80) // inside a character
        --at;
      const auto column = static_cast<std::uint32_t>(at + 1);
      const Region caret{"a.cpp", 2, column, 2, column + 1}, range{"a.cpp", 2, column > 9 ? column - 9 : 1, 2, column + 5};
      const Snippet one = Snippets(sources).of(caret, range), many = together.of(caret, range);
      CHECK(one.line == many.line);
      CHECK(one.marks == many.marks);
      CHECK(one.marks.find('^') != std::string::npos);
    }
  }
}
