// The grammar of suppressing comments: from a comment's text to what it asks for. See suppressions.h for the forms.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::findings {

struct Directive {
  enum class Kind : std::uint8_t { NoLint, NextLine, Begin, End, Allow, Malformed };
  Kind kind = Kind::NoLint;
  std::size_t offset = 0;         // of the keyword in the comment
  std::size_t length = 0;         // of the whole directive
  bool listed = false;            // a list in parentheses was given
  std::vector<std::string> names; // of the list, as written: globs for NOLINT, slugs for allow
  std::string reason;
  std::string problem; // of a malformed one: lower case, no final period
};

std::vector<Directive> parseDirectives(std::string_view comment);

/// clang-tidy's glob list: the last glob that matches decides, a leading '-' takes out.
bool matchesGlobs(const std::vector<std::string> &globs, std::string_view name);

} // namespace fporder::findings
