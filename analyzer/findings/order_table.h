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

/// Lines without line ends and trailing spaces, aligned in terminal columns; a row of titles stands above only when there are figures. An expression
/// beyond 60 columns does not widen the table, its own row is shifted.
std::vector<std::string> orderTable(const std::vector<OrderRow> &rows, const std::vector<std::string> &figureTitles = {});

} // namespace fporder::findings
