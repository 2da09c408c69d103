// The five operations of IEEE 754 in any format up to binary64 and any rounding mode, one value at a time, each rounded once.
//
// Operands may be any binary64, of the result's format or not: the exact result is rounded once to `format`. Underflow is seen after rounding, and a
// zero sum of unlike terms is -0 only when rounding down. Results agree bit for bit with MPFR, with hardware and with softfloat implementations
// (NaN payloads aside); this is the reference that faster block kernels are held to.
#pragma once

#include "runtime/format/rounding.h"

namespace fporder::format {

double add(Format format, double a, double b, const Conversion &conversion = {});
double subtract(Format format, double a, double b, const Conversion &conversion = {});
double multiply(Format format, double a, double b, const Conversion &conversion = {});
double divide(Format format, double a, double b, const Conversion &conversion = {});
double squareRoot(Format format, double a, const Conversion &conversion = {});
/// a * b + c
double fusedMultiplyAdd(Format format, double a, double b, double c, const Conversion &conversion = {});

} // namespace fporder::format
