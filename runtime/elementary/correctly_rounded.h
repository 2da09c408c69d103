// Elementary functions, correctly rounded to a format: the same bits on every machine.
//
// Double-double with an error bound decides nearly all; MPFR decides the rest, and everything that is not rounded to nearest even. The host's
// mathematical library is not asked. NaN for arguments outside the domain; zeros, infinities and NaN as C's Annex F has them. Only erf and erfc at
// doubles within 2^-400 of the root of 3, of which there is none, would not be correctly rounded (mpfr_functions.h).
#pragma once

#include "runtime/elementary/lane_kernels.h"
#include "runtime/format/rounding.h"

#include <mpfr.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fporder::elementary {

struct Function {
  std::string_view name;
  std::uint8_t arity = 0;
  int (*one)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t) = nullptr;
  int (*two)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t) = nullptr;
  int (*three)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t) = nullptr;
  std::optional<LaneFunction> lanes = std::nullopt;
};

/// "exp", "log1p", "pow", "hypot" of two or three, ...; null when there is none of that name and number of arguments.
const Function *functionNamed(std::string_view name, std::size_t arguments);

struct Arguments {
  double a = 0, b = 0, c = 0;
};

/// The function of doubles rounded once to `format`; to binary64 where the format is not held in a double.
double correctlyRounded(const Function &function, format::Format format, const Arguments &arguments, const format::Conversion &conversion = {});

/// To nearest even in blocks, which is faster; `b` is read for functions of two arguments only. `out` may be `a` or `b`. Precondition: arity 1 or 2.
void correctlyRounded(const Function &function, format::Format format, std::span<const double> a, std::span<const double> b, std::span<double> out);

} // namespace fporder::elementary
