#include "runtime/measure/reached_samples.h"

#include "runtime/eval/evaluator.h"
#include "runtime/measure/referenced.h"

#include <algorithm>

namespace fporder::measure {

namespace {

bool isUnheld(std::span<const std::vector<std::uint8_t>> events, std::size_t sample) {
  return std::ranges::any_of(events, [&](const std::vector<std::uint8_t> &column) { return (column[sample] & eval::NotHeld) != 0; });
}

} // namespace

ReachedSamples::ReachedSamples(const Subject &subject, const eval::LeafSource &values, std::uint64_t count, const eval::EvaluationOptions &options)
    : source(values), all(static_cast<std::size_t>(count)),
      everySample(subject.conditions.empty() && !computesIntegers(subject.graph, subject.orderings.front().root)) {
  if (everySample)
    return;
  constexpr std::size_t block = 4096;
  const std::size_t conditions = subject.conditions.size();
  std::vector<order::NodeId> roots = subject.conditions;
  if (computesIntegers(subject.graph, subject.orderings.front().root))
    roots.push_back(subject.orderings.front().root);
  const eval::Evaluator evaluator(subject.graph, roots, options);
  std::vector<std::vector<double>> held(roots.size(), std::vector<double>(std::min(block, all)));
  std::vector<std::vector<std::uint8_t>> events(roots.size(), std::vector<std::uint8_t>(std::min(block, all)));
  for (std::size_t first = 0; first < all; first += block) {
    const std::size_t size = std::min(block, all - first);
    std::vector<eval::Column> columns;
    for (std::size_t root = 0; root < roots.size(); ++root)
      columns.push_back({std::span(held[root]).first(size), std::span(events[root]).first(size)});
    evaluator.evaluate(source, first, size, columns);
    for (std::size_t s = 0; s < size; ++s)
      if (isUnheld(std::span(events).first(conditions), s))
        ++unheld;
      else if (std::all_of(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(conditions),
                           [&](const auto &column) { return column[s] == 1; })) {
        if (isUnheld(std::span(events).subspan(conditions), s))
          ++unheld;
        else
          rows.push_back(first + s);
      }
  }
}

void ReachedSamples::fill(const eval::LeafRequest &request, std::span<double> out) const {
  if (everySample)
    return source.fill(request, out);
  const std::size_t each = eval::valuesPerSample(request.extents);
  for (std::size_t s = 0; s < request.count;) {
    std::size_t run = 1; // of neighbours, which are asked for at once
    while (s + run < request.count && rows[request.first + s + run] == rows[request.first + s] + run)
      ++run;
    eval::LeafRequest part = request;
    part.first = rows[request.first + s];
    part.count = run;
    source.fill(part, out.subspan(s * each, run * each));
    s += run;
  }
}

} // namespace fporder::measure
