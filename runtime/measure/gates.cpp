#include "runtime/measure/gates.h"

#include "runtime/measure/pair_statistics.h"
#include "runtime/measure/reached_samples.h"

namespace fporder::measure {

namespace {

/// Golden and written values, evaluated when they are asked for.
class EvaluatedPairs final : public PairedValues {
public:
  EvaluatedPairs(const Subject &subject, const ReachedSamples &reached, const eval::EvaluationOptions &options, order::NodeId golden,
                 order::NodeId written)
      : leaves(reached), evaluator(subject.graph, std::vector{golden, written}, options) {}

  std::size_t count() const override { return leaves.count(); }
  void read(std::size_t first, std::span<double> golden, std::span<double> actual, std::span<double>) const override {
    const eval::Column columns[] = {{golden}, {actual}};
    evaluator.evaluate(leaves, first, golden.size(), columns);
  }

private:
  const ReachedSamples &leaves;
  eval::Evaluator evaluator;
};

} // namespace

std::vector<Gate> judgeOrderings(const Subject &subject, const Binding &binding, std::uint64_t samples, const eval::EvaluationOptions &evaluation,
                                 std::span<const CriterionChoice> choices) {
  std::vector<Gate> gates;
  const bool atConsumer = subject.hasConsumer();
  const ReachedSamples reached(subject, binding, samples, evaluation);
  const auto root = [&](const Ordering &ordering) { return atConsumer ? ordering.consumed : ordering.root; };
  for (std::size_t o = 1; o < subject.orderings.size(); ++o) {
    const EvaluatedPairs pairs(subject, reached, evaluation, root(subject.orderings[o]), root(subject.orderings[0]));
    const format::Format format = subject.graph[root(subject.orderings[0])].type.format;
    const PairStatistics statistics = pairStatistics(pairs, format);
    Gate gate{o, atConsumer, reached.count() ? double(statistics.differing) / double(reached.count()) : 0, {}};
    gate.results = judge(pairs, format, choices, statistics.notFinite);
    gates.push_back(std::move(gate));
  }
  return gates;
}

} // namespace fporder::measure
