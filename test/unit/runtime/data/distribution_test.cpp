#include "runtime/data/distribution.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace fporder;
using namespace fporder::data;

namespace {

std::vector<double> draw(const Distribution &distribution, std::size_t count, std::uint64_t seed = 42) {
  std::vector<double> values(count);
  Sampler(distribution, seed, "x").fill(0, values);
  return values;
}

double mean(const std::vector<double> &values) {
  double sum = 0;
  for (const double value : values)
    sum += value;
  return sum / static_cast<double>(values.size());
}

Distribution parsed(std::string_view text) {
  const Result<NamedDistribution> result = parseDistribution(text);
  REQUIRE_MESSAGE(result.ok(), (result ? "" : result.error().message));
  return result->distribution;
}

} // namespace

TEST_CASE("distributions: a sample depends on seed, name and index alone") {
  const Distribution normal = parsed("x=normal(0,1)");
  const std::vector<double> all = draw(normal, 1000);
  std::vector<double> part(100);
  Sampler(normal, 42, "x").fill(500, part);
  CHECK(std::equal(part.begin(), part.end(), all.begin() + 500));
  CHECK(Sampler(normal, 42, "x")(999) == all[999]);
  CHECK(Sampler(normal, 43, "x")(0) != all[0]);
  CHECK(Sampler(normal, 42, "y")(0) != all[0]);
}

// Means and deviations by their formulas; six standard errors of 200,000 draws.
TEST_CASE("distributions: moments and bounds") {
  constexpr std::size_t count = 200'000;
  const double slack = 6 / std::sqrt(double(count));
  const std::vector<double> uniform = draw(parsed("x=uniform(-1,3)"), count);
  CHECK(std::fabs(mean(uniform) - 1) < slack * 4 / std::sqrt(12));
  CHECK(*std::min_element(uniform.begin(), uniform.end()) >= -1);
  CHECK(*std::max_element(uniform.begin(), uniform.end()) <= 3);
  const std::vector<double> normal = draw(parsed("x=normal(5,2)"), count);
  CHECK(std::fabs(mean(normal) - 5) < slack * 2);
  std::vector<double> squares(normal);
  for (double &value : squares)
    value = (value - 5) * (value - 5);
  CHECK(std::fabs(mean(squares) - 4) < slack * 4 * std::sqrt(2));
  // Kolmogorov's distance to the normal distribution function; 1.95 / sqrt(n) is passed with probability 0.999.
  std::vector<double> sorted(normal);
  std::sort(sorted.begin(), sorted.end());
  double distance = 0;
  for (std::size_t i = 0; i < count; ++i)
    distance = std::max(distance, std::fabs(0.5 * std::erfc(-(sorted[i] - 5) / 2 / std::sqrt(2)) - (double(i) + 0.5) / count));
  CHECK(distance < 1.95 / std::sqrt(double(count)));
  std::vector<double> logs = draw(parsed("x=lognormal(0,1)"), count);
  for (double &value : logs)
    value = std::log(value);
  CHECK(std::fabs(mean(logs)) < slack);
  std::vector<double> powers = draw(parsed("x=loguniform(-4,-2^-4)"), count);
  for (double &value : powers) {
    CHECK((value >= -4 && value <= -0x1p-4));
    value = std::log2(-value);
  }
  CHECK(std::fabs(mean(powers) + 1) < slack * 6 / std::sqrt(12));
}

TEST_CASE("distributions: the default has both signs and forty binades") {
  const std::vector<double> values = draw(defaultDistribution(), 100'000);
  std::size_t negative = 0, small = 0;
  for (const double value : values) {
    negative += value < 0;
    small += std::fabs(value) < 1;
    CHECK((std::fabs(value) >= 0x1p-20 && std::fabs(value) <= 0x1p20));
  }
  CHECK(std::abs(double(negative) - 50'000) < 6 * std::sqrt(25'000.0));
  CHECK(std::abs(double(small) - 50'000) < 6 * std::sqrt(25'000.0));
  for (const double value : draw(defaultDistribution(true), 1000))
    CHECK(value > 0);
  const Distribution halves = fullRange(format::Format::Binary16);
  for (const double value : draw(halves, 10'000))
    CHECK((std::fabs(value) >= 0x1p-24 && std::fabs(value) < 65504));
  for (const double value : draw(fullRange(format::Format::Binary64), 10'000))
    CHECK((std::isfinite(value) && value != 0));
}

TEST_CASE("ranges and what they become") {
  CHECK(parseRange("x=[1e-8,1]")->distribution == Distribution{Distribution::Kind::LogUniform, 1e-8, 1, false});
  CHECK(parseRange("f.x=[-1, 2]")->distribution == Distribution{Distribution::Kind::Uniform, -1, 2, false});
  CHECK(parseRange("f.x=[-1, 2]")->name == "f.x");
  CHECK(parseRange("x=[1,2]")->distribution.kind == Distribution::Kind::Uniform);
  CHECK(parseRange("x=[3,3]")->distribution.kind == Distribution::Kind::Uniform);
  CHECK(describe(parseRange("x=[1e-8,1]")->distribution) == "loguniform(1e-08,1)");
  CHECK(describe(defaultDistribution()) == "2^U(-20,20) of both signs");
  for (const char *wrong : {"x", "x=", "=[1,2]", "x=[1,2", "x=[2,1]", "x=[1]", "x=[nan,1]", "x=f[1,2]", "x=[1,2]]"}) {
    const Result<NamedDistribution> range = parseRange(wrong);
    REQUIRE_MESSAGE(!range.ok(), wrong);
    CHECK(range.error().message.find(wrong) != std::string::npos);
  }
  for (const char *wrong : {"x=normal(0,-1)", "x=loguniform(-1,1)", "x=uniform(1,0)", "x=gauss(0,1)", "x=normal 0,1", "x=(0,1)", ""})
    CHECK_MESSAGE(!parseDistribution(wrong).ok(), wrong);
}

// Computed apart, in Python: logarithms, cosines and exponentials by mpmath at 300 bits, rounded once, and the rest in binary64.
TEST_CASE("distributions: samples are the same on every machine") {
  struct Sample {
    std::string distribution;
    std::uint64_t index;
    double value;
  };
  const Sample samples[]{
      {"normal(0,1)", 0, -0x1.e54d4ede0d321p-1},         {"lognormal(-1,2)", 0, 0x1.c4b00cb0562c1p-5},
      {"loguniform(0.001,10)", 0, 0x1.d0ff515a0e995p-8}, {"normal(0,1)", 1, 0x1.51ad9762fb4fep-2},
      {"lognormal(-1,2)", 1, 0x1.6c411757dc2b7p-1},      {"loguniform(0.001,10)", 1, 0x1.eadaf8c651e20p-6},
      {"normal(0,1)", 7, 0x1.71d9361729212p-5},          {"lognormal(-1,2)", 7, 0x1.9c4e7277a089bp-2},
      {"loguniform(0.001,10)", 7, 0x1.3c6a8ada5ef1ap+3}, {"normal(0,1)", 1000, -0x1.50079cc62b4d6p-3},
      {"lognormal(-1,2)", 1000, 0x1.0f533a5a5ddf3p-2},   {"loguniform(0.001,10)", 1000, 0x1.1ae2918d9885fp+3},
  };
  for (const Sample &sample : samples) {
    CAPTURE(sample.distribution);
    const Sampler sampler(parsed("x=" + sample.distribution), 42, "x");
    CHECK(sampler(sample.index) == sample.value);
    std::vector<double> block(sample.index + 300);
    sampler.fill(0, block);
    CHECK(block[sample.index] == sample.value);
  }
}

TEST_CASE("distributions: powers of two reach the subnormal numbers and the largest") {
  const Distribution all = fullRange(format::Format::Binary64, true);
  const std::vector<double> values = draw(all, 200'000);
  CHECK(*std::min_element(values.begin(), values.end()) < 0x1p-1060);
  CHECK(*std::min_element(values.begin(), values.end()) >= 0x1p-1074);
  CHECK(*std::max_element(values.begin(), values.end()) > 0x1p1020);
  CHECK(std::isfinite(*std::max_element(values.begin(), values.end())));
}
