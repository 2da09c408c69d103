// How deep a text nests, before a parser that recurses sees it. Both functions walk the text once and keep at most `most` numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fporder::file {

/// The offset of the bracket that opens level `most` + 1 of a JSON text; nothing when there is none. Brackets in strings do not count.
std::optional<std::size_t> jsonDeeperThan(std::string_view text, std::size_t most);

/// The offset at which a YAML text may open level `most` + 1; nothing when it cannot. An upper bound of the depth: flow brackets, "- " and "? "
/// indicators and growing indentation count, in quotes and block scalars too.
std::optional<std::size_t> yamlDeeperThan(std::string_view text, std::size_t most);

} // namespace fporder::file
