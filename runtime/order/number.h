// Exact constants. A Number is a canonical text, so that two constants are the same value exactly when their texts are equal:
//   dyadic rationals  a hexadecimal float with odd integer significand: "0x3p-1", "-0x1p+10", "0x0p+0", "-0x0p+0"
//   other decimals    "NUMERATOR/DENOMINATOR" in lowest terms: "1/10"
//   specials          "inf", "-inf", "nan"
// A literal already rounded to a binary format is always dyadic; "1/10" arises from rule documents and FPCore.
#pragma once

#include "runtime/format/format.h"

#include <optional>
#include <string>
#include <string_view>

namespace fporder::order {

class Number {
public:
  Number() : canonical("0x0p+0") {}
  /// Reads a decimal ("0.1", "1e-8"), hexadecimal ("0x1.8p+1") or rational ("1/10") spelling, "inf" or "nan", with an optional sign; C suffixes (f,
  /// F, l, L) are ignored. No rounding. Nothing when malformed, or beyond 10^20000, 2^1000000 or 100,000 digits.
  static std::optional<Number> parse(std::string_view text);
  /// The exact value of a binary64.
  static Number fromDouble(double value);
  static Number fromInteger(long long value);

  const std::string &text() const { return canonical; }

  bool isZero() const;
  bool isNegative() const;
  bool isFinite() const;
  bool isOne() const;
  bool isInteger() const;
  /// |value| is 2^k for an integer k.
  bool isPowerOfTwo() const;
  /// Nearest binary64; for display and heuristics only.
  double approximate() const;
  /// Residue modulo the prime `modulus` (> 2, < 2^62); nothing when non-finite or when the denominator vanishes.
  std::optional<unsigned long long> modulo(unsigned long long modulus) const;
  /// The decimal that a reader would write for it in `format`: the number itself where that has at most nine digits ("0.5", "65504") or is an integer
  /// of Integer, otherwise the shortest ("1e-08", "0.1" for the binary32 or binary64 nearest to 1/10, given that format); reading it and rounding to
  /// the format gives this number again. A number with more bits than the format is written in a wider one; what has no short decimal falls back to
  /// the canonical text.
  std::string display(format::Format format = format::Format::Binary64) const;
  /// A text that `parse` reads as this same number: the shortest decimal where that is exact, the canonical text otherwise.
  std::string exactText() const;
  Number negated() const;

  bool operator==(const Number &) const = default;

private:
  explicit Number(std::string text) : canonical(std::move(text)) {}
  std::string canonical;
};

} // namespace fporder::order
