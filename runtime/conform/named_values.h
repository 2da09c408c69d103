// Numbers that one side is given and that the other one computes under their name: a kernel gets `alpha_t` as an argument, its reference computes
// `alpha_t` before the loop. That both are one is an assumption, which the verdict names.
#pragma once

#include "runtime/conform/outputs.h"

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace fporder::conform {

struct NamedValue {
  std::string name; // as it is declared
  order::NodeId value;
};

/// The floating-point values that `procedure` computes and keeps in a variable of one of these names (foldedName), which holds nothing else, and of
/// which `wanted` holds.
std::vector<NamedValue> namedValues(const order::Procedure &procedure, const std::set<std::string> &names,
                                    const std::function<bool(order::NodeId)> &wanted);

/// Folded names of the variables that are assigned a floating-point value which the function computes, at any place in it.
std::set<std::string> computedNames(const order::Procedure &procedure);

/// True where the value is another one in each iteration of a loop, or for each work-item. Indices that a sum binds count as well.
bool isIterated(const order::Graph &graph, order::NodeId value);

/// Puts inputs of these names in place of the values. What is assumed of a value that changes is assumed of the changed one.
void takeAsInputs(order::Procedure &procedure, std::vector<Output> &outputs, std::span<const NamedValue> values);

/// True for an input that takeAsInputs made.
bool isTakenValue(const order::Graph &graph, order::NodeId leaf);

} // namespace fporder::conform
