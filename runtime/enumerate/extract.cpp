#include "runtime/enumerate/extract.h"

#include <algorithm>
#include <queue>

namespace fporder::enumerate {

namespace {

constexpr std::uint32_t unreachable = UINT32_MAX / 4;
constexpr std::size_t waitingPerStep = 20; // candidates that may wait for their turn

using Ranks = std::array<std::uint32_t, mostOperands>; // of an operand's tree among those of its class

struct Candidate {
  std::uint32_t priority = 0; // cost of the cheapest expression of the root around it
  std::uint32_t number = 0;   // older first
  std::uint32_t node = 0, cost = 0;
  std::array<std::uint32_t, mostOperands> operands{};
  Ranks ranks{};
  bool operator>(const Candidate &other) const { return priority != other.priority ? priority > other.priority : number > other.number; }
};

class Extractor {
public:
  Extractor(const EGraph &source, std::uint32_t rootClass, std::span<const NodePrice> costs, const ExtractLimits &bounds)
      : graph(source), root(rootClass), prices(costs), limits(bounds), inside(source.classCount(), unreachable),
        outside(source.classCount(), unreachable), blocked(source.classCount()), known(source.classCount()) {}

  Extraction run();

private:
  void reach();
  void priceInside();
  void priceOutside();
  std::uint32_t priceOf(const ENode &node, std::uint32_t own) const;
  struct Classes {
    std::array<std::uint32_t, mostOperands> eclass{};
    unsigned count = 0;
  };
  struct Blocked {
    std::uint32_t node;
    Ranks ranks;
  };

  Classes operandClasses(std::uint32_t node) const;
  void offer(std::uint32_t node, const std::array<std::uint32_t, mostOperands> &operands, const Ranks &ranks);
  void attempt(std::uint32_t node, const Ranks &ranks);
  void advance(const Candidate &candidate);
  void release(std::uint32_t eclass);
  bool collectParts(const Candidate &candidate, std::uint32_t eclass, std::uint32_t number, Tree &tree) const;
  bool collectTerms(const Candidate &candidate, Tree &tree) const;
  std::uint32_t classOf(std::uint32_t node) const { return graph[node].value.eclass; }

  const EGraph &graph;
  std::uint32_t root;
  std::span<const NodePrice> prices;
  const ExtractLimits &limits;
  std::vector<std::uint32_t> reached; // nodes, ascending
  std::vector<std::uint32_t> inside, outside;
  std::vector<std::vector<Blocked>> blocked;     // by the class for whose next tree they wait
  std::vector<std::vector<std::uint32_t>> known; // trees of a class, ascending cost
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> waiting;
  std::uint32_t offered = 0;
  bool dropped = false;
  Extraction result;
};

void Extractor::reach() {
  std::vector<bool> seen(graph.classCount());
  std::vector<std::uint32_t> classes{root};
  seen[root] = true;
  for (std::size_t position = 0; position < classes.size(); ++position)
    for (const std::uint32_t member : graph.members(classes[position])) {
      if (graph.constantCore(classes[position]) != nullptr && graph[member].kind != Kind::Constant)
        continue; // a constant is not computed
      reached.push_back(member);
      for (const Ref &operand : graph[member].children())
        if (!seen[operand.eclass]) {
          seen[operand.eclass] = true;
          classes.push_back(operand.eclass);
        }
    }
  std::ranges::sort(reached);
}

std::uint32_t Extractor::priceOf(const ENode &node, std::uint32_t own) const {
  std::uint64_t cost = own;
  for (const Ref &operand : node.children())
    cost += inside[operand.eclass];
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(cost, unreachable));
}

void Extractor::priceInside() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t node : reached) {
      const std::uint32_t cost = priceOf(graph[node], prices[node].cost);
      if (cost < inside[classOf(node)]) {
        inside[classOf(node)] = cost;
        changed = true;
      }
    }
  }
}

void Extractor::priceOutside() {
  outside[root] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t node : reached) {
      const std::uint32_t whole = priceOf(graph[node], prices[node].cost);
      if (whole >= unreachable || outside[classOf(node)] >= unreachable)
        continue;
      for (const Ref &operand : graph[node].children()) {
        const std::uint32_t cost = outside[classOf(node)] + whole - inside[operand.eclass];
        if (cost < outside[operand.eclass]) {
          outside[operand.eclass] = cost;
          changed = true;
        }
      }
    }
  }
}

void Extractor::offer(std::uint32_t node, const std::array<std::uint32_t, mostOperands> &operands, const Ranks &ranks) {
  const std::uint32_t surroundings = outside[classOf(node)];
  if (surroundings >= unreachable)
    return;
  if (waiting.size() >= waitingPerStep * limits.steps) {
    dropped = true;
    return;
  }
  std::uint32_t cost = prices[node].cost;
  for (unsigned index = 0; index < graph[node].count; ++index)
    cost += result.trees[operands[index]].cost;
  waiting.push({cost + surroundings, offered++, node, cost, operands, ranks});
}

/// The classes of `node`'s operands, each once.
Extractor::Classes Extractor::operandClasses(std::uint32_t node) const {
  Classes below;
  for (const Ref &operand : graph[node].children())
    if (std::find(below.eclass.begin(), below.eclass.begin() + below.count, operand.eclass) == below.eclass.begin() + below.count)
      below.eclass[below.count++] = operand.eclass;
  return below;
}

/// Offers `node` over the trees with the given ranks, or lets it wait for the first one that is not known yet.
void Extractor::attempt(std::uint32_t node, const Ranks &ranks) {
  const Classes below = operandClasses(node);
  for (unsigned index = 0; index < below.count; ++index)
    if (known[below.eclass[index]].size() <= ranks[index]) {
      blocked[below.eclass[index]].push_back({node, ranks});
      return;
    }
  std::array<std::uint32_t, mostOperands> operands{};
  for (unsigned position = 0; position < graph[node].count; ++position)
    for (unsigned index = 0; index < below.count; ++index)
      if (graph[node].operands[position].eclass == below.eclass[index])
        operands[position] = known[below.eclass[index]][ranks[index]];
  offer(node, operands, ranks);
}

/// What comes after a combination: one rank higher, in the last operand that is not at its first or any later one, so that each is met once.
void Extractor::advance(const Candidate &candidate) {
  const Classes below = operandClasses(candidate.node);
  for (unsigned index = below.count; index-- > 0;) {
    Ranks next = candidate.ranks;
    ++next[index];
    attempt(candidate.node, next);
    if (candidate.ranks[index] != 0)
      return;
  }
}

/// A new tree of `eclass`: what waited for it goes on.
void Extractor::release(std::uint32_t eclass) {
  std::vector<Blocked> released;
  released.swap(blocked[eclass]);
  for (const Blocked &each : released)
    attempt(each.node, each.ranks);
}

/// False when a class is computed in two ways, or from itself.
bool Extractor::collectParts(const Candidate &candidate, std::uint32_t eclass, std::uint32_t number, Tree &tree) const {
  auto &parts = tree.parts;
  for (unsigned index = 0; index < graph[candidate.node].count; ++index) {
    const auto &more = result.trees[candidate.operands[index]].parts;
    parts.insert(parts.end(), more.begin(), more.end());
  }
  parts.emplace_back(eclass, number);
  std::ranges::sort(parts);
  const auto last = std::ranges::unique(parts);
  parts.erase(last.begin(), last.end());
  return std::ranges::adjacent_find(parts, {}, [](const auto &part) { return part.first; }) == parts.end();
}

/// False when a term is added and subtracted, or a factor multiplied by and divided by.
bool Extractor::collectTerms(const Candidate &candidate, Tree &tree) const {
  const ENode &node = graph[candidate.node];
  const bool sum = node.kind == Kind::Add;
  if (!sum && node.kind != Kind::Mul && node.kind != Kind::Div)
    return true;
  for (unsigned index = 0; index < 2; ++index) {
    const Tree &operand = result.trees[candidate.operands[index]];
    const Kind kind = graph[operand.node].kind;
    const bool flips = sum ? (node.operands[index].scale / graph[operand.node].value.scale).negative : node.kind == Kind::Div && index == 1;
    if (sum ? kind == Kind::Add : kind == Kind::Mul || kind == Kind::Div)
      for (const auto &[eclass, flipped] : operand.terms)
        tree.terms.emplace_back(eclass, flipped != flips);
    else if (sum || kind != Kind::Constant)
      tree.terms.emplace_back(node.operands[index].eclass, sum ? node.operands[index].scale.negative : flips);
  }
  std::ranges::sort(tree.terms);
  const auto undone = [](const auto &left, const auto &right) { return left.first == right.first && left.second != right.second; };
  return prices[candidate.node].written || std::ranges::adjacent_find(tree.terms, undone) == tree.terms.end();
}

Extraction Extractor::run() {
  reach();
  priceInside();
  priceOutside();
  for (const std::uint32_t node : reached)
    if (priceOf(graph[node], prices[node].cost) < unreachable)
      attempt(node, {});
  std::size_t steps = 0, found = 0;
  for (; !waiting.empty() && steps < limits.steps && found < limits.count; ++steps) {
    const Candidate candidate = waiting.top();
    waiting.pop();
    advance(candidate);
    const std::uint32_t eclass = classOf(candidate.node);
    const auto number = static_cast<std::uint32_t>(result.trees.size());
    Tree tree{candidate.node, candidate.operands, candidate.cost, {}, {}};
    if (!collectTerms(candidate, tree) || !collectParts(candidate, eclass, number, tree))
      continue;
    if (eclass == root) {
      if (++found > limits.keep) {
        ++result.beyond;
        continue; // counted, and nothing is made of it: no expression of the root contains the root
      }
      result.roots.push_back(number);
    }
    result.trees.push_back(std::move(tree));
    known[eclass].push_back(number);
    release(eclass);
  }
  result.complete = waiting.empty() && !dropped;
  return std::move(result);
}

} // namespace

Extraction extract(const EGraph &graph, std::uint32_t root, std::span<const NodePrice> prices, const ExtractLimits &limits) {
  return Extractor(graph, root, prices, limits).run();
}

} // namespace fporder::enumerate
