#include "runtime/measure/enumerated.h"

#include "runtime/enumerate/enumerate.h"
#include "runtime/format/rounding.h"
#include "runtime/measure/cost.h"
#include "runtime/measure/pareto.h"
#include "runtime/order/infix.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace fporder::measure {

namespace {

constexpr double clearly = 0.15, worse = 1; // bits

/// Bits lost in the mean: log2(1 + error in ulps), all of the format's where the result is not finite.
double bitsLost(const Stage &stage, const OrderingFigures &figures) {
  const double all = format::parameters(format::isHeldInDouble(stage.format) ? stage.format : format::Format::Binary64).precision;
  const double sum = figures.errors.magnitudes().sumOfBits(all) + all * static_cast<double>(figures.nonFinite);
  return stage.measured == 0 ? 0 : sum / static_cast<double>(stage.measured);
}

enumerate::EnumerateOptions searchOptions(std::span<const order::NodeId> known) {
  enumerate::EnumerateOptions options;
  options.limits.orderings = 24;
  options.limits.nodes = 1200;
  options.limits.iterations = 5;
  options.limits.steps = 6000;
  options.limits.counted = 200;
  options.limits.seconds = 60; // an emergency brake: the others are reached first, so that all machines find the same
  options.known = known;
  return options;
}

std::string spelled(const order::Graph &graph, order::NodeId node) {
  order::InfixOptions infix;
  infix.explicitGrouping = true;
  infix.forReaders = true;
  infix.maxLength = 160;
  return order::printInfix(graph, node, infix);
}

} // namespace

Result<Enumerated> addEnumerated(Subject &subject, const DataSet &data, const BindingOptions &bindingOptions, const MeasureOptions &options,
                                 std::span<const enumerate::Identity> identities, const EnumeratedOptions &limits) {
  Enumerated report;
  if (!subject.notHeld.empty())
    return report;
  std::vector<order::NodeId> known;
  for (const Ordering &ordering : subject.orderings)
    known.push_back(ordering.root);
  const enumerate::Enumeration found =
      enumerate::enumerateOrderings(subject.graph, subject.orderings.front().root, identities, searchOptions(std::span(known).subspan(1)));
  report.leftOut = found.leftOut;
  report.leftOutExact = found.leftOutExact;

  // All of them on a few samples, without their consumer.
  const std::vector<Ordering> before = subject.orderings;
  const std::vector<order::NodeId> path = std::exchange(subject.path, {});
  for (Ordering &ordering : subject.orderings)
    ordering.consumed = {};
  for (const enumerate::Ordering &ordering : found.orderings)
    if (std::ranges::none_of(known, [&](order::NodeId node) { return subject.graph.sameValue(node, ordering.node); }))
      subject.addOrdering("", ordering.node);
  const std::vector<Ordering> all = subject.orderings;
  report.tried = all.size() - before.size();
  MeasureOptions brief;
  brief.samples = brief.sampleLimit = limits.samples;
  brief.operationLimit = options.operationLimit;
  brief.valueLimit = options.valueLimit / 5;
  brief.evaluation = options.evaluation;
  brief.search = false;
  brief.progress = options.progress;
  Result<Binding> binding = Binding::bind(subject, data, bindingOptions);
  std::vector<ParetoPoint> points;
  if (binding && report.tried) {
    const Measurement measured = measure(subject, *binding, brief);
    for (std::size_t o = 0; o < all.size() && measured.unsupported.empty(); ++o) {
      points.push_back({bitsLost(measured.result, measured.result.orderings[o]), countOperations(subject.graph, all[o].root).total()});
    }
  }
  subject.orderings = before;
  subject.path = path;
  if (!binding)
    return binding.error();

  for (const std::size_t o : std::views::reverse(paretoFront(points))) { // the most accurate first
    // Worth showing when it is clearly more accurate, or cheaper, than all the rules' own.
    const bool better = std::ranges::all_of(std::span(points).first(before.size()), [&](const ParetoPoint &own) {
      return points[o].error < own.error - clearly || points[o].cost < own.cost;
    });
    if (o < before.size() || report.kept == limits.kept || !better || points[o].error > points.front().error + worse)
      continue;
    subject.addOrdering(spelled(subject.graph, all[o].root), all[o].root);
    ++report.kept;
  }
  return report;
}

} // namespace fporder::measure
