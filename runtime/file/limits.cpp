#include "runtime/file/limits.h"

#include <algorithm>
#include <iterator>

namespace fporder::file {

namespace {

constexpr LimitRow rows[] = {
#define FPORDER_LIMIT(name, value, unit, what) {Limit::name, #name, value, LimitUnit::unit, what},
#include "runtime/file/limits.def"
#undef FPORDER_LIMIT
};

/// Values of bytes are whole powers of two.
std::string bytesText(std::uint64_t bytes) {
  constexpr std::string_view units[] = {" bytes", " KiB", " MiB", " GiB"};
  std::size_t unit = 0;
  for (; unit + 1 < std::size(units) && bytes >= 1024 && bytes % 1024 == 0; ++unit)
    bytes /= 1024;
  return std::to_string(bytes) + std::string(units[unit]);
}

std::string valueText(const LimitRow &row) { return row.unit == LimitUnit::Bytes ? bytesText(row.value) : std::to_string(row.value); }

} // namespace

std::span<const LimitRow> limits() { return rows; }

std::string beyond(Limit limit) {
  const LimitRow &row = rows[static_cast<std::size_t>(limit)];
  return "beyond the limit of " + valueText(row) + (row.unit == LimitUnit::Bytes ? " for " : " ") + std::string(row.what);
}

std::string limitsText() {
  std::string text;
  for (const LimitRow &row : rows) {
    std::string value = valueText(row);
    value.insert(0, 10 - std::min<std::size_t>(value.size(), 10), ' ');
    text += value + "  " + std::string(row.what) + '\n';
  }
  return text;
}

} // namespace fporder::file
