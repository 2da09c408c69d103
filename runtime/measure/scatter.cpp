#include "runtime/measure/scatter.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/reached_samples.h"
#include "runtime/measure/referenced.h"
#include "runtime/oracle/exact.h"
#include "runtime/oracle/ulp_error.h"

#include <algorithm>
#include <cmath>

namespace fporder::measure {

namespace {

constexpr std::size_t mostValues = 1 << 20; // of one leaf

/// The largest magnitude of each sample among leaves that vary; 0 where none does.
std::vector<double> magnitudes(const Subject &subject, const Binding &binding, const eval::LeafSource &source, std::size_t count) {
  std::vector<double> largest(count), values;
  for (const Binding::SampledLeaf &leaf : binding.sampled()) {
    const std::size_t each = eval::valuesPerSample(leaf.extents);
    values.resize(count * each);
    source.fill({&subject.graph, leaf.node, 0, count, leaf.loops, leaf.extents}, values);
    if (std::ranges::all_of(values, [&](double value) { return value == values.front(); }))
      continue;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (std::isfinite(values[i]))
        largest[i / each] = std::max(largest[i / each], std::abs(values[i]));
  }
  return largest;
}

} // namespace

std::vector<ScatterPoint> scatter(const Subject &subject, const Binding &binding, const eval::EvaluationOptions &evaluation, std::size_t count) {
  const format::Format format = subject.graph[subject.orderings[0].root].type.format;
  count = std::min(count, mostValues / std::max<std::size_t>(1, binding.valuesPerSample()));
  if (const auto available = binding.sampleCount())
    count = static_cast<std::size_t>(std::min<std::uint64_t>(count, *available));
  if (count == 0 || !format::isHeldInDouble(format))
    return {};
  const ReachedSamples reached(subject, binding, count, evaluation);
  count = reached.count();
  const std::vector<double> sizes = magnitudes(subject, binding, reached, count);
  std::vector<oracle::ExactValue> exact(count);
  oracle::Oracle(subject.graph, subject.orderings[0].root, format).evaluate(reached, 0, exact);
  std::vector<order::NodeId> roots;
  for (const Ordering &ordering : subject.orderings)
    roots.push_back(ordering.root);
  std::vector<std::vector<double>> computed(roots.size(), std::vector<double>(count)), ulps = computed;
  std::vector<std::uint8_t> events(count);
  std::vector<eval::Column> columns(computed.begin(), computed.end());
  columns.front().events = events; // the written order's
  eval::Evaluator(subject.graph, roots, evaluation).evaluate(reached, 0, count, columns);
  for (std::size_t o = 0; o < roots.size(); ++o)
    oracle::errorsInUlp(computed[o], exact, format, ulps[o]);
  std::vector<ScatterPoint> points;
  for (std::size_t s = 0; s < count; ++s) {
    const bool real = exact[s].verdict == oracle::Verdict::Exact || exact[s].verdict == oracle::Verdict::Zero;
    if (!real || sizes[s] == 0 || hasNoReference(events[s]))
      continue;
    ScatterPoint point{sizes[s], {}};
    for (std::size_t o = 0; o < roots.size(); ++o)
      point.ulps.push_back(ulps[o][s]);
    points.push_back(std::move(point));
  }
  return points;
}

} // namespace fporder::measure
