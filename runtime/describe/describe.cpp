#include "runtime/describe/describe.h"

#include "runtime/conform/outputs.h"
#include "runtime/limits/limits.h"
#include "runtime/order/infix.h"
#include "runtime/order/walk.h"

#include <algorithm>

namespace fporder::describe {

using conform::Output;
using conform::Piece;
using order::NodeId;

namespace {

constexpr std::size_t longestExpression = 200;

/// Operations under a root, in the order in which they run: indices of elements aside, and what is described by its name.
std::vector<NodeId> operationsUnder(const order::Graph &graph, NodeId root, const order::ValueNames &names) {
  std::vector<NodeId> found{root}, operations;
  order::walkOperands(graph, found, UINT64_MAX, [&](NodeId node) {
    if (order::isLeaf(graph[node].op) || (node != root && names.contains(graph.value(node).index)))
      return order::Walk::Skip;
    operations.push_back(node);
    return order::Walk::Enter;
  });
  std::ranges::sort(operations);
  return operations;
}

std::string formatsOf(const order::Graph &graph, const std::vector<NodeId> &operations) {
  std::vector<std::string_view> names;
  for (const NodeId node : operations) {
    const std::string_view name = format::name(graph[node].type.format);
    if (order::isRounded(graph[node].op) && format::isFloatingPoint(graph[node].type.format) && std::ranges::find(names, name) == names.end())
      names.push_back(name);
  }
  std::string text;
  for (const std::string_view name : names)
    text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

class Describer {
public:
  Describer(const order::Procedure &procedure, const std::vector<Output> &all, const Output &output) : graph(procedure.graph) {
    for (const order::Definition &each : procedure.definitions) // indices
      if (each.node && graph[each.node].type.format == format::Format::Integer && !order::isLeaf(graph[each.node].op))
        names.try_emplace(graph.value(each.node).index, each.name);
    for (const Output &each : all)
      if (&each != &output && each.pieces.size() == 1)
        if (const NodeId value = each.pieces.front().value; !order::isLeaf(graph[value].op))
          names.try_emplace(graph.value(value).index, "new " + each.spelled);
  }

  std::vector<Fact> facts(NodeId root) const {
    std::vector<NodeId> operations = operationsUnder(graph, root, names);
    std::vector<Fact> all{{"formula", spell(root)}};
    if (const std::string formats = formatsOf(graph, operations); !formats.empty())
      all.push_back({"format", formats});
    const bool tooMany = operations.size() > limits::most(limits::Limit::DescribedOperations);
    if (tooMany)
      operations.resize(limits::most(limits::Limit::DescribedOperations));
    const Forms forms(graph, root, [this](NodeId node) { return spell(node); });
    for (const NodeId node : operations)
      for (Fact &fact : forms.at(node))
        if (std::ranges::find(all, fact) == all.end())
          all.push_back(std::move(fact));
    if (tooMany)
      all.push_back({"more", "operations beyond the first " + std::to_string(operations.size()) + " are not described"});
    return all;
  }

private:
  std::string spell(NodeId node) const {
    return order::printInfix(
        graph, node, {.forReaders = true, .hideRoundedInputs = true, .explicitGrouping = true, .names = &names, .maxLength = longestExpression});
  }

  const order::Graph &graph;
  order::ValueNames names;
};

} // namespace

std::vector<OutputFacts> describe(order::Procedure &procedure) {
  bool ranged = false;
  const std::vector<Output> outputs = conform::outputsOf(procedure, ranged);
  const order::Graph &graph = procedure.graph;
  std::vector<OutputFacts> all;
  for (const Output &output : outputs) {
    const Describer describer(procedure, outputs, output);
    for (std::size_t i = 0; i < output.pieces.size(); ++i) {
      const Piece &piece = output.pieces[i];
      OutputFacts &made = all.emplace_back();
      made.name = output.spelled + (i > 0 ? ", place " + std::to_string(i + 1) : "");
      if (piece.place)
        made.site = {graph.place(piece.place).file ? graph.file(graph.place(piece.place).file) : std::string(), graph.place(piece.place)};
      made.facts = describer.facts(piece.value);
    }
  }
  return all;
}

} // namespace fporder::describe
