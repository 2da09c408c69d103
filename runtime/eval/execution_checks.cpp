// What is looked at beside the operations themselves: integers that are not held, and results that C leaves open.
#include "runtime/eval/execution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace fporder::eval {

namespace {

constexpr double notHeld = std::numeric_limits<double>::quiet_NaN();

/// The operation that an instruction on integers stands for; Cast for what has no modular result.
order::Op modularOp(const Instruction &instruction) {
  switch (instruction.code) {
  case Code::Add:
    return order::Op::Add;
  case Code::Sub:
    return order::Op::Sub;
  case Code::Mul:
    return order::Op::Mul;
  case Code::Neg:
    return order::Op::Neg;
  case Code::Call:
    return order::Op::Call;
  default:
    return order::Op::Cast;
  }
}

std::string_view symbolOf(const Instruction &instruction) {
  return instruction.code == Code::Call && instruction.function != nullptr ? instruction.function->name : std::string_view();
}

/// The result in the program where `limits` do not hold what the operation gives, `result`: modulo 2^width, converted, or NaN.
double beyond(const Instruction &instruction, double result, double a, double b) {
  const order::IntegerLimits &limits = instruction.limits;
  if (!limits.computed().hold(result)) {
    const order::Op op = modularOp(instruction);
    if (!limits.wrap() || !order::isModular(op, symbolOf(instruction)))
      return notHeld;
    const auto kept = order::moduloWidth(op, symbolOf(instruction), a, b, limits.width);
    if (!kept)
      return notHeld;
    result = *kept;
  }
  return limits.converted(result).value_or(notHeld);
}

template <class T> bool anyTie(const T *a, const T *b, std::uint8_t *marks, std::size_t count) {
  unsigned any = 0;
  for (std::size_t lane = 0; lane < count; ++lane) {
    const bool zeros = a[lane] == 0 && b[lane] == 0 && std::signbit(a[lane]) != std::signbit(b[lane]);
    const bool open = zeros || (std::isnan(a[lane]) != std::isnan(b[lane]));
    marks[lane] = open ? std::uint8_t{Event::Open} : std::uint8_t{0};
    any |= static_cast<unsigned>(open);
  }
  return any != 0;
}

} // namespace

/// Integers have one zero. Lanes that the limits do not hold are few as a rule. True when there are some.
bool Execution::markResults(FrameState &state, const Instruction &instruction) {
  double *out = wide(state, instruction.target);
  const order::IntegerLimits &limits = instruction.limits, computed = limits.computed();
  const double lowest = std::max(limits.lowest(), computed.lowest()), highest = std::min(limits.highest(), computed.highest());
  unsigned outside = 0;
  for (std::size_t lane = 0; lane < state.lanes; ++lane) {
    out[lane] += 0.0;
    outside |= static_cast<unsigned>(!(out[lane] >= lowest)) | static_cast<unsigned>(!(out[lane] <= highest));
  }
  if (outside == 0)
    return false;
  const double *a = instruction.sourceCount > 0 ? wide(state, instruction.sources[0]) : out;
  const double *b = instruction.sourceCount > 1 ? wide(state, instruction.sources[1]) : a;
  for (std::size_t lane = 0; lane < state.lanes; ++lane)
    if (!(out[lane] >= lowest && out[lane] <= highest)) {
      out[lane] = beyond(instruction, out[lane], a[lane], b[lane]);
      marks[lane] = std::isnan(out[lane]) ? Event::NotHeld : Event::Wraps;
    }
  return true;
}

/// Operands are as they were before their conversion to the operation's type, which they must survive.
bool Execution::markOperands(FrameState &state, const Instruction &instruction) {
  const order::IntegerLimits type = instruction.limits.computed();
  const double lowest = type.lowest(), highest = type.highest();
  const bool shift = symbolOf(instruction) == ">>";
  bool any = false;
  for (unsigned position = 0; position < instruction.sourceCount; ++position) {
    const double *values = wide(state, instruction.sources[position]);
    const double least = shift && position == 1 ? 0 : lowest, most = shift && position == 1 ? instruction.limits.width - 1 : highest;
    for (std::size_t lane = 0; lane < state.lanes; ++lane)
      if (!(values[lane] >= least && values[lane] <= most)) {
        marks[lane] = Event::NotHeld;
        any = true;
      }
  }
  if (!any || instruction.format == format::Format::Boolean)
    return any;
  for (std::size_t lane = 0; lane < state.lanes; ++lane)
    if (marks[lane] != 0 && instruction.single)
      single(state, instruction.target)[lane] = std::numeric_limits<float>::quiet_NaN();
    else if (marks[lane] != 0)
      wide(state, instruction.target)[lane] = notHeld;
  return true;
}

bool Execution::markTies(FrameState &state, const Instruction &instruction) {
  if (!tracking)
    return false;
  const std::uint32_t a = instruction.sources[0], b = instruction.sources[1];
  return instruction.singleSources ? anyTie(single(state, a), single(state, b), marks.data(), state.lanes)
                                   : anyTie(wide(state, a), wide(state, b), marks.data(), state.lanes);
}

/// True when some lane has a mark, an event.
bool Execution::mark(FrameState &state, const Instruction &instruction) {
  marks.assign(state.lanes, 0);
  if (instruction.check == Check::Ties)
    return markTies(state, instruction);
  const bool checksOperands = instruction.check != Check::Result && instruction.limits.width != 0;
  const bool operands = checksOperands && markOperands(state, instruction);
  const bool results = instruction.check != Check::Operands && markResults(state, instruction);
  return operands || results;
}

/// The most that an intermediate sum of a reduction of integers can come to in magnitude.
double Execution::mostSummed(std::size_t frame, std::span<const double> initial) const {
  const FrameState &state = frames[frame];
  double largest = 0, first = 0;
  const std::size_t rows = program.frames[frame].ragged ? state.wideTerms.size() : state.terms * state.outerLanes;
  for (std::size_t k = 0; k < std::min(rows, state.wideTerms.size()); ++k)
    largest = std::max(largest, std::fabs(state.wideTerms[k]));
  for (const double value : initial)
    first = std::max(first, std::fabs(value));
  return first + largest * static_cast<double>(state.terms);
}

/// Marks sums of integers beside what their type holds. `mostSummed` is 0 for other kinds: products and extremes of what is held are held as they
/// are.
void Execution::holdSums(std::size_t frame, const Instruction &instruction, double mostSummed, std::span<double> result) {
  marks.assign(result.size(), 0);
  const Frame &code = program.frames[frame];
  const bool exact = mostSummed <= 0x1p53; // false for NaN
  for (std::size_t lane = 0; lane < result.size(); ++lane) {
    double &value = result[lane];
    value += 0.0;
    const order::IntegerLimits &limits = instruction.limits, computed = limits.computed();
    if (exact && computed.hold(value) && limits.hold(value))
      continue;
    const bool wraps = exact && code.kind == order::ReductionKind::Sum && limits.wrap() && std::isfinite(value);
    std::optional<double> kept = !exact || !(computed.hold(value) || wraps) ? std::nullopt : std::optional(value);
    if (kept && !computed.hold(value))
      kept = order::moduloWidth(order::Op::Add, {}, value, 0, limits.width);
    value = (kept ? limits.converted(*kept) : std::nullopt).value_or(notHeld);
    marks[lane] = std::isnan(value) ? Event::NotHeld : Event::Wraps;
  }
}

} // namespace fporder::eval
