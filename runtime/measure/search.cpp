#include "runtime/measure/search.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/referenced.h"
#include "runtime/oracle/exact.h"
#include "runtime/oracle/ulp_error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>

namespace fporder::measure {

namespace {

constexpr std::size_t mostValuesSearched = 64; // a sample
constexpr std::size_t hullSamples = 4096;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// What the samples' values of one leaf have in common: the domain that a search stays in.
struct Hull {
  format::Format format = format::Format::Binary64; // the narrowest that holds all of them
  double low = infinity, high = -infinity;
  double smallest = infinity; // magnitude of those that are not zero
  bool zero = false, integers = true;

  /// Values that are not finite are no part of it.
  void take(std::span<const double> values, format::Format own) {
    format = own;
    for (const double value : values) {
      if (!std::isfinite(value))
        continue;
      low = std::min(low, value);
      high = std::max(high, value);
      zero = zero || value == 0;
      integers = integers && value == std::trunc(value);
      if (value != 0)
        smallest = std::min(smallest, std::abs(value));
    }
    for (const format::Format narrow : {format::Format::BFloat16, format::Format::Binary16})
      if (format::widensExactly(narrow, own) &&
          std::ranges::all_of(values, [&](double value) { return !std::isfinite(value) || format::roundTo(narrow, value) == value; }))
        format = narrow;
  }
  bool isConstant() const { return !(low < high); }
  /// The value of the domain beside `value`, or NaN.
  double nearest(double value) const {
    if (format::isHeldInDouble(format))
      value = format::roundTo(format, value);
    if (integers)
      value = std::nearbyint(value);
    const bool inside = value >= low && value <= high && (value == 0 ? zero : std::abs(value) >= smallest);
    return inside ? value : std::numeric_limits<double>::quiet_NaN();
  }
};

/// Points of the input space, one a sample: the floating-point leaves' values side by side.
class Points final : public eval::LeafSource {
public:
  Points(const Subject &what, const Binding &values, std::uint64_t at) : subject(what), binding(values), base(at) {
    for (const Binding::SampledLeaf &leaf : binding.sampled()) {
      offsets.push_back(width);
      width += eval::valuesPerSample(leaf.extents);
    }
  }

  std::vector<std::vector<double>> points;
  std::size_t width = 0;

  std::vector<double> sampleAt(std::uint64_t sample) const {
    std::vector<double> point(width);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const Binding::SampledLeaf &leaf = binding.sampled()[i];
      const std::size_t each = eval::valuesPerSample(leaf.extents);
      binding.fill({&subject.graph, leaf.node, static_cast<std::size_t>(sample), 1, leaf.loops, leaf.extents},
                   std::span(point).subspan(offsets[i], each));
    }
    return point;
  }

  std::vector<Hull> hulls(std::uint64_t samples) const {
    std::vector<Hull> all(width);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const Binding::SampledLeaf &leaf = binding.sampled()[i];
      const std::size_t each = eval::valuesPerSample(leaf.extents);
      const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(samples, hullSamples));
      std::vector<double> values(count * each);
      binding.fill({&subject.graph, leaf.node, 0, count, leaf.loops, leaf.extents}, values);
      Hull hull;
      hull.take(values, subject.graph[leaf.node].type.format);
      std::fill_n(all.begin() + static_cast<std::ptrdiff_t>(offsets[i]), each, hull);
    }
    return all;
  }

  void fill(const eval::LeafRequest &request, std::span<double> out) const override {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const Binding::SampledLeaf &leaf = binding.sampled()[i];
      if (leaf.node != request.leaf)
        continue;
      const std::size_t each = eval::valuesPerSample(leaf.extents);
      for (std::size_t s = 0; s < request.count; ++s)
        std::copy_n(points[request.first + s].begin() + static_cast<std::ptrdiff_t>(offsets[i]), each,
                    out.begin() + static_cast<std::ptrdiff_t>(s * each));
      return;
    }
    // Integers and the like stay those of the sample that the search began with.
    const std::size_t each = eval::valuesPerSample(request.extents);
    eval::LeafRequest one = request;
    one.first = static_cast<std::size_t>(base), one.count = 1;
    binding.fill(one, out.first(each));
    for (std::size_t s = 1; s < request.count; ++s)
      std::copy_n(out.begin(), each, out.begin() + static_cast<std::ptrdiff_t>(s * each));
  }

  std::uint32_t tripCount(const order::Graph &graph, order::NodeId reduce) const override { return binding.tripCount(graph, reduce); }

private:
  const Subject &subject;
  const Binding &binding;
  std::uint64_t base;
  std::vector<std::size_t> offsets;
};

/// Another value near by, or far.
double changed(double value, format::Format format, std::mt19937_64 &generator) {
  const std::uint64_t choice = generator();
  const double ulp = format::isHeldInDouble(format) ? format::ulp(format, value) : std::nextafter(std::abs(value), INFINITY) - std::abs(value);
  double result = value;
  switch (choice % 5) {
  case 0:
    result = std::ldexp(value, static_cast<int>((choice >> 8) % 9) - 4);
    break;
  case 1:
    result = value + ulp * (static_cast<double>((choice >> 8) % 17) - 8);
    break;
  case 2:
    result = value + ulp * std::ldexp(1.0, static_cast<int>((choice >> 8) % 20)) * ((choice >> 16) & 1 ? 1 : -1);
    break;
  case 3:
    result = std::ldexp(1 + static_cast<double>(choice >> 12) * 0x1p-52, std::ilogb(value)) * (value < 0 ? -1 : 1);
    break;
  default:
    result = -value;
  }
  return result;
}

class Climb {
public:
  Climb(const Subject &subject, std::size_t ordering, const eval::EvaluationOptions &evaluation, format::Format format, Points &points)
      : resultFormat(format), oracle(subject.graph, subject.orderings[0].root, format),
        evaluator(subject.graph, std::vector{subject.orderings[ordering].root}, evaluation), source(points) {}

  /// Errors of all points; -1 for those without one.
  std::vector<double> errors() {
    const std::size_t count = source.points.size();
    computed.assign(count, 0);
    exact.assign(count, {});
    std::vector<std::uint8_t> events(count);
    const eval::Column target{computed, events};
    evaluator.evaluate(source, 0, count, {&target, 1});
    oracle.evaluate(source, 0, exact);
    std::vector<double> ulps(count);
    oracle::errorsInUlp(computed, exact, resultFormat, ulps);
    // Where the real value is 0 an error in ulps says nothing (measure.h).
    for (std::size_t i = 0; i < count; ++i)
      if (std::isnan(ulps[i]) || exact[i].verdict == oracle::Verdict::Zero || hasNoReference(events[i]))
        ulps[i] = -1;
    return ulps;
  }

  format::Format resultFormat;
  oracle::Oracle oracle;
  eval::Evaluator evaluator;
  Points &source;
  std::vector<double> computed;
  std::vector<oracle::ExactValue> exact;
};

} // namespace

bool isSearched(const Subject &subject, const Binding &binding) {
  std::size_t values = 0;
  for (const Binding::SampledLeaf &leaf : binding.sampled())
    values += eval::valuesPerSample(leaf.extents);
  return values != 0 && values <= mostValuesSearched && format::isHeldInDouble(subject.graph[subject.orderings[0].root].type.format);
}

WorstCase searchWorst(const Subject &subject, const Binding &binding, std::size_t ordering, const WorstCase &start,
                      const eval::EvaluationOptions &evaluation, const SearchOptions &options) {
  if (!isSearched(subject, binding))
    return start;
  Points points(subject, binding, start.sample);
  const format::Format written = subject.graph[subject.orderings[0].root].type.format;
  const std::vector<Hull> hulls = points.hulls(std::min<std::uint64_t>(binding.sampleCount().value_or(hullSamples), hullSamples));
  std::vector<std::size_t> movable;
  for (std::size_t i = 0; i < hulls.size(); ++i)
    if (!hulls[i].isConstant())
      movable.push_back(i);
  if (movable.empty())
    return start;
  std::mt19937_64 generator(options.seed);
  Climb climb(subject, ordering, evaluation, written, points);
  std::vector<double> best = points.sampleAt(start.sample);
  WorstCase worst = start;
  for (unsigned round = 0; round < options.rounds; ++round) {
    points.points.assign(options.neighbours, best);
    for (std::vector<double> &point : points.points)
      for (std::uint64_t move = generator() % 2; move < 2; ++move) {
        const std::size_t at = movable[generator() % movable.size()];
        const double value = hulls[at].nearest(changed(point[at], hulls[at].format, generator));
        if (!std::isnan(value))
          point[at] = value;
      }
    const std::vector<double> errors = climb.errors();
    const std::size_t top = static_cast<std::size_t>(std::ranges::max_element(errors) - errors.begin());
    if (errors[top] <= worst.ulps)
      continue;
    best = points.points[top];
    worst.ulps = errors[top];
    worst.computed = climb.computed[top];
    worst.exact = climb.exact[top].rounded;
    worst.searched = true;
  }
  worst.outsideData = worst.searched && std::ranges::any_of(binding.sampled(), [](const Binding::SampledLeaf &leaf) { return leaf.fromArray; });
  for (std::size_t i = 0; worst.searched && i < worst.inputs.size() && i < best.size(); ++i)
    worst.inputs[i].value = best[i];
  return worst;
}

} // namespace fporder::measure
