// The fixed parts of the HTML report: style and script, in the page itself.
#pragma once

#include <string_view>

namespace fporder::findings {

/// Light and dark follow the reader's system; the attribute data-theme on <html> overrides. Contrast of text is 4.5:1 or more in both.
std::string_view htmlStyle();

/// The theme switch and the keys: j and k go to the next and the previous finding, o opens and closes it, t changes the theme.
std::string_view htmlScript();

} // namespace fporder::findings
