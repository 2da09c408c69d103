// A second opinion for the oracle's tests: every operation in MPFR at a fixed precision, rounded to nearest, no intervals. Written apart from the
// oracle.
#pragma once

#include "runtime/format/format.h"
#include "runtime/order/graph.h"

#include <mpfr.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

namespace fporder::oracle {

/// A number of MPFR that frees itself.
class Plain {
public:
  explicit Plain(mpfr_prec_t bits) { mpfr_init2(handle, bits); }
  ~Plain() { mpfr_clear(handle); }
  Plain(const Plain &) = delete;
  Plain &operator=(const Plain &) = delete;
  mpfr_t handle;
  bool isValid = true;      // no NaN, no pole, no domain error on the way
  bool isComparable = true; // no zero whose sign matters, no overflow of MPFR's range, no argument too large to reduce
};

/// The value of `node` at `bits` bits; leaves by name. Reductions take three iterations; loop indices count from 0.
class PlainEvaluator {
public:
  using Leaf = std::function<double(std::string_view)>;
  PlainEvaluator(const order::Graph &source, mpfr_prec_t precision, Leaf values) : graph(source), bits(precision), leaf(std::move(values)) {}

  std::shared_ptr<Plain> value(order::NodeId node);

private:
  using Operands = std::vector<std::shared_ptr<Plain>>;
  void compute(order::NodeId node, const Operands &operands, Plain &result);
  void call(std::string_view name, const Operands &operands, Plain &result);
  std::shared_ptr<Plain> reduce(order::NodeId node);

  const order::Graph &graph;
  mpfr_prec_t bits;
  Leaf leaf;
  std::unordered_map<std::uint32_t, std::shared_ptr<Plain>> known; // outside loops
  std::unordered_map<std::uint32_t, long> indices;                 // by loop
};

inline std::shared_ptr<Plain> PlainEvaluator::value(order::NodeId node) {
  const bool fixed = !graph.mentionsLoop(node);
  if (const auto found = known.find(node.index); fixed && found != known.end())
    return found->second;
  std::shared_ptr<Plain> result;
  if (graph[node].op == order::Op::Reduce)
    result = reduce(node);
  else {
    Operands operands;
    for (const order::NodeId operand : graph.operands(node))
      operands.push_back(value(operand));
    result = std::make_shared<Plain>(bits);
    compute(node, operands, *result);
  }
  if (fixed)
    known.emplace(node.index, result);
  return result;
}

inline std::shared_ptr<Plain> PlainEvaluator::reduce(order::NodeId node) {
  auto result = std::make_shared<Plain>(bits);
  const auto initial = value(graph.operand(node, 0));
  mpfr_set(result->handle, initial->handle, MPFR_RNDN);
  result->isValid = initial->isValid;
  result->isComparable = initial->isComparable;
  for (long trip = 0; trip < 3; ++trip) {
    indices[graph.reduction(node).loop] = trip;
    const auto term = value(graph.operand(node, 1));
    result->isValid = result->isValid && term->isValid;
    result->isComparable = result->isComparable && term->isComparable;
    mpfr_add(result->handle, result->handle, term->handle, MPFR_RNDN);
  }
  return result;
}

inline void PlainEvaluator::compute(order::NodeId node, const Operands &operands, Plain &result) {
  const order::Op op = graph[node].op;
  const mpfr_ptr out = result.handle;
  const auto at = [&](std::size_t position) -> mpfr_srcptr { return operands[position]->handle; };
  mpfr_clear_flags();
  if (op == order::Op::Select) {
    const Plain &chosen = *operands[mpfr_zero_p(at(0)) != 0 ? 2 : 1];
    mpfr_set(out, chosen.handle, MPFR_RNDN);
    result.isValid = operands[0]->isValid && chosen.isValid;
    result.isComparable = operands[0]->isComparable && chosen.isComparable;
    return;
  }
  for (const auto &operand : operands) {
    result.isValid = result.isValid && operand->isValid;
    result.isComparable = result.isComparable && operand->isComparable;
  }
  mpfr_set_zero(out, 1);
  if (!result.isValid || !result.isComparable)
    return;
  const std::string_view symbol = graph.symbol(node);
  switch (op) {
  case order::Op::Input:
    mpfr_set_d(out, leaf(symbol), MPFR_RNDN);
    break;
  case order::Op::LoopIndex:
    mpfr_set_si(out, indices.at(graph[node].version), MPFR_RNDN);
    break;
  case order::Op::Constant:
    mpfr_strtofr(out, graph.number(node).text().c_str(), nullptr, 0, MPFR_RNDN);
    break;
  case order::Op::Add:
    mpfr_add(out, at(0), at(1), MPFR_RNDN);
    break;
  case order::Op::Sub:
    mpfr_sub(out, at(0), at(1), MPFR_RNDN);
    break;
  case order::Op::Mul:
    mpfr_mul(out, at(0), at(1), MPFR_RNDN);
    break;
  case order::Op::Div:
    mpfr_div(out, at(0), at(1), MPFR_RNDN);
    break;
  case order::Op::Sqrt:
    mpfr_sqrt(out, at(0), MPFR_RNDN);
    break;
  case order::Op::Fma:
    mpfr_fma(out, at(0), at(1), at(2), MPFR_RNDN);
    break;
  case order::Op::Neg:
    mpfr_neg(out, at(0), MPFR_RNDN);
    break;
  case order::Op::Abs:
    mpfr_abs(out, at(0), MPFR_RNDN);
    break;
  case order::Op::CopySign:
    result.isComparable = mpfr_zero_p(at(1)) == 0;
    mpfr_copysign(out, at(0), at(1), MPFR_RNDN);
    break;
  case order::Op::Min:
    mpfr_min(out, at(0), at(1), MPFR_RNDN);
    break;
  case order::Op::Max:
    mpfr_max(out, at(0), at(1), MPFR_RNDN);
    break;
  case order::Op::Compare:
    mpfr_set_ui(out,
                symbol == "<"    ? mpfr_less_p(at(0), at(1)) != 0
                : symbol == ">=" ? mpfr_greaterequal_p(at(0), at(1)) != 0
                                 : mpfr_equal_p(at(0), at(1)) != 0,
                MPFR_RNDN);
    break;
  case order::Op::Cast:
    if (graph[node].type.format == format::Format::Integer)
      mpfr_trunc(out, at(0));
    else
      mpfr_set(out, at(0), MPFR_RNDN);
    break;
  default:
    call(symbol, operands, result);
    break;
  }
  if (mpfr_overflow_p() != 0 || mpfr_underflow_p() != 0)
    result.isComparable = false;
  else if (mpfr_number_p(out) == 0)
    result.isValid = false;
  if (mpfr_zero_p(out) != 0)
    mpfr_set_zero(out, 1);
}

inline void PlainEvaluator::call(std::string_view name, const Operands &operands, Plain &result) {
  const mpfr_ptr out = result.handle;
  const mpfr_srcptr x = operands[0]->handle, y = operands[operands.size() - 1]->handle;
  const bool isHuge = mpfr_zero_p(x) == 0 && mpfr_get_exp(x) > 1 << 14;
  int sign = 0;
  if (isHuge && (name == "sin" || name == "cos" || name == "tan" || name == "tgamma" || name == "lgamma" || name == "fmod" || name == "remainder")) {
    result.isComparable = false;
    return;
  }
  if ((name == "erf" || name == "erfc") && mpfr_regular_p(x) != 0 && mpfr_get_exp(x) == 1 &&
      std::abs(std::abs(mpfr_get_d(x, MPFR_RNDN)) - std::sqrt(3.0)) < 1e-15) {
    result.isComparable = false; // MPFR 4.2 fails an assertion there
    return;
  }
  struct Unary {
    std::string_view name;
    int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  };
  static constexpr Unary table[]{
      {"exp", mpfr_exp},     {"exp2", mpfr_exp2},   {"expm1", mpfr_expm1},  {"log", mpfr_log},        {"log2", mpfr_log2},
      {"log10", mpfr_log10}, {"log1p", mpfr_log1p}, {"sin", mpfr_sin},      {"cos", mpfr_cos},        {"tan", mpfr_tan},
      {"asin", mpfr_asin},   {"acos", mpfr_acos},   {"atan", mpfr_atan},    {"sinh", mpfr_sinh},      {"cosh", mpfr_cosh},
      {"tanh", mpfr_tanh},   {"asinh", mpfr_asinh}, {"acosh", mpfr_acosh},  {"atanh", mpfr_atanh},    {"cbrt", mpfr_cbrt},
      {"erf", mpfr_erf},     {"erfc", mpfr_erfc},   {"tgamma", mpfr_gamma}, {"rsqrt", mpfr_rec_sqrt}, {"rint", mpfr_rint_roundeven}};
  for (const Unary &entry : table)
    if (entry.name == name)
      entry.function(out, x, MPFR_RNDN);
  if (name == "lgamma")
    mpfr_lgamma(out, &sign, x, MPFR_RNDN);
  else if (name == "floor")
    mpfr_floor(out, x);
  else if (name == "ceil")
    mpfr_ceil(out, x);
  else if (name == "round")
    mpfr_round(out, x);
  else if (name == "pow")
    mpfr_pow(out, x, y, MPFR_RNDN);
  else if (name == "hypot")
    mpfr_hypot(out, x, y, MPFR_RNDN);
  else if (name == "atan2") {
    mpfr_atan2(out, x, y, MPFR_RNDN);
    result.isValid = mpfr_zero_p(x) == 0 || mpfr_zero_p(y) == 0;
  } else if (name == "fmod")
    mpfr_fmod(out, x, y, MPFR_RNDN);
  else if (name == "remainder")
    mpfr_remainder(out, x, y, MPFR_RNDN);
}

/// `value` rounded to nearest even in `format`, by MPFR's own exponent range and subnormalisation.
inline double plainRound(mpfr_srcptr value, format::Format format) {
  const format::Parameters parameters = format::parameters(format);
  const mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
  mpfr_t rounded;
  mpfr_init2(rounded, parameters.precision);
  int ternary = mpfr_set(rounded, value, MPFR_RNDN);
  mpfr_set_emin(parameters.minExponent - parameters.precision + 2);
  mpfr_set_emax(parameters.maxExponent + 1);
  ternary = mpfr_check_range(rounded, ternary, MPFR_RNDN);
  mpfr_subnormalize(rounded, ternary, MPFR_RNDN);
  double result = mpfr_get_d(rounded, MPFR_RNDN);
  mpfr_clear(rounded);
  mpfr_set_emin(least);
  mpfr_set_emax(most);
  if (format == format::Format::E4M3FN && std::abs(result) > 448)
    result = std::numeric_limits<double>::quiet_NaN();
  return result;
}

} // namespace fporder::oracle
