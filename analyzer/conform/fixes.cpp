#include "analyzer/conform/fixes.h"

#include "analyzer/conform/call_rewriting.h"
#include "analyzer/findings/fixit.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::conform {

namespace {

/// The one computation of a node; null where it is computed several times.
const order::Computation *onlyComputation(const order::Procedure &procedure, order::NodeId node) {
  const order::Computation *found = nullptr;
  for (const order::Computation &computation : procedure.computations) {
    if (computation.node != node)
      continue;
    if (found)
      return nullptr;
    found = &computation;
  }
  return found;
}

/// Why the text of an operation must not be touched; empty where it may.
std::string whyUntouchable(const FixRequest &request, order::PlaceId id) {
  if (!id)
    return "an operation is not written in the source";
  const order::Place &place = request.procedure.graph.place(id);
  if (place.inlinedAt)
    return "an operation is in a function that is called";
  if (place.macroDefinition)
    return "an operation comes from a macro";
  if (!place.file || request.procedure.graph.file(place.file) != request.file)
    return "an operation is in another file";
  return {};
}

} // namespace

std::variant<findings::Fix, std::string> departureFix(const FixRequest &request) {
  findings::Fix fix{"reference", {}, request.source.hash()};
  for (const Rewriting &rewriting : request.rewritings) {
    for (const order::NodeId operation : rewriting.operations)
      if (std::string why = whyUntouchable(request, request.procedure.graph[operation].place); !why.empty())
        return why;
    const order::Computation *computed = onlyComputation(request.procedure, rewriting.root);
    if (!computed)
      return "it is computed in several places";
    if (std::optional<findings::Edit> edit = findings::rewriteEdit(
            {request.procedure, *computed, rewriting.operations, rewriting.order, request.source, request.path, request.language})) {
      fix.edits.push_back(*std::move(edit));
      continue;
    }
    const std::vector<findings::Edit> edits = callEdits({request.procedure, rewriting, request.path, request.source});
    if (edits.empty())
      return "its operands cannot be named where the expression stands";
    fix.edits.insert(fix.edits.end(), edits.begin(), edits.end());
  }
  return fix;
}

bool standsIn(const order::Procedure &procedure, const std::string &file, const findings::Edit &edit) {
  return llvm::any_of(procedure.computations, [&](const order::Computation &computation) {
    const order::PlaceId id = procedure.graph[computation.node].place;
    if (!id)
      return false;
    const order::Place &place = procedure.graph.place(id);
    return !place.inlinedAt && place.file && place.beginOffset < edit.endOffset && edit.beginOffset < place.endOffset &&
           procedure.graph.file(place.file) == file;
  });
}

} // namespace fporder::conform
