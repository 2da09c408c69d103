#include "runtime/eval/execution.h"

#include "runtime/eval/scalar_operation.h"

#include <cmath>

namespace fporder::eval {

void Execution::reductionEvents(std::size_t frame, std::size_t outer, const Instruction &instruction, std::span<const double> initial,
                                std::span<const double> result) {
  FrameState &state = frames[frame], &around = frames[outer];
  const Frame &code = program.frames[frame];
  const bool ranges = program.options.rangeEvents;
  bool any = false;
  std::uint8_t *out = eventsOf(around, instruction.target);
  for (std::size_t lane = 0; lane < around.lanes; ++lane) {
    std::uint8_t events = state.termEvents[lane];
    if (around.hasEvents[code.initial])
      events |= eventsOf(around, code.initial)[lane];
    bool finite = std::isfinite(initial[lane]), zero = initial[lane] == 0;
    const bool unusual =
        ranges && (!std::isfinite(result[lane]) || (code.kind == order::ReductionKind::Product && std::fabs(result[lane]) < 0x1p-14));
    const std::size_t count = code.ragged ? state.counts[lane] : state.terms;
    for (std::size_t k = 0; unusual && k < count; ++k) {
      const std::size_t at = k * around.lanes + lane;
      const double term = code.singleTerms ? static_cast<double>(state.singleTerms[at]) : state.wideTerms[at];
      finite &= std::isfinite(term);
      zero |= term == 0;
    }
    if (ranges && !std::isfinite(result[lane]) && finite && code.format != format::Format::Integer)
      events |= Event::Overflow;
    const bool tiny = format::isHeldInDouble(code.format) && std::fabs(result[lane]) < format::smallestNormal(code.format);
    if (ranges && code.kind == order::ReductionKind::Product && tiny && !zero)
      events |= Event::Underflow;
    if (code.format == format::Format::Integer)
      events |= marks[lane];
    const bool extremum = code.kind == order::ReductionKind::Min || code.kind == order::ReductionKind::Max;
    if (extremum && result[lane] == 0 && format::isFloatingPoint(code.format))
      events |= Event::Open; // there may have been zeros of both signs
    out[lane] = events;
    any |= events != 0;
  }
  around.hasEvents[instruction.target] = any;
}

/// Whether the result depends on an operand: of a choice one arm is taken, and of a logical operation the right side may not be computed.
static bool isRead(const Instruction &instruction, const double operands[3], unsigned position) {
  if (position == 0)
    return true;
  if (instruction.code == Code::Select)
    return (operands[0] != 0) == (position == 1);
  return (instruction.code != Code::And || operands[0] != 0) && (instruction.code != Code::Or || operands[0] == 0);
}

void Execution::trackEvents(FrameState &state, const Instruction &instruction, bool marked) {
  bool any = false;
  for (unsigned position = 0; position < instruction.sourceCount; ++position)
    any |= state.hasEvents[instruction.sources[position]];
  const bool leaf = instruction.code == Code::Leaf;
  bool own = false;
  if (((instruction.rounds && program.options.rangeEvents) || leaf) && format::isHeldInDouble(instruction.format)) {
    const double smallest = leaf ? 0 : format::smallestNormal(instruction.format), largest = format::largestFinite(instruction.format);
    own = instruction.single
              ? kernels.single.anyUnusual(single(state, instruction.target), static_cast<float>(smallest), static_cast<float>(largest), state.lanes)
              : kernels.wide.anyUnusual(wide(state, instruction.target), smallest, largest, state.lanes);
  }
  state.hasEvents[instruction.target] = any || own || marked;
  if (!any && !own && !marked)
    return;
  std::uint8_t *out = eventsOf(state, instruction.target);
  for (std::size_t lane = 0; lane < state.lanes; ++lane) {
    std::uint8_t events = marked ? marks[lane] : std::uint8_t{0};
    double operands[3] = {};
    for (unsigned position = 0; position < instruction.sourceCount; ++position) {
      const std::uint32_t from = instruction.sources[position];
      const bool condition = instruction.code == Code::Select && position == 0;
      operands[position] = at(state, from, instruction.singleSources && !condition, lane);
      const bool chosen = isRead(instruction, operands, position);
      if (chosen && state.hasEvents[from])
        events |= eventsOf(state, from)[lane];
    }
    if (own)
      events |= eventOf(instruction, operands, at(state, instruction.target, instruction.single, lane));
    out[lane] = events;
  }
}

} // namespace fporder::eval
