// One floating-point number from the text of a data file or of an option.
#pragma once

#include <optional>
#include <string_view>

namespace fporder::data {

enum class NumberError { None, Malformed, Overflow };

/// Reads all of `text` (no blanks around it): a decimal or hexadecimal number, nan or inf in the spellings of csv.h. `value` is correctly rounded to
/// T (float or double); what underflows is rounded as well, what overflows is an error.
template <typename T> NumberError parseNumber(std::string_view text, T &value);
extern template NumberError parseNumber<float>(std::string_view, float &);
extern template NumberError parseNumber<double>(std::string_view, double &);

/// A finite parameter on a command line: as above, or a power "2^-13", or "1/3" and the like rounded once.
std::optional<double> parseParameter(std::string_view text);

} // namespace fporder::data
