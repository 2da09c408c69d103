// What a kernel may do with its numbers, done with shadows: containers, raw memory, algorithms, streams, limits, mixed arithmetic, every operator;
// and bad manners that must not crash.
#include <fporder/shadow.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <sstream>
#include <thread>
#include <type_traits>
#include <vector>

using fporder::bfloat16;
using fporder::half;
using fporder::shadow;

namespace {

// The unit tests' reports are asked for where they matter.
const bool quietAtExit = setenv("FPORDER_SHADOW_REPORT", "off", 0) == 0;

/// Made before main, destroyed after the report: still a value.
struct Early {
  shadow<double> value = shadow<double>(1) / 3;
  Early() = default;
  Early(const Early &) = delete;
  Early &operator=(const Early &) = delete;
  ~Early() {
    value = value * 3 - 1;
    fporder::output("late", value);
  }
};
Early early;

template <class T> T everything(T a, T b) {
  T r = a;
  r += b;
  r *= 1.5f;
  r -= 0.1;
  r /= 3;
  ++r;
  r++;
  --r;
  r--;
  r = +r - -b;
  r = r > b ? r : T(0);
  if (r && !(r != r))
    r = 2 * r + r / 2.5;
  r = std::sqrt(std::fabs(r)) + std::max(a, b) * std::min(a, T(7));
  r = std::fma(r, a, b) + std::floor(r) - std::pow(b, 0.5f) + std::exp(-r) + std::hypot(a, b);
  return std::isfinite(r) ? r : T(1);
}

/// What <cmath>, <algorithm> and <numeric> give a float under std::, one value a line; `sequence` steps through them.
template <class T> T qualified(int function, T a, T b) {
  int exponent = 0;
  T whole;
  switch (function) {
  case 0:
    return std::max(a, 0.0f) + std::min(1.0f, b);
  case 1:
    return std::clamp(a, -1.0f, 1.0f) - std::clamp(a, b - 12, T(3));
  case 2:
    return std::lerp(a, b, 0.25f) + std::lerp(a, -b, T(1.5f));
  case 3:
    return std::midpoint(a, b) + std::hypot(a, b, 2.0f);
  case 4:
    return std::frexp(a, &exponent);
  case 5:
    return std::frexp(a, &exponent) * 0 + exponent;
  case 6:
    return std::modf(a, &whole);
  case 7:
    return std::modf(-a, &whole) * 0 + whole;
  case 8:
    return std::logb(a) + std::ilogb(b);
  case 9:
    return std::nextafter(a, b) - a;
  case 10:
    return std::remainder(a, b) + std::remquo(b, a, &exponent);
  case 11:
    return std::fma(a, b, 1.0f) - std::fma(2.0f, a, b);
  case 12:
    return std::copysign(1.0f, -a) + std::scalbn(a, 3) + std::scalbln(a, -3L) + std::ldexp(b, -2);
  case 13:
    return std::isless(a, b) + 2 * std::isgreaterequal(a, b) + 4 * std::islessgreater(a, b) + 8 * std::isunordered(a, a / 0.0f - a / 0.0f);
  case 14:
    return std::fpclassify(a) == FP_NORMAL && std::isnormal(b) && !std::isnormal(a * 1e-45f) && !std::signbit(b) ? 1 : 0;
  case 15:
    return std::fpclassify(a * 1e-45f) == FP_SUBNORMAL && std::isinf(b / 0.0f) && std::isnan(a * 0 / 0.0f) ? 1 : 0;
  case 16:
    return sqrtf(a) + fabsf(-b) + powf(a, 2.0f) + fmaf(a, b, a) + expf(-a) + fmaxf(a, 0) + floorf(b) + roundf(a) + ldexpf(a, 2);
  case 17:
    return static_cast<float>(lrintf(b) + std::lround(a) + std::llrint(b));
  case 18:
    return std::fmin(a, 1.0f) + std::fmax(2, b) + std::fdim(a, b) + std::fmod(a, 1.5f) + std::pow(2.0f, b / 20);
  default:
    return static_cast<float>(std::to_string(a).size());
  }
}

/// A structure that compares as its members do, and constants.
template <class T> struct Point {
  T x, y;
  auto operator<=>(const Point &) const = default;
};
template <class T> constexpr T epsilon = T(1e-6f);

} // namespace

TEST_CASE("shadow drop-in: functions under std:: and C's names give the plain type's bits") {
  fporder::resetReport();
  for (int function = 0; function < 20; ++function)
    for (int index = 1; index < 100; ++index) {
      const float a = 0.37f * static_cast<float>(index), b = 11.3f / static_cast<float>(index);
      CAPTURE(function);
      CAPTURE(index);
      CHECK(qualified<shadow<float>>(function, a, b).value() == qualified<float>(function, a, b));
    }
  for (const auto &place : fporder::shadowing::makeReport().places)
    CHECK(place.site.file == __FILE__); // the caller's place, not the library's
  fporder::resetReport();
}

TEST_CASE("shadow drop-in: the functions' exact values") {
  const shadow<double> third = shadow<double>(1) / 3;
  int exponent = 0;
  CHECK((std::frexp(third, &exponent) / 2).exact() == third.exact()); // 2/3 * 2^-1
  CHECK(exponent == -1);
  shadow<double> whole;
  const shadow<double> seven = third * 22; // 7.33..
  CHECK(static_cast<double>(std::modf(seven, &whole).exact()) == doctest::Approx(1.0 / 3).epsilon(1e-15));
  CHECK(whole.exact() == 7);
  const shadow<double> next = std::nextafter(third, shadow<double>(1));
  CHECK(next.error() == third.error()); // moved by as much as the working value
  CHECK(next.value() == std::nextafter(1.0 / 3, 1.0));
  const shadow<double> length = std::hypot(third, third * 2, third * 2); // 1
  CHECK(std::fabs(static_cast<double>(length.exact()) - 1) < 1e-60);
  CHECK(std::fabs(length.error()) < 3e-16);
}

TEST_CASE("shadow drop-in: the next half and bfloat16 are the next bit patterns") {
  const auto check = [](auto number) {
    using Number = decltype(number);
    for (unsigned bits = 1; bits < 0x7c00; bits += 7) {
      const Number here = Number::fromBits(static_cast<std::uint16_t>(bits));
      const shadow<Number> up = std::nextafter(shadow<Number>(here), std::numeric_limits<shadow<Number>>::infinity());
      const shadow<Number> down = std::nextafter(shadow<Number>(here), shadow<Number>(-1));
      if (up.value().bits() != bits + 1 || down.value().bits() != bits - 1)
        FAIL_CHECK("next to " << bits << ": " << up.value().bits() << ", " << down.value().bits());
    }
  };
  check(half());
  check(bfloat16());
}

TEST_CASE("shadow drop-in: constants and structures") {
  constexpr shadow<float> exact = 0.5f, rounded = 0.1;
  static_assert(epsilon<shadow<float>>.value() == 1e-6f);
  CHECK(exact.error() == 0);
  CHECK(rounded.value() == 0.1f);
  CHECK(rounded.error() == static_cast<double>(0.1f) - 0.1); // known, and without a place
  const Point<shadow<double>> a{1, 2}, b{1, 3};
  CHECK(a < b);
  CHECK(a != b);
  CHECK((a.y <=> std::numeric_limits<shadow<double>>::quiet_NaN()) == std::partial_ordering::unordered);
}

TEST_CASE("shadow drop-in: a kernel gives the plain type's bits") {
  CHECK(early.value.errorInUlp() < 0.5);
  for (int index = 1; index < 200; ++index) {
    const float a = 0.37f * static_cast<float>(index), b = 11.3f / static_cast<float>(index);
    CHECK(everything<shadow<float>>(a, b).value() == everything<float>(a, b));
    CHECK(everything<shadow<double>>(a, b).value() == everything<double>(a, b));
  }
}

TEST_CASE("shadow drop-in: mixed types follow the usual conversions") {
  const shadow<half> h = 1.5;
  const shadow<bfloat16> w = 2;
  const shadow<float> f = 0.1f;
  const shadow<double> d = 0.1;
  static_assert(std::is_same_v<decltype(h * 2), shadow<half>>);
  static_assert(std::is_same_v<decltype(h * 2.0f), shadow<float>>);
  static_assert(std::is_same_v<decltype(2.0 * h), shadow<double>>);
  static_assert(std::is_same_v<decltype(h + f), shadow<float>>);
  static_assert(std::is_same_v<decltype(f - w), shadow<float>>);
  static_assert(std::is_same_v<decltype(f * true), shadow<float>>);
  static_assert(std::is_same_v<decltype(1UL / f), shadow<float>>);
  static_assert(std::is_same_v<decltype(f / d), shadow<double>>);
  static_assert(std::is_same_v<decltype(pow(f, 2.0)), shadow<double>>);
  static_assert(std::is_same_v<decltype(pow(f, 2)), shadow<double>>); // <cmath> takes integers for doubles
  static_assert(std::is_same_v<decltype(std::pow(2, f)), shadow<double>>);
  static_assert(std::is_same_v<decltype(std::fma(f, f, f)), shadow<float>>);
  static_assert(std::is_same_v<decltype(f == 0.1), bool>);
  static_assert(std::is_trivially_copyable_v<shadow<float>>);
  static_assert(!std::is_convertible_v<shadow<float>, float>);
  enum Count { three = 3 };
  static_assert(std::is_same_v<decltype(f * three), shadow<float>>);
  static_assert(std::is_same_v<decltype(std::pow(f, three)), shadow<double>>);
  CHECK((f * three).value() == 0.1f * 3.0f);
  CHECK(shadow<float>(three).value() == 3);
  CHECK((f * d).value() == 0.1f * 0.1);
  CHECK((0.1 - f).value() == 0.1 - static_cast<double>(0.1f));
  CHECK(f != 0.1);
  CHECK(f == 0.1f);
  CHECK(0.1f == f);
  CHECK(h < 2);
  CHECK(3 >= w);
  float plain = 0.1f;
  shadow<float> shadowed = plain;
  plain += 0.7;
  shadowed += 0.7;
  CHECK(shadowed.value() == plain);
  plain *= 0.1;
  shadowed *= d;
  CHECK(shadowed.value() == plain);
}

TEST_CASE("shadow drop-in: containers, algorithms, raw memory") {
  std::vector<shadow<float>> numbers{3, 1.5f, 2};
  numbers.resize(5);
  std::sort(numbers.begin(), numbers.end());
  CHECK(numbers[0].value() == 0);
  CHECK(numbers[4].value() == 3);
  CHECK(std::accumulate(numbers.begin(), numbers.end(), shadow<float>(0)).value() == 6.5f);
  CHECK(std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), shadow<float>(0)).value() == 15.25f);
  std::array<shadow<double>, 3> array{1, 2};
  CHECK(array[2].value() == 0);

  // C's way: zeroed, copied and moved as bytes.
  auto *raw = static_cast<shadow<double> *>(std::calloc(4, sizeof(shadow<double>)));
  REQUIRE(raw != nullptr);
  CHECK(raw[3].value() == 0);
  CHECK(raw[3].exact() == 0);
  raw[0] = shadow<double>(1) / 3;
  std::memcpy(raw + 1, raw, sizeof *raw);
  raw[0] = 5;
  CHECK((raw[1] * 3).value() == 1);
  CHECK((raw[1] * 3).exact() == 1); // to 255 bits
  raw = static_cast<shadow<double> *>(std::realloc(raw, 64 * sizeof(shadow<double>)));
  REQUIRE(raw != nullptr);
  CHECK((raw[1] + raw[0]).value() == 1.0 / 3 + 5);
  std::free(raw);
}

TEST_CASE("shadow drop-in: streams") {
  std::ostringstream out;
  out.precision(3);
  out << shadow<float>(3.14159f) << ' ' << shadow<half>(0.5) << ' ' << shadow<double>(1e300);
  CHECK(out.str() == "3.14 0.5 1e+300");
  std::istringstream in("0.1 x");
  shadow<float> read = 7;
  in >> read;
  CHECK(read.value() == 0.1f);
  CHECK(read.error() == 0);
  in >> read;
  CHECK(in.fail());
  CHECK(read.value() == 0.1f);
}

TEST_CASE_TEMPLATE("shadow drop-in: numeric limits are the plain type's", T, float, double) {
  using Plain = std::numeric_limits<T>;
  using Shadow = std::numeric_limits<shadow<T>>;
  CHECK(Shadow::digits == Plain::digits);
  CHECK(Shadow::digits10 == Plain::digits10);
  CHECK(Shadow::max_digits10 == Plain::max_digits10);
  CHECK(Shadow::min_exponent == Plain::min_exponent);
  CHECK(Shadow::max_exponent == Plain::max_exponent);
  CHECK(Shadow::min_exponent10 == Plain::min_exponent10);
  CHECK(Shadow::max_exponent10 == Plain::max_exponent10);
  CHECK(Shadow::max().value() == Plain::max());
  CHECK(Shadow::lowest().value() == Plain::lowest());
  CHECK(Shadow::min().value() == Plain::min());
  CHECK(Shadow::denorm_min().value() == Plain::denorm_min());
  CHECK(Shadow::epsilon().value() == Plain::epsilon());
  CHECK(Shadow::infinity().value() == Plain::infinity());
  CHECK(isnan(Shadow::quiet_NaN()));
}

TEST_CASE("shadow drop-in: limits of the 16-bit formats") {
  CHECK(static_cast<double>(std::numeric_limits<shadow<half>>::max().value()) == 65504);
  CHECK(static_cast<double>(std::numeric_limits<shadow<half>>::denorm_min().value()) == 0x1p-24);
  CHECK(static_cast<double>(std::numeric_limits<shadow<bfloat16>>::epsilon().value()) == 0x1p-7);
  CHECK(std::numeric_limits<shadow<half>>::digits10 == 3);
  CHECK(std::numeric_limits<shadow<bfloat16>>::digits10 == 2);
}

TEST_CASE("shadow drop-in: min and max are continuous, signs follow the exact value") {
  const shadow<float> third = shadow<float>(1) / 3, below = fporder::input(shadow<float>(1.0f / 3));
  // Equal in float, exactly different: the maximum is the exact one's.
  CHECK(fmax(third, below).value() == 1.0f / 3);
  CHECK(fmax(third, below).error() == doctest::Approx(0).epsilon(1e-12));
  CHECK(fmin(third, below).exact() == third.exact());
  const shadow<float> nothing = std::numeric_limits<shadow<float>>::quiet_NaN();
  CHECK(fmax(nothing, third).value() == 1.0f / 3);
  CHECK(fmin(third, nothing).value() == 1.0f / 3);
  const shadow<float> residue = third * 3 - 1; // 0 in float: (1/3 rounded) * 3 rounds to 1
  CHECK(residue.value() == 0.0f);
  CHECK(fabs(third - below).exact() == (below - third).exact());
  CHECK(copysign(third, shadow<float>(-2)).exact() == -third.exact());
}

TEST_CASE("shadow drop-in: threads that use each other's values, and end") {
  std::vector<shadow<float>> shared(64, shadow<float>(1.1f));
  for (int round = 0; round < 8; ++round) {
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < 4; ++worker)
      threads.emplace_back([&shared, worker] {
        for (std::size_t index = worker; index < shared.size(); index += 4)
          shared[index] = shared[index] * 1.01f + sin(shared[index]);
      });
    for (std::thread &thread : threads)
      thread.join();
    std::rotate(shared.begin(), shared.begin() + 1, shared.end());
  }
  for (const shadow<float> &value : shared)
    CHECK(value.value() == shared[0].value());
  // Eight rounds of four threads: their counters are taken over, not piled up.
  std::uint64_t products = 0;
  for (const auto &place : fporder::shadowing::makeReport().places)
    products += place.site.operation == "sin" ? place.statistics.count : 0;
  CHECK(products >= 8 * 64);
}
