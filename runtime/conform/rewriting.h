// A differing part of the implementation in the reference's order, as an expression of the implementation's own graph.
//
// The reference's operations are made anew over what the two parts have in common, which the implementation computes as before. They are carried out
// in the implementation's format, which must be one for all of its operations there: conversions, fused operations, approximations and loops on
// either side are not rewritten. Over the reals the value is the old one, since the two parts are equal.
#pragma once

#include "runtime/conform/conform.h"
#include "runtime/conform/side.h"
#include "runtime/conform/translation.h"

#include <string>
#include <unordered_map>
#include <variant>

namespace fporder::conform {

/// Operations of a subject's graph in the procedure's graph that it was made from.
class Originals {
public:
  Originals(const PreparedSide &side, const PreparedPiece &piece);
  /// Invalid where the subject's operation is none of the procedure's, or where that is not known.
  order::NodeId operator()(order::NodeId node) const;

private:
  std::unordered_map<std::uint32_t, order::NodeId> known; // invalid: several
};

struct RewritingRequest {
  const order::Graph &graph; // of both sides' translations
  const DifferingPair &pair;
  const Translation &implementation, &reference;
  const order::Graph &referenceGraph; // of the reference's subject
  const Originals &originals;         // of the implementation
  order::Graph &into;                 // the implementation procedure's
};

/// The rewriting, or why there is none: a clause.
std::variant<Rewriting, std::string> rewriting(const RewritingRequest &request);

} // namespace fporder::conform
