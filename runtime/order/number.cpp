#include "runtime/order/number.h"

#include "runtime/limits/limits.h"
#include "runtime/order/number_syntax.h"

#include <gmp.h>
#include <mpfr.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace fporder::order {

namespace {

class Real {
public:
  explicit Real(long precision) { mpfr_init2(value, precision); }
  ~Real() { mpfr_clear(value); }
  Real(const Real &) = delete;
  Real &operator=(const Real &) = delete;
  mpfr_t value;
};

using Wide = unsigned __int128;

constexpr long longestInteger = limits::most(limits::Limit::IntegerDigits); // digits of 64 bits

unsigned long long power(unsigned long long base, unsigned long long exponent, unsigned long long modulus) {
  unsigned long long result = 1;
  for (base %= modulus; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0)
      result = static_cast<unsigned long long>(Wide(result) * base % modulus);
    base = static_cast<unsigned long long>(Wide(base) * base % modulus);
  }
  return result;
}

unsigned digitValue(char c) { return isDecimalDigit(c) ? unsigned(c - '0') : unsigned((c | 0x20) - 'a' + 10); }

unsigned long long residueOfDigits(std::string_view digits, unsigned base, unsigned long long modulus) {
  unsigned long long result = 0;
  for (char c : digits)
    result = static_cast<unsigned long long>((Wide(result) * base + digitValue(c)) % modulus);
  return result;
}

/// The parts of a canonical dyadic text.
struct Dyadic {
  bool negative = false;
  std::string_view digits;
  long long exponent = 0;
};

std::optional<Dyadic> split(std::string_view text) {
  Dyadic parts;
  if (text.starts_with('-')) {
    parts.negative = true;
    text.remove_prefix(1);
  }
  if (!text.starts_with("0x"))
    return std::nullopt;
  const auto point = text.find('p');
  parts.digits = text.substr(2, point - 2);
  text.remove_prefix(point + 1);
  if (text.starts_with('+'))
    text.remove_prefix(1);
  std::from_chars(text.data(), text.data() + text.size(), parts.exponent);
  return parts;
}

/// Sets `real` to the value of a finite canonical text, rounded to nearest.
void assign(const Real &real, const std::string &text) {
  if (text.find('/') == std::string::npos) {
    mpfr_strtofr(const_cast<Real &>(real).value, text.c_str(), nullptr, 0, MPFR_RNDN);
    return;
  }
  mpq_t ratio;
  mpq_init(ratio);
  mpq_set_str(ratio, text.c_str(), 10);
  mpfr_set_q(const_cast<Real &>(real).value, ratio, MPFR_RNDN);
  mpq_clear(ratio);
}

/// Decimal digits and exponent laid out as printf's %g would: 0.DIGITS * 10^exponent.
std::string layOut(bool negative, std::string digits, long exponent) {
  while (digits.size() > 1 && digits.back() == '0')
    digits.pop_back();
  std::string text = negative ? "-" : "";
  const long count = static_cast<long>(digits.size());
  if (exponent >= count && exponent <= 7)
    return text + digits + std::string(static_cast<std::size_t>(exponent - count), '0');
  if (exponent > 0 && exponent < count)
    return text + digits.substr(0, static_cast<std::size_t>(exponent)) + "." + digits.substr(static_cast<std::size_t>(exponent));
  if (exponent == count)
    return text + digits;
  if (exponent <= 0 && exponent > -4)
    return text + "0." + std::string(static_cast<std::size_t>(-exponent), '0') + digits;
  text += digits.substr(0, 1);
  if (count > 1)
    text += "." + digits.substr(1);
  const long power = exponent - 1;
  const std::string magnitude = std::to_string(std::labs(power));
  return text + "e" + (power < 0 ? "-" : "+") + (magnitude.size() < 2 ? "0" : "") + magnitude;
}

/// The shortest decimal that reads as `text` after rounding to `precision` bits.
std::string shortestDecimal(const std::string &text, int precision) {
  const Real exact(precision), reread(precision);
  assign(exact, text);
  const auto limit = static_cast<std::size_t>(precision * 0.302) + 3;
  for (std::size_t count = 1;; ++count) {
    mpfr_exp_t exponent = 0;
    char *digits = mpfr_get_str(nullptr, &exponent, 10, count, exact.value, MPFR_RNDN);
    const bool negative = digits[0] == '-';
    std::string plain = digits + (negative ? 1 : 0);
    mpfr_free_str(digits);
    const std::string candidate = (negative ? "-0." : "0.") + plain + "e" + std::to_string(exponent);
    mpfr_set_str(const_cast<Real &>(reread).value, candidate.c_str(), 10, MPFR_RNDN);
    if (mpfr_equal_p(reread.value, exact.value) != 0 || count >= limit)
      return layOut(negative, std::move(plain), exponent);
  }
}

constexpr std::size_t plainDigits = 9; // significant ones that a reader takes in at once

/// The number itself in decimal when that has few digits; 65504 is no 65500, though binary16 reads both alike. Integers have as many as they need.
std::optional<std::string> exactDecimal(const std::string &text, int bits, bool integer) {
  const Real exact(std::max(bits, 2)), reread(std::max(bits, 2) + 8);
  assign(exact, text);
  mpfr_exp_t exponent = 0;
  const std::size_t count = integer ? static_cast<std::size_t>(std::max<mpfr_exp_t>(mpfr_get_exp(exact.value), 1)) / 3 + 2 : plainDigits;
  char *digits = mpfr_get_str(nullptr, &exponent, 10, count, exact.value, MPFR_RNDN);
  const bool negative = digits[0] == '-';
  std::string plain = digits + (negative ? 1 : 0);
  mpfr_free_str(digits);
  const int inexact = mpfr_strtofr(const_cast<Real &>(reread).value, ("0." + plain + "e" + std::to_string(exponent)).c_str(), nullptr, 10, MPFR_RNDN);
  if (inexact != 0 || mpfr_cmpabs(reread.value, exact.value) != 0)
    return std::nullopt;
  if (!integer || exponent > longestInteger)
    return layOut(negative, std::move(plain), exponent);
  plain.resize(static_cast<std::size_t>(exponent), '0');
  return (negative ? "-" : "") + plain;
}

int significandBits(const Dyadic &parts) {
  return static_cast<int>(parts.digits.size() * 4) - (parts.digits[0] < '2' ? 3 : parts.digits[0] < '4' ? 2 : parts.digits[0] < '8' ? 1 : 0);
}

} // namespace

std::optional<Number> Number::parse(std::string_view text) {
  auto canonicalText = canonicalNumber(text);
  if (!canonicalText)
    return std::nullopt;
  return Number(std::move(*canonicalText));
}

Number Number::fromDouble(double value) {
  if (std::isnan(value))
    return Number("nan");
  if (std::isinf(value))
    return Number(value < 0 ? "-inf" : "inf");
  std::string text = std::signbit(value) ? "-0x" : "0x";
  if (value == 0)
    return Number(text + "0p+0");
  int exponent = 0;
  auto significand = static_cast<unsigned long long>(std::ldexp(std::frexp(std::fabs(value), &exponent), 53));
  exponent -= 53;
  const int zeros = __builtin_ctzll(significand);
  char digits[17];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, significand >> zeros, 16);
  text.append(digits, end);
  appendBinaryExponent(text, exponent + zeros);
  return Number(std::move(text));
}

Number Number::fromInteger(long long value) {
  if (value == 0)
    return Number("0x0p+0");
  const bool negative = value < 0;
  const unsigned long long magnitude = negative ? 0ULL - static_cast<unsigned long long>(value) : static_cast<unsigned long long>(value);
  const int zeros = __builtin_ctzll(magnitude);
  char digits[17];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, magnitude >> zeros, 16);
  std::string text = negative ? "-0x" : "0x";
  text.append(digits, end);
  appendBinaryExponent(text, zeros);
  return Number(std::move(text));
}

Number Number::negated() const {
  if (canonical == "nan")
    return *this;
  return Number(canonical[0] == '-' ? canonical.substr(1) : "-" + canonical);
}

bool Number::isZero() const { return canonical == "0x0p+0" || canonical == "-0x0p+0"; }
bool Number::isNegative() const { return canonical[0] == '-'; }
bool Number::isFinite() const { return canonical.back() != 'f' && canonical != "nan"; }
bool Number::isOne() const { return canonical == "0x1p+0"; }

bool Number::isInteger() const {
  const auto parts = split(canonical);
  return parts && parts->exponent >= 0;
}

bool Number::isPowerOfTwo() const {
  const auto parts = split(canonical);
  return parts && parts->digits == "1";
}

double Number::approximate() const {
  if (canonical.find('/') == std::string::npos)
    return std::strtod(canonical.c_str(), nullptr);
  const Real real(53);
  assign(real, canonical);
  return mpfr_get_d(real.value, MPFR_RNDN);
}

std::optional<unsigned long long> Number::modulo(unsigned long long modulus) const {
  if (!isFinite())
    return std::nullopt;
  unsigned long long magnitude = 0;
  if (const auto parts = split(canonical)) {
    magnitude = residueOfDigits(parts->digits, 16, modulus);
    const unsigned long long base = parts->exponent < 0 ? (modulus + 1) / 2 : 2;
    magnitude = static_cast<unsigned long long>(Wide(magnitude) * power(base, static_cast<unsigned long long>(std::llabs(parts->exponent)), modulus) %
                                                modulus);
  } else {
    const std::string_view text = std::string_view(canonical).substr(isNegative() ? 1 : 0);
    const auto slash = text.find('/');
    const unsigned long long denominator = residueOfDigits(text.substr(slash + 1), 10, modulus);
    if (denominator == 0)
      return std::nullopt;
    magnitude = residueOfDigits(text.substr(0, slash), 10, modulus);
    magnitude = static_cast<unsigned long long>(Wide(magnitude) * power(denominator, modulus - 2, modulus) % modulus);
  }
  return isNegative() && magnitude != 0 ? modulus - magnitude : magnitude;
}

std::string Number::display(format::Format format) const {
  if (!isFinite())
    return canonical;
  if (isZero())
    return isNegative() ? "-0" : "0";
  int precision = format::parameters(format).precision;
  if (precision == 0)
    precision = 53;
  const auto parts = split(canonical);
  if (!parts) {
    // A rational has no shortest decimal unless it has a short one: accept what reads back exactly.
    const std::string text = shortestDecimal(canonical, 113);
    const auto reread = parse(text);
    return reread && *reread == *this ? text : canonical;
  }
  const bool integer = format == format::Format::Integer && isInteger();
  if (const int bits = significandBits(*parts); bits <= 128 && (!integer || parts->exponent + bits <= 128))
    if (std::optional<std::string> text = exactDecimal(canonical, bits, integer))
      return *text;
  // Shortest means shortest in the number's own format: one with more bits than the format has is written in the next wider that holds it.
  const int bits = significandBits(*parts);
  if (bits > precision)
    precision = bits <= 53 ? 53 : bits;
  if (precision > 4096)
    return canonical;
  return shortestDecimal(canonical, precision);
}

std::string Number::exactText() const {
  const std::string text = display();
  const auto reread = parse(text);
  return reread && *reread == *this ? text : canonical;
}

} // namespace fporder::order
