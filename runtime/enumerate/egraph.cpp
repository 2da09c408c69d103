#include "runtime/enumerate/egraph.h"

#include <algorithm>
#include <charconv>

namespace fporder::enumerate {

using order::Number;
using order::Op;

std::uint64_t hashOf(const ENode &node) {
  std::uint64_t hash = static_cast<std::uint64_t>(node.kind) | std::uint64_t{node.count} << 8 | static_cast<std::uint64_t>(node.type.format) << 16 |
                       static_cast<std::uint64_t>(node.type.shape) << 24 | std::uint64_t{node.payload} << 32;
  for (const Ref &operand : node.children()) {
    hash = order::mixHash(hash, std::uint64_t{operand.eclass} << 1 | std::uint64_t{operand.scale.negative});
    hash = order::mixHash(hash, static_cast<std::uint64_t>(operand.scale.exponent));
  }
  return hash;
}

bool sameKey(const ENode &left, const ENode &right) {
  return left.kind == right.kind && left.type == right.type && left.payload == right.payload && std::ranges::equal(left.children(), right.children());
}

Ref EGraph::find(Ref ref) const {
  while (classes[ref.eclass].parent != ref.eclass)
    ref = {classes[ref.eclass].parent, ref.scale * classes[ref.eclass].scale};
  if (const Number *core = constantCore(ref.eclass); core != nullptr && core->isZero())
    ref.scale = {};
  return ref;
}

Facts EGraph::facts(Ref ref) const {
  const Ref canonical = find(ref);
  return classes[canonical.eclass].facts.scaled(canonical.scale);
}

const Number *EGraph::constantCore(std::uint32_t eclass) const {
  const std::uint32_t core = classes[eclass].core;
  return core == UINT32_MAX ? nullptr : &cores[core];
}

bool EGraph::isZero(Ref ref) const {
  const Number *core = constantCore(find(ref).eclass);
  return core != nullptr && core->isZero();
}

std::optional<std::int64_t> EGraph::smallCore(std::uint32_t eclass) const {
  const Number *core = constantCore(eclass);
  if (core == nullptr)
    return std::nullopt;
  const std::string &text = core->text(); // 0xNp+0 when it is an odd integer or zero
  const auto end = text.find("p+0");
  if (!text.starts_with("0x") || end == std::string::npos || end > 5)
    return std::nullopt;
  std::int64_t value = 0;
  std::from_chars(text.data() + 2, text.data() + end, value, 16);
  return value;
}

std::optional<Ref> EGraph::intern(const ENode &node) {
  const auto next = static_cast<std::uint32_t>(nodes.size());
  if (full() && node.kind != Kind::Constant)
    return std::nullopt; // also where it exists: nothing is built in a full graph; the few constants are what its normal forms need
  const std::uint32_t found = table.findOrAdd(hashOf(node), next, [&](std::uint32_t index) { return sameKey(nodes[index], node); });
  if (found != next)
    return find(nodes[found].value);
  const auto eclass = static_cast<std::uint32_t>(classes.size());
  nodes.push_back(node);
  nodes.back().value = {eclass, {}};
  ++living;
  Class &created = classes.emplace_back();
  created.parent = eclass;
  created.members.push_back(next);
  created.type = node.type;
  if (node.kind == Kind::Constant)
    created.core = node.payload;
  created.facts = factsOf(node);
  return Ref{eclass, {}};
}

std::optional<Ref> EGraph::store(std::optional<Normal> normal) {
  if (!normal)
    return std::nullopt;
  if (normal->simplified)
    return find(normal->result);
  const std::optional<Ref> stored = intern(normal->node);
  return stored ? std::optional(normal->scale * *stored) : std::nullopt;
}

std::optional<Ref> EGraph::leaf(order::NodeId node, Facts known) {
  ENode created{.kind = Kind::Leaf, .type = graph[node].type, .payload = node.index};
  const std::optional<Ref> result = intern(created);
  if (result) {
    Facts &facts = classes[result->eclass].facts;
    facts = facts.with(known);
  }
  return result;
}

std::pair<Number, Scale> withoutFactors(const Number &number) {
  if (number.isZero())
    return {Number(), {}};
  Scale scale{0, number.isNegative()};
  const Number magnitude = number.isNegative() ? number.negated() : number;
  const std::string &text = magnitude.text();
  const auto point = text.find('p');
  if (point == std::string::npos)
    return {magnitude, scale};
  const char *first = text.data() + point + (text[point + 1] == '+' ? 2 : 1);
  std::from_chars(first, text.data() + text.size(), scale.exponent);
  return {*Number::parse(text.substr(0, point) + "p+0"), scale};
}

std::optional<Ref> EGraph::constant(const Number &number, order::ValueType type) {
  if (!number.isFinite())
    return std::nullopt;
  const auto [core, scale] = withoutFactors(number);
  const auto known = std::ranges::find(cores, core);
  const auto position = static_cast<std::uint32_t>(known - cores.begin());
  if (known == cores.end())
    cores.push_back(core);
  const std::optional<Ref> result = intern({.kind = Kind::Constant, .type = type, .payload = position});
  return result ? std::optional(scale * *result) : std::nullopt;
}

std::optional<Ref> EGraph::add(Ref left, Ref right, order::ValueType type) {
  return store(normalise({.kind = Kind::Add, .count = 2, .type = type, .operands = {left, right}}));
}

std::optional<Ref> EGraph::multiply(Ref left, Ref right, order::ValueType type) {
  return store(normalise({.kind = Kind::Mul, .count = 2, .type = type, .operands = {left, right}}));
}

std::optional<Ref> EGraph::divide(Ref left, Ref right, order::ValueType type) {
  return store(normalise({.kind = Kind::Div, .count = 2, .type = type, .operands = {left, right}}));
}

std::optional<Ref> EGraph::squareRoot(Ref operand, order::ValueType type) {
  return store(normalise({.kind = Kind::Sqrt, .count = 1, .type = type, .operands = {operand}}));
}

std::optional<Ref> EGraph::absolute(Ref operand, order::ValueType type) {
  return store(normalise({.kind = Kind::Abs, .count = 1, .type = type, .operands = {operand}}));
}

std::optional<Ref> EGraph::fma(Ref left, Ref right, Ref addend, order::ValueType type) {
  return store(normalise({.kind = Kind::Fma, .count = 3, .type = type, .operands = {left, right, addend}}));
}

std::optional<Ref> EGraph::apply(std::uint32_t head, std::span<const Ref> operands, order::ValueType type) {
  if (operands.size() > mostOperands)
    return std::nullopt;
  ENode node{.kind = Kind::Head, .count = static_cast<std::uint8_t>(operands.size()), .type = type, .payload = head};
  std::ranges::copy(operands, node.operands.begin());
  return store(normalise(node));
}

std::uint32_t EGraph::callHead(std::string_view function) {
  for (std::uint32_t index = 0; index < heads.size(); ++index)
    if (heads[index].op == Op::Call && heads[index].symbol == function)
      return index;
  heads.push_back({Op::Call, std::string(function), {}});
  return static_cast<std::uint32_t>(heads.size() - 1);
}

std::uint32_t EGraph::headLike(order::NodeId like) {
  const order::Node wanted = graph[like];
  for (std::uint32_t index = 0; index < heads.size(); ++index) {
    if (heads[index].op != wanted.op || !heads[index].like)
      continue;
    const order::Node known = graph[heads[index].like];
    if (known.rounding == wanted.rounding && known.type == wanted.type && known.symbol == wanted.symbol && known.version == wanted.version &&
        known.payload == wanted.payload && known.operandCount == wanted.operandCount && known.environment == wanted.environment)
      return index;
  }
  heads.push_back({wanted.op, std::string(graph.symbol(like)), like});
  return static_cast<std::uint32_t>(heads.size() - 1);
}

bool EGraph::merge(Ref left, Ref right) {
  left = find(left);
  right = find(right);
  if (left == right)
    return false;
  const bool bothConstant = classes[left.eclass].core != UINT32_MAX && classes[right.eclass].core != UINT32_MAX;
  if (left.eclass == right.eclass || bothConstant || classes[left.eclass].type != classes[right.eclass].type) {
    // k * x = x holds for zero alone, and constants are what they are: the identity was used outside its domain.
    refused += !(isZero(left) && isZero(right));
    return false;
  }
  const bool rightLeads = classes[right.eclass].core != UINT32_MAX || (classes[left.eclass].core == UINT32_MAX && right.eclass < left.eclass);
  if (rightLeads) // a constant class is measured by its core and stays the representative
    std::swap(left, right);
  Class &kept = classes[left.eclass], &gone = classes[right.eclass];
  gone.parent = left.eclass;
  gone.scale = left.scale / right.scale;
  kept.members.insert(kept.members.end(), gone.members.begin(), gone.members.end());
  gone.members = {};
  const Facts more = gone.facts.scaled(gone.scale);
  kept.facts = kept.facts.with(more);
  return true;
}

Facts EGraph::factsOf(const ENode &node) const {
  std::array<Facts, mostOperands> x;
  for (unsigned index = 0; index < node.count; ++index)
    x[index] = facts(node.operands[index]);
  switch (node.kind) {
  case Kind::Leaf:
    return {};
  case Kind::Constant:
    return cores[node.payload].isZero() ? Facts{true, true, false} : Facts{true, false, true};
  case Kind::Add:
    return sumFacts(x[0], x[1]);
  case Kind::Mul:
    if (same(node.operands[0], node.operands[1]))
      return {true, false, x[0].nonzero};
    return productFacts(x[0], x[1]);
  case Kind::Div:
    return productFacts(x[0], x[1]);
  case Kind::Sqrt:
  case Kind::Abs:
    return {true, false, x[0].nonzero};
  case Kind::Fma:
    return sumFacts(same(node.operands[0], node.operands[1]) ? Facts{true, false, x[0].nonzero} : productFacts(x[0], x[1]), x[2]);
  case Kind::Head:
    return heads[node.payload].op == Op::Call ? callFacts(heads[node.payload].symbol, std::span(x).first(node.count)) : Facts{};
  }
  return {};
}

} // namespace fporder::enumerate
