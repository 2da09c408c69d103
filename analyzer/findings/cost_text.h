// What an order costs, in words for a table's cell.
#pragma once

#include "runtime/measure/cost.h"

#include <string>

namespace fporder::findings {

/// "1 mul, 1 div"; of a reduction whose trip count n is not known "n add, 1 + n mul". Nested ones are counted for 1,024 iterations each and marked
/// "~".
std::string operationText(const order::Graph &graph, order::NodeId root);

/// "15 (5.5)": cycles until the result, and cycles a value when many are computed; of a reduction whose trip count is not known "5 n + 9 (1.5 n)". A
/// "+" behind it says that the machine model leaves an operation out.
std::string cyclesText(const measure::Machine &machine, const order::Graph &graph, order::NodeId root);

} // namespace fporder::findings
