#include "runtime/eval/execution.h"

#include <algorithm>
#include <array>

namespace fporder::eval {

void Execution::enterReduction(std::size_t frame, std::size_t outer) {
  FrameState &state = frames[frame], &around = frames[outer];
  state.outerLanes = around.lanes;
  countTrips(frame, outer);
  const std::size_t copies = std::min<std::size_t>(state.capacity / around.lanes, state.runs);
  for (const Import &import : program.frames[frame].imports) {
    state.hasEvents[import.inner] = around.hasEvents[import.outer];
    for (std::size_t copy = 0; copy < copies; ++copy) {
      const std::size_t at = copy * around.lanes;
      if (import.single)
        std::copy_n(single(around, import.outer), around.lanes, single(state, import.inner) + at);
      else
        std::copy_n(wide(around, import.outer), around.lanes, wide(state, import.inner) + at);
      if (tracking)
        std::copy_n(eventsOf(around, import.outer), around.lanes, eventsOf(state, import.inner) + at);
    }
  }
  locateLeaves(frame, outer);
  if (tracking)
    std::fill_n(state.termEvents.begin(), around.lanes, std::uint8_t{0});
  const std::uint32_t trips = program.frames[frame].tripRegister;
  if (tracking && trips != UINT32_MAX && around.hasEvents[trips])
    for (std::size_t lane = 0; lane < around.lanes; ++lane)
      state.termEvents[lane] |= eventsOf(around, trips)[lane] & Event::NotHeld;
}

/// Where in its block a leaf's values begin for each outer lane: at its sample and at the iterations of the outer loops it depends on.
void Execution::locateLeaves(std::size_t frame, std::size_t outer) {
  FrameState &state = frames[frame], &around = frames[outer];
  for (std::size_t position = 0; position < state.leafBase.size(); ++position) {
    const FrameLeaf &leaf = program.frames[frame].leaves[position];
    std::vector<std::size_t> &base = state.leafBase[position];
    base.assign(around.lanes, 0);
    for (std::size_t lane = 0; lane < around.lanes; ++lane) {
      std::size_t offset = around.sample[lane];
      std::size_t at = lane;
      // Lanes of an enclosing frame repeat those of the frames around it, so a lane's iterations are found by walking outward.
      std::array<std::uint32_t, deepestNesting> iterations{};
      for (std::size_t enclosing = outer; enclosing != 0; enclosing = program.frames[enclosing].parent) {
        const auto found = std::find(leaf.frames.begin(), leaf.frames.end(), static_cast<std::uint32_t>(enclosing));
        if (found != leaf.frames.end())
          iterations[static_cast<std::size_t>(found - leaf.frames.begin())] = frames[enclosing].iteration[at];
        at %= frames[enclosing].outerLanes;
      }
      for (std::size_t loop = 0; loop < leaf.frames.size(); ++loop)
        offset = offset * frames[leaf.frames[loop]].trips + iterations[loop];
      base[lane] = offset;
    }
  }
}

void Execution::placeLanes(std::size_t frame, std::size_t outer) {
  FrameState &state = frames[frame], &around = frames[outer];
  std::size_t lane = 0;
  for (std::size_t k = state.firstIteration; lane < state.lanes; ++k)
    for (std::size_t n = 0; n < state.outerLanes; ++n, ++lane) {
      state.sample[lane] = around.sample[n];
      state.iteration[lane] = static_cast<std::uint32_t>(k);
    }
}

void Execution::runReduction(std::size_t outer, const Instruction &instruction) {
  const std::size_t frame = instruction.payload;
  FrameState &state = frames[frame], &around = frames[outer];
  enterReduction(frame, outer);
  const std::size_t chunk = std::max<std::size_t>(1, state.capacity / around.lanes);
  for (state.firstIteration = 0; state.firstIteration < state.runs; state.firstIteration += chunk) {
    state.lanes = std::min<std::size_t>(chunk, state.runs - state.firstIteration) * around.lanes;
    placeLanes(frame, outer);
    runBody(frame);
    keepTerms(frame);
  }
  if (program.frames[frame].continues)
    return; // whoever it continues takes the terms from here
  const double *initial = wide(around, program.frames[frame].initial);
  std::vector<double> result(initial, initial + around.lanes);
  const bool integers = program.frames[frame].format == format::Format::Integer;
  const double most = integers && program.frames[frame].kind == order::ReductionKind::Sum ? mostSummed(frame, result) : 0;
  combineTerms(frame, result);
  if (integers)
    holdSums(frame, instruction, most, result);
  if (instruction.single)
    kernels.narrow(result.data(), single(around, instruction.target), around.lanes);
  else
    std::copy(result.begin(), result.end(), wide(around, instruction.target));
  if (tracking)
    reductionEvents(frame, outer, instruction, {initial, around.lanes}, result);
}

} // namespace fporder::eval
