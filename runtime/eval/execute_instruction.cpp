#include "runtime/eval/execution.h"

#include "runtime/eval/scalar_operation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fporder::eval {

using format::Format;

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
  case Code::Recur:
    runRecurrence(frame, instruction);
    return;
  case Code::Carried: {
    const std::vector<double> &value = state.carried[instruction.payload];
    if (instruction.single)
      kernels.narrow(value.data(), single(state, instruction.target), state.lanes);
    else
      std::copy_n(value.begin(), state.lanes, wide(state, instruction.target));
    return;
  }
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
    if (instruction.code == Code::Call)
      executeCall(state, instruction);
    else if (instruction.road == Road::Scalar)
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

/// Elementary functions to nearest even go in blocks. Subnormals are flushed by whoever calls.
void Execution::executeCall(FrameState &state, const Instruction &instruction) {
  const Function &function = *instruction.function;
  const format::Conversion &conversion = instruction.conversion;
  if (function.elementary == nullptr || function.arity > 2 || conversion.mode != format::RoundingMode::NearestEven || conversion.saturate)
    return executeScalar(state, instruction);
  const std::span<const double> a(wide(state, instruction.sources[0]), state.lanes), b(wide(state, instruction.sources[1]), state.lanes);
  if (!instruction.single)
    return elementary::correctlyRounded(*function.elementary, instruction.format, a, b, {wide(state, instruction.target), state.lanes});
  callResults.resize(state.lanes);
  elementary::correctlyRounded(*function.elementary, instruction.format, a, b, callResults);
  kernels.narrow(callResults.data(), single(state, instruction.target), state.lanes);
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

} // namespace fporder::eval
