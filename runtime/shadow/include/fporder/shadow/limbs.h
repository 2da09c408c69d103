// Sums, differences and products of numbers of a fixed precision, rounded to nearest, ties to even, on GMP's limb functions: what MPFR gives bit for
// bit, without its cost of handling every precision, exponent and special value. Those are left to MPFR.
#pragma once

#include <fporder/shadow/pair.h>

#include <mpfr.h>

#include <algorithm>
#include <cstdint>

namespace fporder::shadowing {

/// 0.data * 2^exponent; the topmost bit of `data` is set, the bits beyond `Bits` are not. Little-endian, as GMP's.
template <unsigned Bits> struct Limbs {
  static constexpr unsigned size = (Bits + 63) / 64;
  static constexpr unsigned unused = 64 * size - Bits;

  mp_limb_t data[size];
  std::int64_t exponent;
  bool negative;

  /// Not for 0 and subnormal numbers.
  static Limbs of(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    Limbs result{{}, static_cast<int>(bits >> 52 & 0x7ff) - 1022, (bits >> 63) != 0};
    result.data[size - 1] = ((bits & 0xfffffffffffffU) | 0x10000000000000U) << 11;
    return result;
  }
};

/// A result before rounding: one limb more at the low end, whose last bit is set for anything below it.
template <unsigned Bits> struct WideLimbs {
  static constexpr unsigned size = Limbs<Bits>::size + 1;
  mp_limb_t data[size];
  std::int64_t exponent;
  bool negative;
};

/// Rounds; returns whether that changed the value.
template <unsigned Bits> bool round(const WideLimbs<Bits> &wide, Limbs<Bits> &result) {
  constexpr unsigned unused = Limbs<Bits>::unused;
  constexpr mp_limb_t unit = mp_limb_t{1} << unused, below = unit - 1;
  std::copy_n(wide.data + 1, Limbs<Bits>::size, result.data);
  result.exponent = wide.exponent;
  result.negative = wide.negative;
  const mp_limb_t guard = wide.data[0], dropped = result.data[0] & below;
  if ((guard | dropped) == 0)
    return false;
  result.data[0] -= dropped;
  bool half = false, beyond = false;
  if constexpr (unused == 0) {
    half = guard >> 63 != 0;
    beyond = guard << 1 != 0;
  } else {
    half = (dropped >> (unused - 1)) != 0;
    beyond = guard != 0 || (dropped & (below >> 1)) != 0;
  }
  if (half && (beyond || (result.data[0] & unit) != 0) && mpn_add_1(result.data, result.data, Limbs<Bits>::size, unit) != 0) {
    result.data[Limbs<Bits>::size - 1] = mp_limb_t{1} << 63;
    ++result.exponent;
  }
  return true;
}

/// `x` with a guard limb, shifted right by `distance` >= 0 bits.
template <unsigned Bits> void shifted(const Limbs<Bits> &x, std::uint64_t distance, mp_limb_t (&result)[WideLimbs<Bits>::size]) {
  constexpr unsigned size = WideLimbs<Bits>::size;
  std::fill_n(result, size, 0);
  if (distance >= 64 * size) {
    result[0] = 1;
    return;
  }
  const auto whole = static_cast<unsigned>(distance / 64), part = static_cast<unsigned>(distance % 64);
  mp_limb_t lost = 0;
  for (unsigned index = 0; index < Limbs<Bits>::size; ++index) { // goes to limb index + 1 - whole and, in part, to the one below
    const mp_limb_t upper = x.data[index] >> part, lower = part == 0 ? 0 : x.data[index] << (64 - part);
    if (index + 1 >= whole)
      result[index + 1 - whole] |= upper;
    else
      lost |= upper;
    if (index >= whole)
      result[index - whole] |= lower;
    else
      lost |= lower;
  }
  result[0] |= lost != 0 ? 1 : 0;
}

/// Stores a + b, or a - b, in `result`; false when it is 0. `inexact` says whether it had to be rounded.
template <unsigned Bits> bool addLimbs(const Limbs<Bits> &a, const Limbs<Bits> &b, bool subtract, Limbs<Bits> &result, bool &inexact) {
  constexpr unsigned size = WideLimbs<Bits>::size;
  const bool swapped = a.exponent < b.exponent;
  const Limbs<Bits> &large = swapped ? b : a, &small = swapped ? a : b;
  const bool signOfB = b.negative != subtract;
  WideLimbs<Bits> sum;
  sum.exponent = large.exponent;
  sum.negative = swapped ? signOfB : a.negative;
  mp_limb_t other[size];
  shifted(small, static_cast<std::uint64_t>(large.exponent - small.exponent), other);
  sum.data[0] = 0;
  std::copy_n(large.data, Limbs<Bits>::size, sum.data + 1);
  if (a.negative == signOfB) {
    if (mpn_add_n(sum.data, sum.data, other, size) != 0) {
      const mp_limb_t lost = sum.data[0] & 1;
      mpn_rshift(sum.data, sum.data, size, 1);
      sum.data[0] |= lost;
      sum.data[size - 1] |= mp_limb_t{1} << 63;
      ++sum.exponent;
    }
  } else {
    if (mpn_sub_n(sum.data, sum.data, other, size) != 0) { // of equal exponents, the other was the larger
      mpn_neg(sum.data, sum.data, size);
      sum.negative = !sum.negative;
    }
    unsigned zeros = 0;
    while (zeros < size && sum.data[size - 1 - zeros] == 0)
      ++zeros;
    if (zeros == size)
      return false;
    if (zeros > 0) {
      std::copy_backward(sum.data, sum.data + (size - zeros), sum.data + size);
      std::fill_n(sum.data, zeros, 0);
    }
    const auto shift = static_cast<unsigned>(std::countl_zero(sum.data[size - 1]));
    if (shift > 0)
      mpn_lshift(sum.data, sum.data, size, shift);
    sum.exponent -= 64 * std::int64_t{zeros} + shift;
  }
  inexact = round(sum, result);
  return true;
}

/// Stores a * b in `result`; returns whether it had to be rounded.
template <unsigned Bits> bool multiplyLimbs(const Limbs<Bits> &a, const Limbs<Bits> &b, Limbs<Bits> &result) {
  constexpr unsigned size = Limbs<Bits>::size;
  mp_limb_t product[2 * size];
  mpn_mul_n(product, a.data, b.data, size);
  WideLimbs<Bits> wide;
  wide.exponent = a.exponent + b.exponent;
  wide.negative = a.negative != b.negative;
  if (product[2 * size - 1] >> 63 == 0) {
    mpn_lshift(product, product, 2 * size, 1);
    --wide.exponent;
  }
  std::copy_n(product + size - 1, size + 1, wide.data);
  for (unsigned index = 0; index + 1 < size; ++index)
    wide.data[0] |= product[index] != 0 ? 1 : 0;
  return round(wide, result);
}

/// Rounds to the nearest double; false where that is no normal number.
template <unsigned Bits> bool nearestDouble(const Limbs<Bits> &x, double &rounded) {
  if (x.exponent < -1020 || x.exponent > 1022)
    return false;
  const mp_limb_t top = x.data[Limbs<Bits>::size - 1];
  mp_limb_t below = top & 0x3ff;
  for (unsigned index = 0; index + 1 < Limbs<Bits>::size; ++index)
    below |= x.data[index];
  std::uint64_t bits = top >> 11;
  if ((top & 0x400) != 0 && (below != 0 || (bits & 1) != 0))
    ++bits; // a carry out of the significand goes into the exponent, as it should
  bits += static_cast<std::uint64_t>(x.exponent + 1021) << 52;
  rounded = std::bit_cast<double>(bits | std::uint64_t{x.negative} << 63);
  return true;
}

} // namespace fporder::shadowing
