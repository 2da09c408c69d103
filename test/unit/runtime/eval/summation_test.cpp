// Schedules of reductions: the order of additions spelled out, and what narrow formats do to long sums.
#include "runtime/eval/summation.h"

#include "test/unit/runtime/eval/evaluated.h"

#include <algorithm>
#include <map>
#include <set>

using namespace fporder;
using namespace fporder::eval;
using format::Format;
using Kind = Summation::Kind;

namespace {

double unitTerms(std::string_view name, std::size_t sample, std::span<const std::uint32_t> at) {
  return unitValue(name, sample, at.empty() ? 0 : at[0]);
}

EvaluationOptions with(const Summation &summation) {
  EvaluationOptions options;
  options.summation = summation;
  return options;
}

/// Ten terms of very unlike sizes, so that nearly every order rounds differently.
float term(std::size_t k) { return std::ldexp(1.0F + static_cast<float>(unitValue("t", k)), static_cast<int>(k * 7 % 10) * 2); }

float sumBy(const Summation &summation, std::size_t count, float initial = 0) {
  std::vector<float> terms;
  for (std::size_t k = 0; k < count; ++k)
    terms.push_back(term(k));
  double result = initial;
  combine(summation, {order::ReductionKind::Sum, Format::Binary32, Format::Binary32, {}}, Terms<float>{terms, {}, 1}, std::span(&result, 1));
  return static_cast<float>(result);
}

double longSum(Format format, unsigned terms, Kind kind) {
  const Expression sum("sum(i, a[i], 0, " + std::to_string(terms) + ")", format);
  return evaluated(sum, unitTerms, 1, with({kind})).values[0];
}

} // namespace

TEST_CASE("each schedule adds in the order it states") {
  float t[10];
  for (std::size_t k = 0; k < 10; ++k)
    t[k] = term(k);
  CHECK(sumBy({Kind::Sequential}, 4, 3) == (((3 + t[0]) + t[1]) + t[2]) + t[3]);
  CHECK(sumBy({Kind::Reverse}, 4, 3) == (((3 + t[3]) + t[2]) + t[1]) + t[0]);
  CHECK(sumBy({Kind::Pairwise}, 5, 3) == 3 + ((t[0] + t[1]) + (t[2] + (t[3] + t[4]))));
  CHECK(sumBy({Kind::Pairwise, 3}, 10) == ((t[0] + t[1]) + (t[2] + t[3] + t[4])) + ((t[5] + t[6]) + (t[7] + t[8] + t[9])));
  CHECK(sumBy({Kind::Lanes, 4}, 10, 3) == ((((3 + t[0]) + t[4]) + t[8]) + (t[2] + t[6])) + (((t[1] + t[5]) + t[9]) + (t[3] + t[7])));
  CHECK(sumBy({Kind::Lanes, 3}, 7) == ((t[0] + t[3] + t[6]) + (t[2] + t[5])) + (t[1] + t[4]));
  CHECK(sumBy({Kind::Lanes}, 3) == (t[0] + t[2]) + t[1]);
  CHECK(sumBy({Kind::Tree, 4}, 6, 3) == 3 + (((t[0] + t[4]) + t[2]) + ((t[1] + t[5]) + t[3])));
  CHECK(sumBy({Kind::SplitK, 3}, 10, 3) == ((3 + (t[0] + t[1] + t[2] + t[3])) + (t[4] + t[5] + t[6] + t[7])) + (t[8] + t[9]));
  CHECK(sumBy({Kind::Blocks, 2, 2}, 10, 3) == ((3 + ((t[0] + t[2]) + (t[1] + t[3]))) + ((t[4] + t[6]) + (t[5] + t[7]))) + (t[8] + t[9]));
  CHECK(sumBy({Kind::Sequential}, 0, 3) == 3);
  for (const Kind kind : {Kind::Pairwise, Kind::Lanes, Kind::Tree, Kind::Blocks, Kind::SplitK, Kind::Kahan, Kind::Neumaier, Kind::Shuffled}) {
    CHECK(sumBy({kind}, 0, 3) == 3);
    CHECK(sumBy({kind}, 1, 3) == 3 + t[0]);
  }
}

TEST_CASE("a block of threads sums in warps of 32, then over the warps") {
  std::vector<float> terms;
  for (std::size_t k = 0; k < 64; ++k)
    terms.push_back(term(k));
  std::vector<float> warps;
  for (std::size_t warp = 0; warp < 2; ++warp) {
    std::vector<float> lanes(terms.begin() + static_cast<std::ptrdiff_t>(32 * warp), terms.begin() + static_cast<std::ptrdiff_t>(32 * (warp + 1)));
    for (std::size_t offset = 16; offset > 0; offset /= 2)
      for (std::size_t lane = 0; lane < offset; ++lane)
        lanes[lane] += lanes[lane + offset];
    warps.push_back(lanes[0]);
  }
  CHECK(sumBy({Kind::Blocks, 64}, 64) == warps[0] + warps[1]);
}

TEST_CASE("compensated sums step by step") {
  float kahan = 0, lost = 0, neumaier = 0, correction = 0;
  for (std::size_t k = 0; k < 10; ++k) {
    const volatile float corrected = term(k) - lost, next = kahan + corrected, gained = next - kahan;
    lost = gained - corrected;
    kahan = next;
    const volatile float sum = neumaier + term(k);
    const volatile float high = std::max(neumaier, term(k)), low = std::min(neumaier, term(k)), rest = high - sum;
    correction += rest + low;
    neumaier = sum;
  }
  CHECK(sumBy({Kind::Kahan}, 10) == kahan);
  CHECK(sumBy({Kind::Neumaier}, 10) == neumaier + correction);
}

TEST_CASE("shuffled sums are a permutation for each seed") {
  std::set<float> results;
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    results.insert(sumBy({Kind::Shuffled, 0, 0, seed}, 10));
  CHECK(results.size() > 2);
  CHECK(sumBy({Kind::Shuffled, 0, 0, 3}, 10) == sumBy({Kind::Shuffled, 0, 0, 3}, 10));
  const Expression sum("sum(i, a[i], 0, 1000)", Format::Integer);
  const auto counted = [](std::string_view, std::size_t, std::span<const std::uint32_t> at) { return static_cast<double>(at[0]); };
  CHECK(evaluated(sum, counted, 1, with({Kind::Shuffled, 0, 0, 9})).values[0] == 499500);
}

TEST_CASE("long sums in narrow formats stagnate where half of the last place passes the terms") {
  CHECK(longSum(Format::Binary16, 65536, Kind::Sequential) == 2048);
  CHECK(longSum(Format::BFloat16, 1'000'000, Kind::Sequential) == 256);
  CHECK(longSum(Format::BFloat16, 1'000'000, Kind::Kahan) == 65536);
  CHECK(longSum(Format::Binary16, 65536, Kind::Neumaier) == 4096);
  const auto exact = [](Format format, unsigned terms) {
    double sum = 0; // exact: narrow terms, few of them
    for (unsigned k = 0; k < terms; ++k)
      sum += format::roundTo(format, unitValue("a", 0, k));
    return sum;
  };
  for (const auto &[format, terms] : std::map<Format, unsigned>{{Format::Binary16, 65536}, {Format::BFloat16, 1'000'000}}) {
    const double truth = exact(format, terms);
    CHECK(std::fabs(longSum(format, terms, Kind::Pairwise) - truth) <= 2 * format::ulp(format, truth));
    EvaluationOptions wider = with({});
    wider.summation->accumulator = Format::Binary32;
    const Expression sum("sum(i, a[i], 0, " + std::to_string(terms) + ")", format);
    CHECK(std::fabs(evaluated(sum, unitTerms, 1, wider).values[0] - truth) <= format::ulp(format, truth));
  }
}

TEST_CASE("a million binary32 terms: sequential sums are off by many ulps, trees and compensated sums by less than one") {
  const Expression sum("sum(i, a[i], 0, 1000000)", Format::Binary32);
  long double truth = 0;
  for (unsigned k = 0; k < 1'000'000; ++k)
    truth += static_cast<float>(unitValue("a", 0, k));
  const auto error = [&](const Summation &summation) {
    const long double difference = evaluated(sum, unitTerms, 1, with(summation)).values[0] - truth;
    return static_cast<double>(std::fabs(difference)) / format::ulp(Format::Binary32, static_cast<double>(truth));
  };
  CHECK(error({Kind::Sequential}) > 1);
  for (const Summation &good : {Summation{Kind::Kahan}, Summation{Kind::Neumaier}, Summation{Kind::Pairwise}})
    CHECK(error(good) < 1.5);
  CHECK(error({Kind::Tree, 256}) < 3);
}

TEST_CASE("a sum in a wider accumulator is rounded once, a wider term is added in its own format") {
  const Expression sum("sum(i, a[i], 0, 3)", Format::Binary16);
  const auto terms = [](std::string_view, std::size_t, std::span<const std::uint32_t> at) { return at[0] == 0 ? 2048.0 : 1.0; };
  CHECK(evaluated(sum, terms, 1).values[0] == 2048);
  EvaluationOptions wider = with({});
  wider.summation->accumulator = Format::Binary32;
  CHECK(evaluated(sum, terms, 1, wider).values[0] == 2050);

  // float f = 1; f += 2^-24 + 2^-40 as a double: the double sum is above the tie and rounds up.
  double result = 1;
  std::vector<double> wide{0x1p-24 + 0x1p-40};
  combine({}, {order::ReductionKind::Sum, Format::Binary32, Format::Binary64, {}}, Terms<double>{wide, {}, 1}, std::span(&result, 1));
  CHECK(result == 1 + 0x1p-23);
}

TEST_CASE("products enter a sequential sum by fma under contraction, and a pairwise one as products") {
  const Expression dot("sum(i, a[i] * b[i], 0, 3)", Format::Binary32);
  EvaluationOptions fused;
  fused.contraction = Contraction::On;
  const std::size_t samples = 1000;
  const Evaluated plain = evaluated(dot, unitTerms, samples), contracted = evaluated(dot, unitTerms, samples, fused);
  std::size_t wrong = 0;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    float rounded = 0, once = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto a = static_cast<float>(unitValue("a", sample, k)), b = static_cast<float>(unitValue("b", sample, k));
      const volatile float product = a * b;
      rounded += product;
      once = std::fma(a, b, once);
    }
    wrong += plain.values[sample] != static_cast<double>(rounded) || contracted.values[sample] != static_cast<double>(once) ? 1 : 0;
  }
  CHECK(wrong == 0);
  CHECK(differingShare(plain.values, contracted.values) > 0.1);
  fused.summation = Summation{Kind::Pairwise};
  CHECK(differingShare(evaluated(dot, unitTerms, samples, with({Kind::Pairwise})).values, evaluated(dot, unitTerms, samples, fused).values) == 0);
}

TEST_CASE("the schedule of one reduction is overridden alone") {
  const Expression both("sum(i, a[i], 0, 100) + sum<reverse>(j, a[j], 0, 100)", Format::Binary32);
  const auto sums = both.graph.operands(both.root);
  EvaluationOptions options;
  options.summations = {{sums[1], {Kind::Sequential}}};
  const Evaluated changed = evaluated(both, unitTerms, 50, options), forward = evaluated(both, unitTerms, 50, with({Kind::Sequential}));
  CHECK(differingShare(changed.values, forward.values) == 0);
  CHECK(differingShare(changed.values, evaluated(both, unitTerms, 50).values) > 0.2);
}
