// The texts of runtime/measure/machines/*.txt. Written by the build.
#pragma once

#include <span>
#include <string_view>
#include <utility>

namespace fporder::measure {

/// File names and their contents, by name in ascending order.
std::span<const std::pair<std::string_view, std::string_view>> machineTexts();

} // namespace fporder::measure
