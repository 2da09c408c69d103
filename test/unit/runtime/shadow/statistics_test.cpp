// The counters themselves: sums, histograms, merging; and what reaches them from known operations.
#include <fporder/shadow.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

using fporder::half;
using fporder::shadow;
using namespace fporder::shadowing;

namespace {

const PlaceReport &placeOf(const Report &report, const std::string &operation) {
  const auto found =
      std::find_if(report.places.begin(), report.places.end(), [&](const PlaceReport &place) { return place.site.operation == operation; });
  REQUIRE(found != report.places.end());
  return *found;
}

} // namespace

TEST_CASE("shadow statistics: sums do not depend on the order of their terms") {
  std::mt19937_64 random(3);
  std::vector<double> terms;
  long double expected = 0;
  for (int index = 0; index < 20'000; ++index) {
    terms.push_back(std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 60) - 70));
    expected += static_cast<long double>(terms.back());
  }
  ExactSum forward, halves, rest;
  for (double term : terms)
    forward.add(term);
  std::shuffle(terms.begin(), terms.end(), random);
  for (std::size_t index = 0; index < terms.size(); ++index)
    (index % 3 == 0 ? halves : rest).add(terms[index]);
  halves.add(rest);
  CHECK(halves.value() == forward.value());
  CHECK(forward.value() == doctest::Approx(static_cast<double>(expected)).epsilon(1e-9));
}

TEST_CASE("shadow statistics: quantile bounds bracket the quantile within a factor of two") {
  Histogram histogram;
  CHECK(histogram.quantileBound(0.99) == 0);
  for (int index = 1; index <= 1000; ++index)
    histogram.add(index);
  CHECK(histogram.quantileBound(0.5) == 512); // the 500th of 1..1000 lies in [256, 512)
  CHECK(histogram.quantileBound(0.99) == 1024);
  histogram.add(std::numeric_limits<double>::infinity());
  CHECK(histogram.quantileBound(1) == 0x1p80);
}

TEST_CASE("shadow statistics: cancellation amplifies by its condition number") {
  fporder::resetReport();
  const shadow<float> third = shadow<float>(1) / 3, near = fporder::input(shadow<float>(0.333f));
  const shadow<float> rest = third - near;
  const Report report = makeReport();
  const SiteStatistics &difference = placeOf(report, "-").statistics;
  const double exact = 1.0 / 3 - static_cast<double>(0.333f);
  CHECK(rest.error() == doctest::Approx(static_cast<double>(1.0f / 3) - 1.0 / 3));
  CHECK(difference.amplification.largest == doctest::Approx((1.0 / 3 + static_cast<double>(0.333f)) / exact));
  CHECK(difference.born.largest == 0); // Sterbenz: the subtraction itself is exact
  CHECK(difference.incoming.largest == doctest::Approx(1.0 / 3).epsilon(1e-6));
  CHECK(difference.outgoing.largest == doctest::Approx(std::fabs(rest.error()) / ulp(Format::Binary32, exact)));
  // All of the error stems from the division, though only the subtraction shows it.
  CHECK(placeOf(report, "/").share == doctest::Approx(1));
  CHECK(placeOf(report, "-").share == 0);
}

TEST_CASE("shadow statistics: overflow, underflow, NaN, and what comes after") {
  fporder::resetReport();
  const shadow<half> large = 300, one = 1;
  const shadow<half> back = large * large / large;
  CHECK(isinf(back));
  CHECK(back.exact() == 300);
  const shadow<half> small = 0x1p-10, lost = small * small * small;
  CHECK(lost.value().bits() == 0);
  const shadow<half> nothing = (large * large - large * large) + one;
  CHECK(isnan(nothing));
  fporder::output("back", back);
  std::uint64_t overflows = 0, underflows = 0, invalids = 0;
  const Report report = makeReport();
  for (const PlaceReport &place : report.places) {
    overflows += place.statistics.overflows;
    underflows += place.statistics.underflows;
    invalids += place.statistics.invalids;
  }
  CHECK(overflows == 3);
  CHECK(underflows == 1); // 2^-20 is a subnormal half, and exact
  CHECK(invalids == 1);
  CHECK(report.outputs.at(0).statistics.nonFinite == 1);
  CHECK(report.outputs.at(0).statistics.error.count == 0);
}

TEST_CASE("shadow statistics: branches, roundings and conversions that the exact values decide otherwise") {
  fporder::resetReport();
  shadow<float> sum = 0;
  for (int index = 0; index < 10; ++index)
    sum += 0.1f; // exactly 1.0000000149; in float 1.0000001
  CHECK(sum.value() == 1.0000001f);
  const shadow<float> bound = fporder::input(shadow<float>(1.00000005f));
  CHECK(bound.value() == 1.0f);
  const shadow<float> between = fporder::input(shadow<float>(1.0000001f)); // the float above 1
  CHECK_FALSE(sum < between);                                              // exactly it is less
  CHECK(sum > bound);                                                      // rightly so
  const shadow<float> seven = 0.7f;
  const shadow<float> tens = (seven + 0.1f) * 10; // 8 in float, exactly 7.99999989
  CHECK(tens.value() == 8.0f);
  CHECK(tens.exact() < 8);
  CHECK(static_cast<int>(tens) == 8);
  CHECK(floor(tens).value() == 8.0f);
  CHECK(floor(tens).exact() == 7);
  const Report report = makeReport();
  CHECK(placeOf(report, "<").statistics.flips == 1);
  CHECK(placeOf(report, ">").statistics.flips == 0);
  CHECK(placeOf(report, "*").statistics.flips == 1); // the conversion counts where the value was made
  std::uint64_t floors = 0;
  for (const PlaceReport &place : report.places)
    floors += place.site.operation == "floor" ? place.statistics.flips : 0;
  CHECK(floors == 2);
  CHECK(report.flips == 4);
  const std::string text = reportText(report);
  CHECK(text.find("4 taken otherwise than by the exact values") != std::string::npos);
  CHECK(text.find("exactly true") != std::string::npos);
}

namespace {

double kernel(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  shadow<float> w = fporder::input(shadow<float>(static_cast<float>(random() >> 40)));
  for (int index = 0; index < 200; ++index) {
    const shadow<float> x = fporder::input(shadow<float>(static_cast<float>(random() >> 40) * 0x1p-24f));
    w = w * x / 1.3f + exp(-x) - w / 3.0f * 2.0f;
    if (w < 0)
      w = -w * x * 0.7f;
  }
  fporder::output("w", w);
  return w.error();
}

std::string reportOf(unsigned threads, unsigned tasks) {
  fporder::resetReport();
  std::vector<std::thread> workers;
  for (unsigned worker = 0; worker < threads; ++worker)
    workers.emplace_back([=] {
      for (unsigned task = worker; task < tasks; task += threads)
        kernel(task);
    });
  for (std::thread &worker : workers)
    worker.join();
  std::ostringstream text;
  fporder::report(text);
  fporder::reportJson(text);
  return text.str();
}

} // namespace

TEST_CASE("shadow statistics: the report does not depend on the number of threads") {
  const std::string alone = reportOf(1, 24);
  CHECK(alone.find("exp") != std::string::npos);
  CHECK(reportOf(1, 24) == alone);
  CHECK(reportOf(3, 24) == alone);
  CHECK(reportOf(8, 24) == alone);
}

TEST_CASE("shadow statistics: a report while other threads compute is whole") {
  fporder::resetReport();
  std::thread other([] {
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      kernel(seed);
  });
  for (int index = 0; index < 5; ++index) {
    std::ostringstream text;
    fporder::reportJson(text);
    CHECK(text.str().back() == '\n');
  }
  other.join();
  CHECK(makeReport().outputs.at(0).statistics.count == 20);
  fporder::resetReport();
}
