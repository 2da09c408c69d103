#include "runtime/evidence/root_search.h"

#include "runtime/enumerate/enumerate.h"
#include "runtime/evidence/trial_run.h"
#include "runtime/format/rounding.h"
#include "runtime/measure/cost.h"
#include "runtime/measure/structure.h"
#include "runtime/oracle/ulp_error.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace fporder::evidence {

using limits::Limit;
using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t firstSamples = 16, samplesCompared = 64; // of a family: to see whether digits are lost, to compare orders
constexpr std::uint32_t tripsOfOpenLoops = 7;
constexpr unsigned rounds = 3;
constexpr double furtherGain = 1;      // bits, for another round
constexpr double worsenedShare = 0.05; // of a family's samples

/// Something in it may lose digits that another order keeps: a sum beside a function or a root, or beside a value that is used twice. Products and
/// quotients lose them at the ends of the range alone, and of a rational expression that takes each value once the other orders regroup.
bool mayLose(const order::Graph &graph, NodeId root) {
  bool adds = false, more = false;
  order::IndexTable used;
  for (const NodeId node : order::reachableWithin(graph, root, limits::most(Limit::EvidenceNodes))) {
    const Op op = graph[node].op;
    const bool isNumber = format::isFloatingPoint(graph[node].type.format);
    adds |= isNumber && (op == Op::Add || op == Op::Sub || op == Op::Fma || op == Op::Call);
    more |= isNumber && (op == Op::Call || op == Op::Sqrt);
    if (!order::isLeaf(op))
      for (const NodeId operand : graph.operands(node))
        more |= !graph.onlyConstants(operand) && !used.insert(graph.value(operand).index).second;
  }
  return adds && more;
}

/// What an expression is made from: its inputs, and its constants but for those that identities bring and take.
std::vector<order::ValueId> madeFrom(const order::Graph &graph, NodeId root) {
  std::vector<order::ValueId> values;
  for (const NodeId node : order::reachableWithin(graph, root, limits::most(Limit::EvidenceNodes))) {
    if (!order::isLeaf(graph[node].op))
      continue;
    if (graph[node].op == Op::Constant) {
      const double size = std::abs(graph.number(node).approximate());
      if (size == 0 || size == 0.5 || size == 1 || size == 2)
        continue;
    }
    values.push_back(graph.value(node));
  }
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
  return values;
}

/// The order takes up all that the written one does. Where over the reals an input cancels (a + b - a), or a large constant does (c * a - (c * a -
/// a)), rounding is what the author is after.
bool takesUpAll(const order::Graph &graph, NodeId written, NodeId order) {
  const std::vector<order::ValueId> wanted = madeFrom(graph, written), made = madeFrom(graph, order);
  return std::ranges::includes(made, wanted);
}

/// A value and the condition under which it leaves the function, but for names: generated code and templates have one form a hundred times. Of large
/// conditions each is a form of its own.
std::string formOf(const order::Graph &graph, NodeId value, NodeId guard) {
  const bool isLarge = guard && order::reachableWithin(graph, guard, limits::most(Limit::EvidenceNodes)).empty();
  std::vector<NodeId> roots{value};
  if (guard && !isLarge)
    roots.push_back(guard);
  std::string form = measure::structureOf(graph, roots, eval::EvaluationOptions{}.dependentFormat);
  return isLarge ? form + " large " + std::to_string(guard.index) : form;
}

enumerate::EnumerateOptions enumerationOptions(bool exhaustive) {
  enumerate::EnumerateOptions options;
  options.limits.orderings = exhaustive ? 96 : 24;
  options.limits.nodes = exhaustive ? 2000 : 600;
  options.limits.iterations = exhaustive ? 6 : 4;
  options.limits.places = exhaustive ? 4000 : 1000;
  options.limits.steps = exhaustive ? 10'000 : 3000;
  options.limits.counted = 0;
  options.limits.seconds = 60; // an emergency brake: the others are reached first, so that all machines find the same
  return options;
}

/// The bits that an order loses on a family's samples.
struct Loss {
  double hurt = 0;     // in the mean of the quarter that the written order loses most on
  double own = 0;      // of the quarter that the order itself does
  double mean = 0;     // of all
  double worsened = 0; // share of the samples on which it loses `leastGain` bits more than the written order
};

/// The bits that each order loses on each family's samples.
struct Losses {
  std::vector<std::size_t> families;       // rows of measure::evidenceFamilies() with enough usable samples
  std::vector<std::vector<Loss>> byFamily; // by family and order, the written one first
  double operations = 0;                   // evaluated

  double worst() const {
    double most = 0;
    for (const std::vector<Loss> &orders : byFamily)
      most = std::max(most, orders.front().hurt);
    return most;
  }
  /// The family in which an order gains most over the written one.
  std::size_t ofGain(std::size_t order) const {
    const auto gain = [&](const std::vector<Loss> &orders) { return orders.front().hurt - orders[order].hurt; };
    return static_cast<std::size_t>(std::ranges::max_element(byFamily, {}, gain) - byFamily.begin());
  }
};

/// `bits`: by order and sample.
std::vector<Loss> lossesOn(const std::vector<std::vector<double>> &bits) {
  const std::size_t count = bits.front().size(), quarter = std::max<std::size_t>(count / 4, 1);
  std::vector<std::size_t> hurt(count);
  std::iota(hurt.begin(), hurt.end(), std::size_t{0});
  std::ranges::sort(hurt, {}, [&](std::size_t s) { return std::pair(-bits.front()[s], s); });
  std::vector<Loss> losses;
  for (const std::vector<double> &order : bits) {
    Loss &loss = losses.emplace_back();
    for (std::size_t s = 0; s < quarter; ++s)
      loss.hurt += order[hurt[s]] / static_cast<double>(quarter);
    std::vector<double> sorted = order;
    std::ranges::sort(sorted, std::ranges::greater());
    for (std::size_t s = 0; s < count; ++s)
      loss.worsened += order[s] >= bits.front()[s] + leastGain ? 1 / static_cast<double>(count) : 0;
    for (std::size_t s = 0; s < count; ++s) {
      loss.own += s < quarter ? sorted[s] / static_cast<double>(quarter) : 0;
      loss.mean += sorted[s] / static_cast<double>(count);
    }
  }
  return losses;
}

double bitsLost(double computed, const oracle::ExactValue &exact, format::Format format) {
  const double all = format::parameters(format).precision;
  const bool normal = std::abs(exact.rounded) >= format::smallestNormal(format);
  if (!std::isfinite(computed) || (computed == 0 && normal))
    return all;
  const double error = oracle::errorInUlp(computed, exact, format);
  // fporder: allow(log1p-form) reason="errors of far less than an ulp are none"
  return std::isnan(error) ? 0 : std::min(all, std::log2(1 + error));
}

/// The slice's one point is the value itself.
Losses lossesOf(const Slice &slice, std::size_t samples, std::uint64_t seed) {
  const Compiled compiled(slice);
  const std::span<const measure::InputFamily> all = measure::evidenceFamilies();
  std::vector<std::size_t> applying;
  for (std::size_t family = 0; family < all.size(); ++family)
    if (applies(all[family], slice))
      applying.push_back(family);
  Losses losses;
  for (const std::size_t family : applying) {
    const DrawnInputs source(slice, family, tripsOfOpenLoops, seed);
    const double operations = compiled.operations(source) * static_cast<double>(samples) * (oracleOperations + static_cast<double>(compiled.orders));
    if (operations > static_cast<double>(limits::most(Limit::EvidenceOperations)))
      continue;
    losses.operations += operations;
    const Compiled::Values values = compiled.values(source, 0, samples);
    std::vector<std::vector<double>> bits(compiled.orders);
    for (std::size_t s = 0; s < samples; ++s) {
      if (!values.usable[0][s])
        continue;
      const oracle::ExactValue exact = compiled.exact(0, source, s);
      if (exact.verdict != oracle::Verdict::Exact || !std::isfinite(exact.rounded) || exact.exponent != 0)
        continue;
      for (std::size_t order = 0; order < compiled.orders; ++order)
        bits[order].push_back(bitsLost(values.columns[compiled.column(0, order)][s], exact, compiled.format(0)));
    }
    if (2 * bits.front().size() < samples)
      continue;
    losses.families.push_back(family);
    losses.byFamily.push_back(lossesOn(bits));
  }
  return losses;
}

class RootSearch {
public:
  RootSearch(order::Procedure &subject, std::span<const enumerate::Identity> (*laws)(), std::uint64_t chosen, SearchBudget &left)
      : procedure(subject), size(subject.graph.size()), slicer(subject, size), identities(laws), seed(chosen), budget(left) {}

  std::vector<FoundOrder> operator()();

private:
  struct Root {
    NodeId node, guard;
    double lost = 0;
    std::string key;
  };
  bool isSpent();
  bool isPartOfOther(const order::Effect &effect) const;
  std::vector<Root> lossyRoots();
  std::optional<FoundOrder> search(const Root &root);
  std::optional<std::size_t> bestOf(const Losses &losses, std::span<const NodeId> orders) const;

  order::Procedure &procedure;
  std::size_t size; // of the graph before orders were added
  Slicer slicer;
  std::span<const enumerate::Identity> (*identities)();
  std::uint64_t seed;
  SearchBudget &budget;
};

/// The first function of a source for which nothing is left says so.
bool RootSearch::isSpent() {
  if (!budget.isSpent())
    return false;
  const Limit limit = budget.nodes <= 0 ? Limit::SearchedNodes : Limit::SearchedOperations;
  if (!std::exchange(budget.isSpentTold, true))
    limits::reaches(limit, limits::most(limit));
  return true;
}

/// A member of a result that another member is computed from: what its rounding loses may be there, as in numbers of two parts.
bool RootSearch::isPartOfOther(const order::Effect &effect) const {
  const auto isMember = [](const order::Effect &each) { return each.kind == order::Effect::Kind::Return && !each.target.empty() && each.node; };
  return isMember(effect) && std::ranges::any_of(procedure.effects, [&](const order::Effect &other) {
           if (!isMember(other) || procedure.graph.sameValue(other.node, effect.node))
             return false;
           const std::vector<NodeId> below =
               order::reachableWithin(procedure.graph, other.node, limits::most(Limit::EvidenceNodes), [](NodeId) { return false; });
           return std::ranges::any_of(below, [&](NodeId node) { return procedure.graph.sameValue(node, effect.node); });
         });
}

std::vector<RootSearch::Root> RootSearch::lossyRoots() {
  const order::Graph &graph = procedure.graph;
  std::vector<Root> roots;
  std::unordered_set<std::uint32_t> seen;
  for (const order::Effect &effect : procedure.effects) {
    const bool leaves = effect.kind == order::Effect::Kind::Store || effect.kind == order::Effect::Kind::Return;
    const order::ValueType type = graph[effect.node].type;
    if (!leaves || order::isLeaf(graph[effect.node].op) || type.shape != order::Shape::Scalar || !format::isFloatingPoint(type.format) ||
        !seen.insert(graph.value(effect.node).index).second || !mayLose(graph, effect.node) || isPartOfOther(effect))
      continue;
    if (isSpent())
      break;
    std::string key = formOf(graph, effect.node, effect.guard);
    if (budget.hopeless.contains(key))
      continue;
    const Slice slice = slicer.ofValue({effect.node, {}, effect.guard});
    if (slice.points.empty()) {
      budget.hopeless.insert(std::move(key));
      continue;
    }
    const Losses losses = lossesOf(slice, firstSamples, seed);
    budget.operations -= losses.operations;
    const double lost = losses.worst();
    if (lost > lossSearched)
      roots.push_back({effect.node, effect.guard, lost, std::move(key)});
    else
      budget.hopeless.insert(std::move(key));
  }
  std::ranges::sort(roots, {}, [](const Root &root) { return std::pair(-root.lost, root.node); });
  return roots;
}

/// The place among `orders` of the one that is found; nothing where none gains enough.
std::optional<std::size_t> RootSearch::bestOf(const Losses &losses, std::span<const NodeId> orders) const {
  const auto gains = [&](std::size_t order) {
    const std::vector<Loss> &family = losses.byFamily[losses.ofGain(order)];
    const double left = family[order].hurt, lost = family.front().hurt;
    return left <= lost - leastGain && left <= lost / 2;
  };
  const auto isWorse = [&](std::size_t order) {
    return std::ranges::any_of(losses.byFamily, [&](const std::vector<Loss> &family) {
      return family[order].mean > family.front().mean + 1 || family[order].own > family.front().own + 1 || family[order].worsened > worsenedShare;
    });
  };
  const auto together = [&](std::size_t order) {
    double sum = 0;
    for (const std::vector<Loss> &family : losses.byFamily)
      sum += family[order].mean + family[order].own;
    return sum;
  };
  std::vector<std::size_t> found;
  for (std::size_t order = 1; order <= orders.size(); ++order)
    if (gains(order) && !isWorse(order))
      found.push_back(order);
  if (found.empty())
    return std::nullopt;
  const double least = together(*std::ranges::min_element(found, {}, together));
  std::erase_if(found, [&](std::size_t order) { return together(order) > least + alike * static_cast<double>(losses.byFamily.size()); });
  const auto cost = [&](std::size_t order) { return measure::countOperations(procedure.graph, orders[order - 1]).total(); };
  return *std::ranges::min_element(found, {}, cost) - 1;
}

std::optional<FoundOrder> RootSearch::search(const Root &root) {
  std::optional<FoundOrder> found;
  NodeId start = root.node;
  for (unsigned round = 0; round < rounds; ++round) {
    const enumerate::EnumerateOptions options = enumerationOptions(budget.exhaustive);
    if (isSpent())
      return found;
    const enumerate::Enumeration enumeration = enumerate::enumerateOrderings(procedure.graph, start, identities(), options);
    budget.nodes -= static_cast<double>(options.limits.nodes);
    std::vector<NodeId> orders;
    for (const enumerate::Ordering &ordering : enumeration.orderings)
      if (!procedure.graph.sameValue(ordering.node, root.node) && takesUpAll(procedure.graph, root.node, ordering.node))
        orders.push_back(ordering.node);
    const Slice slice = slicer.ofValue({root.node, orders, root.guard});
    if (orders.empty() || slice.points.empty())
      return found;
    const Losses losses = lossesOf(slice, samplesCompared, seed);
    budget.operations -= losses.operations;
    const std::optional<std::size_t> best = losses.byFamily.empty() ? std::nullopt : bestOf(losses, orders);
    if (!best)
      return found;
    const std::size_t family = losses.ofGain(*best + 1);
    const std::vector<Loss> &loss = losses.byFamily[family];
    if (found && loss[*best + 1].hurt > found->left - furtherGain)
      return found;
    found = {root.node,         root.guard,          orders[*best], measure::evidenceFamilies()[losses.families[family]].name,
             loss.front().hurt, loss[*best + 1].hurt};
    start = orders[*best];
  }
  return found;
}

std::vector<FoundOrder> RootSearch::operator()() {
  std::vector<FoundOrder> found;
  for (Root &root : lossyRoots())
    if (std::optional<FoundOrder> order = search(root))
      found.push_back(*order);
    else
      budget.hopeless.insert(std::move(root.key));
  return found;
}

} // namespace

std::vector<FoundOrder> searchRoots(order::Procedure &procedure, std::span<const enumerate::Identity> (*identities)(), std::uint64_t seed,
                                    SearchBudget &budget) {
  return RootSearch(procedure, identities, seed, budget)();
}

} // namespace fporder::evidence
