#include "runtime/describe/forms.h"

#include "runtime/order/walk.h"

#include <algorithm>
#include <cmath>

namespace fporder::describe {

using format::Format;
using order::NodeId;
using order::Op;

namespace {

constexpr double likeOne = 1e-6; // relative: 0.9f and 0.1f

bool isProduct(Op op) { return op == Op::Mul || op == Op::Div; }

} // namespace

Forms::Forms(const order::Graph &described, NodeId root, Spelling spelling) : graph(described), spell(std::move(spelling)) {
  users.resize(root.index + 1);
  std::vector<NodeId> found{root};
  order::walkOperands(graph, found, UINT64_MAX, [&](NodeId node) {
    for (const NodeId operand : graph.operands(node))
      users[operand.index].push_back(node);
    return order::Walk::Enter;
  });
}

std::vector<Fact> Forms::at(NodeId node) const {
  std::vector<Fact> facts;
  for (const auto form : {&Forms::average, &Forms::biasCorrection, &Forms::epsilon, &Forms::root, &Forms::quotient, &Forms::sum, &Forms::contraction,
                          &Forms::conversion, &Forms::function})
    if (std::optional<Fact> fact = (this->*form)(node))
      facts.push_back(*std::move(fact));
  return facts;
}

bool Forms::isFloating(NodeId node) const { return format::isFloatingPoint(graph[node].type.format); }

bool Forms::is(NodeId node, double value) const { return graph[node].op == Op::Constant && graph.number(node).approximate() == value; }

/// Without conversions.
NodeId Forms::bare(NodeId node) const {
  while (graph[node].op == Op::Cast)
    node = graph.operand(node, 0);
  return node;
}

/// Of a product of products; of anything else itself.
std::vector<NodeId> Forms::factors(NodeId product) const {
  std::vector<NodeId> found{bare(product)}, all;
  for (std::size_t next = 0; next < found.size(); ++next) {
    const NodeId node = found[next];
    if (graph[node].op != Op::Mul) {
      all.push_back(node);
      continue;
    }
    found.push_back(bare(graph.operand(node, 0)));
    found.push_back(bare(graph.operand(node, 1)));
  }
  return all;
}

/// other is 1 - weight, or two constants whose sum is 1.
bool Forms::areComplements(NodeId weight, NodeId other) const {
  if (graph[other].op == Op::Sub && is(bare(graph.operand(other, 0)), 1) && graph.sameValue(bare(graph.operand(other, 1)), weight))
    return true;
  return graph[weight].op == Op::Constant && graph[other].op == Op::Constant &&
         std::abs(graph.number(weight).approximate() + graph.number(other).approximate() - 1) < likeOne;
}

/// start + t * (end - start), or start - t * (start - end).
bool Forms::isLerp(NodeId start, NodeId product, bool subtracted) const {
  return std::ranges::any_of(factors(product), [&](NodeId factor) {
    return graph[factor].op == Op::Sub && graph.sameValue(bare(graph.operand(factor, subtracted ? 0 : 1)), bare(start));
  });
}

/// How a weighted mean of two values is written.
std::optional<Fact> Forms::average(NodeId node) const {
  const Op op = graph[node].op;
  if (!isFloating(node) || (op != Op::Add && op != Op::Sub && op != Op::Fma))
    return std::nullopt;
  const auto operands = graph.operands(node);
  const NodeId last = operands.back();
  const std::string how = op == Op::Fma ? ", fused: " : ": ";
  std::vector<NodeId> left = factors(operands[0]);
  if (op == Op::Fma) {
    const std::vector<NodeId> more = factors(operands[1]);
    left.insert(left.end(), more.begin(), more.end());
  }
  const bool lerp = op == Op::Fma ? isLerp(last, operands[0], false) || isLerp(last, operands[1], false)
                                  : isLerp(operands[0], last, op == Op::Sub) || (op == Op::Add && isLerp(last, operands[0], false));
  if (lerp)
    return Fact{"average", "lerp" + how + quoted(node)};
  const std::vector<NodeId> right = factors(last);
  const bool weighted = std::ranges::any_of(left, [&](NodeId one) {
    return std::ranges::any_of(right, [&](NodeId other) { return areComplements(one, other) || areComplements(other, one); });
  });
  return op != Op::Sub && weighted ? std::optional(Fact{"average", "multiply-add" + how + quoted(node)}) : std::nullopt;
}

/// 1 - pow(b, t), in what it corrects.
std::optional<Fact> Forms::biasCorrection(NodeId node) const {
  if (graph[node].op != Op::Sub || !is(bare(graph.operand(node, 0)), 1))
    return std::nullopt;
  const NodeId power = bare(graph.operand(node, 1));
  if (graph[power].op != Op::Call || graph.symbol(power) != "pow")
    return std::nullopt;
  std::string text = quoted(node);
  for (const NodeId user : users[node.index])
    text += " in " + quoted(user);
  return Fact{"bias correction", text};
}

bool Forms::isScalar(NodeId node) const {
  return isFloating(node) && (graph[node].op == Op::Input || (graph[node].op == Op::Constant && graph.number(node).approximate() > 0));
}

bool Forms::isRoot(NodeId node) const {
  return graph[node].op == Op::Sqrt || (graph[node].op == Op::Call && (graph.symbol(node) == "rsqrt" || graph.symbol(node) == "hypot"));
}

/// A scalar that is added to what is under a root, or to a root.
std::optional<Fact> Forms::epsilon(NodeId node) const {
  if (graph[node].op == Op::Max && (isScalar(bare(graph.operand(node, 0))) != isScalar(bare(graph.operand(node, 1)))) && isFloating(node))
    return Fact{"bound", "from below: " + quoted(node)};
  if (graph[node].op != Op::Add || !isFloating(node))
    return std::nullopt;
  const NodeId one = bare(graph.operand(node, 0)), other = bare(graph.operand(node, 1));
  if (!isScalar(one) && !isScalar(other))
    return std::nullopt;
  const NodeId value = isScalar(other) ? one : other;
  const auto rooted = [&](NodeId factor) { return isRoot(factor); };
  if (isProduct(graph[value].op) || isRoot(value)) {
    std::vector<NodeId> parts = factors(value);
    if (graph[value].op == Op::Div)
      for (const NodeId operand : graph.operands(value))
        for (const NodeId factor : factors(operand))
          parts.push_back(factor);
    if (std::ranges::any_of(parts, rooted))
      return Fact{"epsilon", "outside of the root: " + quoted(node)};
  }
  const bool inside = std::ranges::any_of(
      users[node.index], [&](NodeId user) { return isRoot(user) || (graph[user].op == Op::Cast && std::ranges::any_of(users[user.index], rooted)); });
  const bool tells = !(isScalar(one) && isScalar(other)) || graph[one].op == Op::Constant || graph[other].op == Op::Constant;
  return inside && tells ? std::optional(Fact{"epsilon", "inside of the root: " + quoted(node)}) : std::nullopt;
}

std::optional<Fact> Forms::root(NodeId node) const {
  if (graph[node].op == Op::Call && graph.symbol(node) == "rsqrt")
    return Fact{"root", "reciprocal, by rsqrt: " + quoted(node)};
  if (graph[node].op == Op::Div && is(bare(graph.operand(node, 0)), 1) && graph[bare(graph.operand(node, 1))].op == Op::Sqrt)
    return Fact{"root", "reciprocal, as a quotient: " + quoted(node)};
  if (graph[node].op != Op::Sqrt)
    return std::nullopt;
  const bool reciprocal = std::ranges::any_of(users[node.index], [&](NodeId user) {
    return graph[user].op == Op::Div && is(bare(graph.operand(user, 0)), 1) && graph.operand(user, 1) == node;
  });
  return reciprocal ? std::nullopt : std::optional(Fact{"root", quoted(node)});
}

/// Of products with a division, the outermost one: what is done with the numerator, in the order in which it runs.
std::optional<Fact> Forms::quotient(NodeId node) const {
  const auto within = [&](NodeId user) { return isProduct(graph[user].op); };
  if (!isProduct(graph[node].op) || !isFloating(node) || std::ranges::any_of(users[node.index], within))
    return std::nullopt;
  std::vector<NodeId> chain{node};
  for (std::size_t next = 0; next < chain.size(); ++next)
    for (unsigned position = 0; position < (graph[chain[next]].op == Op::Mul ? 2 : 1);
         ++position) // what a divisor is made of is a quotient of its own
      if (const NodeId operand = bare(graph.operand(chain[next], position)); isProduct(graph[operand].op))
        chain.push_back(operand);
  std::ranges::sort(chain);
  std::vector<std::string_view> steps;
  for (const NodeId at : chain) {
    const bool reciprocal = graph[at].op == Op::Div && is(bare(graph.operand(at, 0)), 1);
    const std::string_view step = reciprocal ? "reciprocal taken" : graph[at].op == Op::Div ? "divided" : "multiplied";
    if (steps.empty() || steps.back() != step)
      steps.push_back(step);
  }
  if (steps.size() < 2)
    return std::nullopt;
  std::string text(steps[0]);
  for (std::size_t i = 1; i < steps.size(); ++i)
    text += (i == 1 ? " first, then " : ", then ") + std::string(steps[i]);
  return Fact{"quotient", text + ": " + quoted(node)};
}

std::string Forms::scheduleOf(NodeId reduce) const {
  const order::Reduction &reduction = graph.reduction(reduce);
  if (reduction.schedule == order::Schedule::Sequential)
    return "in order";
  if (reduction.schedule == order::Schedule::Lanes)
    return "in " + std::to_string(reduction.width) + " lanes";
  return std::string(order::name(reduction.schedule)) + (reduction.width ? " of " + std::to_string(reduction.width) : "");
}

/// What is joined, how often, in which order, and in which format.
std::optional<Fact> Forms::sum(NodeId node) const {
  if (graph[node].op != Op::Reduce || !isFloating(node) || order::continuesSum(graph, node))
    return std::nullopt;
  const order::Reduction &reduction = graph.reduction(node);
  std::string terms, counts;
  for (NodeId at = node; at;) {
    const order::ReduceOperands operands = order::reduceOperands(graph, at);
    counts += (counts.empty() ? "" : ", each ") + (operands.trips ? quoted(operands.trips) : std::string("an unknown number of"));
    const std::span<const NodeId> all = order::termsOf(graph, at);
    at = all.size() == 1 && order::continuesSum(graph, all[0]) ? all[0] : NodeId{};
    if (at)
      continue;
    for (const NodeId term : all)
      terms += (terms.empty() ? "" : ", ") + quoted(term);
  }
  std::string text = "of " + terms + ", " + counts + (reduction.kind == order::ReductionKind::Sum ? " terms, " : " times, ") + scheduleOf(node) +
                     ", in " + std::string(format::name(graph[node].type.format));
  const NodeId initial = order::reduceOperands(graph, node).initial;
  if (graph[initial].op != Op::Constant)
    text += ", from " + quoted(initial);
  return Fact{std::string(order::name(reduction.kind)), text + (reduction.fused ? ", products fused" : "")};
}

std::optional<Fact> Forms::contraction(NodeId node) const {
  const order::Node data = graph[node];
  if (data.op == Op::Fma)
    return Fact{"contraction", "fused: " + quoted(node)};
  if ((data.op != Op::Add && data.op != Op::Sub) || !isFloating(node) || graph.environment(node).contraction == order::Contraction::Off)
    return std::nullopt;
  const bool product = std::ranges::any_of(graph.operands(node), [&](NodeId operand) { return graph[operand].op == Op::Mul; });
  return product ? std::optional(Fact{"contraction", "may be fused: " + quoted(node)}) : std::nullopt;
}

std::optional<Fact> Forms::conversion(NodeId node) const {
  if (graph[node].op != Op::Cast)
    return std::nullopt;
  const NodeId operand = graph.operand(node, 0);
  const Format from = graph[operand].type.format, to = graph[node].type.format;
  if (!order::castRounds(from, to) || graph[operand].op == Op::Constant)
    return std::nullopt;
  return Fact{"conversion", quoted(operand) + " from " + std::string(format::name(from)) + " to " + std::string(format::name(to))};
}

std::optional<Fact> Forms::function(NodeId node) const {
  if (graph[node].op != Op::Call || !isFloating(node) || graph.symbol(node) == "rsqrt")
    return std::nullopt;
  return Fact{"function", quoted(node)};
}

} // namespace fporder::describe
