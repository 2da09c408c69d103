// Arithmetic modulo a prime below 2^61 that is 3 modulo 4.
//
// For such a prime exactly one of x and -x is a square, and of the two roots of a square exactly one is a square itself. Squares therefore behave as
// the positive numbers do under multiplication, division and roots: root(x) * root(y) = root(x * y), and sign(x) * x plays |x|. Sums of squares need
// not be squares, so that nothing is concluded here from sums being positive.
#pragma once

#include <cstdint>

namespace fporder::order {

class PrimeField {
public:
  using Element = std::uint64_t;

  explicit constexpr PrimeField(std::uint64_t prime) : modulus(prime) {}

  std::uint64_t prime() const { return modulus; }
  Element reduce(std::uint64_t word) const { return word % modulus; }
  Element add(Element left, Element right) const {
    const Element sum = left + right; // below 2^62
    return sum >= modulus ? sum - modulus : sum;
  }
  Element subtract(Element left, Element right) const { return left >= right ? left - right : left + modulus - right; }
  Element negate(Element value) const { return value == 0 ? 0 : modulus - value; }
  Element multiply(Element left, Element right) const { return static_cast<Element>(static_cast<unsigned __int128>(left) * right % modulus); }
  Element power(Element base, std::uint64_t exponent) const {
    Element result = 1;
    for (; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0)
        result = multiply(result, base);
      base = multiply(base, base);
    }
    return result;
  }
  /// Precondition: `value` is not 0.
  Element inverse(Element value) const { return power(value, modulus - 2); }
  /// 0, 1 for squares, -1 for the others (Legendre's symbol, by Jacobi's reciprocity).
  int sign(Element value) const {
    std::uint64_t numerator = value, denominator = modulus;
    int result = 1;
    while (numerator != 0) {
      const int twos = __builtin_ctzll(numerator);
      numerator >>= twos;
      if ((twos & 1) != 0 && (denominator % 8 == 3 || denominator % 8 == 5))
        result = -result;
      if (numerator % 4 == 3 && denominator % 4 == 3)
        result = -result;
      const std::uint64_t rest = denominator % numerator;
      denominator = numerator;
      numerator = rest;
    }
    return denominator == 1 ? result : 0;
  }
  /// The root that is a square. Precondition: `value` is 0 or a square.
  Element root(Element value) const { return power(value, (modulus + 1) / 4); }
  /// The cube root, unique because the prime is 2 modulo 3. Precondition: it is.
  Element cubeRoot(Element value) const { return power(value, (2 * modulus - 1) / 3); }

private:
  std::uint64_t modulus;
};

} // namespace fporder::order
