// Every operation knows its line: operators, mixed operands, compound assignment, functions, conversions, comparisons, macros, std::.
#include <fporder/shadow.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

using fporder::shadow;
using namespace fporder::shadowing;

namespace {

using Lines = std::multimap<std::string, int>;

/// Operation and line of every place seen since `resetReport`, relative to `base`; places outside this file count as line -1.
Lines linesSeen(int base) {
  Lines lines;
  for (const PlaceReport &place : makeReport().places)
    lines.emplace(place.site.operation, place.site.file == __FILE__ ? static_cast<int>(place.site.line) - base : -1);
  return lines;
}

template <class T> T kernel(T a, T b, T c) {
  using std::sqrt;
  T r = a * b / c;     // 1 of this function's lines, counted from the `using`
  r += sqrt(a);        // 2
  r = r +              // 3, where GCC puts the operator
      0.3;             // 4, where Clang puts the right operand
  if (r < b)           // 5
    r -= b;            // not reached
  r = std::exp(2 - r); // 7
  return r;
}
constexpr int kernelBase = 27;

#define PRODUCT(x, y) ((x) * (y))

} // namespace

TEST_CASE("places: a templated kernel") {
  fporder::resetReport();
  kernel<shadow<double>>(3, 2, 7);
  const Lines lines = linesSeen(kernelBase);
  const auto only = [&](const char *operation) {
    REQUIRE(lines.count(operation) == 1);
    return lines.find(operation)->second;
  };
  CHECK(only("*") == 1);
  CHECK(only("/") == 1);
  CHECK(only("sqrt") == 2);
  CHECK(only("<") == 5);
  CHECK(only("-") == 7);
  CHECK(only("exp") == 7);
  std::set<int> sums;
  for (auto [first, last] = lines.equal_range("+"); first != last; ++first)
    sums.insert(first->second);
  CHECK(sums.count(2) == 1);
  CHECK(sums.size() == 2);
  CHECK((sums.count(3) == 1 || sums.count(4) == 1));
}

TEST_CASE("places: two operations on one line are two places") {
  fporder::resetReport();
  const shadow<float> a = 1.1f, b = 2.3f;
  const auto r = a * b * a;
  CHECK(r.value() == 1.1f * 2.3f * 1.1f);
  const Report report = makeReport();
  REQUIRE(report.places.size() == 2);
  CHECK(report.places[0].site.line == report.places[1].site.line);
  CHECK(report.places[0].site.column != report.places[1].site.column);
}

TEST_CASE("places: mixed operands, conversions, macros") {
  fporder::resetReport();
  const shadow<float> a = 1.1f;
  const int base = __LINE__;
  shadow<float> b = 0.5 * a; // computed in double, and exact there and in float: no conversion is counted
  shadow<float> c = 0.1 * a; // a product in double and a conversion
  c *= 0.123;                // the same in one token
  b = PRODUCT(b, c);
  b = std::pow(b, 3.1f);
  b = std::hypot(2, b); // an integer makes it double, as for float
  b += static_cast<shadow<float>>(1e-3);
  const Lines lines = linesSeen(base);
  const auto all = [&](const char *operation) {
    std::multiset<int> found;
    for (auto [first, last] = lines.equal_range(operation); first != last; ++first)
      found.insert(first->second);
    return found;
  };
  CHECK(all("*") == std::multiset<int>{1, 2, 3, 4});
  CHECK(all("conversion") == std::multiset<int>{2, 3, 6, 7});
  CHECK(all("pow") == std::multiset<int>{5});
  CHECK(all("hypot") == std::multiset<int>{6});
  CHECK(all("+") == std::multiset<int>{7});
}

TEST_CASE("places: formats sharing a line are told apart") {
  fporder::resetReport();
  kernel<shadow<float>>(3, 2, 7);
  kernel<shadow<fporder::half>>(3, 2, 7);
  std::set<std::string> formats;
  for (const PlaceReport &place : makeReport().places)
    if (place.site.operation == "sqrt")
      formats.insert(precisionOf(place.site.format).name);
  CHECK(formats == std::set<std::string>{"binary16", "binary32"});
}
