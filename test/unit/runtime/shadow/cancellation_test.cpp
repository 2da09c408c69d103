// Subtractions that are exact and yet ruin a result: they are listed by their condition and by the error they pass on. The figures come from integer
// arithmetic and from plain float.
#include <fporder/shadow.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using fporder::shadow;
using namespace fporder::shadowing;

namespace {

constexpr int count = 64; // a power of two: divisions by it are exact

/// Numbers around 1000 in eighths.
std::vector<std::int64_t> eighths() {
  std::vector<std::int64_t> result;
  for (int index = 0; index < count; ++index)
    result.push_back(8000 + index * 37 % 41 - 20);
  return result;
}

template <class T> struct Variance {
  T ofSquares, squared, variance;
};

template <class T> Variance<T> onePass(const std::vector<T> &x) {
  T sum = 0, squares = 0;
  for (const T &value : x) {
    sum += value;
    squares += value * value;
  }
  const T mean = sum / count, ofSquares = squares / count, squared = mean * mean;
  return {ofSquares, squared, ofSquares - squared};
}

constexpr int subtractionLine = __LINE__ - 3;

} // namespace

TEST_CASE("shadow cancellation: one-pass variance names the subtraction that has no rounding of its own") {
  fporder::resetReport();
  std::vector<float> numbers;
  std::vector<shadow<float>> shadows;
  std::int64_t sum = 0, squares = 0;
  for (const std::int64_t k : eighths()) {
    numbers.push_back(static_cast<float>(k) / 8);
    shadows.emplace_back(numbers.back());
    sum += k;
    squares += k * k;
  }
  const Variance<float> working = onePass(numbers);
  const shadow<float> variance = onePass(shadows).variance;
  CHECK(variance.value() == working.variance);

  // E[x^2] = squares / 64 count, E[x]^2 = sum^2 / 64 count^2: exact in integers, one rounding each in double.
  const double scale = 64.0 * count * count;
  const double exact = static_cast<double>(count * squares - sum * sum) / scale;
  const double condition = static_cast<double>(count * squares + sum * sum) / static_cast<double>(count * squares - sum * sum);
  const double difference = static_cast<double>(working.ofSquares) - static_cast<double>(working.squared); // exact
  REQUIRE(difference == static_cast<double>(working.variance));                                            // Sterbenz
  const double passedOn = std::fabs(difference - exact) / std::ldexp(1.0, std::ilogb(exact) - 23);
  CHECK(condition > 1e5);
  CHECK(passedOn > 100);

  fporder::output("variance", variance);
  const Report report = makeReport();
  REQUIRE(!report.cancellations.empty());
  const PlaceReport &worst = report.cancellations.front();
  CHECK(worst.site.operation == "-");
  CHECK(worst.site.line == subtractionLine);
  CHECK(worst.share == 0);
  CHECK(worst.statistics.born.largest == 0);
  CHECK(worst.statistics.amplification.count == 1);
  CHECK(worst.statistics.amplification.largest == doctest::Approx(condition).epsilon(1e-14));
  CHECK(worst.statistics.passedOn.largest == doctest::Approx(passedOn).epsilon(1e-12));
  CHECK(report.outputs.at(0).statistics.error.largest == doctest::Approx(passedOn).epsilon(1e-12));

  const std::string text = reportText(report);
  const std::size_t section = text.find("\ncancellations, by the error");
  REQUIRE(section != std::string::npos);
  CHECK(text.find("cancellation_test.cpp:" + std::to_string(subtractionLine), section) != std::string::npos);
  CHECK(reportJson(report).find("\"cancellations\":[{\"place\":{\"file\":") != std::string::npos);
  fporder::resetReport();
}

TEST_CASE("shadow cancellation: what cancels exact operands, or adds without cancelling, is not listed") {
  fporder::resetReport();
  const shadow<float> a = 1.5f, b = 1.4375f, third = shadow<float>(1) / 3;
  CHECK((a - b).value() == 0.0625f);
  CHECK((third + third).value() == 2.0f / 3);
  const Report report = makeReport();
  CHECK(report.cancellations.empty());
  CHECK(reportText(report).find("cancellations") == std::string::npos);
  fporder::resetReport();
}

TEST_CASE("shadow cancellation: own rounding is not passed on") {
  fporder::resetReport();
  const shadow<float> a = 2.875f, b = 0x1.fffffep-1f;
  CHECK((a - b).errorInUlp() == 0.5); // 1.875 + 2^-24, a tie
  const Report report = makeReport();
  REQUIRE(report.places.size() == 1);
  CHECK(report.places[0].statistics.amplification.largest == doctest::Approx(3.875 / 1.875));
  CHECK(report.places[0].statistics.passedOn.count == 1);
  CHECK(report.places[0].statistics.passedOn.largest == 0);
  CHECK(report.cancellations.empty());
  fporder::resetReport();
}
