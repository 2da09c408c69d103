#include "analyzer/conform/preserved_functions.h"

#include "runtime/conform/preservation.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <utility>

namespace fporder::conform {

namespace {

using FunctionsByName = std::map<std::pair<std::string, std::string>, std::vector<order::Procedure *>>; // by name and signature, in their order

FunctionsByName byName(const UnitFunctions &unit) {
  FunctionsByName functions;
  for (const std::shared_ptr<order::Procedure> &each : unit.procedures)
    functions[{each->name, each->signature}].push_back(each.get());
  return functions;
}

/// An operation of the function, in a call that was inlined or not, stands in text that is edited.
bool isEdited(const order::Procedure &procedure, const UnitFunctions &unit, std::span<const findings::Edit> edits) {
  return llvm::any_of(procedure.computations, [&](const order::Computation &computation) {
    const order::PlaceId id = procedure.graph[computation.node].place;
    if (!id)
      return true;
    const order::Place &place = procedure.graph.place(id);
    return place.file && procedure.graph.file(place.file) == unit.source && llvm::any_of(edits, [&](const findings::Edit &edit) {
             return edit.where.file == unit.displayName && place.beginOffset < edit.endOffset && edit.beginOffset < place.endOffset;
           });
  });
}

} // namespace

std::optional<std::string> whyNotPreserved(const UnitFunctions &before, const UnitFunctions &after, std::span<const findings::Edit> edits) {
  const bool inSource = llvm::all_of(edits, [&](const findings::Edit &edit) { return edit.where.file == before.displayName; });
  const FunctionsByName was = byName(before);
  FunctionsByName is = byName(after);
  if (was.size() != is.size())
    return "the source would have other functions with it";
  for (const auto &[name, functions] : was) {
    const std::vector<order::Procedure *> &rewritten = is[name];
    if (functions.size() != rewritten.size())
      return "the source would have other functions with it";
    for (const auto &[old, fresh] : llvm::zip(functions, rewritten)) {
      if (inSource && !isEdited(*old, before, edits))
        continue;
      if (const std::optional<std::string> output = changedOutput({old, &before.platform.of(*old)}, {fresh, &after.platform.of(*fresh)}))
        return "'" + *output + "' of " + old->name + " is not shown to be the same value with it";
    }
  }
  return std::nullopt;
}

} // namespace fporder::conform
