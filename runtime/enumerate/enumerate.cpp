#include "runtime/enumerate/enumerate.h"

#include "runtime/enumerate/agreement.h"
#include "runtime/enumerate/excerpt.h"
#include "runtime/enumerate/import.h"
#include "runtime/enumerate/saturate.h"
#include "runtime/order/roundings.h"

#include <algorithm>
#include <unordered_set>

namespace fporder::enumerate {

using order::Graph;
using order::NodeId;

namespace {

using Clock = std::chrono::steady_clock;

/// What an operation weighs in the order of the search: near to its latency, and a little more for one that was not written.
std::uint32_t weight(const EGraph &graph, const ENode &node) {
  switch (node.kind) {
  case Kind::Leaf:
  case Kind::Constant:
  case Kind::Abs:
    return 0;
  case Kind::Add:
  case Kind::Mul:
  case Kind::Fma:
    return 4;
  case Kind::Div:
  case Kind::Sqrt:
    return 12;
  case Kind::Head:
    return graph.head(node.payload).op == order::Op::Call ? 24 : 2;
  }
  return 0;
}

class Enumerator {
public:
  Enumerator(Graph &user, NodeId written, std::span<const Identity> identities, const EnumerateOptions &how);

  Enumeration run();

private:
  void compileIdentities(std::span<const Identity> own);
  bool saturateClasses();
  Extraction search(std::uint32_t newNode, std::size_t keep, std::size_t count);
  void list(NodeId node);
  void reach(std::string limit) {
    if (std::ranges::find(result.limits, limit) == result.limits.end())
      result.limits.push_back(std::move(limit));
  }

  const EnumerateOptions &options;
  NodeId root;
  Excerpt excerpt;
  EGraph egraph;
  Import import;
  Agreement agreement;
  std::vector<Rewrite> rewrites;
  Ref rootClass;
  std::unordered_set<std::uint32_t> seen; // values of the normal forms of exact factors
  std::unordered_set<std::uint32_t> near; // those that the second search has not met
  Clock::time_point deadline;
  bool complete = true;
  Enumeration result;
};

std::vector<NodeId> withRoot(NodeId root, std::span<const NodeId> known) {
  std::vector<NodeId> all{root};
  all.insert(all.end(), known.begin(), known.end());
  return all;
}

Enumerator::Enumerator(Graph &user, NodeId written, std::span<const Identity> identities, const EnumerateOptions &how)
    : options(how), root(written), excerpt(user, withRoot(written, how.known), how.limits.writtenOperations),
      egraph(excerpt.graph(), std::max<std::size_t>(how.limits.nodes, 8 * (excerpt.operations() + 8))),
      import(excerpt.graph(), egraph, [this](NodeId leaf) { return options.leafFacts ? options.leafFacts(excerpt.original(leaf)) : Facts{}; }),
      agreement(excerpt.graph(), excerpt.roots().front()),
      deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(how.limits.seconds))) {
  compileIdentities(identities);
}

void Enumerator::compileIdentities(std::span<const Identity> own) {
  const NodeId written = excerpt.roots().front();
  const bool fuses = options.fuse || excerpt.graph().environment(written).contraction != order::Contraction::Off;
  std::unordered_set<std::string> known;
  const auto use = [&](const Identity &identity) {
    if ((identity.fuses && !fuses) || !known.insert(identity.from + '\n' + identity.to).second)
      return;
    if (std::optional<Rewrite> rewrite = compile(identity))
      rewrites.push_back(std::move(*rewrite));
  };
  std::ranges::for_each(own, use);
  std::ranges::for_each(basicIdentities(), use);
}

/// False when the expression cannot be entered: then the written ordering is the only one.
bool Enumerator::saturateClasses() {
  const std::optional<Ref> written = import.enter(excerpt.roots().front());
  if (!written)
    return false;
  std::vector<Ref> others;
  for (std::size_t index = 1; index < excerpt.roots().size(); ++index)
    if (const std::optional<Ref> other = import.enter(excerpt.roots()[index]))
      others.push_back(*other);
  for (const Ref &other : others)
    egraph.merge(*written, other);
  for (std::string &limit : saturate(egraph, rewrites, {options.limits.iterations, options.limits.places, deadline}))
    reach(std::move(limit));
  rootClass = egraph.find(*written);
  return true;
}

/// Lists an ordering unless it is listed, or not equal to the written one.
void Enumerator::list(NodeId node) {
  Graph &graph = excerpt.graph();
  const std::uint32_t value = graph.value(exactFactorNormalForm(graph, node)).index;
  if (!seen.insert(value).second) {
    near.erase(value);
    return;
  }
  const std::optional<Proof> proof = agreement.judge(node);
  if (!proof) {
    ++result.separated;
    return;
  }
  if (result.orderings.size() < options.limits.orderings)
    result.orderings.push_back({node, *proof});
  else
    ++result.leftOut;
}

/// Searches with `newNode` as the price of an operation that was not written, and lists what it keeps.
Extraction Enumerator::search(std::uint32_t newNode, std::size_t keep, std::size_t count) {
  std::vector<NodePrice> prices(egraph.size());
  for (std::uint32_t node = 0; node < egraph.size(); ++node) {
    const std::uint32_t cost = weight(egraph, egraph[node]);
    const bool written = import.written(node);
    prices[node] = {cost + (cost != 0 && !written ? newNode : 0), written};
  }
  Extraction found = extract(egraph, rootClass.eclass, prices, {keep, count, options.limits.steps});
  for (const std::uint32_t tree : found.roots)
    if (const std::optional<NodeId> node = import.spell(found, tree, rootClass.scale))
      list(*node);
    else
      ++result.leftOut;
  return found;
}

Enumeration Enumerator::run() {
  const NodeId written = excerpt.roots().front();
  result.orderings.push_back({written, Proof::Written});
  seen.insert(excerpt.graph().value(exactFactorNormalForm(excerpt.graph(), written)).index);
  if (excerpt.cut())
    reach("operations");
  const std::size_t most = options.limits.orderings;
  if (saturateClasses() && most > 0) {
    // Half of the room for orderings near to the written one, so that every part of a long expression has its turn; the rest for the cheapest.
    search(100, std::max<std::size_t>(most / 2, 1), most / 2);
    near = seen;
    const Extraction cheapest = search(1, most, options.limits.counted + most);
    // Those that only the first search listed are among the ones that the second one merely counted.
    result.leftOut += cheapest.beyond - std::min<std::uint64_t>(cheapest.beyond, near.size());
    complete = cheapest.complete;
  }
  if (!complete)
    reach("steps");
  result.leftOutExact = result.limits.empty();
  if (result.leftOut != 0)
    reach("orderings");
  result.limitReached = !result.limits.empty();
  for (Ordering &ordering : result.orderings)
    ordering.node = ordering.proof == Proof::Written ? root : excerpt.restore(ordering.node);
  return std::move(result);
}

} // namespace

Enumeration enumerateOrderings(Graph &graph, NodeId root, std::span<const Identity> identities, const EnumerateOptions &options) {
  return Enumerator(graph, root, identities, options).run();
}

std::vector<const Identity *> unusable(std::span<const Identity> identities) {
  std::vector<const Identity *> result;
  for (const Identity &identity : identities)
    if (!compile(identity))
      result.push_back(&identity);
  return result;
}

} // namespace fporder::enumerate
