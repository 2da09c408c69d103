#include "test/ablation/tally.h"

#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace fporder::test {

using order::NodeId;

void Tally::show(const std::string &kind, const std::string &what) {
  ++kinds[kind];
  if (std::vector<std::string> &of = shown[kind]; of.size() < 2 || std::getenv("FPORDER_SHOW_ALL"))
    of.push_back(what);
}

std::string Tally::text() const {
  std::string result = std::to_string(programs) + " programs: " + std::to_string(values) + " values, of which " + std::to_string(known) + " known, " +
                       std::to_string(unknown) + " not, " + std::to_string(assumed) + " assumed; " + std::to_string(equal) + " pairs equal; " +
                       std::to_string(wrong) + " wrong, " + std::to_string(crashes) + " crashes\n" + std::to_string(findings) +
                       " findings of ablated programs, " + std::to_string(foreign) + " not in the whole and not assumed, " +
                       std::to_string(integral) + " of them about integers; of " + std::to_string(untouched) +
                       " findings of the whole that nothing removed touches " + std::to_string(kept) + " remain, " + std::to_string(lower) +
                       " of them lower or assumed\n";
  for (const auto &[kind, count] : kinds)
    result += std::to_string(count) + " " + kind + "\n";
  for (const auto &[kind, examples] : shown)
    for (const std::string &each : examples)
      result += "--- " + kind + ": " + each;
  return result;
}

bool isClaimed(const order::Procedure &procedure, const order::Effect &effect) {
  return effect.node && (effect.kind == order::Effect::Kind::Return || effect.kind == order::Effect::Kind::Store) &&
         format::isFloatingPoint(procedure.graph[effect.node].type.format);
}

bool restsOnAssumption(const order::Procedure &procedure, NodeId node) {
  return llvm::any_of(order::reachable(procedure.graph, node, [](NodeId) { return false; }),
                      [&](NodeId each) { return procedure.assumedNodes.contains(each.index); });
}

} // namespace fporder::test
