#include "analyzer/frontend/state/computation_log.h"

#include <algorithm>
#include <utility>

namespace fporder::frontend {

using order::Computation;
using order::NodeId;

namespace {

/// The list as it is made: what is not computed after all keeps its position.
struct Derived {
  Computation computation;
  bool holds = true;
};

Derived *lastHolding(std::vector<Derived> &list, NodeId node) {
  const auto last = std::find_if(list.rbegin(), list.rend(), [&](const Derived &each) { return each.holds && each.computation.node == node; });
  return last == list.rend() ? nullptr : &*last;
}

void dropLastOf(std::vector<Derived> &list, NodeId node) {
  const auto last = std::find_if(list.rbegin(), list.rend(), [](const Derived &each) { return each.holds; });
  if (last != list.rend() && last->computation.node == node)
    last->holds = false;
}

} // namespace

void ComputationLog::rewind(std::size_t length) {
  for (std::size_t i = length; i < entries.size(); ++i)
    if (entries[i].kind == Kind::Absorb) {
      revisions.resize(entries[i].revision);
      break;
    }
  entries.resize(length);
}

void ComputationLog::add(const Computation &computed) { entries.push_back({Kind::Computed, false, 0, {}, computed}); }

void ComputationLog::dropLast(NodeId node) { entries.push_back({Kind::DropLast, false, 0, node, {}}); }

void ComputationLog::drop(std::size_t since, llvm::ArrayRef<NodeId> nodes) {
  Steps steps;
  for (const NodeId node : nodes)
    steps.try_emplace(node.index, 0);
  absorb(since, std::move(steps), {});
}

void ComputationLog::absorb(std::size_t since, Steps steps, std::vector<Computation> sums) {
  if (steps.empty() && sums.empty())
    return;
  entries.push_back({Kind::Absorb, false, static_cast<std::uint32_t>(revisions.size()), {}, {}});
  revisions.push_back({since, std::move(steps), std::move(sums)});
}

void ComputationLog::replaceLast(NodeId part, const Computation &whole, bool otherwise) {
  entries.push_back({Kind::ReplaceLast, otherwise, 0, part, whole});
}

std::vector<Computation> ComputationLog::derive() const {
  std::vector<Derived> list;
  std::vector<std::size_t> lengths; // of the list, before each entry
  for (const Entry &entry : entries) {
    lengths.push_back(list.size());
    if (entry.kind == Kind::Computed) {
      list.push_back({entry.computed});
    } else if (entry.kind == Kind::DropLast) {
      dropLastOf(list, entry.part);
    } else if (entry.kind == Kind::ReplaceLast) {
      if (Derived *place = lastHolding(list, entry.part))
        place->computation.node = entry.computed.node;
      else if (entry.otherwise)
        list.push_back({entry.computed});
    } else {
      const Revision &revision = revisions[entry.revision];
      std::vector<Computation> sums = revision.sums;
      const std::size_t first = revision.since < lengths.size() ? lengths[revision.since] : list.size();
      for (std::size_t i = first; i < list.size() && !revision.steps.empty(); ++i) {
        const auto step = list[i].holds ? revision.steps.find(list[i].computation.node.index) : revision.steps.end();
        if (step == revision.steps.end())
          continue;
        list[i].holds = false;
        if (!sums.empty())
          sums[step->second].time = list[i].computation.time;
      }
      for (const Computation &sum : sums)
        list.push_back({sum});
    }
  }
  std::vector<Computation> result;
  for (const Derived &each : list)
    if (each.holds)
      result.push_back(each.computation);
  return result;
}

} // namespace fporder::frontend
