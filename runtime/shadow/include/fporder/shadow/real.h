// The shadow's number: a pair of doubles as long as that holds the exact value, from then on an MPFR value of fixed precision.
//
// MPFR's own struct points to its significand, so objects that hold one must not be moved by memcpy, realloc or calloc, which kernels do with their
// arrays. A PackedReal keeps its number as plain data (all bytes zero is +0) and lends it to MPFR for the length of one operation through MPFR's
// custom interface (MPFR manual, 5.16). Exponents reach beyond 2^(+-2^60): nothing overflows or underflows here. MPFR's function-like macros would
// keep a temporary's address past its life, hence the parentheses around some names. Precisions are best chosen just below a multiple of 64: MPFR
// slows down by a factor of two at exactly 128, 192 and 256 bits.
#pragma once

#include <fporder/shadow/limbs.h>

#include <mpfr.h>

#include <cstdint>
#include <type_traits>

namespace fporder::shadowing {

/// A number: a finite pair, or an MPFR number of `Bits` bits, infinities and NaN included.
template <unsigned Bits> class PackedReal {
public:
  static_assert(Bits >= 64 && sizeof(mp_limb_t) == 8);
  static constexpr unsigned limbs = (Bits + 63) / 64;

  constexpr PackedReal() = default;
  constexpr explicit PackedReal(const Pair &pair) { set(pair); }

  constexpr bool isPair() const { return kind == 0; }
  constexpr Pair pair() const { return {std::bit_cast<double>(data[0]), std::bit_cast<double>(data[1])}; }
  constexpr void set(const Pair &pair) {
    kind = 0;
    negative = false;
    data[0] = std::bit_cast<std::uint64_t>(pair.high);
    data[1] = std::bit_cast<std::uint64_t>(pair.low);
  }
  /// Becomes a pair where it is a double.
  void simplify() {
    mp_limb_t below = data[limbs - 1] & 0x7ff;
    for (unsigned limb = 0; limb + 1 < limbs; ++limb)
      below |= data[limb];
    if (kind != MPFR_REGULAR_KIND + 1 || below != 0 || exponent < -1021 || exponent > 1024)
      return;
    const std::uint64_t fraction = data[limbs - 1] << 1 >> 12, biased = static_cast<std::uint64_t>(exponent + 1022);
    set(Pair{std::bit_cast<double>(std::uint64_t{negative} << 63 | biased << 52 | fraction), 0});
  }
  /// Stores the number as limbs; false for what MPFR has to handle: 0, infinities, NaN, subnormal doubles, enormous exponents.
  bool get(Limbs<Bits> &number) const {
    if (isPair()) {
      const Pair of = pair();
      if (!isMiddling(of.high) || (of.low != 0 && !isMiddling(of.low)))
        return false;
      number = Limbs<Bits>::of(of.high);
      bool inexact = false;
      if (of.low != 0) {
        const Limbs<Bits> high = number;
        addLimbs(high, Limbs<Bits>::of(of.low), false, number, inexact);
      }
      return true;
    }
    if (kind != MPFR_REGULAR_KIND + 1 || exponent < -furthest || exponent > furthest)
      return false;
    std::copy_n(data, limbs, number.data);
    number.exponent = exponent;
    number.negative = negative;
    return true;
  }
  void set(const Limbs<Bits> &number) {
    kind = MPFR_REGULAR_KIND + 1;
    negative = number.negative;
    exponent = number.exponent;
    std::copy_n(number.data, limbs, data);
  }
  bool isZero() const { return isPair() ? pair().high == 0 : kind == MPFR_ZERO_KIND + 1; }
  bool isNegative() const { return isPair() ? std::signbit(pair().high) : negative; }
  void negate() {
    if (isPair())
      set(Pair{-pair().high, pair().low == 0 ? 0.0 : -pair().low});
    else
      negative = !negative;
  }

private:
  template <unsigned> friend class Reading;
  template <unsigned> friend class Writing;
  static constexpr std::int64_t furthest = std::int64_t{1} << 40;

  std::int64_t exponent = 0;
  std::int32_t kind = 0; // 0 for a pair, else MPFR's kind + 1; of a pair the other fields are 0
  bool negative = false;
  mp_limb_t data[limbs < 2 ? 2 : limbs] = {}; // the pair's bits, or the significand
};

/// An operand for MPFR; valid while the PackedReal it reads is.
template <unsigned Bits> class Reading {
public:
  explicit Reading(const PackedReal<Bits> &source) {
    if (source.isPair()) {
      unpack(source.pair());
      return;
    }
    const int kind = source.kind - 1;
    // MPFR reads through this pointer only.
    mpfr_custom_init_set(value, source.negative ? -kind : kind, static_cast<mpfr_exp_t>(source.exponent), Bits, const_cast<mp_limb_t *>(source.data));
  }
  Reading(const Reading &) = delete;
  Reading &operator=(const Reading &) = delete;
  operator mpfr_srcptr() const { return value; }

private:
  void unpack(const Pair &pair) {
    constexpr std::uint64_t hidden = std::uint64_t{1} << 52;
    const auto bits = std::bit_cast<std::uint64_t>(pair.high);
    const int sign = (bits >> 63) != 0 ? -1 : 1, biased = static_cast<int>(bits >> 52) & 0x7ff;
    if (biased != 0) { // a normal number: its significand is the topmost limb
      limb[PackedReal<Bits>::limbs - 1] = ((bits & (hidden - 1)) | hidden) << 11;
      mpfr_custom_init_set(value, sign * MPFR_REGULAR_KIND, biased - 1022, Bits, limb);
    } else {
      mpfr_custom_init_set(value, sign * MPFR_ZERO_KIND, 0, Bits, limb);
      mpfr_set_d(value, pair.high, MPFR_RNDN);
    }
    if (pair.low != 0)
      mpfr_add_d(value, value, pair.low, MPFR_RNDN);
  }

  mp_limb_t limb[PackedReal<Bits>::limbs] = {};
  mpfr_t value;
};

/// A destination for MPFR: what it holds when destroyed is stored in the target. The target may be an operand of the same operation only through a
/// copy.
template <unsigned Bits> class Writing {
public:
  explicit Writing(PackedReal<Bits> &into) : target(into) { mpfr_custom_init_set(value, MPFR_ZERO_KIND, 0, Bits, target.data); }
  Writing(const Writing &) = delete;
  Writing &operator=(const Writing &) = delete;
  ~Writing() {
    const int kind = mpfr_custom_get_kind(value);
    target.kind = (kind < 0 ? -kind : kind) + 1;
    target.negative = mpfr_signbit(value) != 0;
    target.exponent = target.kind == MPFR_REGULAR_KIND + 1 ? mpfr_custom_get_exp(value) : 0;
  }
  operator mpfr_ptr() { return value; }

private:
  PackedReal<Bits> &target;
  mpfr_t value;
};

static_assert(std::is_trivially_copyable_v<PackedReal<255>>);

/// Runs `operation(result, operands...)`, one of MPFR's functions without its rounding argument bound; returns MPFR's ternary value, 0 when exact.
template <unsigned Bits, class Operation, class... Operands> int compute(PackedReal<Bits> &result, Operation operation, const Operands &...operands) {
  Writing<Bits> destination(result);
  return operation(static_cast<mpfr_ptr>(destination), static_cast<mpfr_srcptr>(Reading<Bits>(operands))..., MPFR_RNDN);
}

template <unsigned Bits> double toDouble(const PackedReal<Bits> &value) {
  if (value.isPair())
    return value.pair().high;
  Limbs<Bits> limbs;
  double rounded = 0;
  return value.get(limbs) && nearestDouble(limbs, rounded) ? rounded : mpfr_get_d(Reading<Bits>(value), MPFR_RNDN);
}

template <unsigned Bits> PackedReal<Bits> fromDouble(double value) {
  if (std::isfinite(value))
    return PackedReal<Bits>(Pair{value, 0});
  PackedReal<Bits> result;
  mpfr_set_d(Writing<Bits>(result), value, MPFR_RNDN);
  return result;
}

/// working - exact, rounded to double.
template <unsigned Bits> double difference(double working, const PackedReal<Bits> &exact) {
  double rounded = 0;
  if (exact.isPair() && differenceOf(working, exact.pair(), rounded))
    return rounded;
  Limbs<Bits> limbs, apart;
  bool inexact = false;
  if (isMiddling(working) && exact.get(limbs) && addLimbs(Limbs<Bits>::of(working), limbs, true, apart, inexact) && nearestDouble(apart, rounded))
    return rounded;
  PackedReal<Bits> result;
  mpfr_d_sub(Writing<Bits>(result), working, Reading<Bits>(exact), MPFR_RNDN);
  return toDouble(result);
}

} // namespace fporder::shadowing
