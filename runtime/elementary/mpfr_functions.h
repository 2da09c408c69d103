// The functions and constants a Call node may name, as MPFR computes them: correctly rounded, with MPFR's ternary value; erf and erfc within 2^-400
// of the root of 3 are bounds in the direction asked for, a few units in the last place wide.
#pragma once

#include <mpfr.h>

#include <string_view>

namespace fporder::elementary {

using UnaryFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using BinaryFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/// The function of one argument called `name` ("exp", "log1p", "floor", ...); null when there is none.
UnaryFunction unaryNamed(std::string_view name);

/// The function of two arguments called `name` ("pow", "hypot", "atan2", "fmod", "remainder", "fdim"); null when there is none.
BinaryFunction binaryNamed(std::string_view name);

/// FPCore's constants, as nullary calls ("PI", "LN2", "M_2_SQRTPI", ...); false for other names. At most four operations rounded to nearest: within
/// 2^(6 - p) of the constant, relative, for p bits of precision.
bool namedConstant(std::string_view name, mpfr_ptr result);

} // namespace fporder::elementary
