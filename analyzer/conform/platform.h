// Which platform's arithmetic a source is for, by its language, its vendor and its flags.
#pragma once

#include "runtime/conform/profile.h"

#include <span>
#include <string>
#include <string_view>

namespace fporder::conform {

/// `vendors`: those whose calls the source makes; `arguments`: of its compile command.
const Profile &platformOf(std::string_view source, std::span<const std::string> arguments, std::span<const std::string> vendors);

} // namespace fporder::conform
