// Chains of additions against loops that are simply run, in the same format.
#include "test/unit/runtime/eval/random_chains.h"
#include "test/unit/runtime/format/mpfr_truth.h"
#include "test/unit/runtime/order/random_expressions.h"

#include "runtime/eval/summation.h"
#include "runtime/order/infix.h"

#include <array>

using namespace fporder;
using namespace fporder::eval;
using format::Format;
using order::Schedule;

namespace {

constexpr std::size_t samples = 7;

/// One addition or fused multiply-add, by the host in binary32 and binary64, by MPFR in other formats.
class Steps {
public:
  explicit Steps(Format which) : format(which), truth(which) {}
  double add(double a, double b) {
    if (format == Format::Binary32)
      return static_cast<float>(a) + static_cast<float>(b);
    return format == Format::Binary64 ? a + b : truth([](auto r, auto &x, auto mode) { return mpfr_add(r, x[0], x[1], mode); }, MPFR_RNDN, a, b);
  }
  double multiply(double a, double b) {
    if (format == Format::Binary32)
      return static_cast<float>(a) * static_cast<float>(b);
    return format == Format::Binary64 ? a * b : truth([](auto r, auto &x, auto mode) { return mpfr_mul(r, x[0], x[1], mode); }, MPFR_RNDN, a, b);
  }
  double fma(double a, double b, double c) {
    if (format == Format::Binary32)
      return std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c));
    if (format == Format::Binary64)
      return std::fma(a, b, c);
    return truth([](auto r, auto &x, auto mode) { return mpfr_fma(r, x[0], x[1], x[2], mode); }, MPFR_RNDN, a, b, c);
  }
  /// The term as it joins: a product that is not fused is rounded.
  double value(const ChainTerm &term) { return term.product ? multiply(term.left, term.right) : term.left; }

private:
  Format format;
  format::MpfrTruth truth;
};

std::vector<double> evaluateChain(const RandomChain &chain, order::NodeId root) {
  std::vector<double> values(samples);
  const Column column{values};
  const Evaluator evaluator(chain.graph, {&root, 1});
  REQUIRE(evaluator.notEvaluated().empty());
  evaluator.evaluate(chain, 0, samples, {&column, 1});
  return values;
}

void compareSequential(std::uint64_t seed, Format accumulator, Format terms) {
  const RandomChain chain(seed, accumulator, terms, accumulator == terms);
  const std::vector<double> values = evaluateChain(chain, chain.root);
  Steps own(accumulator), wide(terms);
  for (std::size_t sample = 0; sample < samples; ++sample) {
    double sum = chain.initial;
    for (const ChainTerm &term : chain.flattened(sample)) {
      if (term.fused)
        sum = own.fma(term.left, term.right, sum);
      else if (accumulator == terms)
        sum = own.add(sum, own.value(term));
      else // as `f += d` in C
        sum = format::roundTo(accumulator, wide.add(sum, wide.value(term)));
    }
    INFO("seed " << seed << ", sample " << sample << ": " << order::printInfix(chain.graph, chain.root));
    REQUIRE(format::sameBits(values[sample], sum));
  }
}

/// The same terms as one flat sum, whose schedules summation_test.cpp knows.
double flatSum(const RandomChain &chain, const std::vector<ChainTerm> &terms, Schedule schedule, std::uint32_t width) {
  std::vector<double> left, right;
  Steps own(chain.accumulator);
  bool fused = false;
  for (const ChainTerm &term : terms) {
    fused |= term.fused;
    left.push_back(term.fused ? term.left : own.value(term));
    right.push_back(term.fused ? term.right : 1);
  }
  order::Reduction reduction;
  reduction.schedule = schedule;
  reduction.width = width;
  std::vector<double> result{chain.initial};
  combine(summationOf(reduction), {order::ReductionKind::Sum, chain.accumulator, chain.accumulator, {}},
          eval::Terms<double>{left, fused ? std::span<const double>(right) : std::span<const double>(), 1}, result);
  return result[0];
}

} // namespace

TEST_CASE("a chain of additions has the bits of the loops as they are written") {
  const unsigned cases = order::propertyCases(40'000, 1'500);
  for (unsigned seed = 0; seed < cases; ++seed) {
    static constexpr std::array formats{Format::Binary32, Format::Binary64, Format::Binary16, Format::BFloat16, Format::E5M2};
    const Format format = formats[seed % formats.size()];
    compareSequential(seed, format, format);
  }
}

TEST_CASE("terms of a wider format are added in theirs") {
  const unsigned cases = order::propertyCases(10'000, 500);
  for (unsigned seed = 0; seed < cases; ++seed) {
    compareSequential(seed, Format::Binary32, Format::Binary64);
    compareSequential(seed, Format::Binary16, Format::Binary32);
  }
}

TEST_CASE("a schedule of a chain is that of all its terms in a row") {
  static constexpr std::array<std::pair<Schedule, std::uint32_t>, 9> schedules{{{Schedule::Reverse, 0},
                                                                                {Schedule::Pairwise, 0},
                                                                                {Schedule::Lanes, 4},
                                                                                {Schedule::Lanes, 8},
                                                                                {Schedule::Tree, 4},
                                                                                {Schedule::SplitK, 3},
                                                                                {Schedule::Compensated, 0},
                                                                                {Schedule::Kahan, 0},
                                                                                {Schedule::Pairwise, 4}}};
  const unsigned cases = order::propertyCases(10'000, 600);
  for (unsigned seed = 0; seed < cases; ++seed) {
    const Format format = seed % 3 == 0 ? Format::Binary64 : seed % 3 == 1 ? Format::Binary32 : Format::Binary16;
    RandomChain chain(seed, format, format, seed % 4 == 0);
    const auto [schedule, width] = schedules[seed % schedules.size()];
    const order::NodeId root = chain.withSchedule(schedule, width);
    const std::vector<double> values = evaluateChain(chain, root);
    for (std::size_t sample = 0; sample < samples; ++sample) {
      INFO("seed " << seed << ", sample " << sample << ": " << order::printInfix(chain.graph, root));
      REQUIRE(format::sameBits(values[sample], flatSum(chain, chain.flattened(sample), schedule, width)));
    }
  }
}

TEST_CASE("Kahan's sum is the loop that carries the error to the next term") {
  const unsigned cases = order::propertyCases(5'000, 300);
  for (unsigned seed = 0; seed < cases; ++seed) {
    RandomChain chain(seed, Format::Binary32, Format::Binary32, false);
    const std::vector<double> values = evaluateChain(chain, chain.withSchedule(Schedule::Kahan, 0));
    for (std::size_t sample = 0; sample < samples; ++sample) {
      volatile float s = static_cast<float>(chain.initial), c = 0;
      for (const ChainTerm &term : chain.flattened(sample)) {
        const float x = term.product ? static_cast<float>(term.left) * static_cast<float>(term.right) : static_cast<float>(term.left);
        const volatile float y = x - c, t = s + y;
        c = (t - s) - y;
        s = t;
      }
      INFO("seed " << seed << ", sample " << sample);
      REQUIRE(values[sample] == static_cast<double>(s));
    }
  }
}

TEST_CASE("what a chain cannot be evaluated for is said") {
  order::Graph graph;
  const order::ValueType half{Format::Binary16}, single{Format::Binary32}, wide{Format::Binary64};
  const std::array terms{graph.input("a", single), graph.input("b", wide)};
  const order::NodeId both = graph.intern({.op = order::Op::Terms, .type = half, .operands = terms});
  const std::array operands{graph.constant(order::Number(), half), both};
  order::Reduction reduction;
  const order::NodeId sum = graph.intern({.op = order::Op::Reduce, .type = half, .operands = operands, .reduction = &reduction});
  const Evaluator several(graph, {&sum, 1});
  REQUIRE(several.notEvaluated().size() == 1);
  CHECK(several.notEvaluated()[0].why == "a sum of terms in several formats that are wider than its own");
  reduction.fused = true;
  const std::array plain{graph.constant(order::Number(), single), terms[0]};
  const order::NodeId fused = graph.intern({.op = order::Op::Reduce, .type = single, .operands = plain, .reduction = &reduction});
  const Evaluator noProduct(graph, {&fused, 1});
  REQUIRE(noProduct.notEvaluated().size() == 1);
  CHECK(noProduct.notEvaluated()[0].why == "a fused step that is no product");
}
