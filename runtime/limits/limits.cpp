#include "runtime/limits/limits.h"

#include <algorithm>
#include <utility>

namespace fporder::limits {

namespace {

constexpr Row table[] = {
#define FPORDER_LIMIT(name, value, loss, counted, givenUp) {Limit::name, #name, value, Loss::loss, counted, givenUp},
#include "runtime/limits/limits.def"
#undef FPORDER_LIMIT
};

constexpr std::pair<Loss, std::string_view> groups[] = {
    {Loss::Reported, "When one of these is reached, findings may be missing or judged otherwise. It is named under notAnalysed, once a function."},
    {Loss::Named, "Likewise, named under notAnalysed by the construct that is concerned."},
    {Loss::Refused, "What is beyond one of these is an error that says so."},
    {Loss::Harmless, "Reaching one of these loses no finding."},
};

} // namespace

std::span<const Row> rows() { return table; }

const Row &row(Limit limit) { return table[static_cast<std::size_t>(limit)]; }

std::string whatOf(Limit limit) { return "limit " + std::string(row(limit).name); }

std::string whyOf(Limit limit) {
  const Row &at = row(limit);
  return "no more than " + std::to_string(at.value) + " " + std::string(at.counted) + ": beyond these " + std::string(at.givenUp);
}

std::string text() {
  std::string text;
  for (const auto &[loss, heading] : groups) {
    text += (text.empty() ? "" : "\n") + std::string(heading) + "\n\n";
    for (const Row &at : table) {
      if (at.loss != loss)
        continue;
      std::string value = std::to_string(at.value);
      value.insert(0, 13 - std::min<std::size_t>(value.size(), 13), ' ');
      text += value + "  " + std::string(at.counted) + " (" + std::string(at.name) + "): " + std::string(at.givenUp) + "\n";
    }
  }
  return text;
}

} // namespace fporder::limits
