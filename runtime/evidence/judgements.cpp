#include "runtime/evidence/judgements.h"

#include "runtime/evidence/trial_run.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/structure.h"

#include <algorithm>
#include <bit>

namespace fporder::evidence {

namespace {

/// What of a slice a judgement depends on: all but the names.
std::string keyOf(const Slice &slice, const JudgeOptions &options) {
  std::string text = measure::structureOf(slice.graph);
  const auto number = [&](std::uint64_t value) { (text += std::to_string(value)) += ' '; };
  const auto real = [&](double value) { number(std::bit_cast<std::uint64_t>(value)); };
  const auto end = [&] { text += ';'; };
  for (const Point &point : slice.points) {
    number(static_cast<std::uint64_t>(point.kind));
    number((point.branch ? 1 : 0) + (point.inside ? 2 : 0) + (point.elementwise ? 4 : 0));
    number(point.written.index);
    for (const order::NodeId other : point.others)
      number(other.index);
    end();
    for (const order::NodeId condition : point.conditions)
      number(condition.index);
    end();
  }
  for (const order::NodeId condition : slice.conditions)
    number(condition.index);
  end();
  std::vector<std::uint32_t> leaves;
  for (const auto &[leaf, facts] : slice.leaves)
    leaves.push_back(leaf);
  std::ranges::sort(leaves);
  for (const std::uint32_t leaf : leaves) {
    const LeafFacts &facts = slice.leaves.at(leaf);
    number(leaf);
    number(facts.identity);
    real(facts.bounds.low);
    real(facts.bounds.high);
    number(facts.runs.index);
    if (facts.table)
      std::ranges::for_each(*facts.table, real);
    number(facts.angle + 2U * facts.argument + 4U * facts.counts + 8U * facts.factor);
  }
  end();
  for (const auto &[first, second] : slice.pairs)
    number(first), number(second);
  end();
  for (const order::NodeId loop : slice.loops)
    number(loop.index);
  number((options.roundedTerms ? 16 : 0) + (options.roundedInputs ? 8 : 0) + (options.zerosCount ? 4 : 0) + (slice.ones ? 2 : 0) +
         (slice.openLoops ? 1 : 0));
  number(options.seed);
  real(options.operations);
  return text;
}

/// Of another slice of the same form: its names.
void rename(Judgement &judgement, const Slice &slice) {
  judgement.what = slice.points[judgement.figures.point].what;
  if (judgement.witness)
    for (Witness::Input &input : judgement.witness->inputs)
      input.name = shownName(slice, input.leaf);
}

} // namespace

Judgement Judgements::operator()(const Slice &slice, const JudgeOptions &options) {
  if (slice.points.empty())
    return judge(slice, options);
  std::string key = keyOf(slice, options);
  {
    const std::lock_guard<std::mutex> lock(mutex);
    if (const auto found = known.find(key); found != known.end()) {
      Judgement judgement = found->second;
      if (judgement.notEvaluated.empty())
        rename(judgement, slice);
      return judgement;
    }
  }
  Judgement judgement = judge(slice, options);
  const std::lock_guard<std::mutex> lock(mutex);
  const std::size_t size = key.size() + sizeof judgement + (judgement.witness ? judgement.witness->inputs.size() * sizeof(Witness::Input) : 0);
  if (kept + size > limits::most(limits::Limit::JudgementsKept))
    return judgement;
  if (known.emplace(std::move(key), judgement).second)
    kept += size;
  return judgement;
}

} // namespace fporder::evidence
