// Exact constants rounded to formats.
#pragma once

#include "runtime/format/rounding.h"
#include "runtime/order/number.h"

namespace fporder::eval {

/// `number` rounded once to `format`; to binary64 where the format is not one that rounding.h holds in a double.
double constantValue(const order::Number &number, format::Format format, const format::Conversion &conversion = {});

} // namespace fporder::eval
