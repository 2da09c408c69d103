// How to get compile commands for a project that has none.
#pragma once

#include <optional>
#include <string>

namespace fporder::check {

/// "make it with: cmake -S DIR -B DIR/build ...", by the build files that the directory holds; nothing where it holds none that is known.
std::optional<std::string> databaseCommand(const std::string &root);

} // namespace fporder::check
