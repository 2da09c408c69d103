// A procedure's expressions in the graph of a subject: loops count from 0 by 1 there, and what they carry is computed.
//
// Where the program counts a loop from 1, or by 2, evaluation counts it from 0 by 1: i is 2 * k + 1. What a loop that is no sum leaves in a value
// becomes the Recurrence over all its iterations. What a value is at the start of an iteration that samples range over, or a reduction, becomes the
// recurrence over the iterations before, whose trip count is that iteration's number. Inside of a recurrence over the very loop it is the LoopValue
// that this carries. Each of these recurrences has a loop number of its own.
//
// A Recurrence that the procedure's graph holds already, as orders of rule documents do, is copied as it is.
//
// What a loop carries in a way that is not followed is an input: where the copy iterates over that loop, another one in each iteration.
#pragma once

#include "runtime/eval/options.h"
#include "runtime/measure/held.h"
#include "runtime/measure/subject.h"
#include "runtime/order/recurrence.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::measure {

class ClosedLoops {
public:
  /// `roots`: all that will be copied. `closes`: LoopValues are computed; without it they are copied as they are. The procedure and the subject
  /// outlive this. `open`: what an open format becomes in the copy.
  ClosedLoops(const order::Procedure &procedure, Subject &subject, std::span<const order::NodeId> roots, bool closes,
              format::Format open = eval::EvaluationOptions{}.dependentFormat);
  ~ClosedLoops();
  ClosedLoops(const ClosedLoops &) = delete;
  ClosedLoops &operator=(const ClosedLoops &) = delete;

  /// The copy of a node in the subject's graph.
  order::NodeId operator()(order::NodeId node);

  /// Of the loops that samples range over under `roots`, nodes of the subject's graph, those that may be left early: adds to the subject's conditions
  /// that the iteration is reached.
  void addReached(std::span<const order::NodeId> roots);

  /// Why the copies are not what was asked for; empty when they are.
  const std::string &failure() const { return why; }

private:
  struct Context;
  void settle(order::NodeId index);
  void count(order::NodeId index, order::NodeId times);
  std::optional<order::NodeId> replacement(Context &context, order::NodeId node);
  order::NodeId indexValue(Context &context, order::NodeId index);
  Context &inside(Context &around, std::uint32_t loop, order::NodeId trips, order::NodeId wanted = {});
  std::optional<order::NodeId> carriedIn(Context &context, const Carried &carried);
  order::NodeId unfollowed(const Context &context, order::NodeId node);
  bool isOfInnerLoop(std::uint32_t loop, order::NodeId phi) const;
  order::NodeId closed(Context &around, const order::LoopResult &result, order::NodeId trips);
  order::NodeId closedStays(Context &inner, const order::CarryingLoop &loop);
  order::RecurrenceValue carried(Context &around, Context &inner, const order::CarryingLoop &loop, const order::LoopPhi &phi);
  void addCarried(Context &around, Context &inner, const order::CarryingLoop &loop, order::Recurrence &recurrence);
  order::NodeId carriedLeaf(std::uint32_t number, const order::CarryingLoop &loop, order::NodeId phi);
  order::NodeId iteration(order::NodeId index, std::uint32_t loop);
  order::NodeId linear(order::NodeId number, order::NodeId step, order::NodeId first);
  order::NodeId constant(long long value);
  order::NodeId truth(bool value);
  order::NodeId both(order::NodeId left, order::NodeId right);

  const order::Procedure &procedure;
  Subject &subject;
  bool closes;
  format::Format open;
  std::string why;
  std::map<std::uint32_t, order::NodeId> reductions; // by loop: those with a first index
  std::set<std::uint32_t> bound;                     // loops of reductions
  std::set<std::uint32_t> plain;                     // of these, those whose terms mention the index
  std::set<std::uint32_t> followed;                  // loops whose iterations are told apart
  std::set<std::uint32_t> held;                      // loops of recurrences that the procedure's graph holds
  std::unique_ptr<Context> outermost;
  std::uint32_t nextLoop;
  unsigned depth = 0, recurrences = 0;
};

} // namespace fporder::measure
