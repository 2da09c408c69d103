// Attributes of a finding that the JSON contract and SARIF's property bags write alike: places, evidence, figures of orders.
#pragma once

#include "analyzer/findings/finding.h"
#include "analyzer/findings/grouping.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm::json {
class OStream;
}

#include <string>
#include <string_view>

namespace fporder::findings {

/// Text of a source as JSON can hold it: what is no UTF-8 is replaced.
std::string utf8(std::string_view text);

/// Writes the attribute "crossCheck" into the open object: whether what is measured is what the source computes.
/// Precondition: the finding has a cross-check.
void crossCheckJson(llvm::json::OStream &json, const Finding &finding);

/// Writes the attributes "level", "evidenceText", "witness" and "quietedBy" into the open object, as far as the finding has them.
void evidenceJson(llvm::json::OStream &json, const Finding &finding);

/// Writes the attribute "places" into the open object: where each is, what `more` writes of it, its fingerprint.
void placesJson(llvm::json::OStream &json, const Group &group, llvm::function_ref<void(const Finding &)> more);

/// Writes the attribute "measured" of order `index` into the open object. Precondition: the finding has a measurement.
void measuredJson(llvm::json::OStream &json, const Finding &finding, std::size_t index);

} // namespace fporder::findings
