// Orders at a site: which are found, what they are called, and their figures against plain float, half and long double arithmetic.
#include <fporder/shadow.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

using fporder::half;
using fporder::shadow;
using namespace fporder::shadowing;

namespace {

/// Uniform in [1, 2) by splitmix64.
class Mantissas {
public:
  float operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return 1 + static_cast<float>((z ^ (z >> 31)) >> 41) * 0x1p-23f;
  }

private:
  std::uint64_t state = 42;
};

std::vector<std::string> textsOf(const OrderReport &entry) {
  std::vector<std::string> texts;
  for (const OrderResult &order : entry.orders)
    texts.push_back(order.text);
  return texts;
}

/// The orders of the only site that `kernel` has on values for which they differ.
template <class T, class Kernel> std::vector<std::string> ordersOf(Kernel kernel) {
  fporder::resetReport();
  Mantissas random;
  for (int index = 0; index < 50; ++index) {
    const shadow<T> a = fporder::input(shadow<T>(random())), b = fporder::input(shadow<T>(random())), c = fporder::input(shadow<T>(random() / 3));
    kernel(a, b, c);
  }
  const Report report = makeReport();
  REQUIRE(report.orders.size() == 1);
  CHECK(report.orders[0].offered == 50);
  CHECK(report.orders[0].orders[0].written);
  CHECK(report.orders[0].orders[0].bitsDiffer == 0);
  fporder::resetReport();
  return textsOf(report.orders[0]);
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("shadow orders: which there are, the written one first") {
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a * b / c; }) == Texts{"(a * b) / c", "a * (b / c)", "(a / c) * b"});
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a * (b / c); }) == Texts{"a * (b / c)", "(a * b) / c", "(a / c) * b"});
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a / b * c; }) == Texts{"(a / b) * c", "a * (c / b)", "(a * c) / b"});
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a / b / c; }) == Texts{"(a / b) / c", "a / (b * c)", "(a / c) / b"});
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a / (b / c); }) == Texts{"a / (b / c)", "(a / b) * c", "(a * c) / b"});
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a * b * c; }) == Texts{"(a * b) * c", "a * (b * c)", "(a * c) * b"});
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a + b - c; }) == Texts{"(a + b) - c", "a + (b - c)", "(a - c) + b"});
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a - (b - c); }) == Texts{"a - (b - c)", "(a - b) + c", "(a + c) - b"});
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a - (b + c); }) == Texts{"a - (b + c)", "(a - b) - c", "(a - c) - b"});
  CHECK(ordersOf<float>([](auto a, auto b, auto c) { return a * b - c; }) == Texts{"(a * b) - c", "fma(a, b, -c)"});
  CHECK(ordersOf<double>([](auto a, auto b, auto c) { return a - sqrt(b) * c; }) == Texts{"a - (b * c)", "fma(-b, c, a)"});
}

TEST_CASE("shadow orders: the written order gives the program's bits") {
  fporder::resetReport();
  Mantissas random;
  for (int index = 0; index < 100; ++index) {
    const float a = random(), b = random(), c = random();
    const shadow<float> result = shadow<float>(a) / (shadow<float>(b) / c);
    CHECK(result.value() == a / (b / c));
  }
  const Report report = makeReport();
  REQUIRE(report.orders.size() == 1);
  const OrderResult &written = report.orders[0].orders[0];
  const auto place =
      std::find_if(report.places.begin(), report.places.end(), [](const PlaceReport &entry) { return entry.statistics.incoming.largest > 0; });
  REQUIRE(place != report.places.end());
  CHECK(written.maxUlp == doctest::Approx(place->statistics.outgoing.largest).epsilon(1e-9)); // the inputs were exact
  CHECK(written.meanUlp == doctest::Approx(place->statistics.outgoing.mean()).epsilon(1e-6));
}

TEST_CASE("shadow orders: across statements, variables and signs") {
  const auto kernel = [](auto a, auto b, auto c) {
    auto product = -(a * b);
    const auto kept = product;
    return kept / c;
  };
  CHECK(ordersOf<float>(kernel) == Texts{"(a * b) / c", "a * (b / c)", "(a / c) * b"});
}

TEST_CASE("shadow orders: powers of two have no other order, other formats neither") {
  fporder::resetReport();
  Mantissas random;
  for (int index = 0; index < 50; ++index) {
    const shadow<float> a = random(), b = random();
    const shadow<float> c = a * b / 8;
    const shadow<double> wide = shadow<double>(a * b) / 3;
    CHECK(c.value() == a.value() * b.value() / 8);
    CHECK(wide.value() == static_cast<double>(a.value() * b.value()) / 3);
  }
  CHECK(makeReport().orders.empty());
}

TEST_CASE("shadow orders: figures of products and quotients") {
  fporder::resetReport();
  Mantissas random;
  std::map<std::string, double> largest;
  const auto measure = [&](const char *order, float got, float a, float b, float c) {
    const long double exact = static_cast<long double>(a) * static_cast<long double>(b) / static_cast<long double>(c);
    const double unit = std::ldexp(1.0, static_cast<int>(std::floor(std::log2(static_cast<double>(exact)))) - 23);
    largest[order] = std::max(largest[order], static_cast<double>(std::fabs(static_cast<long double>(got) - exact)) / unit);
  };
  std::size_t differ = 0;
  for (int index = 0; index < 512; ++index) { // as many as a site keeps
    const float a = random(), b = random(), c = random();
    const shadow<float> result = shadow<float>(a) * b / c;
    measure("(a * b) / c", a * b / c, a, b, c);
    measure("a * (b / c)", a * (b / c), a, b, c);
    measure("(a / c) * b", a / c * b, a, b, c);
    differ += a * b / c != a * (b / c) ? 1 : 0;
    CHECK(result.value() == a * b / c);
  }
  const Report report = makeReport();
  REQUIRE(report.orders.size() == 1);
  CHECK(report.orders[0].sampled == 512);
  for (const OrderResult &order : report.orders[0].orders) {
    CHECK(order.maxUlp == doctest::Approx(largest.at(order.text)).epsilon(1e-6));
    CHECK(order.meanUlp == doctest::Approx(0.346).epsilon(0.15)); // 0.3455, 0.3468, 0.3456 over 100,000 triples
    CHECK(order.measured == 512);
  }
  CHECK(report.orders[0].orders[1].bitsDiffer == static_cast<double>(differ) / 512);
  CHECK(report.orders[0].orders[1].bitsDiffer == doctest::Approx(0.349).epsilon(0.2));
}

TEST_CASE("shadow orders: a sample of many is independent of their order") {
  const auto run = [](bool backwards) {
    fporder::resetReport();
    std::vector<float> numbers;
    Mantissas random;
    for (int index = 0; index < 6000; ++index)
      numbers.push_back(random());
    if (backwards)
      std::reverse(numbers.begin(), numbers.end());
    for (std::size_t index = 0; index + 2 < numbers.size(); index += 3) {
      const std::size_t x = backwards ? index + 2 : index, z = backwards ? index : index + 2;
      const shadow<float> a = numbers[x], b = numbers[index + 1], c = numbers[z];
      const shadow<float> result = a * b / c;
      CHECK(result.errorInUlp() < 1.5);
    }
    return reportJson(makeReport()).substr(reportJson(makeReport()).find("\"orders\""));
  };
  CHECK(run(false) == run(true));
}

TEST_CASE("shadow orders: range decides in half") {
  fporder::resetReport();
  for (int index = 1; index <= 40; ++index) {
    const shadow<half> rate = 1e-3, m = 1e-6 * index, d = 1e-6 * (index + 1);
    const shadow<half> lost = rate * m / d;
    const shadow<half> large = 300 + index, back = large * large / (large + 1);
    CHECK(isinf(back));
    CHECK(std::fabs(lost.error()) > 0);
  }
  bool underflows = false, overflows = false;
  for (const OrderReport &entry : makeReport().orders) {
    if (entry.family != Family::Product)
      continue;
    const OrderResult &written = entry.orders[0], &divided = entry.orders[1];
    underflows = underflows || (written.underflows == 40 && divided.underflows == 0 && divided.meanUlp < 1.5 && written.meanUlp > 100);
    overflows = overflows || (written.overflows == 40 && divided.overflows == 0 && written.measured == 0 && divided.measured == 40);
  }
  CHECK(underflows);
  CHECK(overflows);
  fporder::resetReport();
}
