// Calls that put single numbers together to a vector or a complex number and compute nothing.
#pragma once

#include <string_view>

namespace fporder::order {

constexpr std::string_view assembledLanes = "lanes", assembledComplex = "complex";

} // namespace fporder::order
