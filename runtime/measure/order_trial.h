// Whether another order may take the written one's place: both are evaluated on some thousands of inputs before a fix is offered.
//
// The inputs are those of input_families.h which the source does not exclude: the expressions are taken with the definitions of their operands, down
// to parameters, loads and what cannot be evaluated, and samples that do not satisfy the conditions on the way to the expression are left out, as far
// as these concern the operands. Where that leaves hardly a sample, the operands are taken as values of their own, any of them.
//
// The offered order is worse on an input when the written result is not lost and
//   - the offered one is: zero, infinite or not a number, the real value being a normal number of the format; or
//   - its error is larger than both what its own roundings explain where nothing amplifies them (unamplifiedError) and that plus all that the written
//     order's roundings can come to on this input (runningError). Where the latter is not known, eight times the written result's own error, taken
//     for a unit at least, stands for it.
// It is worse as well where it is a number and the written result is none over the reals either (sqrt(a b) for sqrt(a) sqrt(b), both negative): a
// program that is guarded by what is not a number would go another way.
// Two orders of the same quality differ by an ulp here and there in either direction; an order that cancels where the other does not is off by more.
// After a first round of a few hundred inputs come some thousands, on which only an error of eight times as much counts, zero included: among so
// many, orders of the same quality differ by more somewhere, and one leaves the range where the other one just does not. Where written and offered
// result lie no further apart than unamplifiedError, neither can be: the real value is then not asked for.
#pragma once

#include "runtime/order/graph.h"

#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fporder::measure {

struct TrialSlice;

struct Trial {
  const order::Graph &graph;
  order::NodeId written, offered;
  order::NodeId guard;                     // under which `written` runs; may be invalid
  std::span<const order::NodeId> operands; // of the orders, to be taken as free values where their definitions give none
};

enum class TrialVerdict : std::uint8_t {
  NotWorse, // on any of the inputs
  Worse,    // on one at least
  // Not tried:
  NoModel,   // an operation, or the format, cannot be evaluated
  FewInputs, // hardly an input satisfies the conditions
};

/// Why no verdict was reached, as a part of a sentence; empty for one that was.
std::string_view whyUntried(TrialVerdict verdict);

TrialVerdict tryOrder(const Trial &trial);

/// Verdicts on expressions that are equal but for the names of their leaves. Safe to use from several threads.
class Trials {
public:
  TrialVerdict operator()(const Trial &trial);

private:
  TrialVerdict known(const std::optional<TrialSlice> &slice);

  std::mutex mutex;
  std::unordered_map<std::string, TrialVerdict> verdicts; // by the slice's text
};

} // namespace fporder::measure
