// Which values of the graph are the program's, and why others are not.
//
// Held are constants, what parameters, globals and memory hold on entry, what code not seen returns or stores, loop indices, and what is computed
// from these by operations and by reductions whose number of terms is known or the caller's to choose. Everything else stands for a value that the
// program computes and the graph does not have.
#include "analyzer/frontend/evaluator.h"

namespace fporder::frontend {

using order::NodeId;
using order::Op;
using order::Schedule;

std::string Evaluator::loopName(std::uint32_t loop) const {
  const auto known = loopNames.find(loop);
  return known == loopNames.end() ? "i" : known->second;
}

/// Why it is not known how often a loop runs; empty where it is, for loops that the caller decides, and for what is no loop of the program.
std::string Evaluator::whyNotCounted(std::uint32_t loop) const {
  if (countedLoops.contains(loop) || openLoops.contains(loop) || !loopNames.contains(loop))
    return "";
  const std::string name = "the loop over '" + loopName(loop) + "'";
  const auto left = loopsLeft.find(loop);
  return left != loopsLeft.end() ? name + " is left by '" + left->second + "'" : "how often " + name + " runs is not known";
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
    const auto step = memory.loopSteps.find(stored.version);
    const bool everyIndex = step == memory.loopSteps.end() || step->second == 1 || step->second == -1;
    return everyIndex || procedure.loopOrigins.contains(stored.version)
               ? ""
               : "the loop over '" + name + "' counts by " + std::to_string(step->second) + " from what is no number";
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
    const order::Reduction &how = graph.reduction(node);
    const bool written = how.schedule == Schedule::Sequential || how.schedule == Schedule::Reverse || how.schedule == Schedule::Compensated ||
                         how.schedule == Schedule::Kahan;
    if (!written || order::reduceOperands(graph, node).trips || openLoops.contains(how.loop))
      return "";
    const std::string why = whyNotCounted(how.loop);
    return why.empty() ? "how often the loop over '" + loopName(how.loop) + "' runs is not known" : why;
  }
  default:
    return "";
  }
}

void Evaluator::tellOfHeld() {
  for (std::uint32_t i = 0; i < graph.size(); ++i)
    if (std::string why = whyLost({i}); !why.empty())
      procedure.notHeld.emplace(graph.value({i}).index, std::move(why));
}

} // namespace fporder::frontend
