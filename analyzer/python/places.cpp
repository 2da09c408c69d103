#include "analyzer/python/places.h"

#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace fporder::python {

Places::Places(std::string fileName, llvm::StringRef scriptText) : name(std::move(fileName)), text(scriptText), starts{0} {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == '\n' || (text[at] == '\r' && text.substr(at + 1, 1) != "\n"))
      starts.push_back(at + 1);
}

std::size_t Places::offset(std::uint32_t line, std::uint32_t column) const {
  if (line == 0 || line > starts.size())
    return 0;
  return std::min(text.size(), starts[line - 1] + (column == 0 ? 0 : column - 1));
}

std::size_t Places::tokenOf(const Syntax &node, std::size_t &length) const {
  const std::size_t begin = offset(node.at.line, node.at.column);
  const auto between = [&](const Syntax *left, const Syntax *right) {
    const std::size_t from = offset(left->at.endLine, left->at.endColumn), to = offset(right->at.line, right->at.column);
    const std::size_t found = text.slice(from, to).find_first_of("+-*/%@<>=!&|^");
    length = 1;
    if (found == llvm::StringRef::npos)
      return from;
    length = text.slice(from + found, to).take_while([](char c) { return llvm::StringRef("+-*/%@<>=!&|^").contains(c); }).size();
    return from + found;
  };
  if (const Syntax *left = node.child("left")) {
    const Syntax *right = node.child("right");
    if (!right && !node.children("comparators").empty())
      right = node.children("comparators").front();
    if (right)
      return between(left, right);
  }
  if (const Syntax *target = node.child("target"); target && node.child("value"))
    return between(target, node.child("value"));
  if (const Syntax *called = node.child("func")) {
    const std::size_t end = offset(called->at.endLine, called->at.endColumn);
    length = std::max<std::size_t>(1, called->is("Attribute") ? called->text("attr").size() : called->is("Name") ? called->text("id").size() : 1);
    return end >= length ? end - length : begin;
  }
  length = std::max<std::size_t>(1, offset(node.at.endLine, node.at.endColumn) - begin);
  return begin;
}

order::PlaceId Places::of(order::Graph &graph, const Syntax &node, std::uint32_t statement, order::PlaceId inlinedAt) const {
  if (node.at.line == 0)
    return {};
  order::Place place;
  place.file = graph.addFile(name);
  std::size_t length = 1;
  const std::size_t token = tokenOf(node, length);
  const auto line = std::upper_bound(starts.begin(), starts.end(), token) - starts.begin();
  place.line = static_cast<std::uint32_t>(line);
  place.column = static_cast<std::uint32_t>(token - starts[static_cast<std::size_t>(line) - 1] + 1);
  place.tokenLength = static_cast<std::uint32_t>(length);
  place.beginLine = node.at.line;
  place.beginColumn = node.at.column;
  place.endLine = node.at.endLine;
  place.endColumn = node.at.endColumn;
  place.beginOffset = static_cast<std::uint32_t>(offset(node.at.line, node.at.column));
  place.endOffset = static_cast<std::uint32_t>(offset(node.at.endLine, node.at.endColumn));
  place.statement = statement;
  place.inlinedAt = inlinedAt;
  return graph.addPlace(place);
}

std::string Places::spelling(const Syntax &node) const {
  constexpr std::size_t most = limits::most(limits::Limit::OperandSpelling);
  std::string result;
  for (const char each : text.slice(offset(node.at.line, node.at.column), offset(node.at.endLine, node.at.endColumn))) {
    const bool blank = each == ' ' || each == '\n' || each == '\t' || each == '\r' || each == '\\';
    if (!blank || (!result.empty() && result.back() != ' '))
      result += blank ? ' ' : each;
    if (result.size() > most)
      return result.substr(0, most - 3) + "...";
  }
  return result;
}

} // namespace fporder::python
