// Numbers that one side is given and that the other one computes under their name: a kernel gets `alpha_t` as an argument, its reference computes
// `alpha_t` before the loop. That both are one is an assumption, which the verdict names.
#pragma once

#include "runtime/conform/outputs.h"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace fporder::conform {

struct NamedValue {
  std::string name; // as it is declared
  order::NodeId value;
};

/// The floating-point values that `procedure` computes once, before and beside its loops, and keeps in a variable of one of these names (foldedName),
/// which holds nothing else.
std::vector<NamedValue> namedValues(const order::Procedure &procedure, const std::set<std::string> &names);

/// Puts inputs of these names in place of the values.
void takeAsInputs(order::Procedure &procedure, std::vector<Output> &outputs, std::span<const NamedValue> values);

/// True for an input that takeAsInputs made.
bool isTakenValue(const order::Graph &graph, order::NodeId leaf);

} // namespace fporder::conform
