// Normal forms of the e-graph's operations, and the restoration of congruence.
#include "runtime/enumerate/egraph.h"

#include <algorithm>

namespace fporder::enumerate {

using order::Number;
using order::Op;

namespace {

constexpr std::int64_t largestExponent = 100'000; // of two: beyond every format
constexpr std::int64_t largestFolded = 2048;      // odd integers below it are exact with the 11 bits of binary16

bool outOfBounds(Scale scale) { return scale.exponent > largestExponent || scale.exponent < -largestExponent; }

} // namespace

/// The order of commutative operands: constants first, so that 1 - x and x - 1 have one normal form whatever x is.
bool EGraph::before(std::uint32_t left, std::uint32_t right) const {
  const bool leftConstant = classes[left].core != UINT32_MAX, rightConstant = classes[right].core != UINT32_MAX;
  return leftConstant != rightConstant ? leftConstant : left < right;
}

std::optional<EGraph::Normal> EGraph::normalise(const ENode &node) {
  ENode canonical = node;
  for (unsigned index = 0; index < node.count; ++index) {
    canonical.operands[index] = find(node.operands[index]);
    if (outOfBounds(canonical.operands[index].scale))
      return std::nullopt;
  }
  switch (node.kind) {
  case Kind::Add:
    return normalSum(canonical);
  case Kind::Mul:
    return normalProduct(canonical);
  case Kind::Div:
    return normalQuotient(canonical);
  case Kind::Sqrt:
    return normalRoot(canonical);
  case Kind::Fma:
    return normalFma(canonical);
  case Kind::Abs:
    return normalMagnitude(canonical);
  default:
    return Normal{.node = canonical};
  }
}

/// A constant where both operands are small ones and the result is one.
std::optional<EGraph::Normal> EGraph::folded(Op op, Ref left, Ref right, order::ValueType type) {
  const auto a = smallCore(left.eclass), b = smallCore(right.eclass);
  if (!a || !b)
    return std::nullopt;
  Scale scale = op == Op::Div ? left.scale / right.scale : left.scale * right.scale;
  std::int64_t value = 0;
  if (op == Op::Mul) {
    value = *a * *b;
  } else if (op == Op::Div) {
    if (*b == 0 || *a % *b != 0)
      return std::nullopt;
    value = *a / *b;
  } else {
    const std::int64_t shift = right.scale.exponent - left.scale.exponent;
    if (shift > 11 || shift < -11)
      return std::nullopt;
    scale = {std::min(left.scale.exponent, right.scale.exponent), left.scale.negative};
    const std::int64_t first = *a << std::max<std::int64_t>(0, -shift), second = *b << std::max<std::int64_t>(0, shift);
    value = left.scale.negative == right.scale.negative ? first + second : first - second;
  }
  std::int64_t odd = value < 0 ? -value : value;
  while (odd != 0 && odd % 2 == 0)
    odd /= 2;
  if (odd >= largestFolded)
    return std::nullopt;
  const std::optional<Ref> result = constant(Number::fromInteger(value), type);
  return result ? std::optional(Normal{.simplified = true, .result = value == 0 ? *result : scale * *result}) : std::nullopt;
}

std::optional<EGraph::Normal> EGraph::normalSum(const ENode &node) {
  Ref left = node.operands[0], right = node.operands[1];
  if (isZero(left) || isZero(right))
    return Normal{.simplified = true, .result = isZero(left) ? right : left};
  if (left.eclass == right.eclass && left.scale.exponent == right.scale.exponent) { // x + x doubles, x - x vanishes
    if (left.scale.negative == right.scale.negative)
      return Normal{.simplified = true, .result = Scale{1, false} * left};
    const std::optional<Ref> zero = constant(Number(), node.type);
    return zero ? std::optional(Normal{.simplified = true, .result = *zero}) : std::nullopt;
  }
  if (auto result = folded(Op::Add, left, right, node.type))
    return result;
  const bool swaps = left.eclass == right.eclass ? right.scale.exponent < left.scale.exponent : before(right.eclass, left.eclass);
  if (swaps)
    std::swap(left, right);
  Normal normal{.node = node, .scale = left.scale};
  normal.node.operands = {Ref{left.eclass, {}}, Ref{right.eclass, right.scale / left.scale}};
  return normal;
}

std::optional<EGraph::Normal> EGraph::normalProduct(const ENode &node) {
  Ref left = node.operands[0], right = node.operands[1];
  if (isZero(left) || isZero(right))
    return Normal{.simplified = true, .result = isZero(left) ? left : right};
  if (smallCore(left.eclass) == 1 || smallCore(right.eclass) == 1) {
    const bool first = smallCore(left.eclass) == 1;
    return Normal{.simplified = true, .result = first ? left.scale * right : right.scale * left};
  }
  if (auto result = folded(Op::Mul, left, right, node.type))
    return result;
  if (before(right.eclass, left.eclass))
    std::swap(left, right);
  Normal normal{.node = node, .scale = left.scale * right.scale};
  normal.node.operands = {Ref{left.eclass, {}}, Ref{right.eclass, {}}};
  return normal;
}

std::optional<EGraph::Normal> EGraph::normalQuotient(const ENode &node) {
  const Ref left = node.operands[0], right = node.operands[1];
  if (isZero(right))
    return std::nullopt;
  if (isZero(left))
    return Normal{.simplified = true, .result = left};
  const Scale scale = left.scale / right.scale;
  if (smallCore(right.eclass) == 1)
    return Normal{.simplified = true, .result = {left.eclass, scale}};
  if (left.eclass == right.eclass) {
    const std::optional<Ref> unit = one(node.type);
    return unit ? std::optional(Normal{.simplified = true, .result = scale * *unit}) : std::nullopt;
  }
  if (auto result = folded(Op::Div, left, right, node.type))
    return result;
  Normal normal{.node = node, .scale = scale};
  normal.node.operands = {Ref{left.eclass, {}}, Ref{right.eclass, {}}};
  return normal;
}

/// a * b + c with the factor of the product outside; products by one and sums with zero are no fma.
std::optional<EGraph::Normal> EGraph::normalFma(const ENode &node) {
  Ref left = node.operands[0], right = node.operands[1];
  const Ref addend = node.operands[2];
  const bool plain = isZero(left) || isZero(right) || smallCore(left.eclass) == 1 || smallCore(right.eclass) == 1;
  if (plain || isZero(addend)) {
    const std::optional<Ref> product = multiply(left, right, node.type);
    const std::optional<Ref> sum = product ? add(*product, addend, node.type) : std::nullopt;
    return sum ? std::optional(Normal{.simplified = true, .result = *sum}) : std::nullopt;
  }
  if (before(right.eclass, left.eclass))
    std::swap(left, right);
  const Scale scale = left.scale * right.scale;
  Normal normal{.node = node, .scale = scale};
  normal.node.operands = {Ref{left.eclass, {}}, Ref{right.eclass, {}}, {addend.eclass, addend.scale / scale}};
  return normal;
}

std::optional<EGraph::Normal> EGraph::normalRoot(const ENode &node) {
  const Ref operand = node.operands[0];
  if (isZero(operand))
    return Normal{.simplified = true, .result = operand};
  const std::int64_t odd = operand.scale.exponent & 1;
  const Scale half{(operand.scale.exponent - odd) / 2, false};
  if (odd == 0 && !operand.scale.negative && smallCore(operand.eclass) == 1)
    return Normal{.simplified = true, .result = {operand.eclass, half}};
  Normal normal{.node = node, .scale = half};
  normal.node.operands[0].scale = {odd, operand.scale.negative};
  return normal;
}

std::optional<EGraph::Normal> EGraph::normalMagnitude(const ENode &node) {
  const Ref operand = node.operands[0];
  const Facts known = classes[operand.eclass].facts;
  if (known.nonnegative || known.nonpositive)
    return Normal{.simplified = true, .result = {operand.eclass, {operand.scale.exponent, !known.nonnegative}}};
  Normal normal{.node = node, .scale = {operand.scale.exponent, false}};
  normal.node.operands[0].scale = {};
  return normal;
}

/// Facts follow from operands that have become better known.
void EGraph::learn() {
  for (const ENode &node : nodes) {
    if (!node.live)
      continue;
    const Ref value = find(node.value);
    const Facts more = factsOf(node).scaled(value.scale);
    Facts &facts = classes[value.eclass].facts;
    facts = facts.with(more);
  }
}

/// Enters `position`, in normal form, into the new table, or merges its class with that of its twin. True when classes were merged.
bool EGraph::enter(std::uint32_t position) {
  const std::optional<Normal> normal = normalise(nodes[position]);
  const Ref value = nodes[position].value;
  if (!normal) { // a division by what has become zero, or no room: never looked at again
    nodes[position].live = false;
    return false;
  }
  if (normal->simplified) {
    nodes[position].live = false;
    return merge(value, normal->result);
  }
  nodes[position].operands = normal->node.operands;
  nodes[position].value = find(normal->scale.inverse() * value);
  const std::uint32_t found =
      table.findOrAdd(hashOf(nodes[position]), position, [&](std::uint32_t index) { return sameKey(nodes[index], nodes[position]); });
  if (found == position)
    return false;
  nodes[position].live = false;
  return merge(nodes[position].value, nodes[found].value);
}

bool EGraph::sweep() {
  table = {};
  bool changed = false;
  for (std::uint32_t position = 0; position < nodes.size(); ++position)
    if (nodes[position].live)
      changed |= enter(position);
  return changed;
}

void EGraph::rebuild() {
  while (sweep()) {
  }
  for (Class &each : classes)
    each.members.clear();
  living = 0;
  for (std::uint32_t position = 0; position < nodes.size(); ++position) {
    if (!nodes[position].live)
      continue;
    nodes[position].value = find(nodes[position].value);
    classes[nodes[position].value.eclass].members.push_back(position);
    ++living;
  }
  learn();
}

} // namespace fporder::enumerate
