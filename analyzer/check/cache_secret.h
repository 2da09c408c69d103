// A secret of the user, under which caches are kept where others may write: what has no sum made with it was not written by us.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace fporder::check {

constexpr std::size_t secretSize = 32; // bytes

/// fporder in $XDG_CACHE_HOME or ~/.cache; empty when there is no home.
std::string userDirectory();

/// The content of userDirectory()/secret, which is made when it is not there. Nothing when it cannot be, or when it is no regular file of this user's
/// that is closed to others.
std::optional<std::string> userSecret();

} // namespace fporder::check
