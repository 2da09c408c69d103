#include "runtime/measure/reached_samples.h"

#include "runtime/eval/evaluator.h"

#include <algorithm>

namespace fporder::measure {

ReachedSamples::ReachedSamples(const Subject &subject, const eval::LeafSource &values, std::uint64_t count, const eval::EvaluationOptions &options)
    : source(values), all(static_cast<std::size_t>(count)), everySample(subject.conditions.empty()) {
  if (everySample)
    return;
  constexpr std::size_t block = 4096;
  const eval::Evaluator evaluator(subject.graph, subject.conditions, options);
  std::vector<std::vector<double>> held(subject.conditions.size(), std::vector<double>(std::min(block, all)));
  for (std::size_t first = 0; first < all; first += block) {
    const std::size_t size = std::min(block, all - first);
    std::vector<eval::Column> columns;
    for (std::vector<double> &column : held)
      columns.push_back({std::span(column).first(size)});
    evaluator.evaluate(source, first, size, columns);
    for (std::size_t s = 0; s < size; ++s)
      if (std::ranges::all_of(held, [&](const std::vector<double> &column) { return column[s] == 1; }))
        rows.push_back(first + s);
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
