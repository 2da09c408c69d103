#include "runtime/order/function_facts.h"

#include <unordered_map>

namespace fporder::order {

namespace {

constexpr FunctionFacts rows[] = {
#define FPORDER_FUNCTION(function, ...) FunctionFacts{.name = #function __VA_OPT__(, ) __VA_ARGS__},
#include "runtime/order/functions.def"
#undef FPORDER_FUNCTION
};

} // namespace

std::span<const FunctionFacts> functionTable() { return rows; }

const FunctionFacts *functionFacts(std::string_view name) {
  static const std::unordered_map<std::string_view, const FunctionFacts *> byName = [] {
    std::unordered_map<std::string_view, const FunctionFacts *> built;
    for (const FunctionFacts &row : rows)
      built.emplace(row.name, &row);
    return built;
  }();
  const auto found = byName.find(name);
  return found == byName.end() ? nullptr : found->second;
}

} // namespace fporder::order
