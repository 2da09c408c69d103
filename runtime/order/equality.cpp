// Two expressions become steps, and points decide; the model itself is in equality_model.h and equality_evaluate.cpp.
#include "runtime/order/equality_model.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <unordered_set>

namespace fporder::order {

namespace equality {

namespace {

using format::Format;

// Primes q with p = 2q + 1 prime, both 7 modulo 8 and 2 modulo 3; 2, 3, 5 and 7 are squares modulo both, 11 to 23 modulo p, so that small positive
// constants are "positive" in the model.
constexpr std::array<std::uint64_t, 6> exponentPrimes{
    1032415949491635239, 1032415950295274999, 1032415951095291839, 1032415951896916439, 1032415952698870319, 1032415953500251319,
};

constexpr unsigned signRounds = 32; // a branch on a sign goes unnoticed at a point with probability 1/2
constexpr unsigned attemptsPerRound = limits::most(limits::Limit::EqualityAttempts); // before the domain is taken to be too small to hit

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

} // namespace

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
    if (graph[node].op == Op::Recurrence)
      return;
    for (std::size_t position = 0; position < operands.size(); ++position)
      if (!reduces || position != termOperand)
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
    addBody(graph.operand(reduction, termOperand));
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
  const std::uint32_t version = isLeaf(data.op) || data.op == Op::Recurrence ? data.version : 0;
  step.identity = mixHash(hashText(graph.symbol(node)), std::uint64_t{static_cast<std::uint8_t>(data.op)} << 32 | version);
  if (const StorageId storage = graph.storage(node))
    step.identity = mixHash(step.identity, storage.index);
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
    roots = branches = true;
    break;
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
    orders |= isOrder(step);
    break;
  case Op::Recurrence: // its operands are not looked at, and are no steps
    step.operands.clear();
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
  roots |= step.function == Function::Hypot || step.function == Function::Rsqrt;
  if (step.function == Function::Pow) {
    const NodeId exponent = graph.operand(step.node, 1);
    const double twice = graph[exponent].op == Op::Constant ? 2 * graph.number(exponent).approximate() : 0.5;
    if (twice == static_cast<int>(twice) && twice >= -64 && twice <= 64 && Number::fromDouble(twice / 2) == graph.number(exponent)) {
      step.constantPower = true;
      step.power = static_cast<int>(twice);
      branches |= step.power % 2 != 0;
      roots |= step.power % 2 != 0;
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

RealEquality Comparison::decide(std::uint64_t seed, unsigned rounds) {
  if (branches)
    rounds = std::max(rounds, signRounds);
  const RealEquality decided = decideAt(seed, rounds);
  if (decided == RealEquality::Equal || (orders && decideLinked(seed, rounds)))
    return RealEquality::Equal;
  if (apart || !roots)
    return decided;
  freeRoots = true;
  kept.clear();
  return decideAt(seed, rounds);
}

/// False where something else than inputs and constants is compared, or within loops.
bool Comparison::findBoundaries() {
  const auto plain = [&](std::uint32_t step) {
    while (steps[step].alias != UINT32_MAX)
      step = steps[step].alias;
    return step;
  };
  for (const Step &step : steps) {
    if (!isOrder(step))
      continue;
    std::uint32_t one = plain(step.operands[0]), other = plain(step.operands[1]);
    if (steps[one].op == Op::Constant)
      std::swap(one, other);
    const auto isLeafStep = [&](std::uint32_t each) { return isLeaf(steps[each].op) && !steps[each].mentionsLoop; };
    if (!isLeafStep(one) || !isLeafStep(other) || steps[one].op == Op::Constant)
      return false;
    boundaries.push_back({one, other});
  }
  return true;
}

/// Once more, with comparisons that know what they compare. What was found before stands where they do not help.
bool Comparison::decideLinked(std::uint64_t seed, unsigned rounds) {
  if (!findBoundaries())
    return false;
  const bool wasApart = apart, keeping = keeps;
  linked = true;
  keeps = false;
  bool equal = true;
  for (const Boundary &each : boundaries) {
    forced = each;
    equal = equal && decideAt(seed, signRounds) == RealEquality::Equal;
  }
  forced.reset();
  keeps = keeping;
  kept.clear();
  if (equal && decideAt(seed, rounds) == RealEquality::Equal)
    return true;
  linked = false;
  apart = wasApart;
  kept.clear();
  return false;
}

const std::vector<Element> *Comparison::valuesOf(NodeId node) const {
  const auto step = stepOf.find(node.index);
  const auto values_ = step == stepOf.end() ? kept.end() : kept.find(step->second);
  return values_ == kept.end() ? nullptr : &values_->second;
}

RealEquality Comparison::decideAt(std::uint64_t seed, unsigned rounds) {
  unsigned agreed = 0;
  for (unsigned attempt = 0; attempt < rounds * attemptsPerRound && stepsTaken <= mostSteps; ++attempt) {
    exponentField = PrimeField(exponentPrimes[attempt % exponentPrimes.size()]);
    field = PrimeField(2 * exponentField.prime() + 1);
    point = mixHash(seed, attempt);
    loopValues.clear();
    if (!evaluate(baseSteps, 0))
      continue;
    if (values[0][leftStep].value != values[0][rightStep].value) {
      apart = true;
      return RealEquality::NotShown;
    }
    if (keeps)
      for (const std::uint32_t step : baseSteps)
        kept[step].push_back(values[0][step].value);
    if (++agreed == rounds)
      return RealEquality::Equal;
  }
  return RealEquality::NotShown;
}

} // namespace equality

EqualParts::EqualParts(const Graph &graph, NodeId left, NodeId right) : comparison(std::make_unique<equality::Comparison>(graph, left, right)) {
  comparison->keepValues();
  equal = comparison->decide(42, 3) == RealEquality::Equal;
}

EqualParts::~EqualParts() = default;

std::optional<bool> EqualParts::operator()(NodeId one, NodeId other) const {
  const auto *ours = equal ? comparison->valuesOf(one) : nullptr, *theirs = equal ? comparison->valuesOf(other) : nullptr;
  if (ours == nullptr || theirs == nullptr)
    return std::nullopt;
  if (*ours == *theirs)
    return true;
  return comparison->tellsApart() ? std::optional(false) : std::nullopt;
}

RealEquality equalOverReals(const Graph &graph, NodeId left, NodeId right, std::uint64_t seed, unsigned rounds) {
  if (graph.sameValue(left, right))
    return RealEquality::Equal;
  return equality::Comparison(graph, left, right).decide(seed, std::max(rounds, 1U));
}

} // namespace fporder::order
