// Text from sources, file names and options as it may be shown: whatever it holds, it moves no cursor, changes no colour, reorders no line, ends no
// line early and is no workflow command of a CI server. What is escaped: control characters (C0, DEL, C1), the characters that direct bidirectional
// text, line and paragraph separators, noncharacters, and bytes that are not UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace fporder::text {

/// One character of a text: its bytes, and its code point where they are valid UTF-8.
struct Character {
  std::string_view bytes; // one byte when invalid
  char32_t code = 0;
  bool valid = false;
};

/// The character at the front of `text`, which is not empty.
Character firstCharacter(std::string_view text);

/// Whether a character is never shown as it is; newline and tab are among these.
bool isControl(char32_t code);

/// One line: "\n", "\t", "\x1B", "\u202E" in place of what is escaped, and a backslash before a leading "::", which GitHub and others would obey.
std::string shownLine(std::string_view text);

/// Several lines, each as shownLine's but with its tabs.
std::string shownLines(std::string_view text);

/// A JSON or YAML text whose strings hold no such character: "\u009B" in place of one. Both have them in quoted strings only, where that means the
/// same.
std::string quotedEscapes(std::string_view document);

/// A file name of a patch, as git and patch read it: in quotes with C's escapes where it holds what shownLine escapes, a quote or a backslash.
std::string patchName(const std::string &name);

/// Valid UTF-8 without control characters but newline and tab; `replacement` in the place of each other one, U+FFFD in that of invalid bytes.
std::string printable(std::string_view text, std::string_view replacement);

} // namespace fporder::text
