// The figures of one order as the JSON contract's "measured" object; SARIF's property bags hold the same.
#pragma once

#include "analyzer/findings/finding.h"

namespace llvm::json {
class OStream;
}

namespace fporder::findings {

/// Writes the attribute "crossCheck" into the open object: whether what is measured is what the source computes.
/// Precondition: the finding has a cross-check.
void crossCheckJson(llvm::json::OStream &json, const Finding &finding);

/// Writes the attributes "level", "evidenceText", "witness" and "quietedBy" into the open object, as far as the finding has them.
void evidenceJson(llvm::json::OStream &json, const Finding &finding);

/// Writes the attribute "measured" of order `index` into the open object. Precondition: the finding has a measurement.
void measuredJson(llvm::json::OStream &json, const Finding &finding, std::size_t index);

} // namespace fporder::findings
