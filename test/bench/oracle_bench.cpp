// Time of the oracle for one expression of five operations in binary32, against the same operations in MPFR at 128 bits on variables made beforehand.
//
//   oracle-bench [SAMPLES]     default 2,000,000
//
// Prints a table; asserts nothing. The two take turns, a row shows the medians.
#include "runtime/oracle/exact.h"
#include "runtime/oracle/ulp_error.h"
#include "runtime/order/infix.h"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <string_view>
#include <vector>

using namespace fporder;
using format::Format;

namespace {

constexpr int rounds = 5;

/// Four columns of values, ready: what is timed is the oracle, not the source.
class Columns : public eval::LeafSource {
public:
  explicit Columns(std::size_t samples) : values(4 * samples), count(samples) {
    std::mt19937_64 random(1);
    for (double &value : values)
      value = static_cast<float>(std::exp2(static_cast<double>(random() >> 11) * 0x1p-53 * 8 - 4));
  }
  void fill(const eval::LeafRequest &request, std::span<double> out) const override {
    std::copy_n(column(request.graph->symbol(request.leaf)[0] - 'a') + request.first, out.size(), out.begin());
  }
  std::uint32_t tripCount(const order::Graph &, order::NodeId) const override { return 0; }
  const double *column(int name) const { return &values[static_cast<std::size_t>(name) * count]; }

private:
  std::vector<double> values;
  std::size_t count;
};

double secondsOf(const std::function<void()> &work) {
  const std::clock_t start = std::clock(); // processor time: whatever else runs does not count
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// d - a * b / (sqrt(c) + a), rounded to 24 bits.
class InMpfr {
public:
  InMpfr() {
    for (mpfr_t &variable : variables)
      mpfr_init2(variable, 128);
    mpfr_init2(rounded, 24);
  }
  ~InMpfr() {
    for (mpfr_t &variable : variables)
      mpfr_clear(variable);
    mpfr_clear(rounded);
  }
  InMpfr(const InMpfr &) = delete;
  InMpfr &operator=(const InMpfr &) = delete;

  float step(const Columns &columns, std::size_t sample) {
    auto &[a, b, c, d, t] = variables;
    mpfr_set_d(a, columns.column(0)[sample], MPFR_RNDN);
    mpfr_set_d(b, columns.column(1)[sample], MPFR_RNDN);
    mpfr_set_d(c, columns.column(2)[sample], MPFR_RNDN);
    mpfr_set_d(d, columns.column(3)[sample], MPFR_RNDN);
    mpfr_mul(t, a, b, MPFR_RNDN);
    mpfr_sqrt(c, c, MPFR_RNDN);
    mpfr_add(c, c, a, MPFR_RNDN);
    mpfr_div(t, t, c, MPFR_RNDN);
    mpfr_sub(t, d, t, MPFR_RNDN);
    mpfr_set(rounded, t, MPFR_RNDN);
    return mpfr_get_flt(rounded, MPFR_RNDN);
  }

private:
  mpfr_t variables[5];
  mpfr_t rounded;
};

} // namespace

int main(int count, char **arguments) {
  const std::size_t samples = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 2'000'000;
  const Columns columns(samples);
  order::Graph graph;
  const auto node = std::get<order::NodeId>(order::parseInfix("d - a * b / (sqrt(c) + a)", graph, {Format::Binary32, order::Shape::Scalar}));
  const oracle::Oracle oracle(graph, node, Format::Binary32);
  std::vector<oracle::ExactValue> exact(samples);
  std::vector<double> computed(samples), ulps(samples);
  oracle::Effort effort;
  std::vector<double> oracleTimes, mpfrTimes, errorTimes;
  InMpfr reference;
  double sum = 0;
  for (int round = 0; round < rounds; ++round) {
    oracleTimes.push_back(secondsOf([&] { oracle.evaluate(columns, 0, exact, &effort); }));
    mpfrTimes.push_back(secondsOf([&] {
      for (std::size_t sample = 0; sample < samples; ++sample)
        computed[sample] = static_cast<double>(reference.step(columns, sample));
    }));
    errorTimes.push_back(secondsOf([&] { oracle::errorsInUlp(computed, exact, Format::Binary32, ulps); }));
    for (const double error : ulps)
      sum += std::isfinite(error) ? error : 0;
  }
  const double each = 1e9 / static_cast<double>(samples);
  const double oracleTime = median(oracleTimes) * each, mpfrTime = median(mpfrTimes) * each;
  std::printf("five operations, binary32, %zu samples, ns of processor time a sample\n", samples);
  std::printf("  %-34s %8.1f   (%.5f %% of the samples needed MPFR)\n", "oracle", oracleTime,
              100.0 * static_cast<double>(effort.escalated) / static_cast<double>(effort.samples));
  std::printf("  %-34s %8.1f   (bar: 20 times the oracle and two evaluations; the oracle alone %.1f times)\n", "MPFR at 128 bits", mpfrTime,
              mpfrTime / oracleTime);
  std::printf("  %-34s %8.1f   (mean error of the MPFR results %.4f ulp)\n", "errors in ulp", median(errorTimes) * each,
              sum / static_cast<double>(rounds) / static_cast<double>(samples));
  return 0;
}
