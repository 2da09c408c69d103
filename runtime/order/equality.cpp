// How the operations are modelled. A point of evaluation lives in two prime fields at once: modulo p, and modulo q where p = 2q + 1, so that q is the
// order of the squares modulo p. Values are compared modulo p; exponents are taken modulo q, which makes exp(a + b) = exp(a) * exp(b) hold in the
// model.
//
//   + - * / fma neg              as they are; integer division is uninterpreted
//   sqrt, abs, copysign, min, max   with squares for the positive numbers (see prime_field.h): |x| = sign(x) * x, max(x, y) = (x + y + |x - y|) / 2
//   exp, exp2, exp10 and what is made of them (expm1, sinh, cosh, tanh)     powers of fixed squares
//   log, log2, log10, log1p      one uninterpreted symbol each, log1p(x) being log(1 + x); log(exp(x)) = x
//   sum(i, f)                    init plus a random linear functional of f, whose weights add up to the trip count: sums may be split, invariant
//   factors moved comparisons, ! && ||         random bits over canonical arguments, combined by logic; c ? x : y is c * x + (1 - c) * y everything
//   else              a hash of its name and of its arguments' residues: equal arguments, equal values
//
// Points where something is divided by 0 or a root is taken of a non-square are discarded. All this holds for real numbers on the common domain of
// the two sides, hence whatever the model cannot tell apart is equal there, up to the stated error.
#include "runtime/order/equality.h"

#include "runtime/order/hash_index.h"
#include "runtime/order/prime_field.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace fporder::order {

namespace {

using format::Format;
using Element = PrimeField::Element;

// Primes q with p = 2q + 1 prime, both 7 modulo 8 and 2 modulo 3; 2, 3, 5 and 7 are squares modulo both, 11 to 23 modulo p, so that small positive
// constants are "positive" in the model.
constexpr std::array<std::uint64_t, 6> exponentPrimes{
    1032415949491635239, 1032415950295274999, 1032415951095291839, 1032415951896916439, 1032415952698870319, 1032415953500251319,
};

constexpr unsigned loopPoints = 3;        // where the functional that models a sum looks at its term
constexpr unsigned deepestLoop = 3;       // sums nested deeper are taken as symbols
constexpr unsigned signRounds = 32;       // a branch on a sign goes unnoticed at a point with probability 1/2
constexpr unsigned attemptsPerRound = 40; // before the domain is taken to be too small to hit
constexpr std::size_t mostSteps = std::size_t{1} << 26;

enum class Function : std::uint8_t { Other, Exp, Exp2, Exp10, Expm1, Sinh, Cosh, Tanh, Log, Log1p, Pow, Hypot, Cbrt, Rsqrt, Reciprocal };

Function functionNamed(std::string_view name) {
  static constexpr std::pair<std::string_view, Function> table[]{
      {"exp", Function::Exp},     {"exp2", Function::Exp2}, {"exp10", Function::Exp10}, {"expm1", Function::Expm1},    {"sinh", Function::Sinh},
      {"cosh", Function::Cosh},   {"tanh", Function::Tanh}, {"log", Function::Log},     {"log1p", Function::Log1p},    {"pow", Function::Pow},
      {"hypot", Function::Hypot}, {"cbrt", Function::Cbrt}, {"rsqrt", Function::Rsqrt}, {"rcp", Function::Reciprocal},
  };
  for (const auto &[known, function] : table)
    if (known == name)
      return function;
  return Function::Other;
}

bool takesExponent(Function function) { return function >= Function::Exp && function <= Function::Tanh; }

/// A value at one point: modulo p and, where some exponential needs it, modulo q.
struct Residue {
  Element value = 0;
  Element exponent = 0;
};

struct Step {
  NodeId node;
  Op op = Op::Input;
  Function function = Function::Other;
  bool asExponent = false;   // needed modulo q
  bool mentionsLoop = false; // evaluated anew for every loop point
  bool integer = false;      // an operation on integers
  bool boolean = false;      // a truth value: its residue is 0 or 1
  int power = 0;             // pow by a constant: twice its exponent, when `constantPower`
  bool constantPower = false;
  std::uint32_t alias = UINT32_MAX; // equal to this step: casts, log(exp(x))
  std::uint64_t identity = 0;       // hash of what names the operation or leaf
  std::vector<std::uint32_t> operands;
};

/// The part of a reduction's term that is evaluated at every loop point.
struct Body {
  std::vector<std::uint32_t> steps;
  std::uint64_t range = 0; // tells apart ranges that are not given by a trip count
};

std::uint64_t hashText(std::string_view text) {
  std::uint64_t hash = 0x243f6a8885a308d3U;
  for (const char c : text)
    hash = mixHash(hash, static_cast<unsigned char>(c));
  return hash;
}

class Comparison {
public:
  Comparison(const Graph &source, NodeId left, NodeId right);

  RealEquality decide(std::uint64_t seed, unsigned rounds);

private:
  // Preparation.
  void collect(NodeId left, NodeId right);
  void collectBody(NodeId reduction);
  void compile(NodeId node);
  void compileCall(Step &step);
  std::uint64_t rangeOf(std::uint32_t loop) const;

  // Evaluation at one point; false discards the point.
  bool evaluate(const std::vector<std::uint32_t> &list, unsigned depth);
  bool evaluateStep(const Step &step, unsigned depth, Residue &out);
  bool evaluateReduce(const Step &step, unsigned depth, Residue &out);
  bool evaluateCall(const Step &step, unsigned depth, Residue &out);
  std::optional<Element> evaluateIn(const PrimeField &field, const Step &step, const Element *x) const;
  Residue symbol(std::uint64_t name, const Residue *arguments, std::size_t count) const;
  Residue leaf(const Step &step, unsigned depth) const;
  bool truth(std::uint32_t operand, const Residue &value) const;
  bool logic(const Step &step, const Residue *x) const;
  const Residue &at(std::uint32_t step, unsigned depth) const { return values[steps[step].mentionsLoop ? depth : 0][step]; }

  const Graph &graph;
  std::vector<NodeId> baseNodes;
  std::unordered_map<std::uint32_t, std::vector<NodeId>> bodyNodes;
  std::vector<Step> steps;
  std::unordered_map<std::uint32_t, std::uint32_t> stepOf; // node index to step
  std::vector<std::uint32_t> baseSteps;
  std::unordered_map<std::uint32_t, std::uint64_t> loopNames; // loop to the hash of its index's name
  std::unordered_map<std::uint32_t, Body> bodies;             // by step
  std::uint32_t leftStep = 0, rightStep = 0;
  bool branches = false; // some operation looks at a sign or a condition

  PrimeField field{7}, exponentField{3};
  std::uint64_t point = 0;
  std::array<std::vector<Residue>, deepestLoop + 1> values;
  std::vector<std::pair<std::uint32_t, Residue>> loopValues;
  std::size_t stepsTaken = 0;
};

Comparison::Comparison(const Graph &source, NodeId left, NodeId right) : graph(source) {
  collect(left, right);
  std::vector<NodeId> all = baseNodes;
  for (const auto &[reduction, nodes] : bodyNodes)
    all.insert(all.end(), nodes.begin(), nodes.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  steps.reserve(all.size());
  for (const NodeId node : all)
    compile(node);
  for (std::size_t index = steps.size(); index-- > 0;)
    for (const std::uint32_t operand : steps[index].operands)
      steps[operand].asExponent |= steps[index].asExponent || takesExponent(steps[index].function);
  std::sort(baseNodes.begin(), baseNodes.end());
  for (const NodeId node : baseNodes)
    baseSteps.push_back(stepOf.at(node.index));
  for (auto &[reduction, nodes] : bodyNodes) {
    std::sort(nodes.begin(), nodes.end());
    Body body;
    body.range = rangeOf(graph.reduction({reduction}).loop);
    for (const NodeId node : nodes)
      body.steps.push_back(stepOf.at(node.index));
    bodies.emplace(stepOf.at(reduction), std::move(body));
  }
  leftStep = stepOf.at(left.index);
  rightStep = stepOf.at(right.index);
  values[0].resize(steps.size());
  if (!bodies.empty())
    for (auto &level : values)
      level.resize(steps.size());
}

/// Finds what is evaluated once (`baseNodes`) and what once per loop point (`bodyNodes`).
void Comparison::collect(NodeId left, NodeId right) {
  std::unordered_set<std::uint32_t> seen;
  std::vector<NodeId> reductions;
  const auto addBase = [&](NodeId node) {
    if (seen.insert(node.index).second)
      baseNodes.push_back(node);
  };
  std::size_t nextBase = 0, nextReduction = 0;
  const auto visitOperands = [&](NodeId node, const auto &add) {
    const auto operands = graph.operands(node);
    const bool reduces = graph[node].op == Op::Reduce;
    for (std::size_t position = 0; position < operands.size(); ++position)
      if (!reduces || position != 1)
        add(operands[position]);
    if (reduces && bodyNodes.emplace(node.index, std::vector<NodeId>{}).second)
      reductions.push_back(node);
  };
  addBase(left);
  addBase(right);
  for (;;) {
    if (nextBase < baseNodes.size()) {
      visitOperands(baseNodes[nextBase++], addBase);
      continue;
    }
    if (nextReduction == reductions.size())
      return;
    const NodeId reduction = reductions[nextReduction++];
    std::vector<NodeId> body;
    std::unordered_set<std::uint32_t> inBody;
    const auto addBody = [&](NodeId node) {
      if (!graph.mentionsLoop(node))
        addBase(node);
      else if (inBody.insert(node.index).second)
        body.push_back(node);
    };
    addBody(graph.operand(reduction, 1));
    for (std::size_t next = 0; next < body.size(); ++next)
      visitOperands(body[next], addBody);
    bodyNodes[reduction.index] = std::move(body);
  }
}

/// Without a trip count a range is known by the name of its index, and failing that is a range of its own.
std::uint64_t Comparison::rangeOf(std::uint32_t loop) const {
  const auto found = loopNames.find(loop);
  return found != loopNames.end() ? found->second : mixHash(0x13198a2e03707344U, loop);
}

void Comparison::compile(NodeId node) {
  const Node data = graph[node];
  Step step;
  step.node = node;
  step.op = data.op;
  step.mentionsLoop = graph.mentionsLoop(node);
  step.integer = data.type.format == Format::Integer;
  step.boolean = data.type.format == Format::Boolean;
  for (const NodeId operand : graph.operands(node)) {
    const auto found = stepOf.find(operand.index);
    step.operands.push_back(found == stepOf.end() ? UINT32_MAX : found->second);
  }
  step.identity = mixHash(hashText(graph.symbol(node)), std::uint64_t{static_cast<std::uint8_t>(data.op)} << 32 | data.version);
  switch (data.op) {
  case Op::LoopIndex:
    loopNames.emplace(data.version, hashText(graph.symbol(node)));
    break;
  case Op::Constant:
    step.identity = hashText(graph.number(node).text());
    break;
  case Op::Cast: {
    // Exact over the reals unless it drops digits.
    const Format from = graph[graph.operand(node, 0)].type.format;
    const bool truncates = (step.integer && from != Format::Integer && from != Format::Boolean) || (step.boolean && from != Format::Boolean);
    if (!truncates)
      step.alias = step.operands[0];
    step.identity = hashText("cast to integer") + static_cast<std::uint64_t>(data.rounding);
    break;
  }
  case Op::Call:
    compileCall(step);
    break;
  case Op::Sqrt:
  case Op::Abs:
  case Op::CopySign:
  case Op::Min:
  case Op::Max:
  case Op::Select:
  case Op::Compare:
  case Op::And:
  case Op::Or:
  case Op::Not:
    branches = true;
    break;
  case Op::Reduce:
    step.identity = mixHash(hashText("reduce"), static_cast<std::uint64_t>(graph.reduction(node).kind));
    std::erase(step.operands, UINT32_MAX);
    break;
  default:
    break;
  }
  branches |= step.boolean;
  stepOf.emplace(node.index, static_cast<std::uint32_t>(steps.size()));
  steps.push_back(std::move(step));
}

void Comparison::compileCall(Step &step) {
  step.function = functionNamed(graph.symbol(step.node));
  const std::size_t expected = step.function == Function::Pow ? 2 : 1;
  if (step.function == Function::Hypot ? step.operands.empty() : step.operands.size() != expected)
    step.function = Function::Other;
  branches |= step.function == Function::Hypot || step.function == Function::Rsqrt;
  if (step.function == Function::Pow) {
    const NodeId exponent = graph.operand(step.node, 1);
    const double twice = graph[exponent].op == Op::Constant ? 2 * graph.number(exponent).approximate() : 0.5;
    if (twice == static_cast<int>(twice) && twice >= -64 && twice <= 64 && Number::fromDouble(twice / 2) == graph.number(exponent)) {
      step.constantPower = true;
      step.power = static_cast<int>(twice);
      branches |= step.power % 2 != 0;
    }
  }
  if (step.function == Function::Log || step.function == Function::Exp) {
    const Step *inner = &steps[step.operands[0]];
    while (inner->op == Op::Cast && inner->alias != UINT32_MAX)
      inner = &steps[inner->alias];
    if (inner->function == (step.function == Function::Log ? Function::Exp : Function::Log))
      step.alias = inner->operands[0];
  }
}

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
    out = leaf(step, depth);
    return true;
  }
  if (step.op == Op::Reduce)
    return evaluateReduce(step, depth, out);
  if (step.op == Op::Call)
    return evaluateCall(step, depth, out);
  Residue x[3];
  Element value[3], exponent[3];
  for (std::size_t index = 0; index < step.operands.size(); ++index) {
    x[index] = at(step.operands[index], depth);
    value[index] = x[index].value;
    exponent[index] = x[index].exponent;
  }
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
  case Function::Hypot:
  case Function::Rsqrt:
  case Function::Reciprocal:
  case Function::Cbrt:
  case Function::Pow:
    break;
  case Function::Other:
    return true;
  }
  // Algebraic functions exist in both fields.
  const auto algebraic = [&](const PrimeField &g, bool asExponent) -> std::optional<Element> {
    const auto argument = [&](std::size_t index) { return asExponent ? x[index].exponent : x[index].value; };
    if (step.function == Function::Cbrt)
      return g.cubeRoot(argument(0));
    Element base = argument(0);
    if (step.function == Function::Hypot) {
      base = 0;
      for (std::size_t index = 0; index < x.size(); ++index)
        base = g.add(base, g.multiply(argument(index), argument(index)));
    }
    int twice = step.function == Function::Hypot        ? 1
                : step.function == Function::Rsqrt      ? -1
                : step.function == Function::Reciprocal ? -2
                                                        : step.power;
    if (twice < 0) {
      if (base == 0)
        return std::nullopt;
      base = g.inverse(base);
      twice = -twice;
    }
    if (twice % 2 == 0)
      return g.power(base, static_cast<std::uint64_t>(twice / 2));
    if (g.sign(base) < 0)
      return std::nullopt;
    return g.power(g.root(base), static_cast<std::uint64_t>(twice));
  };
  if (step.function == Function::Pow && !step.constantPower)
    return true;
  const auto modP = algebraic(field, false);
  if (!modP)
    return false;
  out.value = *modP;
  if (!step.asExponent)
    return true;
  const auto modQ = algebraic(exponentField, true);
  out.exponent = modQ.value_or(0);
  return modQ.has_value();
}

bool Comparison::evaluateReduce(const Step &step, unsigned depth, Residue &out) {
  if (depth == deepestLoop) {
    const Residue value{field.reduce(graph.value(step.node).index), 0};
    out = symbol(step.identity, &value, 1);
    return true;
  }
  const Body &body = bodies.at(static_cast<std::uint32_t>(&step - steps.data()));
  const Reduction &reduction = graph.reduction(step.node);
  const bool counted = graph.operands(step.node).size() > 2;
  const Residue init = at(stepOf.at(graph.operand(step.node, 0).index), depth);
  const Residue trips = counted ? at(stepOf.at(graph.operand(step.node, 2).index), depth) : Residue{};
  const Residue range = symbol(counted ? hashText("trip count") : body.range, counted ? &trips : nullptr, counted ? 1 : 0);
  const std::uint32_t term = stepOf.at(graph.operand(step.node, 1).index);

  Residue sum = init, weightLeft = trips;
  std::vector<Residue> samples{init, range};
  for (unsigned sample = 0; sample < loopPoints; ++sample) {
    loopValues.emplace_back(reduction.loop, symbol(mixHash(0xa4093822299f31d0U, sample), &range, 1));
    const bool good = evaluate(body.steps, depth + 1);
    loopValues.pop_back();
    if (!good)
      return false;
    const Residue value = at(term, depth + 1);
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

RealEquality Comparison::decide(std::uint64_t seed, unsigned rounds) {
  if (branches)
    rounds = std::max(rounds, signRounds);
  unsigned agreed = 0;
  for (unsigned attempt = 0; attempt < rounds * attemptsPerRound && stepsTaken <= mostSteps; ++attempt) {
    exponentField = PrimeField(exponentPrimes[attempt % exponentPrimes.size()]);
    field = PrimeField(2 * exponentField.prime() + 1);
    point = mixHash(seed, attempt);
    loopValues.clear();
    if (!evaluate(baseSteps, 0))
      continue;
    if (values[0][leftStep].value != values[0][rightStep].value)
      return RealEquality::NotShown;
    if (++agreed == rounds)
      return RealEquality::Equal;
  }
  return RealEquality::NotShown;
}

} // namespace

RealEquality equalOverReals(const Graph &graph, NodeId left, NodeId right, std::uint64_t seed, unsigned rounds) {
  if (graph.sameValue(left, right))
    return RealEquality::Equal;
  return Comparison(graph, left, right).decide(seed, std::max(rounds, 1U));
}

} // namespace fporder::order
