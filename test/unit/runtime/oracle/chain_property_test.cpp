// Chains of additions over the reals: the exact sum of their terms, in rational arithmetic.
#include "test/unit/runtime/eval/random_chains.h"
#include "test/unit/runtime/order/random_expressions.h"

#include "runtime/oracle/exact.h"
#include "runtime/order/equality.h"

#include <gmpxx.h>
#include <mpfr.h>

#include <array>

using namespace fporder;
using namespace fporder::oracle;
using eval::ChainTerm;
using eval::RandomChain;
using format::Format;

namespace {

constexpr std::size_t samples = 9;

mpq_class exactSum(const RandomChain &chain, std::size_t sample) {
  mpq_class sum(chain.initial);
  for (const ChainTerm &term : chain.flattened(sample))
    sum += mpq_class(term.left) * mpq_class(term.right);
  return sum;
}

/// The binary64 number nearest to a rational, by MPFR.
double nearest(const mpq_class &value) {
  mpfr_t number;
  mpfr_init2(number, 53);
  mpfr_set_q(number, value.get_mpq_t(), MPFR_RNDN); // no subnormal numbers occur
  const double result = mpfr_get_d(number, MPFR_RNDN);
  mpfr_clear(number);
  return result;
}

} // namespace

TEST_CASE("the real value of a chain is the exact sum of its terms") {
  const unsigned cases = order::propertyCases(20'000, 1'000);
  for (unsigned seed = 0; seed < cases; ++seed) {
    const RandomChain chain(seed, Format::Binary64, seed % 2 == 0 ? Format::Binary64 : Format::Binary32, seed % 2 == 0);
    const Oracle oracle(chain.graph, chain.root, Format::Binary64);
    REQUIRE(oracle.unsupported().empty());
    std::vector<ExactValue> values(samples);
    oracle.evaluate(chain, 0, values);
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const mpq_class exact = exactSum(chain, sample);
      INFO("seed " << seed << ", sample " << sample << ": " << order::printInfix(chain.graph, chain.root));
      if (exact == 0) {
        REQUIRE(values[sample].verdict == Verdict::Zero);
        continue;
      }
      REQUIRE(values[sample].verdict == Verdict::Exact);
      REQUIRE(values[sample].rounded == nearest(exact));
    }
  }
}

TEST_CASE("a chain whose terms are divided is decided by intervals in the same loops") {
  // Quotients are no exact doubles: double-double and MPFR decide these.
  order::Graph graph;
  const auto parsed = order::parseInfix("sum(i, sum<continues>(j, 1 / (1 + i + j), 0, 1 + i); 1 / (3 + i), 1, 40)", graph, {Format::Binary64});
  const order::NodeId root = std::get<order::NodeId>(parsed);
  class Counted final : public eval::LeafSource {
    void fill(const eval::LeafRequest &, std::span<double>) const override {}
    std::uint32_t tripCount(const order::Graph &, order::NodeId) const override { return 40; }
  };
  mpq_class exact = 1;
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 1 + i; ++j)
      exact += mpq_class(1, 1 + i + j);
    exact += mpq_class(1, 3 + i);
  }
  ExactValue value;
  Oracle(graph, root, Format::Binary64).evaluate(Counted{}, 0, {&value, 1});
  CHECK(value.verdict == Verdict::Exact);
  CHECK(value.rounded == nearest(exact));
}

TEST_CASE("equality over the reals sees through chains, not through what they add") {
  const auto equal = [](std::string_view left, std::string_view right) {
    order::Graph graph;
    const auto a = order::parseInfix(left, graph, {Format::Binary64}), b = order::parseInfix(right, graph, {Format::Binary64});
    REQUIRE(std::holds_alternative<order::NodeId>(a));
    REQUIRE(std::holds_alternative<order::NodeId>(b));
    return order::equalOverReals(graph, std::get<order::NodeId>(a), std::get<order::NodeId>(b), 1) == order::RealEquality::Equal;
  };
  CHECK(equal("sum(i, x[i]; y[i], 0, n)", "sum(i, x[i] + y[i], 0, n)"));
  CHECK(equal("sum(i, x[i]; -y[i], 0, n)", "sum(i, x[i], 0, n) - sum(i, y[i], 0, n)"));
  CHECK(equal("sum(i, sum<continues>(j, x[i * j], 0, m), 0, n)", "sum(i, sum(j, x[i * j], 0, m), 0, n)"));
  CHECK(equal("sum<fused>(i, x[i] * y[i], 0, n)", "sum(i, x[i] * y[i], 0, n)"));
  CHECK(equal("sum(i, x[3 + 2 * i], 0, n)", "sum(i, x[i], 0, n, 3, 2)"));
  CHECK(equal("product(i, x[i]; y[i], 1, n)", "product(i, x[i] * y[i], 1, n)"));
  CHECK_FALSE(equal("product(i, x[i]; y[i], 1, n)", "product(i, x[i] + y[i], 1, n)"));
  CHECK_FALSE(equal("sum(i, x[i]; y[i], 0, n)", "sum(i, x[i] - y[i], 0, n)"));
  CHECK_FALSE(equal("sum(i, x[i], 0, n)", "sum(i, x[i], 0, n, 1, 1)"));
}
