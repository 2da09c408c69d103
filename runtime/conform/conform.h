// Does an implementation compute what its reference does, in the same order? A verdict for each output of the reference.
//
// A side is one function's ordering graph and the platform it runs on, whatever language it came from. Outputs are matched by name, then by position;
// inputs as inputs.h says, and where that leaves several ways the one that makes the outputs equal over the reals.
//
// Verdicts, from what is proven:
//   SameOrder          the same operations in the same order and formats, on platforms that carry them out alike: the same bits
//   DifferentOperators the same operations in the same order, but formats, contraction or the platforms' operators differ
//   DifferentSchedule  equal over the reals; sums over the same terms that are added up in another order
//   DifferentOrder     equal over the reals, ordered differently
//   DifferentFormula   a point of the inputs is known at which the values over the reals differ
//   Undecided          nothing of that is proven; `message` says what is missing
// Equality over the reals is order::equalOverReals', with its error probability, on constants as a reader would write them. What a verdict rests on
// that is not proven is `assumed`: of the graphs, of the way inputs are matched, of the platforms.
#pragma once

#include "runtime/conform/difference.h"
#include "runtime/conform/inputs.h"
#include "runtime/conform/pair_trees.h"
#include "runtime/conform/profile.h"
#include "runtime/conform/trial.h"
#include "runtime/order/procedure.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fporder::conform {

enum class Verdict : std::uint8_t { SameOrder, DifferentOperators, DifferentSchedule, DifferentOrder, DifferentFormula, Undecided };
/// "same-order", "different-operators", ...
std::string_view name(Verdict verdict);
/// True where the two are shown equal over the reals.
bool isEqual(Verdict verdict);

struct Side {
  order::Procedure *procedure = nullptr; // gains nodes
  const Profile *profile = nullptr;
};

/// A place in a source; line 0: none.
struct Site {
  std::string file;
  order::Place place = {};
};

/// A differing part in the reference's order: nodes of the implementation's graph. See rewriting.h.
struct Rewriting {
  order::NodeId root;                    // the operation whose value it is
  order::NodeId order;                   // the same in the reference's order
  std::vector<order::NodeId> operations; // whose place `order` takes, operands before users, the root last
};

struct Conformance {
  std::string function, output; // as the implementation spells them; the reference's names for an output that it lacks
  Verdict verdict = Verdict::Undecided;
  Site where, reference;
  std::string difference;                      // a name of Class, or what kind of operators; empty where there is none
  std::string expression, referenceExpression; // the smallest parts that differ, as their sources spell them
  std::string message;                         // one clause, lower case, no final period
  std::string settle;                          // a line to write that would decide; empty without one
  std::optional<Measured> measured;
  std::vector<std::string> assumed;
  std::shared_ptr<const PairTrees> trees; // of these parts; null where they are too large to be drawn
  // DifferentOrder: all differing parts in the reference's order, which makes the implementation follow it. Empty where it cannot be said so, or
  // where the order itself rests on an assumption: which elements are written and how the platforms round does not bear on it.
  std::vector<Rewriting> rewritings;
  std::string notRewritten; // why there are none: a clause
};

struct Request {
  Side implementation, reference;
  std::vector<StatedPair> pairs; // of inputs or outputs, by name: the implementation's, the reference's
  bool sameFunction = false;     // the sides are one function at two times: each name means what it means in the other
};

std::vector<Conformance> compare(const Request &request);

} // namespace fporder::conform
