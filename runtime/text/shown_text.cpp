#include "runtime/text/shown_text.h"

#include <algorithm>

namespace fporder::text {

namespace {

constexpr char digits[] = "0123456789ABCDEF";
constexpr std::string_view replacementCharacter = "\xEF\xBF\xBD";

bool isContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

bool isPlain(char c) { return c >= ' ' && c < 0x7f; }

std::string hex(char32_t value, unsigned width) {
  std::string text(width, '0');
  for (unsigned i = width; i-- > 0; value >>= 4)
    text[i] = digits[value & 15];
  return text;
}

void appendEscaped(std::string &out, const Character &character) {
  if (character.valid && character.code == '\n')
    out += "\\n";
  else if (character.valid && character.code == '\t')
    out += "\\t";
  else if (character.valid && character.code == '\r')
    out += "\\r";
  else if (!character.valid || character.code < 0x80)
    out += "\\x" + hex(static_cast<unsigned char>(character.bytes[0]), 2);
  else
    out += "\\u" + hex(character.code, character.code > 0xFFFF ? 6 : 4);
}

void appendLine(std::string &out, std::string_view text, bool tabs) {
  if (const std::size_t start = text.find_first_not_of(" \t\r\v\f"); start != std::string_view::npos && text.substr(start).starts_with("::")) {
    // What is before it is kept.
    out += shownLine(text.substr(0, start));
    out += '\\';
    text.remove_prefix(start);
  }
  while (!text.empty()) {
    const std::size_t plain = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isPlain) - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty())
      return;
    const Character character = firstCharacter(text);
    if (character.valid && (!isControl(character.code) || (tabs && character.code == '\t')))
      out += character.bytes;
    else
      appendEscaped(out, character);
    text.remove_prefix(character.bytes.size());
  }
}

} // namespace

Character firstCharacter(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80)
    return {text.substr(0, 1), lead, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length || !std::all_of(text.begin() + 1, text.begin() + std::ptrdiff_t(length), isContinuation))
    return {text.substr(0, 1), 0, false};
  char32_t code = lead & (0xFF >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
    return {text.substr(0, 1), 0, false};
  return {text.substr(0, length), code, true};
}

bool isControl(char32_t code) {
  if (code < 0x20 || (code >= 0x7F && code < 0xA0))
    return true;
  const bool directs = code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return directs || code == 0x2028 || code == 0x2029 || (code & 0xFFFE) == 0xFFFE;
}

std::string shownLine(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  appendLine(out, text, /*tabs=*/false);
  return out;
}

std::string shownLines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
    end = text.find('\n');
    appendLine(out, text.substr(0, end), /*tabs=*/true);
    if (end == std::string_view::npos)
      return out;
    out += '\n';
  }
  return out;
}

std::string quotedEscapes(std::string_view document) {
  std::string out;
  out.reserve(document.size());
  while (!document.empty()) {
    const std::size_t plain = static_cast<std::size_t>(
        std::find_if_not(document.begin(), document.end(), [](char c) { return isPlain(c) || c == '\n'; }) - document.begin());
    out += document.substr(0, plain);
    document.remove_prefix(plain);
    if (document.empty())
      break;
    const Character character = firstCharacter(document);
    if (!character.valid)
      out += replacementCharacter;
    else if (character.code < 0x7F || !isControl(character.code) || character.code > 0xFFFF) // beyond: noncharacters, which are harmless
      out += character.bytes;
    else
      out += "\\u" + hex(character.code, 4);
    document.remove_prefix(character.bytes.size());
  }
  return out;
}

std::string patchName(const std::string &name) {
  std::string quoted = "\"";
  bool plain = true;
  for (std::string_view rest = name; !rest.empty();) {
    const Character character = firstCharacter(rest);
    if (character.valid && (character.code == '"' || character.code == '\\'))
      (quoted += '\\') += character.bytes;
    else if (character.valid && !isControl(character.code))
      quoted += character.bytes;
    else
      for (const char c : character.bytes) {
        const unsigned byte = static_cast<unsigned char>(c);
        std::string octal = "\\";
        for (const unsigned digit : {byte >> 6, byte >> 3 & 7, byte & 7})
          octal += digits[digit];
        quoted += octal;
      }
    plain &= character.valid && character.code != '"' && character.code != '\\' && !isControl(character.code);
    rest.remove_prefix(character.bytes.size());
  }
  return plain ? name : quoted + '"';
}

std::string printable(std::string_view text, std::string_view replacement) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = firstCharacter(text);
    if (!character.valid)
      out += replacementCharacter;
    else if (isControl(character.code) && character.code != '\n' && character.code != '\t')
      out += replacement;
    else
      out += character.bytes;
    text.remove_prefix(character.bytes.size());
  }
  return out;
}

} // namespace fporder::text
