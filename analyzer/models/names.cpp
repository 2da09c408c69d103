#include "analyzer/models/names.h"

#include "runtime/limits/limits.h"

namespace fporder::models {
namespace {

constexpr std::size_t nameLimit = limits::most(limits::Limit::ModelNames);

struct NamePart {
  std::string table;                                             // empty: alternatives written in place
  std::vector<std::pair<std::string, std::string>> alternatives; // text, value
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(separator, start);
    parts.emplace_back(text.substr(start, end - start));
    if (end == std::string_view::npos)
      return parts;
    start = end + 1;
  }
}

/// The pieces of a pattern, or what is wrong with it.
std::variant<std::vector<NamePart>, std::string> piecesOf(std::string_view pattern, const Tables &tables) {
  std::vector<NamePart> pieces;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find_first_of("{}");
    if (open != 0) {
      const std::string plain(pattern.substr(0, open));
      pieces.push_back({"", {{plain, plain}}});
      pattern.remove_prefix(plain.size());
      continue;
    }
    const std::size_t close = pattern.find('}');
    if (pattern.front() == '}' || close == std::string_view::npos)
      return "unbalanced braces in '" + std::string(pattern) + "'";
    const std::string_view inside = pattern.substr(1, close - 1);
    pattern.remove_prefix(close + 1);
    NamePart piece;
    if (inside.find(',') != std::string_view::npos) {
      for (const std::string &alternative : split(inside, ','))
        piece.alternatives.emplace_back(alternative, alternative);
    } else if (const auto table = tables.find(inside); table != tables.end()) {
      piece.table = inside;
      piece.alternatives = table->second;
    } else {
      return "no table '" + std::string(inside) + "'";
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

} // namespace

std::variant<std::vector<ExpandedName>, std::string> expandName(std::string_view pattern, const Tables &tables) {
  auto parsed = piecesOf(pattern, tables);
  if (auto *problem = std::get_if<std::string>(&parsed))
    return std::move(*problem);
  std::vector<ExpandedName> names(1);
  for (const NamePart &piece : std::get<std::vector<NamePart>>(parsed)) {
    std::vector<ExpandedName> longer;
    for (const ExpandedName &name : names)
      for (const auto &[text, value] : piece.alternatives) {
        const auto before = name.chosen.find(piece.table);
        if (before != name.chosen.end() && before->second != value)
          continue;
        ExpandedName next = name;
        next.text += text;
        if (!piece.table.empty())
          next.chosen[piece.table] = value;
        longer.push_back(std::move(next));
        if (longer.size() > nameLimit)
          return "more than " + std::to_string(nameLimit) + " names";
      }
    names = std::move(longer);
  }
  return names;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

bool globMatches(std::string_view glob, std::string_view name) {
  std::size_t g = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = n;
    } else if (g < glob.size() && glob[g] == name[n]) {
      ++g, ++n;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

} // namespace fporder::models
