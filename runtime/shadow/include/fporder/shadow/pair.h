// Double-double arithmetic that never rounds: a sum, product or quotient of pairs is formed only where it is exactly a pair again.
//
// A Pair is high + low with high the double nearest to the sum. Sources: Knuth's two-sum (The Art of Computer Programming 2, 4.2.2, theorem B), the
// product's residue by a fused multiplication (exact unless it underflows, hence the bounds on magnitudes). All functions expect the host's default
// rounding mode.
#pragma once

#include <fporder/shadow/precision.h>

namespace fporder::shadowing {

struct Pair {
  double high = 0, low = 0;
};

/// a + b as a pair; exact where high is finite.
inline Pair twoSum(double a, double b) {
  const double sum = settled(a + b);
  const double fromB = settled(sum - a);
  return {sum, settled(a - settled(sum - fromB)) + settled(b - fromB)};
}

/// Whether products and quotients near x have residues that are normal numbers, and sums of them do not overflow.
inline bool isMiddling(double x) {
  const double magnitude = std::fabs(x);
  return magnitude > 0x1p-900 && magnitude < 0x1p1000;
}

/// Whether x has at most 26 significant bits, so that products of two such numbers are doubles.
inline bool isShort(double x) { return (std::bit_cast<std::uint64_t>(x) & 0x7ffffffU) == 0; }

/// Whether the pair has at most so many bits from its highest to its lowest.
inline bool isWithin(unsigned bits, const Pair &a) { return a.low == 0 || exponentOf(a.high) - exponentOf(a.low) + 53 <= static_cast<int>(bits); }

/// Stores a + b in `sum`; false when it is not a pair.
inline bool exactSum(const Pair &a, const Pair &b, Pair &sum) {
  const Pair high = twoSum(a.high, b.high);
  if (!(std::fabs(high.high) < 0x1p1000))
    return false;
  if (a.low == 0 && b.low == 0) {
    sum = high;
    return true;
  }
  const Pair low = twoSum(a.low, b.low), middle = twoSum(high.low, low.high), top = twoSum(high.high, middle.high);
  const Pair rest = twoSum(top.low, middle.low), last = twoSum(rest.high, low.low);
  if (rest.low != 0 || last.low != 0)
    return false;
  sum = twoSum(top.high, last.high);
  return true;
}

/// x * y as a pair; false where it could overflow or its residue underflow.
inline bool exactProduct(double x, double y, Pair &product) {
  const double rounded = settled(x * y);
  if (!isMiddling(rounded)) {
    product = {rounded, 0};
    return x == 0 || y == 0; // both are finite
  }
  product = {rounded, isShort(x) && isShort(y) ? 0.0 : std::fma(x, y, -rounded)};
  return true;
}

/// Stores a * b in `product`; false when it is not a pair.
inline bool exactProduct(const Pair &a, const Pair &b, Pair &product) {
  if (!exactProduct(a.high, b.high, product))
    return false;
  if (a.low == 0 && b.low == 0)
    return true;
  if (a.low != 0 && b.low != 0)
    return false;
  const Pair high = product;
  Pair low;
  return exactProduct(a.low + b.low, a.low != 0 ? b.high : a.high, low) && exactSum(high, low, product);
}

/// Stores a / b in `quotient` where it is a double; false otherwise.
inline bool exactQuotient(const Pair &a, const Pair &b, Pair &quotient) {
  if (a.low != 0 || b.low != 0 || !isMiddling(a.high) || !isMiddling(b.high))
    return false;
  quotient = {settled(a.high / b.high), 0};
  return isMiddling(quotient.high) && std::fma(quotient.high, b.high, -a.high) == 0;
}

/// Stores the square root of `a` in `root` where it is a double; false otherwise.
inline bool exactRoot(const Pair &a, Pair &root) {
  if (a.low != 0 || !(a.high > 0) || !isMiddling(a.high))
    return false;
  root = {settled(std::sqrt(a.high)), 0};
  return std::fma(root.high, root.high, -a.high) == 0;
}

/// Stores x - a, rounded once, in `rounded`; false when the three doubles are too far apart for that.
inline bool differenceOf(double x, const Pair &a, double &rounded) {
  const Pair high = twoSum(x, -a.high), rest = twoSum(high.low, -a.low);
  rounded = high.high + rest.high;
  return rest.low == 0 && std::fabs(rounded) < 0x1p1000;
}

} // namespace fporder::shadowing
