#include "runtime/oracle/block_stage.h"

#include "runtime/elementary/double_double.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fporder::oracle {

namespace lanes = elementary::lanes;

namespace {

constexpr Action combining[]{Action::Add, Action::Mul, Action::Min, Action::Max}; // by kind of reduction

/// The double-double nearest to `number`; the error is 0 when it is the number.
lanes::Lane laneOf(const order::Number &number) {
  Interval exact(300);
  exact.set(number);
  if (exact.state != Interval::State::Value || !number.isFinite())
    return {0, 0, lanes::unknown};
  const double high = mpfr_get_d(exact.low, MPFR_RNDN);
  if (!std::isfinite(high))
    return {0, 0, lanes::unknown};
  mpfr_sub_d(exact.low, exact.low, high, MPFR_RNDD);
  mpfr_sub_d(exact.high, exact.high, high, MPFR_RNDU);
  const double low = mpfr_get_d(exact.low, MPFR_RNDN);
  mpfr_sub_d(exact.low, exact.low, low, MPFR_RNDD);
  mpfr_sub_d(exact.high, exact.high, low, MPFR_RNDU);
  Interval missed(300);
  apply(Action::Absolute, missed, exact, exact, exact);
  return {high, low, mpfr_get_d(missed.high, MPFR_RNDU)};
}

} // namespace

BlockStage::BlockStage(const Program &code, const BlockKernels &how, std::size_t most)
    : program(code), kernels(how), lanes(most), storage(3 * most * code.registers), rounded(most), decisions(most), iterations(code.bodies.size()) {
  count = lanes;
  for (const Body &body : program.bodies)
    for (const Instruction &instruction : body.code)
      if (instruction.action == Action::Constant) {
        const lanes::Lane value = laneOf(program.constants[instruction.detail]);
        fill(column(instruction.target), value.high, value.low, value.error);
      }
}

void BlockStage::fill(const LaneColumn &to, double high, double low, double error) {
  std::fill_n(to.high, count, high);
  std::fill_n(to.low, count, low);
  std::fill_n(to.error, count, error);
}

void BlockStage::copy(const LaneColumn &to, const LaneColumn &from) {
  std::copy_n(from.high, count, to.high);
  std::copy_n(from.low, count, to.low);
  std::copy_n(from.error, count, to.error);
}

void BlockStage::load(const Instruction &instruction) {
  const LeafBlock::Column &source = leaves->columns[instruction.detail];
  const LaneColumn target = column(instruction.target);
  const double *const values = source.values.data() + leaves->offset(program, instruction.detail, iterations);
  const std::size_t stride = source.valuesPerSample;
  if (stride == 1)
    std::copy_n(values, count, target.high);
  else
    for (std::size_t index = 0; index < count; ++index)
      target.high[index] = values[index * stride];
  // target.low stays as it was made: zero.
  for (std::size_t index = 0; index < count; ++index)
    target.error[index] = std::abs(target.high[index]) <= std::numeric_limits<double>::max() ? 0.0 : lanes::unknown;
}

void BlockStage::call(const Instruction &instruction) {
  if (const auto function = laneFunctionNamed(program.functions[instruction.detail].name))
    kernels.call(*function, column(instruction.target), column(instruction.a), column(instruction.b), count);
  else
    fill(column(instruction.target), 0, 0, lanes::unknown);
}

/// A value beside itself, as for intervals; quotients are left to the kernel, which knows them to be near 1.
bool BlockStage::applyToSame(const Instruction &instruction) {
  const Action action = instruction.action;
  const bool compares = action == Action::Equal || action == Action::LessEqual || action == Action::Less;
  if (instruction.a != instruction.b || (!compares && action != Action::Sub))
    return false;
  const LaneColumn target = column(instruction.target), value = column(instruction.a);
  fill(target, action == Action::Sub || action == Action::Less ? 0 : 1, 0, 0);
  for (std::size_t index = 0; index < count; ++index)
    target.error[index] = value.error[index] == lanes::unknown ? lanes::unknown : 0.0;
  return true;
}

void BlockStage::step(const Instruction &instruction) {
  switch (instruction.action) {
  case Action::Leaf:
    return load(instruction);
  case Action::Index:
    return fill(column(instruction.target), iterations[instruction.detail], 0, 0);
  case Action::Constant:
    return;
  case Action::Function:
    return call(instruction);
  case Action::Reduce:
    return reduce(instruction);
  case Action::Recur: // lanes end in different iterations: left to intervals
    return fill(column(instruction.target), 0, 0, lanes::unknown);
  default:
    if (!applyToSame(instruction))
      kernels.apply(instruction.action, column(instruction.target), column(instruction.a), column(instruction.b), column(instruction.c), count);
  }
}

void BlockStage::runBody(std::uint32_t body) {
  for (const Instruction &instruction : program.bodies[body].code)
    step(instruction);
}

void BlockStage::reduce(const Instruction &instruction) {
  const Body &body = program.bodies[instruction.detail];
  if (body.trips != UINT32_MAX)
    return reduceUneven(instruction);
  const LaneColumn target = column(instruction.target);
  const std::uint32_t trips = leaves->trips[instruction.detail];
  bool empty = body.skipsInitial && trips != 0;
  if (!empty)
    copy(target, column(instruction.a));
  for (std::uint32_t trip = 0; trip < trips; ++trip) {
    iterations[instruction.detail] = trip;
    runBody(instruction.detail);
    for (const std::uint32_t each : body.terms) {
      const LaneColumn term = column(each);
      if (empty)
        copy(target, term);
      else
        kernels.apply(combining[static_cast<int>(body.shape.kind)], target, target, term, term, count);
      empty = false;
    }
  }
}

/// A loop whose trip count differs from lane to lane: it runs as often as the longest; lanes that are done keep what they have.
void BlockStage::reduceUneven(const Instruction &instruction) {
  const Body &body = program.bodies[instruction.detail];
  const LaneColumn target = column(instruction.target), trips = column(body.trips);
  const double most = leaves->trips[instruction.detail];
  double longest = 0;
  std::vector<double> runs(count);
  for (std::size_t index = 0; index < count; ++index) {
    runs[index] = trips.error[index] == 0 && trips.low[index] == 0 ? std::min(trips.high[index], most) : 0;
    longest = std::max(longest, runs[index]);
  }
  copy(target, column(instruction.a));
  kept.resize(3 * count);
  const LaneColumn saved{kept.data(), kept.data() + count, kept.data() + 2 * count}; // between two runs of the body, so that inner loops may use it
  for (std::uint32_t trip = 0; trip < longest; ++trip) {
    iterations[instruction.detail] = trip;
    runBody(instruction.detail);
    copy(saved, target);
    for (const std::uint32_t each : body.terms) {
      const LaneColumn term = column(each);
      if (trip == 0 && body.skipsInitial)
        copy(target, term);
      else
        kernels.apply(combining[static_cast<int>(body.shape.kind)], target, target, term, term, count);
    }
    for (std::size_t index = 0; index < count; ++index)
      if (trip >= runs[index]) {
        target.high[index] = saved.high[index];
        target.low[index] = saved.low[index];
        target.error[index] = saved.error[index];
      }
  }
  for (std::size_t index = 0; index < count; ++index)
    if (trips.error[index] != 0 || trips.low[index] != 0 || (body.skipsInitial && runs[index] < 1))
      target.error[index] = lanes::unknown;
}

void BlockStage::run(const LeafBlock &block, const Target &target, std::span<ExactValue> values) {
  leaves = &block;
  count = values.size();
  runBody(0);
  const LaneColumn result = column(program.result);
  kernels.decide(result, target, {rounded.data(), decisions.data()}, count);
  for (std::size_t index = 0; index < count; ++index) {
    const bool zero = result.high[index] == 0;
    values[index] = {result.high[index], result.low[index], rounded[index], 0, zero ? Verdict::Zero : Verdict::Exact};
  }
}

} // namespace fporder::oracle
