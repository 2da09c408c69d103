#include "runtime/eval/evaluator.h"

#include "runtime/eval/execution.h"

#include <algorithm>
#include <cmath>

namespace fporder::eval {

struct Evaluator::Impl {
  Program program;
};

namespace {

void count(std::span<const double> values, std::span<const std::uint8_t> events, RootCounters &counters) {
  counters.samples += values.size();
  for (std::size_t index = 0; index < values.size(); ++index) {
    counters.overflow += (events[index] & Event::Overflow) != 0 ? 1 : 0;
    counters.underflow += (events[index] & Event::Underflow) != 0 ? 1 : 0;
    counters.invalid += (events[index] & Event::Invalid) != 0 ? 1 : 0;
    counters.pole += (events[index] & Event::Pole) != 0 ? 1 : 0;
    counters.nonFiniteInput += (events[index] & Event::NonFiniteInput) != 0 ? 1 : 0;
    counters.nonFinite += std::isfinite(values[index]) ? 0 : 1;
  }
}

} // namespace

RootCounters &RootCounters::operator+=(const RootCounters &other) {
  samples += other.samples;
  overflow += other.overflow;
  underflow += other.underflow;
  invalid += other.invalid;
  pole += other.pole;
  nonFiniteInput += other.nonFiniteInput;
  nonFinite += other.nonFinite;
  return *this;
}

Evaluator::Evaluator(const order::Graph &graph, std::span<const order::NodeId> roots, const EvaluationOptions &options)
    : impl(std::make_unique<Impl>(Impl{compile(graph, roots, options)})) {}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator &&) noexcept = default;
Evaluator &Evaluator::operator=(Evaluator &&) noexcept = default;

std::span<const NotEvaluated> Evaluator::notEvaluated() const { return impl->program.notEvaluated; }

void Evaluator::evaluate(const LeafSource &source, std::size_t first, std::size_t count, std::span<const Column> results, Counters *counters) const {
  const bool tracking = counters != nullptr || std::any_of(results.begin(), results.end(), [](const Column &c) { return !c.events.empty(); });
  if (counters != nullptr && counters->size() < results.size())
    counters->resize(results.size());
  if (count == 0)
    return;
  Execution execution(impl->program, source, count, tracking);
  std::vector<std::uint8_t> scratch(tracking ? execution.blockSamples() : 0);
  for (std::size_t done = 0; done < count;) {
    const std::size_t block = std::min(execution.blockSamples(), count - done);
    execution.run(first + done, block);
    for (std::size_t root = 0; root < results.size(); ++root) {
      const std::span<double> values = results[root].values.subspan(done, block);
      execution.values(root, values);
      if (!tracking)
        continue;
      const std::span<std::uint8_t> events =
          results[root].events.empty() ? std::span(scratch).first(block) : results[root].events.subspan(done, block);
      execution.events(root, events);
      if (counters == nullptr)
        continue;
      if (execution.isOrdinary(root))
        (*counters)[root].samples += block;
      else
        eval::count(values, events, (*counters)[root]);
    }
    done += block;
  }
}

} // namespace fporder::eval
