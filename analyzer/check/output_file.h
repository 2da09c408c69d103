// Files that the program writes for its user: reports, baselines, shards and exported fixes.
#pragma once

#include <string>
#include <string_view>

namespace fporder::check {

/// Makes `text` the content of `file` as runtime/file/output.h does: wholly, or the old file stays. False after printing what went wrong.
bool writeOutputFile(const std::string &file, std::string_view text);

} // namespace fporder::check
