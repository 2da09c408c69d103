// The shadow's number: an MPFR value of fixed precision stored without pointers.
//
// MPFR's own struct points to its significand, so objects that hold one must not be moved by memcpy, realloc or calloc, which kernels do with their
// arrays. A PackedReal keeps exponent, sign and limbs as plain data (all bytes zero is +0) and lends them to MPFR for the length of one operation
// through MPFR's custom interface (MPFR manual, 5.16). Exponents reach beyond 2^(+-2^60): nothing overflows or underflows here.
// MPFR's function-like macros would keep a temporary's address past its life, hence the parentheses around some names.
// Precisions are best chosen just below a multiple of 64: MPFR slows down by a factor of two at exactly 128, 192 and 256 bits.
#pragma once

#include <boost/multiprecision/mpfr.hpp>

#include <cstdint>
#include <type_traits>

namespace fporder::shadowing {

template <unsigned Bits> struct PackedReal {
  static_assert(Bits >= 64 && sizeof(mp_limb_t) == 8);
  std::int64_t exponent = 0;
  std::int32_t kind = 0; // MPFR's kind shifted so that zero is 0, see `fromMpfr`
  bool negative = false;
  mp_limb_t significand[(Bits + 63) / 64] = {};
};

/// An operand for MPFR; valid while the PackedReal it reads is.
template <unsigned Bits> class Reading {
public:
  explicit Reading(const PackedReal<Bits> &source) {
    const int kind = (source.kind + MPFR_ZERO_KIND) % 4;
    // MPFR reads through this pointer only.
    mpfr_custom_init_set(value, source.negative ? -kind : kind, static_cast<mpfr_exp_t>(source.exponent), Bits,
                         const_cast<mp_limb_t *>(source.significand));
  }
  operator mpfr_srcptr() const { return value; }

private:
  mpfr_t value;
};

/// A destination for MPFR: what it holds when destroyed is stored in the target. The target may be an operand of the same operation only through a
/// copy.
template <unsigned Bits> class Writing {
public:
  explicit Writing(PackedReal<Bits> &into) : target(into) { mpfr_custom_init_set(value, MPFR_ZERO_KIND, 0, Bits, target.significand); }
  Writing(const Writing &) = delete;
  Writing &operator=(const Writing &) = delete;
  ~Writing() {
    const int kind = mpfr_custom_get_kind(value);
    target.kind = ((kind < 0 ? -kind : kind) + 4 - MPFR_ZERO_KIND) % 4;
    target.negative = mpfr_signbit(value) != 0;
    target.exponent = target.kind == MPFR_REGULAR_KIND - MPFR_ZERO_KIND ? mpfr_custom_get_exp(value) : 0;
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

template <unsigned Bits> double toDouble(const PackedReal<Bits> &value) { return mpfr_get_d(Reading<Bits>(value), MPFR_RNDN); }

template <unsigned Bits> PackedReal<Bits> fromDouble(double value) {
  PackedReal<Bits> result;
  mpfr_set_d(Writing<Bits>(result), value, MPFR_RNDN);
  return result;
}

/// working - exact, rounded to double.
template <unsigned Bits> double difference(double working, const PackedReal<Bits> &exact) {
  PackedReal<Bits> result;
  mpfr_d_sub(Writing<Bits>(result), working, Reading<Bits>(exact), MPFR_RNDN);
  return toDouble(result);
}

/// The value as a Boost.Multiprecision number of the same precision.
template <unsigned Bits> boost::multiprecision::mpfr_float toBoost(const PackedReal<Bits> &value) {
  mpfr_t copy;
  mpfr_init2(copy, Bits);
  (mpfr_set)(copy, Reading<Bits>(value), MPFR_RNDN);
  boost::multiprecision::mpfr_float result{boost::multiprecision::mpfr_float_backend<0>(copy)};
  mpfr_clear(copy);
  return result;
}

} // namespace fporder::shadowing
