#include "runtime/order/number.h"

#include <gmp.h>
#include <mpfr.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace fporder::order {

namespace {

constexpr long long maximumBinaryExponent = 1'000'000; // beyond every format; keeps texts and powers small
constexpr long long maximumDecimalExponent = 20'000;   // binary128 ends near 10^4932
constexpr std::size_t maximumDigits = 100'000;

class Integer {
public:
  Integer() { mpz_init(value); }
  ~Integer() { mpz_clear(value); }
  Integer(const Integer &) = delete;
  Integer &operator=(const Integer &) = delete;
  mpz_t value;

  std::string text(int base) const {
    std::string result(mpz_sizeinbase(value, base) + 2, '\0');
    mpz_get_str(result.data(), base, value);
    result.resize(std::strlen(result.c_str()));
    return result;
  }
};

class Real {
public:
  explicit Real(long precision) { mpfr_init2(value, precision); }
  ~Real() { mpfr_clear(value); }
  Real(const Real &) = delete;
  Real &operator=(const Real &) = delete;
  mpfr_t value;
};

void appendExponent(std::string &text, long long exponent) {
  text += 'p';
  if (exponent >= 0)
    text += '+';
  text += std::to_string(exponent);
}

/// Canonical text of significand * 2^exponent; nothing when out of range.
std::optional<std::string> dyadic(bool negative, mpz_t significand, long long exponent) {
  std::string text = negative ? "-0x" : "0x";
  if (mpz_sgn(significand) == 0)
    return text + "0p+0";
  const auto zeros = mpz_scan1(significand, 0);
  mpz_tdiv_q_2exp(significand, significand, zeros);
  exponent += static_cast<long long>(zeros);
  if (exponent > maximumBinaryExponent || exponent < -maximumBinaryExponent)
    return std::nullopt;
  std::string digits(mpz_sizeinbase(significand, 16) + 2, '\0');
  mpz_get_str(digits.data(), 16, significand);
  text += digits.c_str();
  appendExponent(text, exponent);
  return text;
}

/// Canonical text of numerator / denominator, denominator > 0.
std::optional<std::string> quotient(bool negative, Integer &numerator, Integer &denominator) {
  Integer divisor;
  mpz_gcd(divisor.value, numerator.value, denominator.value);
  mpz_divexact(numerator.value, numerator.value, divisor.value);
  mpz_divexact(denominator.value, denominator.value, divisor.value);
  if (mpz_popcount(denominator.value) == 1)
    return dyadic(negative, numerator.value, -static_cast<long long>(mpz_scan1(denominator.value, 0)));
  return (negative ? "-" : "") + numerator.text(10) + "/" + denominator.text(10);
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

std::string_view withoutSuffix(std::string_view text, bool hexadecimal) {
  while (!text.empty()) {
    const char last = text.back();
    const bool suffix = last == 'l' || last == 'L' || (!hexadecimal && (last == 'f' || last == 'F'));
    if (!suffix)
      break;
    text.remove_suffix(1);
  }
  return text;
}

/// Reads digits with an optional point, advancing `text`; `fraction` counts the digits after the point.
bool readDigits(std::string_view &text, bool hexadecimal, std::string &digits, long long &fraction) {
  bool point = false, any = false;
  std::size_t position = 0;
  for (; position < text.size(); ++position) {
    const char c = text[position];
    if (c == '.' && !point)
      point = true;
    else if (hexadecimal ? isHexDigit(c) : isDigit(c)) {
      digits += c;
      any = true;
      fraction += point;
    } else
      break;
  }
  text.remove_prefix(position);
  return any && digits.size() <= maximumDigits;
}

/// Reads an optional exponent introduced by `letter`; false when malformed or absurdly large.
bool readExponent(std::string_view &text, char letter, long long &exponent) {
  exponent = 0;
  if (text.empty() || (text[0] | 0x20) != letter)
    return true;
  text.remove_prefix(1);
  if (!text.empty() && text[0] == '+')
    text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (error != std::errc() || exponent > 1'000'000'000 || exponent < -1'000'000'000)
    return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

std::optional<std::string> parseHexadecimal(bool negative, std::string_view text) {
  std::string digits;
  long long fraction = 0, exponent = 0;
  if (!readDigits(text, true, digits, fraction) || !readExponent(text, 'p', exponent))
    return std::nullopt;
  text = withoutSuffix(text, false);
  if (!text.empty())
    return std::nullopt;
  Integer significand;
  mpz_set_str(significand.value, digits.c_str(), 16);
  return dyadic(negative, significand.value, exponent - 4 * fraction);
}

std::optional<std::string> parseDecimal(bool negative, std::string_view text) {
  std::string digits;
  long long fraction = 0, exponent = 0;
  if (!readDigits(text, false, digits, fraction) || !readExponent(text, 'e', exponent))
    return std::nullopt;
  if (!withoutSuffix(text, false).empty())
    return std::nullopt;
  Integer significand, scale;
  mpz_set_str(significand.value, digits.c_str(), 10);
  if (mpz_sgn(significand.value) == 0)
    return dyadic(negative, significand.value, 0);
  exponent -= fraction;
  // The digits themselves may reach far below the point: they bound the exponent by their own length.
  const long long limit = maximumDecimalExponent + static_cast<long long>(digits.size());
  if (exponent > maximumDecimalExponent || exponent < -limit)
    return std::nullopt;
  mpz_ui_pow_ui(scale.value, 5, static_cast<unsigned long>(std::llabs(exponent)));
  if (exponent >= 0) {
    mpz_mul(significand.value, significand.value, scale.value);
    return dyadic(negative, significand.value, exponent);
  }
  mpz_mul_2exp(scale.value, scale.value, static_cast<unsigned long>(-exponent));
  return quotient(negative, significand, scale);
}

std::optional<std::string> parseRational(bool negative, std::string_view numeratorText, std::string_view denominatorText) {
  const auto digitsOnly = [](std::string_view text) {
    return !text.empty() && text.size() <= maximumDigits && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (!digitsOnly(numeratorText) || !digitsOnly(denominatorText))
    return std::nullopt;
  Integer numerator, denominator;
  mpz_set_str(numerator.value, std::string(numeratorText).c_str(), 10);
  mpz_set_str(denominator.value, std::string(denominatorText).c_str(), 10);
  if (mpz_sgn(denominator.value) == 0)
    return std::nullopt;
  return quotient(negative, numerator, denominator);
}

std::optional<std::string> parseCanonical(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text == "nan")
    return "nan";
  if (text == "inf" || text == "infinity")
    return negative ? "-inf" : "inf";
  if (text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'x')
    return parseHexadecimal(negative, text.substr(2));
  if (const auto slash = text.find('/'); slash != std::string_view::npos)
    return parseRational(negative, text.substr(0, slash), text.substr(slash + 1));
  return parseDecimal(negative, text);
}

using Wide = unsigned __int128;

unsigned long long power(unsigned long long base, unsigned long long exponent, unsigned long long modulus) {
  unsigned long long result = 1;
  for (base %= modulus; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0)
      result = static_cast<unsigned long long>(Wide(result) * base % modulus);
    base = static_cast<unsigned long long>(Wide(base) * base % modulus);
  }
  return result;
}

unsigned digitValue(char c) { return isDigit(c) ? unsigned(c - '0') : unsigned((c | 0x20) - 'a' + 10); }

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

int significandBits(const Dyadic &parts) {
  return static_cast<int>(parts.digits.size() * 4) - (parts.digits[0] < '2' ? 3 : parts.digits[0] < '4' ? 2 : parts.digits[0] < '8' ? 1 : 0);
}

} // namespace

std::optional<Number> Number::parse(std::string_view text) {
  auto canonicalText = parseCanonical(text);
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
  appendExponent(text, exponent + zeros);
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
  appendExponent(text, zeros);
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
