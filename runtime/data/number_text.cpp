#include "runtime/data/number_text.h"

#include "runtime/elementary/correctly_rounded.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>

namespace fporder::data {

namespace {

/// What Microsoft's runtime used to print.
template <typename T> bool oldSpelling(std::string_view text, T &value) {
  if (text == "1.#INF" || text == "1.#INF00")
    value = std::numeric_limits<T>::infinity();
  else if (text == "1.#QNAN" || text == "1.#QNAN0" || text == "1.#IND" || text == "1.#IND00" || text == "1.#SNAN")
    value = std::numeric_limits<T>::quiet_NaN();
  else
    return false;
  return true;
}

/// from_chars does not say on which side of the range a number lies; the C library does, and rounds the small ones.
template <typename T> NumberError outOfRange(std::string_view text, bool hexadecimal, T &value) {
  const std::string copy = (hexadecimal ? "0x" : "") + std::string(text);
  if constexpr (std::is_same_v<T, float>)
    value = std::strtof(copy.c_str(), nullptr);
  else
    value = std::strtod(copy.c_str(), nullptr);
  return std::isinf(value) ? NumberError::Overflow : NumberError::None;
}

} // namespace

template <typename T> NumberError parseNumber(std::string_view text, T &value) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+'))
    text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal)
    text.remove_prefix(2);
  if (text.empty() || text[0] == '-' || text[0] == '+' || (hexadecimal && (text[0] == 'i' || text[0] == 'n' || text[0] == 'I' || text[0] == 'N')))
    return NumberError::Malformed;
  NumberError result = NumberError::None;
  if (!oldSpelling(text, value)) {
    const char *const begin = text.data(), *const end = begin + text.size();
    const auto [stop, error] = std::from_chars(begin, end, value, hexadecimal ? std::chars_format::hex : std::chars_format::general);
    if (error == std::errc::invalid_argument || stop != end)
      return NumberError::Malformed;
    if (error == std::errc::result_out_of_range)
      result = outOfRange(text, hexadecimal, value);
  }
  if (negative)
    value = -value;
  return result;
}

template NumberError parseNumber<float>(std::string_view, float &);
template NumberError parseNumber<double>(std::string_view, double &);

std::optional<double> parseParameter(std::string_view text) {
  // "-2^-4" is -(2^-4), as in mathematics.
  if (text.starts_with('-') && text.find('^') != std::string_view::npos) {
    const std::optional<double> magnitude = text.size() > 1 && text[1] != '-' ? parseParameter(text.substr(1)) : std::nullopt;
    return magnitude ? std::optional<double>(-*magnitude) : std::nullopt;
  }
  const auto finite = [](std::string_view part) -> std::optional<double> {
    double value = 0;
    if (parseNumber(part, value) != NumberError::None || !std::isfinite(value))
      return std::nullopt;
    return value;
  };
  const std::size_t operation = text.find_first_of("^/");
  if (operation == std::string_view::npos)
    return finite(text);
  const std::optional<double> left = finite(text.substr(0, operation)), right = finite(text.substr(operation + 1));
  if (!left || !right)
    return std::nullopt;
  const double value = text[operation] == '^'
                           ? elementary::correctlyRounded(*elementary::functionNamed("pow", 2), format::Format::Binary64, {*left, *right})
                           : *left / *right;
  if (!std::isfinite(value))
    return std::nullopt;
  return value;
}

} // namespace fporder::data
