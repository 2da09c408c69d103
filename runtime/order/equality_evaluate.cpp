// Steps evaluated at one point.
#include "runtime/order/equality_model.h"

#include <algorithm>
#include <cstdlib>

namespace fporder::order::equality {

static constexpr unsigned loopPoints = 3; // where the functional that models a sum looks at its term

Residue Comparison::symbol(std::uint64_t name, const Residue *arguments, std::size_t count) const {
  std::uint64_t hash = mixHash(point, name);
  for (std::size_t index = 0; index < count; ++index)
    hash = mixHash(hash, arguments[index].value);
  return {field.reduce(mixHash(hash, 1)), exponentField.reduce(mixHash(hash, 2))};
}

Residue Comparison::leaf(const Step &step, unsigned depth) const {
  if (step.op == Op::Constant) {
    const Number &number = graph.number(step.node);
    const auto value = number.modulo(field.prime()), exponent = number.modulo(exponentField.prime());
    if (value && exponent)
      return {*value, *exponent};
  }
  if (step.op == Op::LoopIndex)
    for (std::size_t index = loopValues.size(); index-- > 0;)
      if (loopValues[index].first == graph[step.node].version)
        return loopValues[index].second;
  std::vector<Residue> arguments;
  for (const std::uint32_t operand : step.operands)
    arguments.push_back(at(operand, depth));
  return symbol(step.identity, arguments.data(), arguments.size());
}

/// What a condition makes of a value: a truth value itself, a random bit for anything else.
bool Comparison::truth(std::uint32_t operand, const Residue &value) const {
  return (steps[operand].boolean ? value.value : symbol(hashText("truth"), &value, 1).value & 1) != 0;
}

/// A comparison of numbers by < > <= >=.
bool Comparison::isOrder(const Step &step) const {
  return step.op == Op::Compare && graph.symbol(step.node).find_first_of("<>") == 0 && graph.symbol(step.node) != "<=>" &&
         format::isFloatingPoint(graph[graph.operand(step.node, 0)].type.format);
}

/// A constant that is positive, and no square: what it multiplies would have the opposite sign.
bool Comparison::hasWrongSign(const Step &step, const Residue &value) const {
  const Number &number = graph.number(step.node);
  if (step.integer || step.boolean || !number.isFinite() || number.isZero())
    return false;
  const int sign = number.isNegative() ? -1 : 1;
  return field.sign(value.value) != sign || (step.asExponent && exponentField.sign(value.exponent) != sign);
}

/// The two fields do not agree on the sign that an operation looks at.
bool Comparison::signsDiffer(const Step &step, const Residue *x) const {
  const auto differ = [&](const Residue &one, const Residue &other) {
    return field.sign(field.subtract(one.value, other.value)) != exponentField.sign(exponentField.subtract(one.exponent, other.exponent));
  };
  const bool inExponent = step.asExponent || std::ranges::any_of(step.operands, [&](std::uint32_t operand) { return steps[operand].asExponent; });
  if (!linked || !inExponent)
    return false;
  if (step.op == Op::Abs)
    return differ(x[0], {});
  if (step.op == Op::CopySign)
    return differ(x[0], {}) || differ(x[1], {});
  return (step.op == Op::Min || step.op == Op::Max || isOrder(step)) && differ(x[0], x[1]);
}

/// Comparisons are bits drawn for their arguments; logic combines bits.
bool Comparison::logic(const Step &step, const Residue *x) const {
  const auto holds = [&](std::size_t index) { return truth(step.operands[index], x[index]); };
  if (step.op == Op::Not)
    return !holds(0);
  if (step.op == Op::And)
    return holds(0) && holds(1);
  if (step.op == Op::Or)
    return holds(0) || holds(1);
  const std::string_view comparison = graph.symbol(step.node);
  Residue arguments[]{x[0], x[1]};
  // One symbol for < > <= >=: a > b is b < a, a <= b is !(b < a). One for == and !=.
  const bool equality = comparison == "==" || comparison == "!=";
  const bool swapped = equality ? x[1].value < x[0].value : comparison == ">" || comparison == "<=";
  if (swapped)
    std::swap(arguments[0], arguments[1]);
  const bool inverted = comparison == "<=" || comparison == ">=" || comparison == "!=";
  if (linked && !equality && isOrder(step))
    return (field.sign(field.subtract(arguments[0].value, arguments[1].value)) < 0) != inverted;
  return ((symbol(hashText(equality ? "==" : "<"), arguments, 2).value & 1) != 0) != inverted;
}

/// The arithmetic operations in either field; nothing where the point must be discarded.
std::optional<Element> Comparison::evaluateIn(const PrimeField &f, const Step &step, const Element *x) const {
  const auto magnitude = [&](Element value) { return f.sign(value) < 0 ? f.negate(value) : value; };
  switch (step.op) {
  case Op::Add:
    return f.add(x[0], x[1]);
  case Op::Sub:
    return f.subtract(x[0], x[1]);
  case Op::Mul:
    return f.multiply(x[0], x[1]);
  case Op::Div:
    if (x[1] == 0)
      return std::nullopt;
    return f.multiply(x[0], f.inverse(x[1]));
  case Op::Fma:
    return f.add(f.multiply(x[0], x[1]), x[2]);
  case Op::Neg:
    return f.negate(x[0]);
  case Op::Abs:
    return magnitude(x[0]);
  case Op::CopySign:
    return f.sign(x[1]) < 0 ? f.negate(magnitude(x[0])) : magnitude(x[0]);
  case Op::Min:
    return f.sign(f.subtract(x[0], x[1])) < 0 ? x[0] : x[1];
  case Op::Max:
    return f.sign(f.subtract(x[0], x[1])) < 0 ? x[1] : x[0];
  case Op::Sqrt:
    if (f.sign(x[0]) < 0)
      return std::nullopt;
    return f.root(x[0]);
  default:
    return std::nullopt;
  }
}

bool Comparison::evaluateStep(const Step &step, unsigned depth, Residue &out) {
  if (step.alias != UINT32_MAX) {
    out = at(step.alias, depth);
    return true;
  }
  if (step.op <= Op::Constant) {
    const bool isForced = forced && &step == &steps[forced->leaf];
    out = leaf(isForced ? steps[forced->other] : step, depth);
    return !(linked && step.op == Op::Constant && hasWrongSign(step, out));
  }
  if (step.op == Op::Terms) {
    out = {}; // its Reduce knows whether it is a sum or a product
    return true;
  }
  if (step.op == Op::Reduce)
    return evaluateReduce(step, depth, out);
  if (step.op == Op::Recurrence)
    return false; // not taken apart: nothing is proven of it
  if (step.op == Op::Call)
    return evaluateCall(step, depth, out);
  Residue x[3];
  Element value[3]{}, exponent[3]{};
  for (std::size_t index = 0; index < step.operands.size(); ++index) {
    x[index] = at(step.operands[index], depth);
    value[index] = x[index].value;
    exponent[index] = x[index].exponent;
  }
  if (signsDiffer(step, x))
    return false;
  if (step.op == Op::Compare || step.op == Op::And || step.op == Op::Or || step.op == Op::Not) {
    const Element holds = logic(step, x);
    out = {holds, holds};
    return true;
  }
  if (step.op == Op::Select) {
    out = truth(step.operands[0], x[0]) ? x[1] : x[2];
    return true;
  }
  if (step.op == Op::Cast || (step.op == Op::Div && step.integer)) {
    out = symbol(step.identity, x, step.operands.size());
    return true;
  }
  if (freeRoots && step.op == Op::Sqrt && freeRoot(step, x, out))
    return true;
  const auto modP = evaluateIn(field, step, value);
  if (!modP)
    return false;
  out = {*modP, 0};
  if (!step.asExponent)
    return true;
  const auto modQ = evaluateIn(exponentField, step, exponent);
  if (!modQ)
    return false;
  out.exponent = *modQ;
  return true;
}

/// Cubic and square roots and what is made of them, over the arguments' residues in one field; nothing where the point must be discarded.
static std::optional<Element> algebraic(const PrimeField &f, const Step &step, std::span<const Element> x) {
  if (step.function == Function::Cbrt)
    return f.cubeRoot(x[0]);
  Element base = x[0];
  if (step.function == Function::Hypot) {
    base = 0;
    for (const Element argument : x)
      base = f.add(base, f.multiply(argument, argument));
  }
  int twice = step.function == Function::Hypot ? 1 : step.function == Function::Rsqrt ? -1 : step.function == Function::Reciprocal ? -2 : step.power;
  if (twice < 0) {
    if (base == 0)
      return std::nullopt;
    base = f.inverse(base);
    twice = -twice;
  }
  if (twice % 2 == 0)
    return f.power(base, static_cast<std::uint64_t>(twice / 2));
  if (f.sign(base) < 0)
    return std::nullopt;
  return f.power(f.root(base), static_cast<std::uint64_t>(twice));
}

/// A square root, or what is made of one, of a non-square: a symbol over its argument. False where the field has the root.
bool Comparison::freeRoot(const Step &step, std::span<const Residue> x, Residue &out) const {
  const bool call = step.op == Op::Call;
  const int twice = !call || step.function == Function::Hypot ? 1 : step.function == Function::Rsqrt ? -1 : step.power;
  if (call && (step.function == Function::Cbrt || step.function == Function::Reciprocal || twice % 2 == 0))
    return false;
  Residue base = x[0];
  if (call && step.function == Function::Hypot) {
    base = {};
    for (const Residue &argument : x)
      base = {field.add(base.value, field.multiply(argument.value, argument.value)),
              exponentField.add(base.exponent, exponentField.multiply(argument.exponent, argument.exponent))};
  }
  const bool inExponent = step.asExponent && exponentField.sign(base.exponent) < 0;
  if (field.sign(base.value) >= 0 && !inExponent)
    return false;
  Residue root = symbol(hashText("square root"), &base, 1);
  root = {field.multiply(root.value, root.value), exponentField.multiply(root.exponent, root.exponent)}; // it is not negative
  const auto powered = [&](const PrimeField &f, Element value) {
    return f.power(twice < 0 ? f.inverse(value) : value, static_cast<std::uint64_t>(std::abs(twice)));
  };
  if (root.value == 0 || root.exponent == 0)
    return false;
  out = {powered(field, root.value), powered(exponentField, root.exponent)};
  return true;
}

/// Algebraic functions exist in both fields.
bool Comparison::evaluateAlgebraic(const Step &step, std::span<const Residue> x, Residue &out) const {
  if (freeRoots && freeRoot(step, x, out))
    return true;
  std::vector<Element> arguments;
  for (const Residue &argument : x)
    arguments.push_back(argument.value);
  const auto modP = algebraic(field, step, arguments);
  if (!modP)
    return false;
  out.value = *modP;
  if (!step.asExponent)
    return true;
  for (std::size_t index = 0; index < x.size(); ++index)
    arguments[index] = x[index].exponent;
  const auto modQ = algebraic(exponentField, step, arguments);
  out.exponent = modQ.value_or(0);
  return modQ.has_value();
}

/// The functions that the model understands, over residues; the exponent's residue of what is not a ring operation is a symbol.
bool Comparison::evaluateCall(const Step &step, unsigned depth, Residue &out) {
  std::vector<Residue> x;
  for (const std::uint32_t operand : step.operands)
    x.push_back(at(operand, depth));
  out = symbol(step.identity, x.data(), x.size());
  const PrimeField &f = field;
  const auto exponential = [&](Element base) { return f.power(base, x[0].exponent); };
  const Element e = f.multiply(f.reduce(mixHash(point, 3)), f.reduce(mixHash(point, 3))); // some square
  const auto logarithm = [&](Residue argument) {
    out = argument.value == 1 ? Residue{} : symbol(hashText("log"), &argument, 1);
    return true;
  };
  switch (step.function) {
  case Function::Exp:
    out.value = exponential(e);
    return true;
  case Function::Expm1:
    out.value = f.subtract(exponential(e), 1);
    return true;
  case Function::Exp2:
    out.value = exponential(2);
    return true;
  case Function::Exp10:
    out.value = exponential(10);
    return true;
  case Function::Sinh:
  case Function::Cosh:
  case Function::Tanh: {
    const Element up = exponential(e), down = f.inverse(up);
    const Element difference = f.subtract(up, down), sum = f.add(up, down), half = f.inverse(2);
    if (sum == 0)
      return false;
    out.value = step.function == Function::Sinh   ? f.multiply(difference, half)
                : step.function == Function::Cosh ? f.multiply(sum, half)
                                                  : f.multiply(difference, f.inverse(sum));
    return true;
  }
  case Function::Log:
    return logarithm(x[0]);
  case Function::Log1p:
    return logarithm({f.add(x[0].value, 1), 0});
  case Function::Pow:
    return !step.constantPower || evaluateAlgebraic(step, x, out);
  case Function::Hypot:
  case Function::Rsqrt:
  case Function::Reciprocal:
  case Function::Cbrt:
    return evaluateAlgebraic(step, x, out);
  case Function::Other:
    return true;
  }
  return true;
}

/// The induction variable at a point of its range.
Residue Comparison::loopIndex(const ReduceOperands &operands, Residue index, unsigned depth) const {
  const auto value = [&](NodeId node) { return at(stepOf.at(node.index), depth); };
  if (operands.step) {
    const Residue step = value(operands.step);
    index = {field.multiply(index.value, step.value), exponentField.multiply(index.exponent, step.exponent)};
  }
  if (operands.first) {
    const Residue first = value(operands.first);
    index = {field.add(index.value, first.value), exponentField.add(index.exponent, first.exponent)};
  }
  return index;
}

/// What one iteration joins: the sum of its terms, or their product.
Residue Comparison::joined(const Step &step, unsigned depth) const {
  const auto terms = termsOf(graph, step.node);
  const bool multiplies = graph.reduction(step.node).kind == ReductionKind::Product;
  Residue result = at(stepOf.at(terms[0].index), depth);
  for (const NodeId term : terms.subspan(1)) {
    const Residue next = at(stepOf.at(term.index), depth);
    result.value = multiplies ? field.multiply(result.value, next.value) : field.add(result.value, next.value);
    result.exponent = multiplies ? exponentField.multiply(result.exponent, next.exponent) : exponentField.add(result.exponent, next.exponent);
  }
  return result;
}

bool Comparison::evaluateReduce(const Step &step, unsigned depth, Residue &out) {
  if (depth == deepestLoop) {
    const Residue value{field.reduce(graph.value(step.node).index), 0};
    out = symbol(step.identity, &value, 1);
    return true;
  }
  const Body &body = bodies.at(static_cast<std::uint32_t>(&step - steps.data()));
  const Reduction &reduction = graph.reduction(step.node);
  const ReduceOperands operands = reduceOperands(graph, step.node);
  const bool counted = static_cast<bool>(operands.trips);
  const Residue init = at(stepOf.at(operands.initial.index), depth);
  const Residue trips = counted ? at(stepOf.at(operands.trips.index), depth) : Residue{};
  const Residue range = symbol(counted ? hashText("trip count") : body.range, counted ? &trips : nullptr, counted ? 1 : 0);

  Residue sum = init, weightLeft = trips;
  std::vector<Residue> samples{init, range};
  for (unsigned sample = 0; sample < loopPoints; ++sample) {
    loopValues.emplace_back(reduction.loop, loopIndex(operands, symbol(mixHash(0xa4093822299f31d0U, sample), &range, 1), depth));
    const bool good = evaluate(body.steps, depth + 1);
    loopValues.pop_back();
    if (!good)
      return false;
    const Residue value = joined(step, depth + 1);
    samples.push_back(value);
    Residue weight = symbol(mixHash(0x082efa98ec4e6c89U, sample), &range, 1);
    if (counted && sample + 1 == loopPoints)
      weight = weightLeft;
    weightLeft = {field.subtract(weightLeft.value, weight.value), exponentField.subtract(weightLeft.exponent, weight.exponent)};
    sum.value = field.add(sum.value, field.multiply(weight.value, value.value));
    sum.exponent = exponentField.add(sum.exponent, exponentField.multiply(weight.exponent, value.exponent));
  }
  out = reduction.kind == ReductionKind::Sum ? sum : symbol(step.identity, samples.data(), samples.size());
  return true;
}

bool Comparison::evaluate(const std::vector<std::uint32_t> &list, unsigned depth) {
  stepsTaken += list.size();
  if (stepsTaken > mostSteps)
    return false;
  for (const std::uint32_t index : list) {
    Residue &value = values[depth][index];
    if (!evaluateStep(steps[index], depth, value))
      return false;
    if (steps[index].boolean && value.value > 1) // a symbol: one of its bits
      value.value = value.exponent = value.value & 1;
  }
  return true;
}

} // namespace fporder::order::equality
