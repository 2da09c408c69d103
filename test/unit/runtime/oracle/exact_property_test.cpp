// The oracle against plain MPFR at 1,000 bits on random expressions, every function of libm that it knows included.
#include "named_leaves.h"
#include "plain_mpfr.h"
#include "runtime/oracle/exact.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <random>

using namespace fporder;
using namespace fporder::oracle;
using format::Format;
using order::NodeId;
using order::Op;

namespace {

constexpr Format formats[]{Format::Binary64, Format::Binary32, Format::Binary16, Format::BFloat16, Format::Tf32, Format::E4M3FN, Format::E5M2};

class Expressions {
public:
  Expressions(order::Graph &target, std::uint64_t seed) : graph(target), random(seed) {}

  unsigned below(unsigned bound) { return static_cast<unsigned>(random() % bound); }

  NodeId tree(unsigned depth) {
    if (depth == 0 || below(8) == 0)
      return leaf();
    const NodeId node = operation(depth - 1);
    if (!graph.mentionsLoop(node))
      seen.push_back(node);
    return node;
  }

  /// A value of the format: small integers, numbers of a few binades, the whole range.
  double value(Format format) {
    const auto [precision, minExponent, maxExponent] = format::parameters(format);
    const double significand = std::ldexp(static_cast<double>(random() >> (64 - precision + 1)) + std::ldexp(1.0, precision - 1), 1 - precision);
    const double sign = below(2) != 0 ? 1 : -1;
    switch (below(8)) {
    case 0:
      return sign * below(8);
    case 1:
      return sign * std::ldexp(significand, minExponent + static_cast<int>(below(static_cast<unsigned>(maxExponent - minExponent))));
    default:
      return sign * std::ldexp(significand, static_cast<int>(below(9)) - 4);
    }
  }

private:
  NodeId leaf() {
    static constexpr const char *names[]{"a", "b", "c", "d", "e"};
    if (inLoop && below(3) == 0)
      return graph.intern({.op = Op::LoopIndex, .type = {Format::Integer, order::Shape::Scalar}, .symbol = "i", .version = 7});
    if (!seen.empty() && below(4) == 0)
      return seen[below(static_cast<unsigned>(seen.size()))];
    if (below(6) == 0)
      return graph.constant(order::Number::fromInteger(static_cast<int>(below(12)) - 4), type);
    return graph.input(names[below(5)], type);
  }

  NodeId call(std::string_view name, std::initializer_list<NodeId> arguments) {
    return graph.call(name, std::span(arguments.begin(), arguments.size()), type);
  }

  /// `argument`, mostly moved into the domain of `function`.
  NodeId inside(std::string_view function, NodeId argument) {
    if (below(4) == 0)
      return argument;
    if (function == "asin" || function == "acos" || function == "atanh")
      return call("sin", {argument});
    const NodeId size = graph.unary(Op::Abs, argument, type);
    if (function == "acosh")
      return graph.binary(Op::Add, size, graph.constant(order::Number::fromInteger(1), type), type);
    return function.starts_with("log") || function == "sqrt" || function == "rsqrt" || function == "pow" || function.ends_with("gamma") ? size
                                                                                                                                        : argument;
  }

  NodeId binaryCall(std::string_view function, NodeId left, NodeId right) { return call(function, {inside(function, left), right}); }
  NodeId unaryCall(std::string_view function, NodeId argument) { return call(function, {inside(function, argument)}); }

  NodeId operation(unsigned depth) {
    static constexpr const char *unary[]{"exp",  "exp2", "expm1",  "log",   "log2", "log10",  "log1p", "sin",   "cos",   "tan",
                                         "asin", "acos", "atan",   "sinh",  "cosh", "tanh",   "asinh", "acosh", "atanh", "cbrt",
                                         "erf",  "erfc", "tgamma", "rsqrt", "rint", "lgamma", "floor", "ceil",  "round"};
    static constexpr const char *binary[]{"pow", "hypot", "atan2", "fmod", "remainder"};
    static constexpr Op arithmetic[]{Op::Add, Op::Sub, Op::Mul, Op::Div};
    switch (below(20)) {
    case 0:
      return graph.unary(Op::Sqrt, inside("sqrt", tree(depth)), type);
    case 1: {
      const NodeId operands[]{tree(depth), tree(depth), tree(depth)};
      return graph.intern({.op = Op::Fma, .type = type, .operands = operands});
    }
    case 2: {
      static constexpr Op ops[]{Op::Min, Op::Max, Op::CopySign};
      return graph.binary(ops[below(3)], tree(depth), tree(depth), type);
    }
    case 3:
      return graph.unary(below(2) != 0 ? Op::Neg : Op::Abs, tree(depth), type);
    case 4: {
      static constexpr const char *comparisons[]{"<", ">=", "=="};
      const NodeId compared[]{tree(depth), tree(depth)};
      const NodeId condition =
          graph.intern({.op = Op::Compare, .type = {Format::Boolean, order::Shape::Scalar}, .operands = compared, .symbol = comparisons[below(3)]});
      const NodeId operands[]{condition, tree(depth), tree(depth)};
      return graph.intern({.op = Op::Select, .type = type, .operands = operands});
    }
    case 5:
      return graph.cast(tree(depth), {below(4) == 0 ? Format::Integer : Format::Binary16, order::Shape::Scalar});
    case 6:
    case 7:
    case 8:
      return unaryCall(unary[below(std::size(unary))], tree(depth));
    case 9:
      return binaryCall(binary[below(5)], tree(depth), tree(depth));
    case 10:
      return inLoop ? leaf() : sum(depth);
    default:
      return graph.binary(arithmetic[below(4)], tree(depth), tree(depth), type);
    }
  }

  NodeId sum(unsigned depth) {
    const NodeId initial = tree(depth);
    inLoop = true;
    const NodeId term = tree(std::min(depth, 3U));
    inLoop = false;
    const NodeId operands[]{initial, term};
    const order::Reduction reduction{.kind = order::ReductionKind::Sum, .loop = 7};
    return graph.intern({.op = Op::Reduce, .type = type, .operands = operands, .reduction = &reduction});
  }

  static constexpr order::ValueType type{Format::Binary64, order::Shape::Scalar};
  order::Graph &graph;
  std::mt19937_64 random;
  std::vector<NodeId> seen;
  bool inLoop = false;
};

struct Counts {
  unsigned agreed = 0, undecided = 0, notComparable = 0, plainTooShort = 0, wrong = 0;
  std::map<Verdict, unsigned> verdicts;
};

/// Whether the oracle's verdict follows from a plain value; nothing certain is said of an invalid plain value but that the oracle must see one too.
bool follows(const ExactValue &value, const Plain &plain, Format format) {
  if (value.verdict == Verdict::Pole || value.verdict == Verdict::DomainError)
    return !plain.isValid;
  if (!plain.isValid)
    return false;
  if (value.verdict == Verdict::Zero)
    return mpfr_zero_p(plain.handle) != 0;
  const double rounded = plainRound(plain.handle, format);
  return rounded == value.rounded || (std::isnan(rounded) && std::isnan(value.rounded));
}

constexpr mpfr_prec_t longPrecision = 6000;

/// The oracle's value is half-way between two neighbours, and so is the plain one to all but the last hundred of its bits: sums of thirds that make a
/// whole number. No precision tells plain MPFR on which side such a value lies.
bool isTie(const ExactValue &value, const Plain &longer, Format format) {
  if (value.verdict != Verdict::Exact || !longer.isValid)
    return false;
  const double other = plainRound(longer.handle, format);
  if (!std::isfinite(other) || !std::isfinite(value.rounded))
    return false;
  mpfr_t exact, middle;
  mpfr_inits2(2 * longPrecision, exact, middle, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(exact, value.high, MPFR_RNDN);
  mpfr_add_d(exact, exact, value.low, MPFR_RNDN);
  mpfr_set_d(middle, value.rounded, MPFR_RNDN);
  mpfr_add_d(middle, middle, other, MPFR_RNDN);
  mpfr_div_2ui(middle, middle, 1, MPFR_RNDN);
  const bool oracleSaysSo = mpfr_equal_p(exact, middle) != 0;
  mpfr_sub(exact, middle, longer.handle, MPFR_RNDN);
  const bool plainSaysSo = mpfr_zero_p(exact) != 0 || mpfr_get_exp(exact) < mpfr_get_exp(middle) - (longPrecision - 100);
  mpfr_clears(exact, middle, static_cast<mpfr_ptr>(nullptr));
  return oracleSaysSo && plainSaysSo;
}

void compareOne(std::uint64_t seed, Counts &counts) {
  order::Graph graph;
  Expressions random(graph, seed);
  const Format format = formats[random.below(std::size(formats))];
  const NodeId root = random.tree(1 + random.below(12));
  const double inputs[]{random.value(format), random.value(format), random.value(format), random.value(format), random.value(format)};
  const auto input = [&](std::string_view name) { return inputs[name[0] - 'a']; };
  ExactValue value;
  Oracle(graph, root, format).evaluate(NamedLeaves([&](std::string_view name, auto, auto) { return input(name); }), 0, {&value, 1});
  ++counts.verdicts[value.verdict];
  if (value.verdict == Verdict::Undecided) {
    ++counts.undecided;
    return;
  }
  const auto plain = PlainEvaluator(graph, 1000, input).value(root);
  if (!plain->isComparable)
    ++counts.notComparable;
  else if (follows(value, *plain, format))
    ++counts.agreed;
  else {
    // Where 1,000 bits do not suffice (x / 3 * 3 - x, 1e-300 + 1 - 1), six times as many give another answer.
    const auto longer = PlainEvaluator(graph, longPrecision, input).value(root);
    const bool unstable = longer->isValid != plain->isValid || mpfr_equal_p(longer->handle, plain->handle) == 0;
    const bool tiny = mpfr_zero_p(longer->handle) != 0 || mpfr_get_exp(longer->handle) < -3000;
    if (!longer->isComparable)
      ++counts.notComparable;
    else if (follows(value, *longer, format) || isTie(value, *longer, format) || (value.verdict == Verdict::Zero && tiny) ||
             (unstable && (value.verdict == Verdict::Pole || value.verdict == Verdict::DomainError)))
      ++counts.plainTooShort;
    else {
      ++counts.wrong;
      std::string text = order::printInfix(graph, root);
      for (const double each : inputs)
        text += " " + order::Number::fromDouble(each).text();
      MESSAGE("seed " << seed << " " << format::name(format) << ": " << name(value.verdict) << " " << value.rounded << " against "
                      << mpfr_get_d(plain->handle, MPFR_RNDN) << " (valid " << plain->isValid << "): " << text);
    }
  }
}

constexpr unsigned parts = 10;

/// A tenth of the million, or of the reduced number.
void comparePart(unsigned part) {
  const char *wanted = std::getenv("FPORDER_FULL");
  const bool full = wanted != nullptr && std::strcmp(wanted, "1") == 0;
  const std::uint64_t total = full ? 100'000 : 1'000, first = std::uint64_t{100'000} * part;
  Counts counts;
  for (std::uint64_t seed = first; seed < first + total; ++seed)
    compareOne(seed, counts);
  MESSAGE(total << " of 100000 expressions, part " << part << " of " << parts << std::string(full ? "" : " (FPORDER_FULL=1 runs all)") << ": "
                << counts.agreed << " agree, " << counts.undecided << " undecided, " << counts.notComparable << " not comparable, "
                << counts.plainTooShort << " beyond 1,000 bits, " << counts.wrong << " wrong; " << counts.verdicts[Verdict::Exact] << " exact, "
                << counts.verdicts[Verdict::Zero] << " zero, " << counts.verdicts[Verdict::Pole] << " poles, "
                << counts.verdicts[Verdict::DomainError] << " domain errors");
  CHECK(counts.wrong == 0);
  CHECK(counts.verdicts[Verdict::Unsupported] == 0);
  CHECK(counts.undecided < total / 50);
  CHECK(counts.verdicts[Verdict::Exact] > total / 4);
}

} // namespace

// Ten cases, so that a test runner may take them side by side.
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 1") { comparePart(1); }
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 2") { comparePart(2); }
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 3") { comparePart(3); }
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 4") { comparePart(4); }
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 5") { comparePart(5); }
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 6") { comparePart(6); }
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 7") { comparePart(7); }
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 8") { comparePart(8); }
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 9") { comparePart(9); }
TEST_CASE("a million random expressions against plain MPFR at 1000 bits: part 10") { comparePart(10); }
