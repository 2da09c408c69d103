#include "runtime/oracle/real_value.h"

#include "runtime/elementary/mpfr_functions.h"
#include "runtime/order/hash_index.h"
#include "runtime/order/traversal.h"

#include <cmath>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace fporder::oracle {

namespace {

using format::Format;
using order::Graph;
using order::mixHash;
using order::NodeId;
using order::Op;

constexpr std::size_t deepestLoop = 4;
constexpr std::size_t mostInstructions = 10'000'000;

std::uint64_t hashText(std::string_view text) {
  std::uint64_t hash = text.size();
  for (const char c : text)
    hash = mixHash(hash, static_cast<unsigned char>(c));
  return hash;
}

class Evaluator {
public:
  Evaluator(const Graph &source, const LeafValues &values, const RealOptions &how) : graph(source), leaves(values), options(how) {}

  RealValue run(NodeId root);

private:
  using Values = std::unordered_map<std::uint32_t, Real>;

  bool evaluateUnder(NodeId root);
  bool evaluate(NodeId node, Real &result);
  bool arithmetic(NodeId node, Real &result);
  bool conversion(NodeId node, Real &result);
  bool control(NodeId node, Real &result);
  bool call(NodeId node, Real &result);
  bool reduction(NodeId node, Real &result);
  void leaf(NodeId node, Real &result);
  const Real &at(NodeId node) const { return (graph.mentionsLoop(node) ? scopes.back() : scopes.front()).at(node.index); }
  const Real &operand(NodeId node, unsigned position) const { return at(graph.operand(node, position)); }
  bool truth(NodeId node, unsigned position) const { return !operand(node, position).isZero(); }
  bool fail(NodeId node, RealValue::Status why) {
    where = node;
    status = why;
    return false;
  }

  const Graph &graph;
  const LeafValues &leaves;
  const RealOptions &options;
  std::vector<Values> scopes; // the first holds what no loop index touches, each further one an iteration of a nested reduction
  std::vector<std::pair<std::uint32_t, long>> loopIndices;
  std::size_t steps = 0;
  RealValue::Status status = RealValue::Status::Value;
  NodeId where;
};

RealValue Evaluator::run(NodeId root) {
  scopes.emplace_back();
  if (!evaluateUnder(root))
    return {status, Real(options.bits), where};
  return {status, at(root), {}};
}

/// Computes what is not known yet under `root`, leaving the terms of reductions to their iterations.
bool Evaluator::evaluateUnder(NodeId root) {
  std::vector<NodeId> found{root};
  std::unordered_set<std::uint32_t> seen{root.index};
  for (std::size_t position = 0; position < found.size(); ++position) {
    const NodeId node = found[position];
    const auto operands = graph.operands(node);
    for (std::size_t index = 0; index < operands.size(); ++index) {
      if (!order::isInsideLoop(graph, node, index) && seen.insert(operands[index].index).second)
        found.push_back(operands[index]);
    }
  }
  std::sort(found.begin(), found.end());
  for (const NodeId node : found) {
    const std::size_t scope = graph.mentionsLoop(node) ? scopes.size() - 1 : 0;
    if (scopes[scope].contains(node.index))
      continue;
    if (++steps > mostInstructions)
      return fail(node, RealValue::Status::Unsupported);
    Real result(options.bits);
    if (!evaluate(node, result))
      return false;
    scopes[scope].emplace(node.index, std::move(result));
  }
  return true;
}

void Evaluator::leaf(NodeId node, Real &result) {
  if (graph[node].op == Op::LoopIndex)
    for (std::size_t index = loopIndices.size(); index-- > 0;)
      if (loopIndices[index].first == graph[node].version) {
        mpfr_set_si(result.get(), loopIndices[index].second, MPFR_RNDN);
        return;
      }
  std::vector<Real> indices;
  if (graph[node].op == Op::Element)
    for (const NodeId index : graph.operands(node))
      indices.push_back(at(index));
  result = Real(options.bits, leaves(graph, node, indices));
}

bool Evaluator::evaluate(NodeId node, Real &result) {
  const Op op = graph[node].op;
  if (order::isLeaf(op) && op != Op::Constant) {
    leaf(node, result);
    return true;
  }
  switch (op) {
  case Op::Constant:
    result = Real(options.bits, graph.number(node));
    return true;
  case Op::Cast:
    return conversion(node, result);
  case Op::Select:
  case Op::Compare:
  case Op::And:
  case Op::Or:
  case Op::Not:
    return control(node, result);
  case Op::Call:
    return call(node, result);
  case Op::Reduce:
    return reduction(node, result);
  case Op::Recurrence:
    return fail(node, RealValue::Status::Unsupported);
  default:
    return arithmetic(node, result);
  }
}

bool Evaluator::arithmetic(NodeId node, Real &result) {
  const mpfr_ptr out = result.get();
  const mpfr_srcptr a = operand(node, 0).get();
  const mpfr_srcptr b = graph[node].operandCount > 1 ? operand(node, 1).get() : a; // unary operations do not look at it
  switch (graph[node].op) {
  case Op::Add:
    mpfr_add(out, a, b, MPFR_RNDN);
    return true;
  case Op::Sub:
    mpfr_sub(out, a, b, MPFR_RNDN);
    return true;
  case Op::Mul:
    mpfr_mul(out, a, b, MPFR_RNDN);
    return true;
  case Op::Div:
    if (mpfr_zero_p(b) != 0)
      return fail(node, RealValue::Status::DomainError);
    mpfr_div(out, a, b, MPFR_RNDN);
    if (graph[node].type.format == Format::Integer)
      mpfr_trunc(out, out);
    return true;
  case Op::Sqrt:
    if (mpfr_sgn(a) < 0)
      return fail(node, RealValue::Status::DomainError);
    mpfr_sqrt(out, a, MPFR_RNDN);
    return true;
  case Op::Fma:
    mpfr_fma(out, a, b, operand(node, 2).get(), MPFR_RNDN);
    return true;
  case Op::Neg:
    mpfr_neg(out, a, MPFR_RNDN);
    return true;
  case Op::Abs:
    mpfr_abs(out, a, MPFR_RNDN);
    return true;
  case Op::CopySign:
    mpfr_copysign(out, a, b, MPFR_RNDN);
    return true;
  case Op::Min:
    mpfr_min(out, a, b, MPFR_RNDN);
    return true;
  case Op::Max:
    mpfr_max(out, a, b, MPFR_RNDN);
    return true;
  default:
    return fail(node, RealValue::Status::Unsupported);
  }
}

bool Evaluator::conversion(NodeId node, Real &result) {
  result = operand(node, 0);
  const Format to = graph[node].type.format;
  if (to == Format::Boolean)
    mpfr_set_si(result.get(), result.isZero() ? 0 : 1, MPFR_RNDN);
  if (to != Format::Integer)
    return true;
  switch (graph[node].rounding) {
  case order::Rounding::Up:
    mpfr_ceil(result.get(), result.get());
    return true;
  case order::Rounding::Down:
    mpfr_floor(result.get(), result.get());
    return true;
  case order::Rounding::NearestAway:
    mpfr_round(result.get(), result.get());
    return true;
  default: // C converts toward zero; the default rounding of a Cast node says nothing about integers
    mpfr_trunc(result.get(), result.get());
    return true;
  }
}

bool Evaluator::control(NodeId node, Real &result) {
  const Op op = graph[node].op;
  if (op == Op::Select) {
    result = operand(node, truth(node, 0) ? 1 : 2);
    return true;
  }
  bool holds = false;
  if (op == Op::Not)
    holds = !truth(node, 0);
  else if (op == Op::And)
    holds = truth(node, 0) && truth(node, 1);
  else if (op == Op::Or)
    holds = truth(node, 0) || truth(node, 1);
  else {
    const std::string_view symbol = graph.symbol(node);
    const mpfr_srcptr a = operand(node, 0).get(), b = operand(node, 1).get();
    holds = symbol == "<"    ? mpfr_less_p(a, b) != 0
            : symbol == "<=" ? mpfr_lessequal_p(a, b) != 0
            : symbol == ">"  ? mpfr_greater_p(a, b) != 0
            : symbol == ">=" ? mpfr_greaterequal_p(a, b) != 0
            : symbol == "==" ? mpfr_equal_p(a, b) != 0
                             : mpfr_equal_p(a, b) == 0;
  }
  mpfr_set_si(result.get(), holds ? 1 : 0, MPFR_RNDN);
  return true;
}

/// A number in [-1, 1) from a hash.
double unit(std::uint64_t hash) { return std::ldexp(static_cast<double>(hash >> 11), -52) - 1; }

bool Evaluator::call(NodeId node, Real &result) {
  const std::string_view name = graph.symbol(node);
  const auto operands = graph.operands(node);
  if (operands.empty() && elementary::namedConstant(name, result.get()))
    return true;
  if (const auto function = elementary::unaryNamed(name); function != nullptr && operands.size() == 1) {
    function(result.get(), operand(node, 0).get(), MPFR_RNDN);
    return result.isNan() && !operand(node, 0).isNan() ? fail(node, RealValue::Status::DomainError) : true;
  }
  if (const auto function = elementary::binaryNamed(name); function != nullptr && operands.size() == 2) {
    function(result.get(), operand(node, 0).get(), operand(node, 1).get(), MPFR_RNDN);
    return result.isNan() ? fail(node, RealValue::Status::DomainError) : true;
  }
  Real sum(options.bits, order::Number::fromDouble(unit(hashText(name)))), part(options.bits);
  for (std::size_t index = 0; index < operands.size(); ++index) {
    mpfr_mul_d(part.get(), at(operands[index]).get(), unit(mixHash(hashText(name), index + 1)), MPFR_RNDN);
    mpfr_add(sum.get(), sum.get(), part.get(), MPFR_RNDN);
  }
  mpfr_sin(result.get(), sum.get(), MPFR_RNDN);
  if (graph[node].type.format == Format::Boolean)
    mpfr_set_si(result.get(), result.isNegative() ? 0 : 1, MPFR_RNDN);
  return true;
}

bool Evaluator::reduction(NodeId node, Real &result) {
  const order::ReduceOperands operands = order::reduceOperands(graph, node);
  if (scopes.size() > deepestLoop)
    return fail(node, RealValue::Status::Unsupported);
  long trips = options.tripCount;
  if (operands.trips) {
    const double counted = at(operands.trips).approximate();
    if (counted >= 0 && counted <= options.largestTripCount)
      trips = static_cast<long>(counted);
    else if (counted < 0 && graph.mentionsLoop(operands.trips))
      trips = 0;
  }
  const long first = operands.first ? static_cast<long>(std::trunc(at(operands.first).approximate())) : 0;
  const long step = operands.step ? static_cast<long>(std::trunc(at(operands.step).approximate())) : 1;
  const order::Reduction shape = graph.reduction(node);
  result = at(operands.initial);
  for (long trip = 0; trip < trips; ++trip) {
    scopes.emplace_back();
    loopIndices.emplace_back(shape.loop, first + step * trip);
    bool good = true;
    for (const NodeId each : order::termsOf(graph, node)) {
      good = good && evaluateUnder(each);
      if (!good)
        break;
      const mpfr_srcptr term = at(each).get();
      const elementary::BinaryFunction combine = shape.kind == order::ReductionKind::Sum       ? static_cast<elementary::BinaryFunction>(mpfr_add)
                                                 : shape.kind == order::ReductionKind::Product ? static_cast<elementary::BinaryFunction>(mpfr_mul)
                                                 : shape.kind == order::ReductionKind::Min     ? static_cast<elementary::BinaryFunction>(mpfr_min)
                                                                                               : static_cast<elementary::BinaryFunction>(mpfr_max);
      combine(result.get(), result.get(), term, MPFR_RNDN);
    }
    loopIndices.pop_back();
    scopes.pop_back();
    if (!good)
      return false;
  }
  return true;
}

} // namespace

LeafValues randomLeaves(std::uint64_t seed, double low, double high) {
  return [=](const Graph &graph, NodeId leaf, std::span<const Real> indices) {
    std::uint64_t hash = mixHash(mixHash(seed, hashText(graph.symbol(leaf))), graph[leaf].version);
    for (const Real &index : indices) {
      // Indices that differ only by rounding are one place.
      const double rounded = std::nearbyint(index.approximate() * 0x1p20) + 0.0;
      std::uint64_t bits = 0;
      std::memcpy(&bits, &rounded, sizeof bits);
      hash = mixHash(hash, bits);
    }
    const Format format = graph[leaf].type.format;
    if (format == Format::Boolean)
      return order::Number::fromInteger(static_cast<long long>(hash & 1));
    const double value = low + (high - low) * (0.5 + 0.5 * unit(mixHash(hash, 1)));
    return order::Number::fromDouble(format == Format::Integer ? std::floor(value) : value);
  };
}

RealValue evaluateReal(const Graph &graph, NodeId node, const LeafValues &leaves, const RealOptions &options) {
  return Evaluator(graph, leaves, options).run(node);
}

} // namespace fporder::oracle
