#include "analyzer/conform/description.h"

#include "runtime/describe/describe.h"

namespace fporder::conform {

std::optional<findings::Description> descriptionOf(order::Procedure &procedure, const DisplayPath &display) {
  findings::Description made{procedure.name, {}, {}};
  for (const describe::OutputFacts &output : describe::describe(procedure)) {
    if (made.where.line == 0 && output.site.place.line != 0)
      made.where = {display(output.site.file), output.site.place.line, output.site.place.column, output.site.place.line, output.site.place.column};
    findings::DescribedOutput &shown = made.outputs.emplace_back();
    shown.name = output.name;
    for (const describe::Fact &fact : output.facts)
      shown.facts.push_back({fact.about, fact.text});
  }
  return made.outputs.empty() ? std::nullopt : std::optional(std::move(made));
}

} // namespace fporder::conform
