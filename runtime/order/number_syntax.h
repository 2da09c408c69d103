// The texts by which numbers are held: see number.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fporder::order {

/// The canonical text of what Number::parse takes; nothing when it is malformed or out of range.
std::optional<std::string> canonicalNumber(std::string_view text);

/// "p+5".
void appendBinaryExponent(std::string &text, long long exponent);

constexpr bool isDecimalDigit(char c) { return c >= '0' && c <= '9'; }

} // namespace fporder::order
