// The orders of a finding as a table, one order a line, the written one marked:
//
//     order             max ulp  bits differ
//   * (lr * m) / d         1.49            -
//     lr * (m / d)         1.47       35.2 %  divides first
#pragma once

#include <string>
#include <vector>

namespace fporder::findings {

struct OrderRow {
  std::string expression;
  std::string note;
  bool written = false;
  std::vector<std::string> figures; // one for each title
};

/// True when one of the expressions is too wide for a table of figures: orders then go by letters.
bool needsLetters(const std::vector<std::string> &expressions);
/// "A" ... "Z", then "27", "28" ...
std::string orderLetter(std::size_t index);

/// Lines without line ends and trailing spaces, aligned in terminal columns; a row of titles stands above only when there are figures. With figures,
/// expressions beyond 60 columns make all of them letters, explained below the table; without, they do not widen it.
std::vector<std::string> orderTable(const std::vector<OrderRow> &rows, const std::vector<std::string> &figureTitles = {});

} // namespace fporder::findings
