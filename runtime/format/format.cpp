#include "runtime/format/format.h"

#include <array>
#include <utility>

namespace fporder::format {

namespace {

struct Entry {
  Format format;
  std::string_view name;
  Parameters parameters;
};

constexpr std::array<Entry, 14> table{{
    {Format::Unknown, "unknown", {}},
    {Format::Boolean, "boolean", {}},
    {Format::Integer, "integer", {}},
    {Format::Dependent, "dependent", {}},
    {Format::E4M3FN, "e4m3fn", {4, -6, 8}},
    {Format::E5M2, "e5m2", {3, -14, 15}},
    {Format::BFloat16, "bfloat16", {8, -126, 127}},
    {Format::Binary16, "binary16", {11, -14, 15}},
    {Format::Tf32, "tf32", {11, -126, 127}},
    {Format::Binary32, "binary32", {24, -126, 127}},
    {Format::Binary64, "binary64", {53, -1022, 1023}},
    {Format::X87Extended, "binary80", {64, -16382, 16383}},
    {Format::DoubleDouble, "double-double", {106, -969, 1023}},
    {Format::Binary128, "binary128", {113, -16382, 16383}},
}};

constexpr std::array<std::pair<std::string_view, Format>, 11> spellings{{
    {"half", Format::Binary16},
    {"_Float16", Format::Binary16},
    {"__bf16", Format::BFloat16},
    {"bf16", Format::BFloat16},
    {"float", Format::Binary32},
    {"double", Format::Binary64},
    {"long double", Format::X87Extended},
    {"x87", Format::X87Extended},
    {"__float128", Format::Binary128},
    {"e4m3", Format::E4M3FN},
    {"bool", Format::Boolean},
}};

} // namespace

Parameters parameters(Format format) { return table[static_cast<std::size_t>(format)].parameters; }

bool isFloatingPoint(Format format) { return format == Format::Dependent || parameters(format).precision != 0; }

bool widensExactly(Format from, Format to) {
  if (from == Format::Unknown || to == Format::Unknown || from == Format::Dependent || to == Format::Dependent)
    return false;
  if (from == to)
    return true;
  if (from == Format::Boolean)
    return true;
  const Parameters source = parameters(from), target = parameters(to);
  if (source.precision == 0 || target.precision == 0)
    return false;
  // A double-double may hold bits thousands of places apart: no other format holds them all.
  if (from == Format::DoubleDouble)
    return false;
  return source.precision <= target.precision && source.maxExponent <= target.maxExponent &&
         source.minExponent - source.precision >= target.minExponent - target.precision;
}

bool isNarrow(Format format) {
  const int precision = parameters(format).precision;
  return precision != 0 && precision <= 11;
}

std::string_view name(Format format) { return table[static_cast<std::size_t>(format)].name; }

std::optional<Format> parse(std::string_view text) {
  for (const Entry &entry : table)
    if (entry.name == text)
      return entry.format;
  for (const auto &[spelling, format] : spellings)
    if (spelling == text)
      return format;
  return std::nullopt;
}

} // namespace fporder::format
