#include "runtime/compare/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace fporder::compare {

namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text`; 0 where there is none.
std::size_t utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
  if (length == 0 || length > text.size())
    return 0;
  for (std::size_t at = 1; at < length; ++at)
    if ((byte(at) & 0xc0) != 0x80)
      return 0;
  const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  const bool outside = (lead == 0xed && byte(1) > 0x9f) || (lead == 0xf4 && byte(1) > 0x8f);
  return overlong || outside ? 0 : length;
}

} // namespace

void JsonWriter::place(std::string_view key) {
  if (empty.empty())
    return;
  output += empty.back() ? "\n" : ",\n";
  empty.back() = false;
  output.append(2 * empty.size(), ' ');
  if (!key.empty()) {
    quoted(key);
    output += ": ";
  }
}

void JsonWriter::close(char bracket) {
  const bool nothing = empty.back();
  empty.pop_back();
  if (!nothing) {
    output += '\n';
    output.append(2 * empty.size(), ' ');
  }
  output += bracket;
}

void JsonWriter::beginObject(std::string_view key) {
  place(key);
  output += '{';
  empty.push_back(true);
}

void JsonWriter::endObject() { close('}'); }

void JsonWriter::beginArray(std::string_view key) {
  place(key);
  output += '[';
  empty.push_back(true);
}

void JsonWriter::endArray() { close(']'); }

void JsonWriter::quoted(std::string_view value) {
  output += '"';
  while (!value.empty()) {
    const char c = value[0];
    const std::size_t length = utf8Length(value);
    if (length == 0) {
      output += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      output += '\\';
      output += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr std::string_view digits = "0123456789abcdef";
      output += "\\u00";
      output += digits[static_cast<unsigned char>(c) >> 4];
      output += digits[static_cast<unsigned char>(c) & 15];
    } else {
      output += value.substr(0, length);
    }
    value.remove_prefix(length == 0 ? 1 : length);
  }
  output += '"';
}

void JsonWriter::text(std::string_view key, std::string_view value) {
  place(key);
  quoted(value);
}

void JsonWriter::number(std::string_view key, double value) {
  place(key);
  if (!std::isfinite(value)) {
    quoted(std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
    return;
  }
  std::array<char, 32> digits;
  output.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void JsonWriter::count(std::string_view key, std::size_t value) {
  place(key);
  output += std::to_string(value);
}

void JsonWriter::boolean(std::string_view key, bool value) {
  place(key);
  output += value ? "true" : "false";
}

void JsonWriter::null(std::string_view key) {
  place(key);
  output += "null";
}

void JsonWriter::element(std::string_view value) { text({}, value); }

void JsonWriter::element(std::size_t value) { count({}, value); }

std::string JsonWriter::take() { return std::move(output) + "\n"; }

} // namespace fporder::compare
