#include "runtime/oracle/exact.h"

#include "runtime/oracle/block_stage.h"
#include "runtime/oracle/rational.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace fporder::oracle {

namespace {

using State = Interval::State;

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

constexpr std::array<mpfr_prec_t, 7> precisions{120, 191, 255, 511, 1023, 2047, 4351};
constexpr std::size_t rationalAfter = 3;                    // index of the precision after which rationals are tried
constexpr std::uint64_t mostRationalSteps = 200'000;        // instructions of one sample
constexpr std::uint64_t mostSteps = 4'000'000;              // of one sample, beyond the first precisions
constexpr std::size_t mostLanes = 256, mostBlock = 1 << 19; // samples, doubles of registers or leaves

/// A Machine of the Interpreter.
struct IntervalMachine {
  using Value = Interval;
  mpfr_prec_t bits;
  std::size_t *operations;

  Interval make() const { return Interval(bits); }
  void load(Interval &target, double value) const { target.set(value); }
  void loadConstant(Interval &target, const order::Number &number) const { target.set(number); }
  void copy(Interval &target, const Interval &from) const { target.set(from); }
  std::optional<std::uint32_t> count(const Interval &value, std::uint32_t most) const {
    if (value.state != State::Value || !value.isPoint() || mpfr_integer_p(value.low) == 0)
      return std::nullopt;
    return mpfr_sgn(value.low) <= 0 ? 0 : static_cast<std::uint32_t>(std::min<double>(mpfr_get_d(value.low, MPFR_RNDN), most));
  }
  void forget(Interval &target) const { target.state = State::Unknown; }
  void apply(Action action, Interval &target, const Interval &a, const Interval &b, const Interval &c) const {
    ++*operations;
    oracle::apply(action, target, a, b, c);
  }
  void call(const FunctionUse &function, Interval &target, const Interval &a, const Interval &b) const {
    ++*operations;
    applyFunction(function, target, a, b);
  }
  bool isFinal(const Interval &value) const { return value.state == State::DomainError || value.state == State::Pole; }
};

/// MPFR's own default exponent range, whatever the calling thread has set.
class ExponentRange {
public:
  ExponentRange() : least(mpfr_get_emin()), most(mpfr_get_emax()) {
    mpfr_set_emin(MPFR_EMIN_DEFAULT);
    mpfr_set_emax(MPFR_EMAX_DEFAULT);
  }
  ~ExponentRange() {
    mpfr_set_emin(least);
    mpfr_set_emax(most);
  }
  ExponentRange(const ExponentRange &) = delete;
  ExponentRange &operator=(const ExponentRange &) = delete;

private:
  mpfr_exp_t least, most;
};

ExactValue withoutValue(Verdict verdict) { return {.high = 0, .low = 0, .rounded = notANumber, .exponent = 0, .verdict = verdict}; }

/// One sample at a time, with as much precision as it takes.
class Escalation {
public:
  Escalation(const Program &code, const Target &format, const std::vector<std::uint32_t> &trips)
      : program(code), target(format), steps(instructionCount(code, trips)) {}

  ExactValue decide(const LeafBlock &block, std::size_t sample);
  std::size_t operations = 0;

private:
  using Intervals = Interpreter<IntervalMachine>;

  std::optional<ExactValue> conclude(const Interval &value, bool acceptsMarks) const;
  std::optional<ExactValue> tryRationals(const LeafBlock &block, std::size_t sample);

  const Program &program;
  const Target &target;
  std::uint64_t steps;
  std::array<std::optional<Intervals>, precisions.size()> intervals;
  std::optional<Interpreter<RationalMachine>> rationals;
};

std::optional<ExactValue> Escalation::conclude(const Interval &value, bool acceptsMarks) const {
  switch (value.state) {
  case State::DomainError:
    return withoutValue(Verdict::DomainError);
  case State::Pole:
    return withoutValue(Verdict::Pole);
  case State::Unknown:
    return std::nullopt;
  case State::Value:
    break;
  }
  return oracle::decide(value, target, acceptsMarks);
}

std::optional<ExactValue> Escalation::tryRationals(const LeafBlock &block, std::size_t sample) {
  if (!program.rational || steps > mostRationalSteps)
    return std::nullopt;
  if (!rationals)
    rationals.emplace(program, RationalMachine{});
  operations += steps;
  return conclude(enclose(rationals->run(block, sample)), true);
}

ExactValue Escalation::decide(const LeafBlock &block, std::size_t sample) {
  const std::size_t levels = steps > mostSteps ? rationalAfter + 1 : precisions.size();
  for (std::size_t level = 0; level < levels; ++level) {
    if (!intervals[level])
      intervals[level].emplace(program, IntervalMachine{precisions[level], &operations});
    const Interval &interval = intervals[level]->run(block, sample);
    if (const auto value = conclude(interval, level > rationalAfter))
      return *value;
    if (level != rationalAfter)
      continue;
    if (const auto value = tryRationals(block, sample))
      return *value;
    if (const auto value = conclude(interval, true))
      return *value;
  }
  return withoutValue(Verdict::Undecided);
}

} // namespace

std::string_view name(Verdict verdict) {
  static constexpr std::array<std::string_view, 6> names{"exact", "zero", "pole", "domain-error", "undecided", "unsupported"};
  return names[static_cast<std::size_t>(verdict)];
}

struct Oracle::Parts {
  const order::Graph *graph;
  Program program;
  std::optional<Target> target;
};

Oracle::Oracle(const order::Graph &graph, order::NodeId root, format::Format target)
    : parts(std::make_unique<Parts>(Parts{&graph, compile(graph, root), Target::of(target)})) {
  if (!parts->target && parts->program.unsupported.empty())
    parts->program.unsupported = "format " + std::string(format::name(target));
}

Oracle::~Oracle() = default;
Oracle::Oracle(Oracle &&) noexcept = default;
Oracle &Oracle::operator=(Oracle &&) noexcept = default;

const std::string &Oracle::unsupported() const { return parts->program.unsupported; }

void Oracle::evaluate(const eval::LeafSource &leaves, std::size_t first, std::span<ExactValue> values, Effort *effort) const {
  const Program &program = parts->program;
  if (!program.unsupported.empty()) {
    std::fill(values.begin(), values.end(), withoutValue(Verdict::Unsupported));
    return;
  }
  const ExponentRange range;
  LeafBlock block(*parts->graph, program, leaves);
  const std::size_t room = mostBlock / std::max<std::size_t>({1, 3 * std::size_t{program.registers}, block.valuesPerSample()});
  const std::size_t lanes = std::max<std::size_t>(1, std::min({mostLanes, room, values.size()}));
  BlockStage stage(program, bestKernels(), lanes);
  Escalation escalation(program, *parts->target, block.trips);
  std::size_t escalated = 0;
  for (std::size_t done = 0; done < values.size(); done += lanes) {
    const auto part = values.subspan(done, std::min(lanes, values.size() - done));
    block.fill(*parts->graph, program, leaves, first + done, part.size());
    stage.run(block, *parts->target, part);
    for (std::size_t sample = 0; sample < part.size(); ++sample)
      if (stage.decided()[sample] == 0) {
        part[sample] = escalation.decide(block, sample);
        ++escalated;
      }
  }
  if (effort != nullptr) {
    effort->samples += values.size();
    effort->escalated += escalated;
    effort->operations += escalation.operations;
  }
}

} // namespace fporder::oracle
