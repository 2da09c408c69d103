// The figures of one order as the JSON contract's "measured" object; SARIF's property bags hold the same.
#pragma once

#include "runtime/measure/measure.h"

namespace llvm::json {
class OStream;
}

namespace fporder::findings {

/// Writes the attribute "measured" of order `index` into the open object.
void measuredJson(llvm::json::OStream &json, const measure::Measurement &measurement, std::size_t index);

} // namespace fporder::findings
