// Recurrences: lanes beside each other, iterations one after the other. A lane that has ended keeps what it has.
#include "runtime/eval/execution.h"

#include <algorithm>

namespace fporder::eval {

void Execution::beginRecurrence(std::size_t frame, std::size_t outer) {
  FrameState &state = frames[frame], &around = frames[outer];
  const Frame &code = program.frames[frame];
  enterReduction(frame, outer);
  state.lanes = around.lanes;
  state.carried.resize(code.carried.size());
  for (std::size_t i = 0; i < code.carried.size(); ++i) {
    const double *initial = wide(around, code.carried[i].initial);
    state.carried[i].assign(initial, initial + around.lanes);
    if (tracking && around.hasEvents[code.carried[i].initial])
      for (std::size_t lane = 0; lane < around.lanes; ++lane)
        state.termEvents[lane] |= eventsOf(around, code.carried[i].initial)[lane];
  }
  state.going.assign(around.lanes, 1);
}

/// Ends the lanes whose trip count has been reached.
bool Execution::anyGoes(std::size_t frame) {
  FrameState &state = frames[frame];
  if (program.frames[frame].tripRegister != UINT32_MAX)
    for (std::size_t lane = 0; lane < state.lanes; ++lane)
      state.going[lane] &= static_cast<std::uint8_t>(state.firstIteration < state.tripsOf[lane]);
  return std::ranges::any_of(state.going, [](std::uint8_t goes) { return goes != 0; });
}

/// Makes what an iteration has computed the values that the next one starts with.
void Execution::advance(std::size_t frame) {
  FrameState &state = frames[frame];
  const Frame &code = program.frames[frame];
  for (std::size_t i = 0; i < code.carried.size(); ++i) {
    const std::uint32_t next = code.carried[i].next;
    const double *values = wide(state, next);
    for (std::size_t lane = 0; lane < state.lanes; ++lane)
      if (state.going[lane])
        state.carried[i][lane] = values[lane];
    if (tracking && state.hasEvents[next])
      for (std::size_t lane = 0; lane < state.lanes; ++lane)
        state.termEvents[lane] |= state.going[lane] ? eventsOf(state, next)[lane] : std::uint8_t{0};
  }
  const double *stays = wide(state, code.stays);
  if (tracking && state.hasEvents[code.stays])
    for (std::size_t lane = 0; lane < state.lanes; ++lane) // whether it goes on is not known
      state.termEvents[lane] |= state.going[lane] ? eventsOf(state, code.stays)[lane] & Event::NotHeld : 0;
  for (std::size_t lane = 0; lane < state.lanes; ++lane)
    state.going[lane] &= static_cast<std::uint8_t>(stays[lane] != 0);
}

void Execution::runRecurrence(std::size_t outer, const Instruction &instruction) {
  const std::size_t frame = instruction.payload;
  FrameState &state = frames[frame], &around = frames[outer];
  beginRecurrence(frame, outer);
  for (state.firstIteration = 0; state.firstIteration < state.runs && anyGoes(frame); ++state.firstIteration) {
    placeLanes(frame, outer);
    runBody(frame);
    advance(frame);
  }
  const std::vector<double> &result = state.carried.front();
  if (instruction.single)
    kernels.narrow(result.data(), single(around, instruction.target), around.lanes);
  else
    std::copy_n(result.begin(), around.lanes, wide(around, instruction.target));
  if (!tracking)
    return;
  std::copy_n(state.termEvents.begin(), around.lanes, eventsOf(around, instruction.target));
  around.hasEvents[instruction.target] = std::ranges::any_of(state.termEvents, [](std::uint8_t events) { return events != 0; });
}

} // namespace fporder::eval
