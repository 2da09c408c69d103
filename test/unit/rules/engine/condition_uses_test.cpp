#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::RuleDirectory;

namespace {

/// Where only what "kept" holds is seen outside.
bool holds(const std::string &pattern, const std::string &condition, const std::string &statements) {
  RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", "match: '" + pattern + "'\nwhere: ['" + condition + "']\n");
  order::Procedure procedure = test::procedureOf(statements, format::Format::Binary32);
  std::erase_if(procedure.effects, [](const order::Effect &effect) { return effect.target != "kept"; });
  return !directory.load().match(procedure).empty();
}

bool mayHave64Terms(const std::string &count) { return holds("sum(i, f, init)", "trip(match) >= 64", "kept = sum(k, f[k], 0, " + count + ")"); }

} // namespace

TEST_CASE("condition uses: a value is narrowed through magnitudes and choices, and not where it is compared") {
  CHECK(holds("a * b", "narrowed(match)", "t = x * y; kept = cast<binary16>(abs(t))"));
  CHECK(holds("a * b", "narrowed(match)", "t = x * y; kept = cast<binary16>(z > 0 ? t : z)"));
  CHECK_FALSE(holds("a * b", "narrowed(match)", "t = x * y; c = t > z; kept = cast<binary16>(t)"));
  CHECK_FALSE(holds("a * b", "narrowed(match)", "t = x * y; kept = cast<binary16>(sqrt(t))"));
}

TEST_CASE("condition uses: factors of two products that are summed elsewhere") {
  const auto summed = [](const std::string &rest) { return holds("p / q", "also_summed(p, q)", "kept = x / y; " + rest); };
  CHECK(summed("r = x * c + y * s"));
  CHECK(summed("r = s * y + c * x"));
  CHECK(summed("r = x * c + -(y * s)"));
  CHECK(summed("r = fma(x, c, y * s)"));
  CHECK_FALSE(summed("r = x * c + z * s"));
  CHECK_FALSE(summed("r = x * c - y * s"));
}

TEST_CASE("condition uses: weights of running and of merged means") {
  const auto counts = [](const std::string &weight) { return holds("a / b", "counting(match)", "kept = " + weight); };
  CHECK(counts("1 / floor(y)"));
  CHECK(counts("n / (m + n)"));
  CHECK(counts("n / ((k + cast<binary64>(n)) + m)"));
  CHECK_FALSE(counts("1 / y"));
  CHECK_FALSE(counts("n / (m * n)"));
  CHECK_FALSE(counts("x / floor(y)"));
  CHECK(holds("a * b", "counting(b)", "w = y > 0 ? 1 / floor(y) : z; kept = x * w"));
}

TEST_CASE("condition uses: remainders, masks and smaller ones bound a number of terms") {
  CHECK(mayHave64Terms("n"));
  CHECK_FALSE(mayHave64Terms("n % 8"));
  CHECK(mayHave64Terms("n % 65"));
  CHECK_FALSE(mayHave64Terms("n & 63"));
  CHECK(mayHave64Terms("n & 127"));
  CHECK(mayHave64Terms("n & -8")); // a mask of the upper bits
  CHECK_FALSE(mayHave64Terms("n < 5 ? n : 5"));
  CHECK_FALSE(mayHave64Terms("5 > n ? n : 5"));
  CHECK(mayHave64Terms("n > 5 ? n : 5"));
  CHECK_FALSE(mayHave64Terms("min(m, n % 100 < 7 ? n % 100 : 7)"));
}
