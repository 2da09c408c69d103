#include "runtime/order/assumption.h"

#include <functional>

namespace fporder::order {

namespace {

std::size_t hash(Assumption::Kind kind, std::string_view reason) { return std::hash<std::string_view>()(reason) + static_cast<std::size_t>(kind); }

} // namespace

std::optional<std::uint32_t> Assumptions::find(Assumption::Kind kind, std::string_view reason) const {
  const auto [first, last] = byHash.equal_range(hash(kind, reason));
  for (auto each = first; each != last; ++each)
    if (const Assumption &known = all[each->second]; known.kind == kind && known.reason == reason)
      return each->second;
  return std::nullopt;
}

std::uint32_t Assumptions::add(const Assumption &assumption) {
  if (const auto known = find(assumption.kind, assumption.reason))
    return *known;
  const auto position = static_cast<std::uint32_t>(all.size());
  byHash.emplace(hash(assumption.kind, assumption.reason), position);
  all.push_back(assumption);
  return position;
}

} // namespace fporder::order
