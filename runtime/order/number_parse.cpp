#include "runtime/order/number_syntax.h"

#include "runtime/limits/limits.h"

#include <gmp.h>

#include <charconv>
#include <cstring>

namespace fporder::order {

void appendBinaryExponent(std::string &text, long long exponent) {
  text += 'p';
  if (exponent >= 0)
    text += '+';
  text += std::to_string(exponent);
}

namespace {

constexpr long long maximumBinaryExponent = limits::most(limits::Limit::BinaryExponent);   // beyond every format; keeps texts and powers small
constexpr long long maximumDecimalExponent = limits::most(limits::Limit::DecimalExponent); // binary128 ends near 10^4932
constexpr std::size_t maximumDigits = limits::most(limits::Limit::NumberDigits);

std::string textOf(mpz_srcptr value, int base) {
  std::string text(mpz_sizeinbase(value, base) + 2, '\0');
  mpz_get_str(text.data(), base, value);
  text.resize(std::strlen(text.c_str()));
  return text;
}

class Integer {
public:
  Integer() { mpz_init(value); }
  ~Integer() { mpz_clear(value); }
  Integer(const Integer &) = delete;
  Integer &operator=(const Integer &) = delete;
  mpz_t value;
};

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
  text += textOf(significand, 16);
  appendBinaryExponent(text, exponent);
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
  return (negative ? "-" : "") + textOf(numerator.value, 10) + "/" + textOf(denominator.value, 10);
}

bool isHexadecimalDigit(char c) { return isDecimalDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

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
    else if (hexadecimal ? isHexadecimalDigit(c) : isDecimalDigit(c)) {
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

} // namespace

std::optional<std::string> canonicalNumber(std::string_view text) {
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

} // namespace fporder::order
