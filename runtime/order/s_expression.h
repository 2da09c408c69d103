// S-expressions as FPCore writes them, read into one flat array: nesting costs memory, not stack.
#pragma once

#include "runtime/order/infix.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace fporder::order {

struct SExpression {
  enum class Kind : std::uint8_t { List, Symbol, Number, String };
  Kind kind = Kind::List;
  std::size_t offset = 0;
  std::string_view text;               // as written, a string's quotes off and its escapes in place
  std::vector<std::uint32_t> children; // List: indices into the array
};

/// Reads the first expression of `text` and requires that nothing but space and comments (";" to the end of the line) follows it. The root is the
/// last element. Brackets may be used for parentheses. Limit: 10^6 tokens.
Parsed<std::vector<SExpression>> readSExpression(std::string_view text);

/// The characters that a String's text stands for.
std::string unescaped(std::string_view text);

/// `text` as a string literal.
std::string escaped(std::string_view text);

} // namespace fporder::order
