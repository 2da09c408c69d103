// Which values of the graph are the program's, and why others are not.
//
// Held are constants, what parameters, globals and memory hold on entry, what code not seen returns or stores, loop indices, and what is computed
// from these by operations and by reductions whose number of terms is known or the caller's to choose. Everything else stands for a value that the
// program computes and the graph does not have.
#include "analyzer/frontend/walk/evaluator.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;
using order::Schedule;

std::string Evaluator::loopName(std::uint32_t loop) const {
  const Loop *known = loopTable.find(loop);
  return known ? known->name.value_or("i") : "i";
}

/// Why it is not known how often a loop runs; empty where it is, for loops that the caller decides, and for what is no loop of the program.
std::string Evaluator::whyNotCounted(std::uint32_t loop) const {
  const Loop *known = loopTable.find(loop);
  if (!known || !known->name || known->ending == LoopEnding::Counted || known->ending == LoopEnding::Open)
    return "";
  const std::string name = "the loop over '" + *known->name + "'";
  return known->ending == LoopEnding::Left ? name + " is left by '" + known->leftBy + "'" : "how often " + name + " runs is not known";
}

/// Why a node, taken by itself, is not what the program has; empty when it is.
std::string Evaluator::whyLost(NodeId node) const {
  const order::Node stored = graph[node];
  const std::string name(stored.op == Op::Reduce ? "" : graph.symbol(node));
  switch (stored.op) {
  case Op::LoopValue:
    return "'" + name + "' is carried by the loop over '" + loopName(stored.version) + "' in another way than a sum";
  case Op::Opaque:
    return "'" + name + "' is not understood";
  case Op::LoopIndex: { // of values that iterations compute: which iterations run
    if (std::string why = whyNotCounted(stored.version); !why.empty() && !procedure.carryingLoops.contains(stored.version))
      return why;
    const Loop *loop = loopTable.find(stored.version);
    const long long step = loop ? loop->step.value_or(1) : 1;
    const bool everyIndex = step == 1 || step == -1;
    return everyIndex || procedure.loopOrigins.contains(stored.version)
               ? ""
               : "the loop over '" + name + "' counts by " + std::to_string(step) + " from what is no number";
  }
  case Op::Input:
  case Op::Element: {
    const std::uint32_t value = graph.value(node).index;
    if (const auto note = lossNotes.find(value); note != lossNotes.end())
      return note->second;
    if (memory.isNoObject(graph.storage(node)))
      return outside.contains(value) ? "" : "'" + name + "' is not followed";
    const std::uint32_t since = memory.unknownSince(node);
    if (since == 0 || memory.isFromOutside(since))
      return "";
    if (const auto loop = memory.loopOf(since))
      return "what the loop over '" + loopName(*loop) + "' leaves in '" + name + "' is not followed";
    return "what is stored in '" + name + "' is not followed";
  }
  case Op::Reduce: {
    if (const auto note = lossNotes.find(graph.value(node).index); note != lossNotes.end())
      return note->second;
    const order::Reduction &how = graph.reduction(node);
    const auto isOpen = [&](std::uint32_t number) {
      const Loop *loop = loopTable.find(number);
      return loop && loop->ending == LoopEnding::Open;
    };
    const bool written = how.schedule == Schedule::Sequential || how.schedule == Schedule::Reverse || how.schedule == Schedule::Compensated ||
                         how.schedule == Schedule::Kahan;
    if (!written || order::reduceOperands(graph, node).trips || isOpen(how.loop))
      return "";
    const std::string why = whyNotCounted(how.loop);
    return why.empty() ? "how often the loop over '" + loopName(how.loop) + "' runs is not known" : why;
  }
  default:
    return "";
  }
}

void Evaluator::tellOfHeld() {
  tellOfLanes();
  for (std::uint32_t i = 0; i < graph.size(); ++i)
    if (std::string why = whyLost({i}); !why.empty())
      procedure.notHeld.emplace(graph.value({i}).index, std::move(why));
}

} // namespace fporder::frontend
