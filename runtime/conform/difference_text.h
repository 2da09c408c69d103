// How two orders, or two operators at the same place of one order, differ, in words.
#pragma once

#include "runtime/conform/difference.h"

#include <string>

namespace fporder::conform {

/// The innermost operations at the same place in both that are not one value.
DifferingPair firstDifference(const order::Graph &graph, order::NodeId one, order::NodeId another);

/// What differs between two operations that have the same place in one order: "formats", "contraction", "fast-math" or "operators".
std::string operatorClass(const order::Graph &graph, const DifferingPair &pair);
/// The same as a clause: "binary32 here and binary16 in the reference".
std::string operatorClause(const order::Graph &graph, const DifferingPair &pair);

/// "multiplies before it divides: 'a * b / c'; the reference divides first: 'a * (b / c)'".
std::string orderClause(Class difference, const std::string &expression, const std::string &referenceExpression);

} // namespace fporder::conform
