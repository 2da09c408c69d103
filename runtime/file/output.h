// Writing a file so that its path always leads to a whole one: the new content goes into a file beside it, which takes its place by a rename once
// everything is written. A failure or a killed program leaves the old file as it was.
#pragma once

#include "runtime/error/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace fporder::file {

enum class Durability : bool {
  Process, // survives the end of the program
  Disk     // and, by fsync, that of the machine
};

/// Makes `text` the content of `path` as whole_file::replaceFile does (runtime/shadow/include/fporder/shadow/whole_file.h): wholly or not at all. The
/// error is the reason alone ("No space left on device").
std::optional<Error> replaceFile(const std::string &path, std::string_view text, Durability durability = Durability::Disk);

/// Opens what is closed among descriptors 0, 1 and 2, in a way that refuses to be used, so that no file that is opened later becomes standard output.
void reserveStandardDescriptors();

} // namespace fporder::file
