#include "runtime/eval/execution.h"

#include "runtime/eval/scalar_operation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace fporder::eval {

namespace {

using format::Format;

constexpr std::size_t fullBlock = 256;          // lanes: registers stay in the first-level cache
constexpr std::size_t mostElements = 1UL << 20; // of a leaf's block, of a reduction's terms

} // namespace

// ---------------------------------------------------------------------------------------------------------------- sizes

Execution::Execution(const Program &code, const LeafSource &values, std::size_t samples, bool withEvents)
    : program(code), source(values), kernels(hostKernels()), tracking(withEvents), frames(code.frames.size()) {
  planFrames(samples);
}

std::size_t Execution::largestLeaf() const {
  std::size_t largest = 1;
  for (const Frame &frame : program.frames)
    for (const FrameLeaf &leaf : frame.leaves) {
      std::size_t product = 1;
      for (const std::uint32_t index : leaf.frames)
        product *= std::max<std::size_t>(frames[index].trips, 1);
      largest = std::max(largest, product);
    }
  return largest;
}

void Execution::planFrames(std::size_t samples) {
  std::size_t longest = 1;
  for (std::size_t index = 1; index < frames.size(); ++index) {
    const Frame &frame = program.frames[index];
    frames[index].trips = frame.trips ? *frame.trips : source.tripCount(*program.graph, frame.reduce);
    longest = std::max<std::size_t>(longest, frames[index].trips);
  }
  const std::size_t most = std::max<std::size_t>(1, mostElements / std::max(longest, largestLeaf()));
  frames[0].capacity = std::max<std::size_t>(1, std::min({samples, fullBlock, most}));
  for (std::size_t index = 0; index < frames.size(); ++index) {
    const Frame &frame = program.frames[index];
    FrameState &state = frames[index];
    if (index > 0) { // parents come before their children
      const std::size_t outer = frames[frame.parent].capacity;
      const std::size_t wanted = frame.children.empty() ? fullBlock : std::min(fullBlock, most);
      state.capacity = outer * std::clamp<std::size_t>(wanted / outer, 1, std::max<std::size_t>(state.trips, 1));
      const std::size_t terms = outer * state.trips, factors = frame.terms.size() > 1 ? terms : 0;
      (frame.singleTerms ? state.singleTerms.resize(terms) : state.wideTerms.resize(terms));
      (frame.singleTerms ? state.singleFactors.resize(factors) : state.wideFactors.resize(factors));
      state.termEvents.resize(tracking ? outer : 0);
      state.leafValues.resize(frame.leaves.size());
      state.leafBase.resize(frame.leaves.size());
    }
    state.storage.resize(frame.registers * state.capacity);
    state.eventStorage.resize(tracking ? frame.registers * state.capacity : 0);
    state.hasEvents.resize(frame.registers);
    state.sample.resize(state.capacity);
    state.iteration.resize(state.capacity);
  }
  scratch.resize(frames[0].capacity);
}

// ---------------------------------------------------------------------------------------------------------------- blocks

void Execution::run(std::size_t first, std::size_t count) {
  firstSample = first;
  FrameState &state = frames[0];
  state.lanes = count;
  for (std::size_t lane = 0; lane < count; ++lane)
    state.sample[lane] = static_cast<std::uint32_t>(lane);
  fillLoopLeaves(first, count);
  runBody(0);
}

void Execution::fillLoopLeaves(std::size_t first, std::size_t count) {
  std::vector<std::uint32_t> extents;
  for (std::size_t index = 1; index < frames.size(); ++index)
    for (std::size_t position = 0; position < program.frames[index].leaves.size(); ++position) {
      const FrameLeaf &leaf = program.frames[index].leaves[position];
      extents.clear();
      for (const std::uint32_t loop : leaf.frames)
        extents.push_back(frames[loop].trips);
      std::vector<double> &values = frames[index].leafValues[position];
      values.resize(count * valuesPerSample(extents));
      if (!values.empty())
        source.fill({program.graph, leaf.node, first, count, leaf.loops, extents}, values);
    }
}

void Execution::runBody(std::size_t frame) {
  for (const Instruction &instruction : program.frames[frame].body) {
    execute(frame, instruction);
    if (tracking && instruction.code != Code::Reduce)
      trackEvents(frames[frame], instruction);
  }
}

void Execution::values(std::size_t root, std::span<double> out) const {
  const FrameState &state = frames[0];
  const double *stored = &state.storage[program.roots[root] * state.capacity];
  if (program.singleRoots[root])
    kernels.widen(reinterpret_cast<const float *>(stored), out.data(), state.lanes);
  else
    std::copy_n(stored, state.lanes, out.begin());
}

void Execution::events(std::size_t root, std::span<std::uint8_t> out) const {
  const FrameState &state = frames[0];
  const std::uint32_t reg = program.roots[root];
  if (!tracking || !state.hasEvents[reg])
    std::fill_n(out.begin(), state.lanes, std::uint8_t{0});
  else
    std::copy_n(&state.eventStorage[reg * state.capacity], state.lanes, out.begin());
}

bool Execution::isOrdinary(std::size_t root) const {
  const FrameState &state = frames[0];
  const std::uint32_t reg = program.roots[root];
  const double *stored = &state.storage[reg * state.capacity];
  const bool infinite = program.singleRoots[root]
                            ? kernels.single.anyUnusual(reinterpret_cast<const float *>(stored), 0, std::numeric_limits<float>::max(), state.lanes)
                            : kernels.wide.anyUnusual(stored, 0, std::numeric_limits<double>::max(), state.lanes);
  return tracking && !state.hasEvents[reg] && !infinite;
}

// ---------------------------------------------------------------------------------------------------------------- instructions

void Execution::execute(std::size_t frame, const Instruction &instruction) {
  FrameState &state = frames[frame];
  switch (instruction.code) {
  case Code::Leaf:
    loadLeaf(frame, instruction);
    break;
  case Code::LoopIndex:
    std::copy_n(state.iteration.begin(), state.lanes, wide(state, instruction.target));
    break;
  case Code::Reduce:
    runReduction(frame, instruction);
    return;
  case Code::Constant:
  case Code::Invalid: {
    const double value = instruction.code == Code::Invalid ? std::numeric_limits<double>::quiet_NaN() : instruction.constant;
    if (instruction.single)
      std::fill_n(single(state, instruction.target), state.lanes, static_cast<float>(value));
    else
      std::fill_n(wide(state, instruction.target), state.lanes, value);
    return;
  }
  case Code::Widen:
  case Code::Narrow:
  case Code::Convert:
    executeConversion(state, instruction);
    break;
  default:
    if (instruction.road == Road::Scalar || instruction.code == Code::Call)
      executeScalar(state, instruction);
    else if (instruction.single && instruction.singleSources)
      executeSingle(state, instruction);
    else
      executeWide(state, instruction);
  }
  if (instruction.conversion.flushSubnormals)
    flushed(state, instruction);
}

namespace {

template <class T> bool runLanes(const LaneKernels<T> &kernels, Code code, const T *a, const T *b, const T *c, T *out, std::size_t count) {
  if (code >= Code::Add && code <= Code::CopySign)
    kernels.binary[static_cast<std::size_t>(code) - static_cast<std::size_t>(Code::Add)](a, b, out, count);
  else if (code >= Code::Sqrt && code <= Code::Abs)
    kernels.unary[static_cast<std::size_t>(code) - static_cast<std::size_t>(Code::Sqrt)](a, out, count);
  else if (code == Code::Fma)
    kernels.fma(a, b, c, out, count);
  else
    return false;
  return true;
}

} // namespace

void Execution::executeSingle(FrameState &state, const Instruction &instruction) {
  const auto *sources = instruction.sources;
  float *out = single(state, instruction.target);
  if (instruction.code == Code::Select)
    kernels.single.select(wide(state, sources[0]), single(state, sources[1]), single(state, sources[2]), out, state.lanes);
  else
    runLanes(kernels.single, instruction.code, single(state, sources[0]), single(state, sources[1]), single(state, sources[2]), out, state.lanes);
}

void Execution::executeWide(FrameState &state, const Instruction &instruction) {
  const auto *sources = instruction.sources;
  double *out = wide(state, instruction.target);
  const double *a = wide(state, sources[0]), *b = wide(state, sources[1]), *c = wide(state, sources[2]);
  const std::size_t count = state.lanes;
  switch (instruction.code) {
  case Code::Select:
    kernels.wide.select(a, b, c, out, count);
    return;
  case Code::Compare:
    if (instruction.singleSources)
      kernels.single.compare[instruction.relation](single(state, sources[0]), single(state, sources[1]), out, count);
    else
      kernels.wide.compare[instruction.relation](a, b, out, count);
    return;
  case Code::And:
  case Code::Or:
  case Code::Not:
  case Code::ToInteger:
  case Code::ToBoolean:
    for (std::size_t lane = 0; lane < count; ++lane)
      out[lane] = integralOperation(instruction, a[lane], b[lane]);
    return;
  default:
    break;
  }
  runLanes(kernels.wide, instruction.code, a, b, c, out, count);
  if (instruction.format == Format::Integer && instruction.code == Code::Div)
    for (std::size_t lane = 0; lane < count; ++lane)
      out[lane] = std::trunc(out[lane]);
  if (instruction.road == Road::Small)
    kernels.round(format::NearestEven(instruction.format), out, count);
}

void Execution::executeConversion(FrameState &state, const Instruction &instruction) {
  const std::uint32_t from = instruction.sources[0];
  if (instruction.road == Road::Scalar)
    executeScalar(state, instruction);
  else if (instruction.single && instruction.singleSources)
    std::copy_n(single(state, from), state.lanes, single(state, instruction.target));
  else if (instruction.single)
    kernels.narrow(wide(state, from), single(state, instruction.target), state.lanes);
  else if (instruction.singleSources)
    kernels.widen(single(state, from), wide(state, instruction.target), state.lanes);
  else {
    std::copy_n(wide(state, from), state.lanes, wide(state, instruction.target));
    if (instruction.road == Road::Small)
      kernels.round(format::NearestEven(instruction.format), wide(state, instruction.target), state.lanes);
  }
}

void Execution::executeScalar(FrameState &state, const Instruction &instruction) {
  const auto *sources = instruction.sources;
  const double *a = wide(state, sources[0]), *b = wide(state, sources[1]), *c = wide(state, sources[2]);
  for (std::size_t lane = 0; lane < state.lanes; ++lane) {
    const double value = scalarOperation(instruction, a[lane], b[lane], c[lane]);
    if (instruction.single)
      single(state, instruction.target)[lane] = static_cast<float>(value);
    else
      wide(state, instruction.target)[lane] = value;
  }
}

void Execution::flushed(FrameState &state, const Instruction &instruction) {
  if (!format::isHeldInDouble(instruction.format))
    return;
  const double smallest = format::smallestNormal(instruction.format);
  if (instruction.single)
    kernels.single.flush(single(state, instruction.target), static_cast<float>(smallest), state.lanes);
  else
    kernels.wide.flush(wide(state, instruction.target), smallest, state.lanes);
}

void Execution::loadLeaf(std::size_t frame, const Instruction &instruction) {
  FrameState &state = frames[frame];
  const FrameLeaf &leaf = program.frames[frame].leaves[instruction.payload];
  double *out = wide(state, instruction.target);
  if (frame == 0) {
    double *filled = instruction.single ? scratch.data() : out;
    source.fill({program.graph, leaf.node, firstSample, state.lanes}, {filled, state.lanes});
    if (instruction.single)
      kernels.narrow(filled, single(state, instruction.target), state.lanes);
    return;
  }
  const std::vector<double> &values = state.leafValues[instruction.payload];
  const std::vector<std::size_t> &base = state.leafBase[instruction.payload];
  std::size_t lane = 0;
  for (std::size_t k = state.firstIteration; lane < state.lanes; ++k)
    for (std::size_t n = 0; n < state.outerLanes; ++n, ++lane)
      if (instruction.single)
        single(state, instruction.target)[lane] = static_cast<float>(values[base[n] + k]);
      else
        out[lane] = values[base[n] + k];
}

// ---------------------------------------------------------------------------------------------------------------- reductions

void Execution::enterReduction(std::size_t frame, std::size_t outer) {
  FrameState &state = frames[frame], &around = frames[outer];
  state.outerLanes = around.lanes;
  const std::size_t copies = std::min<std::size_t>(state.capacity / around.lanes, state.trips);
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

/// Puts a chunk's terms where all terms are collected; lanes are in the same order there.
void Execution::keepTerms(std::size_t frame) {
  FrameState &state = frames[frame];
  const Frame &code = program.frames[frame];
  const std::size_t at = state.firstIteration * state.outerLanes;
  for (std::size_t which = 0; which < code.terms.size(); ++which) {
    if (code.singleTerms)
      std::copy_n(single(state, code.terms[which]), state.lanes, (which == 0 ? state.singleTerms : state.singleFactors).data() + at);
    else
      std::copy_n(wide(state, code.terms[which]), state.lanes, (which == 0 ? state.wideTerms : state.wideFactors).data() + at);
    if (tracking && state.hasEvents[code.terms[which]])
      for (std::size_t lane = 0; lane < state.lanes; ++lane)
        state.termEvents[lane % state.outerLanes] |= eventsOf(state, code.terms[which])[lane];
  }
}

void Execution::combineTerms(std::size_t frame, std::span<double> result) {
  FrameState &state = frames[frame];
  const Frame &code = program.frames[frame];
  const std::size_t count = state.trips * state.outerLanes, factors = code.terms.size() > 1 ? count : 0;
  const ReductionRounding rounding{code.kind, code.format, code.termFormat, program.options.rounding};
  if (code.singleTerms && combinesInBinary32(code.summation, rounding)) {
    combine(code.summation, rounding, Terms<float>{{state.singleTerms.data(), count}, {state.singleFactors.data(), factors}, state.outerLanes},
            result);
    return;
  }
  if (code.singleTerms) {
    state.wideTerms.assign(state.singleTerms.begin(), state.singleTerms.begin() + static_cast<std::ptrdiff_t>(count));
    state.wideFactors.assign(state.singleFactors.begin(), state.singleFactors.begin() + static_cast<std::ptrdiff_t>(factors));
  }
  combine(code.summation, rounding, Terms<double>{{state.wideTerms.data(), count}, {state.wideFactors.data(), factors}, state.outerLanes}, result);
}

void Execution::runReduction(std::size_t outer, const Instruction &instruction) {
  const std::size_t frame = instruction.payload;
  FrameState &state = frames[frame], &around = frames[outer];
  enterReduction(frame, outer);
  const std::size_t chunk = std::max<std::size_t>(1, state.capacity / around.lanes);
  for (state.firstIteration = 0; state.firstIteration < state.trips; state.firstIteration += chunk) {
    state.lanes = std::min<std::size_t>(chunk, state.trips - state.firstIteration) * around.lanes;
    placeLanes(frame, outer);
    runBody(frame);
    keepTerms(frame);
  }
  const double *initial = wide(around, program.frames[frame].initial);
  std::vector<double> result(initial, initial + around.lanes);
  combineTerms(frame, result);
  if (instruction.single)
    kernels.narrow(result.data(), single(around, instruction.target), around.lanes);
  else
    std::copy(result.begin(), result.end(), wide(around, instruction.target));
  if (tracking)
    reductionEvents(frame, outer, instruction, {initial, around.lanes}, result);
}

// ---------------------------------------------------------------------------------------------------------------- events

void Execution::reductionEvents(std::size_t frame, std::size_t outer, const Instruction &instruction, std::span<const double> initial,
                                std::span<const double> result) {
  FrameState &state = frames[frame], &around = frames[outer];
  const Frame &code = program.frames[frame];
  bool any = false;
  std::uint8_t *out = eventsOf(around, instruction.target);
  for (std::size_t lane = 0; lane < around.lanes; ++lane) {
    std::uint8_t events = state.termEvents[lane];
    if (around.hasEvents[code.initial])
      events |= eventsOf(around, code.initial)[lane];
    bool finite = std::isfinite(initial[lane]), zero = initial[lane] == 0;
    const bool unusual = !std::isfinite(result[lane]) || (code.kind == order::ReductionKind::Product && std::fabs(result[lane]) < 0x1p-14);
    for (std::size_t k = 0; unusual && k < state.trips; ++k) {
      const std::size_t at = k * around.lanes + lane;
      const double term = code.singleTerms ? static_cast<double>(state.singleTerms[at]) : state.wideTerms[at];
      finite &= std::isfinite(term);
      zero |= term == 0;
    }
    if (!std::isfinite(result[lane]) && finite)
      events |= Event::Overflow;
    const bool tiny = format::isHeldInDouble(code.format) && std::fabs(result[lane]) < format::smallestNormal(code.format);
    if (code.kind == order::ReductionKind::Product && tiny && !zero)
      events |= Event::Underflow;
    out[lane] = events;
    any |= events != 0;
  }
  around.hasEvents[instruction.target] = any;
}

void Execution::trackEvents(FrameState &state, const Instruction &instruction) {
  bool any = false;
  for (unsigned position = 0; position < instruction.sourceCount; ++position)
    any |= state.hasEvents[instruction.sources[position]];
  const bool leaf = instruction.code == Code::Leaf;
  bool own = false;
  if ((instruction.rounds || leaf) && (format::isHeldInDouble(instruction.format))) {
    const double smallest = leaf ? 0 : format::smallestNormal(instruction.format), largest = format::largestFinite(instruction.format);
    own = instruction.single
              ? kernels.single.anyUnusual(single(state, instruction.target), static_cast<float>(smallest), static_cast<float>(largest), state.lanes)
              : kernels.wide.anyUnusual(wide(state, instruction.target), smallest, largest, state.lanes);
  }
  state.hasEvents[instruction.target] = any || own;
  if (!any && !own)
    return;
  std::uint8_t *out = eventsOf(state, instruction.target);
  for (std::size_t lane = 0; lane < state.lanes; ++lane) {
    std::uint8_t events = 0;
    double operands[3] = {};
    for (unsigned position = 0; position < instruction.sourceCount; ++position) {
      const std::uint32_t from = instruction.sources[position];
      const bool condition = instruction.code == Code::Select && position == 0;
      operands[position] = at(state, from, instruction.singleSources && !condition, lane);
      const bool chosen = instruction.code != Code::Select || condition || (operands[0] != 0) == (position == 1);
      if (chosen && state.hasEvents[from])
        events |= eventsOf(state, from)[lane];
    }
    if (own)
      events |= eventOf(instruction, operands, at(state, instruction.target, instruction.single, lane));
    out[lane] = events;
  }
}

} // namespace fporder::eval
