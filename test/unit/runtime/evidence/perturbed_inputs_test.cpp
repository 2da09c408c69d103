// Inputs moved by their last bit.
#include "runtime/evidence/perturbed_inputs.h"

#include "runtime/evidence/trial_run.h"
#include "test/unit/runtime/evidence/written_candidate.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace fporder;
using namespace fporder::evidence;
using order::NodeId;
using test::WrittenCandidate;

namespace {

constexpr std::size_t samples = 64;

std::vector<double> drawn(const eval::LeafSource &source, const Slice &slice, NodeId leaf) {
  std::vector<double> values(samples);
  source.fill({&slice.graph, leaf, 0, samples, {}, {}}, values);
  return values;
}

/// The harm of an order whose inputs are as they are given, or rounded.
Judgement judged(const std::string &written, const std::string &other, bool roundedInputs) {
  WrittenCandidate made(written, {other});
  made.returned(made.written);
  return judge(made.slice(), {.roundedInputs = roundedInputs});
}

} // namespace

TEST_CASE("perturbed: each number is the next one of its format, up or down, the same in each call, and integers stay") {
  WrittenCandidate made("a * b / n", {"a * (b / n)"});
  made.returned(
      made.graph.binary(order::Op::Mul, made.written, made.graph.cast(made.graph.input("count", test::integer), test::binary32), test::binary32));
  const Slice slice = made.slice();
  const DrawnInputs inputs(slice, 0, 1);
  const PerturbedInputs first(slice, inputs, 0), second(slice, inputs, 1);
  std::size_t ups = 0, downs = 0, others = 0;
  for (const auto &[index, facts] : slice.leaves) {
    const NodeId leaf{index};
    const std::vector<double> plain = drawn(inputs, slice, leaf), moved = drawn(first, slice, leaf), again = drawn(second, slice, leaf);
    CHECK(moved == drawn(first, slice, leaf));
    if (slice.graph[leaf].type == test::integer) {
      CHECK(moved == plain);
      continue;
    }
    for (std::size_t s = 0; s < samples; ++s) {
      const auto value = static_cast<float>(plain[s]), next = static_cast<float>(moved[s]);
      CHECK((next == std::nextafter(value, INFINITY) || next == std::nextafter(value, -INFINITY)));
      (next > value ? ups : downs) += 1;
      others += again[s] != moved[s] ? 1 : 0;
    }
  }
  CHECK(ups > samples);
  CHECK(downs > samples);
  CHECK(others > samples);
}

TEST_CASE("perturbed: what the inputs' last bits explain is no harm where inputs are rounded, and still shows that an order helps") {
  CHECK(judged("a * a - b * b", "(a - b) * (a + b)", false).harm == Harm::Hurt);
  const Judgement difference = judged("a * a - b * b", "(a - b) * (a + b)", true);
  CHECK(difference.harm == Harm::None);
  CHECK(difference.helps);
  CHECK(difference.ofInputs);
  CHECK(sentenceOfBits(difference).ends_with("about what half an ulp of the inputs does as well"));
  for (const auto &[written, other] :
       {std::pair("log(1 + x)", "log1p(x)"), std::pair("1 - cos(x)", "2 * (sin(x / 2) * sin(x / 2))"),
        std::pair("x * x + y * y - 2 * (x * y)", "(x - y) * (x - y)"), std::pair("sqrt(x + 1) - sqrt(x)", "1 / (sqrt(x + 1) + sqrt(x))")}) {
    CAPTURE(std::string(written));
    CHECK(judged(written, other, true).harm >= Harm::Hurt);
  }
}

TEST_CASE("perturbed: where little is left of the terms that are added up, their last bits are no harm where terms are rounded") {
  const auto ofTerms = [](const std::string &written, const std::string &other, bool roundedTerms) {
    WrittenCandidate made(written, {other});
    made.returned(made.written);
    return judge(made.slice(), {.zerosCount = false, .roundedTerms = roundedTerms});
  };
  for (const auto &[written, other] : {std::pair("1 / (x + 1) - 1 / x", "-1 / (x * (x + 1))"), std::pair("(x + (y + z)) - z", "x + y"),
                                       std::pair("z > 1 ? (x + (y + z)) - z : y", "z > 1 ? x + y : y")}) {
    CAPTURE(std::string(written));
    CHECK(ofTerms(written, other, false).harm >= Harm::Hurt);
    const Judgement judgement = ofTerms(written, other, true);
    CHECK(judgement.harm == Harm::None);
    CHECK(judgement.helps);
    CHECK(judgement.ofTerms);
    CHECK(sentenceOfBits(judgement).ends_with("about an ulp of the terms of which little is left"));
  }
  for (const auto &[written, other] :
       {std::pair("((x + y) - x) / y", "y / y"), std::pair("sqrt((x + y) - x)", "sqrt(y)"), std::pair("w * ((x + y) - x)", "w * y")}) {
    CAPTURE(std::string(written));
    CHECK(ofTerms(written, other, true).harm >= Harm::Hurt);
  }
}

TEST_CASE("perturbed: what leaves the range is lost whatever the inputs' last bits are") {
  CHECK(judged("a * b / c", "a * (b / c)", true).harm == judged("a * b / c", "a * (b / c)", false).harm);
}
