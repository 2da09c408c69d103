#include "test/unit/analyzer/executed/gpu_claims.h"

#include "runtime/eval/evaluator.h"
#include "runtime/format/rounding.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"
#include "test/unit/analyzer/executed/gpu_values.h"

#include <cmath>

namespace fporder::test {

namespace {

using order::NodeId;
using order::Op;

/// The schedule that the program leaves open under `root`; empty where there is none.
std::string openSchedule(const order::Graph &graph, NodeId root) {
  for (const NodeId node : order::reachable(graph, root, [](NodeId) { return false; })) {
    if (graph[node].op != Op::Reduce)
      continue;
    const order::Reduction &how = graph.reduction(node);
    if (how.schedule == order::Schedule::Unordered || how.schedule == order::Schedule::Unspecified)
      return "the order of a reduction is open";
    if (how.schedule != order::Schedule::Sequential && how.schedule != order::Schedule::Reverse && how.width == 0)
      return "how many threads a tree has is not known";
  }
  return "";
}

/// Evaluates one store, thread after thread.
class StoreRun {
public:
  StoreRun(const order::Graph &graph, std::vector<NodeId> wanted, const GpuLaunch &launch)
      : roots(std::move(wanted)), evaluator(graph, roots), source(graph, launch), values(roots.size()), events(roots.size()) {}

  /// Why the values of this thread are not known; empty when they are.
  std::string run(unsigned thread) {
    source.select(thread);
    std::vector<eval::Column> columns;
    for (std::size_t k = 0; k < roots.size(); ++k)
      columns.push_back({{&values[k], 1}, {&events[k], 1}});
    evaluator.evaluate(source, 0, 1, columns);
    if (!evaluator.notEvaluated().empty())
      return evaluator.notEvaluated().front().why;
    return source.unknown();
  }
  /// The same of one root, after `run`: what happened on the way.
  std::string why(std::size_t root) const {
    return (events[root] & eval::NotHeld) != 0 ? std::string(eval::notHeldReason)
           : (events[root] & eval::Open) != 0  ? std::string(eval::openReason)
                                               : "";
  }
  double operator[](std::size_t root) const { return values[root]; }

private:
  std::vector<NodeId> roots;
  eval::Evaluator evaluator;
  GpuThreadValues source;
  std::vector<double> values;
  std::vector<std::uint8_t> events;
};

/// Whether the store happens in this thread; nothing where that is not known.
std::optional<bool> happens(StoreRun &conditions, std::size_t count, unsigned thread) {
  if (!conditions.run(thread).empty())
    return std::nullopt;
  for (std::size_t k = 0; k < count; ++k)
    if (!conditions.why(k).empty())
      return std::nullopt;
    else if (conditions[k] == 0)
      return false;
  return true;
}

void add(GpuClaims &claims, const GpuStore &store, std::size_t number, const GpuLaunch &launch) {
  std::vector<NodeId> where = store.conditions;
  where.push_back(store.index);
  StoreRun place(store.graph, where, launch), value(store.graph, {store.value}, launch);
  for (unsigned thread = 0; thread < launch.blocks * launch.threads; ++thread) {
    const std::optional<bool> runs = happens(place, store.conditions.size(), thread);
    if (!runs || (*runs && !place.why(store.conditions.size()).empty()))
      claims.withheld = "where or whether a store happens is not known";
    if (!runs.value_or(false) || !claims.withheld.empty())
      continue;
    GpuClaim claim{0, thread, number, store.notKnown};
    if (claim.withheld.empty())
      claim.withheld = value.run(thread);
    if (claim.withheld.empty())
      claim.withheld = value.why(0);
    if (claim.withheld.empty())
      claim.bits = format::encode(launch.format, value[0]);
    claims.outputs[static_cast<unsigned>(place[store.conditions.size()])] = claim;
  }
}

} // namespace

std::vector<GpuStore> gpuStores(const order::Procedure &procedure) {
  std::vector<GpuStore> stores;
  measure::SubjectBuilder builder(procedure);
  for (const order::Effect &effect : procedure.effects) {
    if (effect.kind != order::Effect::Kind::Store || !effect.node || effect.indices.size() != 1 || !effect.target.starts_with("out["))
      continue;
    const std::string expression = order::printInfix(procedure.graph, effect.node);
    measure::Subject subject =
        builder.build(std::vector{effect.node, effect.indices[0]}, std::vector<std::string>{expression, "index"}, effect.guard);
    GpuStore store{std::move(subject.graph), subject.orderings[0].root, subject.orderings[1].root, subject.conditions, expression, subject.notHeld};
    if (store.notKnown.empty())
      store.notKnown = openSchedule(store.graph, store.value);
    stores.push_back(std::move(store));
  }
  return stores;
}

GpuClaims gpuClaims(const std::vector<GpuStore> &stores, const GpuLaunch &launch) {
  GpuClaims claims;
  for (std::size_t k = 0; k < stores.size(); ++k)
    add(claims, stores[k], k, launch);
  return claims;
}

std::vector<std::optional<std::uint64_t>> gpuValues(const order::Graph &graph, NodeId value, const GpuLaunch &launch,
                                                    const std::vector<unsigned> &threads) {
  StoreRun run(graph, {value}, launch);
  std::vector<std::optional<std::uint64_t>> all;
  for (const unsigned thread : threads)
    all.push_back(run.run(thread).empty() && run.why(0).empty() ? std::optional(format::encode(launch.format, run[0])) : std::nullopt);
  return all;
}

bool sameGpuBits(format::Format format, std::uint64_t left, std::uint64_t right) {
  return left == right || (std::isnan(format::decode(format, left)) && std::isnan(format::decode(format, right)));
}

} // namespace fporder::test
