#include "runtime/order/number.h"

#include "runtime/format/rounding.h"

#include "random_expressions.h"

#include <doctest/doctest.h>
#include <gmp.h>
#include <mpfr.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>

using namespace fporder::order;
namespace format = fporder::format;
using fporder::format::Format;

namespace {

std::string textOf(std::string_view spelled) {
  const auto number = Number::parse(spelled);
  return number ? number->text() : "none";
}

} // namespace

TEST_CASE("numbers have one canonical text") {
  CHECK(textOf("0.5") == "0x1p-1");
  CHECK(textOf("3") == "0x3p+0");
  CHECK(textOf("24.0f") == "0x3p+3");
  CHECK(textOf("1e2L") == "0x19p+2");
  CHECK(textOf("0x1.8p+1") == "0x3p+0");
  CHECK(textOf("0xFFp-4f") == "0xffp-4");
  CHECK(textOf("0.1") == "1/10");
  CHECK(textOf("-2/4") == "-0x1p-1");
  CHECK(textOf("6/9") == "2/3");
  CHECK(textOf("0.0") == "0x0p+0");
  CHECK(textOf("-0") == "-0x0p+0");
  CHECK(textOf("inf") == "inf");
  CHECK(textOf("-inf") == "-inf");
  CHECK(textOf("+7") == "0x7p+0");
  for (const char *wrong : {"", ".", "e5", "1e", "1.2.3", "0x", "0xg", "1/0", "1/", "1 2", "--1", "1e99999999999", "abc", "0x1p", "1.5/2"})
    CHECK(textOf(wrong) == "none");
}

TEST_CASE("facts about numbers") {
  CHECK(Number::fromDouble(-0.25).isPowerOfTwo());
  CHECK_FALSE(Number::parse("0.1")->isPowerOfTwo());
  CHECK(Number::fromInteger(1).isOne());
  CHECK(Number::fromDouble(-0.0).isZero());
  CHECK(Number::fromDouble(-0.0).isNegative());
  CHECK(Number::fromInteger(12).isInteger());
  CHECK_FALSE(Number::fromDouble(12.5).isInteger());
  CHECK_FALSE(Number::parse("nan")->isFinite());
  CHECK_FALSE(Number::parse("-inf")->isFinite());
  CHECK(Number::parse("0xfp+0")->isFinite());
  CHECK(Number::fromInteger(std::numeric_limits<long long>::min()).approximate() == -0x1p63);
  CHECK(Number::parse("0.1")->approximate() == 0.1);
  CHECK(Number::fromInteger(3).negated() == Number::fromInteger(-3));
}

TEST_CASE("display is the shortest decimal of the format") {
  CHECK(Number::fromDouble(0.1f).display(Format::Binary32) == "0.1");
  CHECK(Number::fromDouble(0.1f).display(Format::Binary64) == "0.10000000149011612");
  CHECK(Number::fromDouble(0.1).display() == "0.1");
  CHECK(Number::fromDouble(0.1).display(Format::Binary32) == "0.1"); // more bits than binary32 has: written as a binary64
  CHECK(Number::fromDouble(1e-8).display() == "1e-08");
  CHECK(Number::fromDouble(100000).display() == "100000");
  CHECK(Number::fromDouble(16777216).display() == "16777216");
  CHECK(Number::fromDouble(12e9).display() == "1.2e+10");
  CHECK(Number::fromDouble(-0.5).display() == "-0.5");
  CHECK(Number::fromDouble(6.02e23).display() == "6.02e+23");
  CHECK(Number::fromDouble(0.25).exactText() == "0.25");
  CHECK(Number::fromDouble(0.1f).exactText() == "0xcccccdp-27");
  CHECK(Number::parse("0.1")->display() == "0.1");
  CHECK(Number::parse("1/3")->display() == "1/3");
}

TEST_CASE("numbers against MPFR") {
  const unsigned cases = propertyCases(100'000, 10'000);
  std::mt19937_64 random(1);
  mpfr_t reference, ours;
  mpfr_inits2(2000, reference, ours, nullptr);
  for (unsigned count = 0; count < cases; ++count) {
    double value = 0;
    const std::uint64_t bits = random();
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value))
      continue;
    const Number number = Number::fromDouble(value);
    REQUIRE(number.approximate() == value);
    REQUIRE(std::strtod(number.display().c_str(), nullptr) == value);
    REQUIRE(*Number::parse(number.exactText()) == number);
    REQUIRE(*Number::parse(number.text()) == number);
    const float narrow = static_cast<float>(value);
    if (std::isfinite(narrow))
      REQUIRE(std::strtof(Number::fromDouble(narrow).display(Format::Binary32).c_str(), nullptr) == narrow);

    // Decimals: the exact rational, compared with MPFR's correctly rounded reading.
    const std::string decimal = std::to_string(random() % 1'000'000) + "." + std::to_string(random() % 1'000'000) + "e" +
                                std::to_string(static_cast<int>(random() % 60) - 30);
    const Number exact = *Number::parse(decimal);
    mpfr_set_str(reference, decimal.c_str(), 10, MPFR_RNDN);
    if (exact.text().find('/') != std::string::npos) {
      mpq_t ratio;
      mpq_init(ratio);
      mpq_set_str(ratio, exact.text().c_str(), 10);
      mpfr_set_q(ours, ratio, MPFR_RNDN);
      mpq_clear(ratio);
    } else
      mpfr_strtofr(ours, exact.text().c_str(), nullptr, 0, MPFR_RNDN);
    REQUIRE(mpfr_equal_p(reference, ours) != 0);

    // Residues: numerator = residue * denominator modulo the prime.
    constexpr unsigned long long prime = 2305843009213693951ULL;
    mpq_t ratio;
    mpq_init(ratio);
    mpfr_set_d(ours, value, MPFR_RNDN);
    mpfr_get_q(ratio, ours);
    mpz_t left;
    mpz_init(left);
    mpz_mul_ui(left, mpq_denref(ratio), *number.modulo(prime));
    mpz_sub(left, left, mpq_numref(ratio));
    REQUIRE(mpz_divisible_ui_p(left, prime) != 0);
    mpz_clear(left);
    mpq_clear(ratio);
  }
  mpfr_clears(reference, ours, nullptr);
  MESSAGE(cases << " of 100000 random numbers (FPORDER_FULL=1 runs all)");
}

namespace {

/// Printed, read as a real number and rounded to the format: the same bits. `value` is finite and of the format.
bool readsBack(Format format, double value) {
  const std::string text = Number::fromDouble(value).display(format);
  const std::optional<Number> read = Number::parse(text);
  if (!read)
    return false;
  mpq_t ratio;
  mpq_init(ratio);
  mpfr_t real;
  mpfr_init2(real, 2000); // wide enough for decimals of as few digits to keep their side of every midpoint
  if (read->text().find('/') != std::string::npos) {
    mpq_set_str(ratio, read->text().c_str(), 10);
    mpfr_set_q(real, ratio, MPFR_RNDZ);
  } else
    mpfr_strtofr(real, read->text().c_str(), nullptr, 0, MPFR_RNDZ);
  mpfr_t rounded;
  mpfr_init2(rounded, 53);
  const int inexact = mpfr_set(rounded, real, MPFR_RNDZ);
  if (inexact != 0 && mpfr_min_prec(rounded) < 53) // to odd: rounding once more is innocuous
    mpfr_sgn(rounded) > 0 ? mpfr_nextabove(rounded) : mpfr_nextbelow(rounded);
  const double result = format == Format::Binary64 ? mpfr_get_d(real, MPFR_RNDN) : format::roundTo(format, mpfr_get_d(rounded, MPFR_RNDZ));
  mpfr_clears(real, rounded, nullptr);
  mpq_clear(ratio);
  return result == value && std::signbit(result) == std::signbit(value);
}

} // namespace

TEST_CASE("numbers: every value of the small formats reads back, and random ones of the others") {
  for (const Format format : {Format::E4M3FN, Format::E5M2, Format::BFloat16, Format::Binary16}) {
    std::size_t wrong = 0;
    for (std::uint32_t bits = 0; bits < 1U << format::encodingBits(format); bits += propertyCases(1, 1 + 2 * (format::encodingBits(format) / 16)))
      if (const double value = format::decode(format, bits); std::isfinite(value))
        wrong += readsBack(format, value) ? 0 : 1;
    CAPTURE(format::name(format));
    CHECK(wrong == 0);
  }
  std::mt19937_64 random(17);
  const unsigned cases = propertyCases(200'000, 5'000);
  for (const Format format : {Format::Tf32, Format::Binary32, Format::Binary64}) {
    std::size_t wrong = 0;
    for (unsigned count = 0; count < cases; ++count)
      if (const double value = format::decode(format, random()); std::isfinite(value))
        wrong += readsBack(format, value) ? 0 : 1;
    CAPTURE(format::name(format));
    CHECK(wrong == 0);
  }
}

TEST_CASE("numbers of few digits are printed as they are") {
  CHECK(Number::fromDouble(65504).display(Format::Binary16) == "65504");
  CHECK(Number::fromDouble(448).display(Format::E4M3FN) == "448");
  CHECK(Number::fromDouble(-1004).display(Format::BFloat16) == "-1004");
  CHECK(Number::fromDouble(123456792).display(Format::Binary32) == "123456792");
  CHECK(Number::fromDouble(0x1p-24).display(Format::Binary16) == "5.96e-08");
}

TEST_CASE("integers are printed with all their digits") {
  CHECK(Number::fromInteger(4294967295).display(Format::Integer) == "4294967295");
  CHECK(Number::fromInteger(9223372036854775807).display(Format::Integer) == "9223372036854775807");
  CHECK(Number::fromInteger(-9223372036854775807 - 1).display(Format::Integer) == "-9223372036854775808");
  CHECK(Number::fromInteger(1000000007).display(Format::Integer) == "1000000007");
  CHECK(Number::fromInteger(7).display(Format::Integer) == "7");
  CHECK(Number::parse("1e30")->display(Format::Integer) == "1e+30");
}
