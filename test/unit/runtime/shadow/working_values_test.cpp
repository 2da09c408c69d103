// The working value is what the plain type would hold, bit for bit: against the hardware for float and double, against MPFR with bounded exponents
// and against runtime/format for the 16-bit formats.
#include "runtime/format/rounding.h"

#include <fporder/shadow.h>

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

using fporder::bfloat16;
using fporder::half;
using fporder::shadow;
using namespace fporder::shadowing;

namespace {

bool same(double x, double y) { return std::isnan(x) ? std::isnan(y) : std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y); }

int scaled(int full) {
  if (std::getenv("FPORDER_FULL") != nullptr)
    return full;
  MESSAGE("reduced: " << full / 20 << " of " << full << " operand sets");
  return full / 20;
}

/// Any bit pattern, with a preference for the neighbourhood of overflow, underflow and each other.
template <class T, class Bits> T randomValue(std::mt19937_64 &random) {
  if constexpr (sizeof(T) == 2)
    return T::fromBits(static_cast<std::uint16_t>(random()));
  else
    return std::bit_cast<T>(static_cast<Bits>(random()));
}

/// The five operations of a 16-bit format by MPFR at its precision and exponent range, subnormals included.
class Reference16 {
public:
  explicit Reference16(Precision of) : precision(of) { mpfr_inits2(precision.bits, x, y, z, result, static_cast<mpfr_ptr>(nullptr)); }
  Reference16(const Reference16 &) = delete;
  Reference16 &operator=(const Reference16 &) = delete;
  ~Reference16() { mpfr_clears(x, y, z, result, static_cast<mpfr_ptr>(nullptr)); }

  template <class Operation> double run(double a, double b, double c, Operation operation) {
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    mpfr_set_d(z, c, MPFR_RNDN);
    const mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
    mpfr_set_emin(precision.minExponent - precision.bits + 2);
    mpfr_set_emax(precision.maxExponent + 1);
    int ternary = operation(static_cast<mpfr_ptr>(result), static_cast<mpfr_srcptr>(x), static_cast<mpfr_srcptr>(y), static_cast<mpfr_srcptr>(z));
    ternary = mpfr_check_range(result, ternary, MPFR_RNDN);
    mpfr_subnormalize(result, ternary, MPFR_RNDN);
    mpfr_set_emin(low);
    mpfr_set_emax(high);
    return mpfr_get_d(result, MPFR_RNDN);
  }

private:
  Precision precision;
  mpfr_t x, y, z, result;
};

template <class T> void checkNarrow(int sets) {
  std::mt19937_64 random(42);
  Reference16 reference(precisionOf(WorkingType<T>::format));
  int wrong = 0;
  for (int index = 0; index < sets; ++index) {
    const T p = randomValue<T, std::uint16_t>(random), q = randomValue<T, std::uint16_t>(random), r = randomValue<T, std::uint16_t>(random);
    const shadow<T> a = p, b = q, c = r;
    const double x(p), y(q), z(r);
    const auto agrees = [&](const shadow<T> &got, auto operation) {
      wrong += !same(static_cast<double>(got.value()), reference.run(x, y, z, operation)) ? 1 : 0;
    };
    agrees(a + b, [](auto result, auto u, auto v, auto) { return mpfr_add(result, u, v, MPFR_RNDN); });
    agrees(a - b, [](auto result, auto u, auto v, auto) { return mpfr_sub(result, u, v, MPFR_RNDN); });
    agrees(a * b, [](auto result, auto u, auto v, auto) { return mpfr_mul(result, u, v, MPFR_RNDN); });
    agrees(a / b, [](auto result, auto u, auto v, auto) { return mpfr_div(result, u, v, MPFR_RNDN); });
    agrees(sqrt(a), [](auto result, auto u, auto, auto) { return mpfr_sqrt(result, u, MPFR_RNDN); });
    agrees(fma(a, b, c), [](auto result, auto u, auto v, auto w) { return mpfr_fma(result, u, v, w, MPFR_RNDN); });
  }
  CHECK(wrong == 0);
}

template <class T, class Bits> void checkWide(int sets) {
  std::mt19937_64 random(43);
  int wrong = 0;
  for (int index = 0; index < sets; ++index) {
    const T p = randomValue<T, Bits>(random);
    T q = randomValue<T, Bits>(random);
    if (index % 3 == 1) // cancellation
      q = std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(p) + static_cast<Bits>(random() % 64)));
    const T r = randomValue<T, Bits>(random);
    const shadow<T> a = p, b = q, c = r;
    const auto agrees = [&](const shadow<T> &got, T expected) {
      wrong += !same(static_cast<double>(got.value()), static_cast<double>(expected)) ? 1 : 0;
    };
    agrees(a + b, p + q);
    agrees(a - b, p - q);
    agrees(a * b, p * q);
    agrees(a / b, p / q);
    agrees(sqrt(a), std::sqrt(p));
    agrees(fma(a, b, c), std::fma(p, q, r));
    agrees(exp(a), std::exp(p));
    agrees(atan2(a, b), std::atan2(p, q));
  }
  CHECK(wrong == 0);
}

} // namespace

TEST_CASE("shadow working values: float and double are the hardware's") {
  fporder::resetReport();
  checkWide<float, std::uint32_t>(scaled(1'000'000));
  checkWide<double, std::uint64_t>(scaled(1'000'000));
  fporder::resetReport();
}

TEST_CASE("shadow working values: half and bfloat16 are MPFR's with bounded exponents") {
  checkNarrow<half>(scaled(1'000'000));
  checkNarrow<bfloat16>(scaled(1'000'000));
  fporder::resetReport();
}

TEST_CASE("shadow working values: all 65,536 patterns decode and encode as runtime/format does") {
  int wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    const double h(half::fromBits(pattern)), b(bfloat16::fromBits(pattern));
    wrong += !same(h, fporder::format::decode(fporder::format::Format::Binary16, bits)) ? 1 : 0;
    wrong += !same(b, fporder::format::decode(fporder::format::Format::BFloat16, bits)) ? 1 : 0;
    wrong += !std::isnan(h) && half(h).bits() != pattern ? 1 : 0;
    wrong += !std::isnan(b) && bfloat16(b).bits() != pattern ? 1 : 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("shadow working values: rounding and ulp agree with runtime/format") {
  std::mt19937_64 random(44);
  const std::pair<Format, fporder::format::Format> formats[] = {{Format::BFloat16, fporder::format::Format::BFloat16},
                                                                {Format::Binary16, fporder::format::Format::Binary16},
                                                                {Format::Binary32, fporder::format::Format::Binary32},
                                                                {Format::Binary64, fporder::format::Format::Binary64}};
  int wrong = 0;
  const int sets = scaled(4'000'000);
  for (int index = 0; index < sets; ++index) {
    double x = std::bit_cast<double>(random());
    if (index % 2 == 0) // within the narrow formats' range, ties included
      x = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random() >> 45)), static_cast<int>(random() % 60) - 40);
    for (const auto &[ours, theirs] : formats) {
      wrong += !same(roundTo(ours, x), fporder::format::roundTo(theirs, x)) ? 1 : 0;
      wrong += std::isfinite(x) && ulp(ours, x) != fporder::format::ulp(theirs, x) ? 1 : 0;
    }
  }
  CHECK(wrong == 0);
  for (const auto &[ours, theirs] : formats) {
    const Precision precision = precisionOf(ours);
    const fporder::format::Parameters parameters = fporder::format::parameters(theirs);
    CHECK(precision.bits == parameters.precision);
    CHECK(precision.minExponent == parameters.minExponent);
    CHECK(precision.maxExponent == parameters.maxExponent);
    CHECK(std::string_view(precision.name) == fporder::format::name(theirs));
  }
}

TEST_CASE("shadow working values: integers convert with one rounding") {
  // 2^24 + 1 is a tie in float, 2^53 + 2^29 + 1 is not but looks like one after a detour by double.
  CHECK(shadow<float>(16777217).value() == 16777216.0f);
  const std::int64_t beyond = (std::int64_t{1} << 53) + (std::int64_t{1} << 29) + 1;
  CHECK(shadow<float>(beyond).value() == static_cast<float>(beyond));
  CHECK(shadow<float>(beyond).exact() == beyond);
  const std::uint64_t tie = (std::uint64_t{1} << 62) + (std::uint64_t{1} << 54) + 1; // just above the middle of two bfloat16 neighbours
  CHECK(static_cast<double>(bfloat16(tie)) == 0x1.02p62);
  CHECK(static_cast<double>(bfloat16(tie - 1)) == 0x1p62);
  CHECK(static_cast<double>(half(-2049)) == -2048);
  CHECK(shadow<half>(2049).error() == -1);
}
