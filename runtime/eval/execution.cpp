#include "runtime/eval/execution.h"

#include <algorithm>
#include <limits>

namespace fporder::eval {

namespace {

constexpr std::size_t fullBlock = 256;          // lanes: registers stay in the first-level cache
constexpr std::size_t mostElements = 1UL << 20; // of a leaf's block, of a reduction's terms

} // namespace

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

/// How many terms the loops join at most. Frames come before those inside them.
void Execution::planTerms() {
  for (std::size_t index = frames.size(); index-- > 1;) {
    const Frame &frame = program.frames[index];
    FrameState &state = frames[index];
    state.trips = frame.trips ? *frame.trips : source.tripCount(*program.graph, frame.reduce);
    for (const FrameTerm &term : frame.terms) {
      state.stride += term.frame == 0 ? 1 : frames[term.frame].terms;
      state.appends |= term.frame != 0 && program.frames[term.frame].ragged;
    }
    constexpr std::size_t many = std::size_t{1} << 40; // no memory holds so many, nor do products of these overflow
    state.stride = std::min(state.stride, many);
    state.terms = std::min(state.stride, many / std::max<std::size_t>(state.trips, 1)) * state.trips;
  }
}

void Execution::planFrames(std::size_t samples) {
  planTerms();
  std::size_t longest = 1;
  for (const FrameState &state : frames)
    longest = std::max(longest, state.terms);
  const std::size_t most = std::max<std::size_t>(1, mostElements / std::max(longest, largestLeaf()));
  frames[0].capacity = std::max<std::size_t>(1, std::min({samples, fullBlock, most}));
  for (std::size_t index = 0; index < frames.size(); ++index) {
    const Frame &frame = program.frames[index];
    FrameState &state = frames[index];
    if (index > 0) { // parents come before their children
      const std::size_t outer = frames[frame.parent].capacity;
      const bool recurs = !frame.carried.empty(); // one iteration after the other
      const std::size_t wanted = recurs ? outer : frame.children.empty() ? fullBlock : std::min(fullBlock, most);
      state.capacity = outer * std::clamp<std::size_t>(wanted / outer, 1, std::max<std::size_t>(state.trips, 1));
      const std::size_t terms = state.appends ? 0 : outer * state.terms, factors = frame.fusedTerms ? terms : 0;
      (frame.singleTerms ? state.singleTerms.resize(terms) : state.wideTerms.resize(terms));
      (frame.singleTerms ? state.singleFactors.resize(factors) : state.wideFactors.resize(factors));
      state.termEvents.resize(tracking ? outer : 0);
      state.leafValues.resize(frame.leaves.size());
      state.leafBase.resize(frame.leaves.size());
    }
    state.storage.resize(frame.registers * state.capacity);
    state.singleStorage.resize(frame.registers * state.capacity);
    state.eventStorage.resize(tracking ? frame.registers * state.capacity : 0);
    state.hasEvents.resize(frame.registers);
    state.sample.resize(state.capacity);
    state.iteration.resize(state.capacity);
  }
  scratch.resize(frames[0].capacity);
}

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
    const bool marked = instruction.check != Check::None && mark(frames[frame], instruction);
    if (tracking && instruction.code != Code::Reduce && instruction.code != Code::Recur)
      trackEvents(frames[frame], instruction, marked);
  }
}

void Execution::values(std::size_t root, std::span<double> out) const {
  const FrameState &state = frames[0];
  const std::size_t at = program.roots[root] * state.capacity;
  if (program.singleRoots[root])
    kernels.widen(&state.singleStorage[at], out.data(), state.lanes);
  else
    std::copy_n(&state.storage[at], state.lanes, out.begin());
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
  const std::size_t at = reg * state.capacity;
  const bool infinite = program.singleRoots[root]
                            ? kernels.single.anyUnusual(&state.singleStorage[at], 0, std::numeric_limits<float>::max(), state.lanes)
                            : kernels.wide.anyUnusual(&state.storage[at], 0, std::numeric_limits<double>::max(), state.lanes);
  return tracking && !state.hasEvents[reg] && !infinite;
}

} // namespace fporder::eval
