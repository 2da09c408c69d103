#include "analyzer/findings/order_table.h"

#include "llvm/Support/Unicode.h"

#include <algorithm>
#include <string_view>

namespace fporder::findings {

namespace {

constexpr std::size_t widestExpression = 60;
constexpr std::string_view gap = "  ", orderTitle = "order";

std::size_t columns(std::string_view text) {
  const int width = llvm::sys::unicode::columnWidthUTF8(llvm::StringRef(text.data(), text.size()));
  return width < 0 ? text.size() : static_cast<std::size_t>(width);
}

std::string padding(std::string_view text, std::size_t width) { return std::string(width - std::min(columns(text), width), ' '); }

/// A message in one line, without the spaces that padding leaves at its end.
std::string line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

struct Widths {
  std::size_t expression = 0;
  std::vector<std::size_t> figures;
};

Widths measured(const std::vector<OrderRow> &rows, const std::vector<std::string> &titles) {
  Widths widths;
  widths.expression = titles.empty() ? 0 : columns(orderTitle);
  for (const OrderRow &row : rows)
    if (const std::size_t width = columns(row.expression); width <= widestExpression)
      widths.expression = std::max(widths.expression, width);
  for (std::size_t figure = 0; figure < titles.size(); ++figure) {
    widths.figures.push_back(columns(titles[figure]));
    for (const OrderRow &row : rows)
      widths.figures[figure] = std::max(widths.figures[figure], columns(row.figures[figure]));
  }
  return widths;
}

std::string tableRow(std::string_view mark, std::string_view first, const std::vector<std::string> &figures, std::string_view note,
                     const Widths &widths) {
  std::string text = std::string(mark) + std::string(first) + padding(first, widths.expression);
  for (std::size_t figure = 0; figure < figures.size(); ++figure)
    text += std::string(gap) + padding(figures[figure], widths.figures[figure]) + figures[figure];
  return line(text + std::string(gap) + std::string(note));
}

} // namespace

bool needsLetters(const std::vector<std::string> &expressions) {
  return std::ranges::any_of(expressions, [](const std::string &expression) { return columns(expression) > widestExpression; });
}

std::string orderLetter(std::size_t index) { return index < 26 ? std::string(1, static_cast<char>('A' + index)) : std::to_string(index + 1); }

namespace {

std::vector<std::string> letteredTable(const std::vector<OrderRow> &rows, const std::vector<std::string> &figureTitles) {
  std::vector<OrderRow> lettered = rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    lettered[i].expression = orderLetter(i);
    lettered[i].note.clear();
  }
  std::vector<std::string> lines = orderTable(lettered, figureTitles);
  for (std::size_t i = 0; i < rows.size(); ++i)
    lines.push_back(line("  " + orderLetter(i) + ": " + rows[i].expression + std::string(gap) + rows[i].note));
  return lines;
}

} // namespace

std::vector<std::string> orderTable(const std::vector<OrderRow> &rows, const std::vector<std::string> &figureTitles) {
  std::vector<std::string> expressions;
  for (const OrderRow &row : rows)
    expressions.push_back(row.expression);
  if (!figureTitles.empty() && needsLetters(expressions))
    return letteredTable(rows, figureTitles);
  const Widths widths = measured(rows, figureTitles);
  std::vector<std::string> lines;
  if (!figureTitles.empty())
    lines.push_back(tableRow("  ", orderTitle, figureTitles, "", widths));
  for (const OrderRow &row : rows)
    lines.push_back(tableRow(row.written ? "* " : "  ", row.expression, row.figures, row.note, widths));
  return lines;
}

} // namespace fporder::findings
