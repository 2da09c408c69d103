// A unit's result as bytes, for the findings cache and for shards. What is read is what was written; bytes that are not a record give nothing.
//
// Left out, since no run with a cache or a shard has it: graphs and figures of measured findings.
#pragma once

#include "analyzer/check/unit_result.h"

#include <optional>
#include <string>
#include <string_view>

namespace fporder::check {

std::string encodeUnit(const UnitResult &result);
std::optional<UnitResult> decodeUnit(std::string_view bytes);

} // namespace fporder::check
