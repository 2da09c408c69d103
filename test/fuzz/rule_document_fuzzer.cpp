// libFuzzer target: any bytes as a rule document. Loading must end in a rule or in errors, and a rule that loads must match without crashing.
#include "rules/engine/loader.h"
#include "rules/engine/matcher.h"
#include "runtime/order/infix.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace fporder;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  std::vector<rules::DocumentError> errors;
  rules::LoadedRule loaded = rules::loadRule(text, {"rule.md", "own-rule", "", false}, errors);
  if (!loaded.rule) {
    if (errors.empty())
      std::abort();
    return 0;
  }
  rules::verifyOrders(loaded, errors);
  // The rule on itself: each of its patterns as a procedure.
  std::vector<rules::ActiveRule> active;
  active.push_back({loaded.rule.get(), loaded.patterns, nullptr});
  rules::RootIndex index;
  index.build(active);
  for (const rules::Alternative &alternative : loaded.rule->alternatives) {
    order::Procedure procedure;
    auto parsed = order::parseInfix(alternative.form.text, procedure.graph, {format::Format::Binary32, order::Shape::Scalar});
    if (!std::holds_alternative<order::NodeId>(parsed))
      continue;
    for (std::uint32_t i = 0; i <= std::get<order::NodeId>(parsed).index; ++i)
      procedure.computations.push_back({{i}, 0, {}});
    rules::Matcher(active, index, procedure, {rules::Severity::Audit}).run();
  }
  return 0;
}
