// Names of a family of calls, written once: alternatives in braces and tables of suffixes.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fporder::models {

/// What stands for a table's name in a call's fields, by the text that stands for it in the call's name.
using Table = std::vector<std::pair<std::string, std::string>>;
using Tables = std::map<std::string, Table, std::less<>>;

struct ExpandedName {
  std::string text;
  std::map<std::string, std::string, std::less<>> chosen; // table -> the chosen row's value
};

/// "_mm{W}_{add,sub}_{P}" with tables W and P: every combination. {a,b} lists alternatives in place; {T} goes through table T; a table named twice
/// takes the same row. A message instead when braces do not match, a table is unknown or there are more than 10,000 names.
std::variant<std::vector<ExpandedName>, std::string> expandName(std::string_view pattern, const Tables &tables);

/// As messages name what is written.
std::string quoted(std::string_view text);

/// Glob with '*' only.
bool globMatches(std::string_view glob, std::string_view name);

} // namespace fporder::models
