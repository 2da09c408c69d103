#include "runtime/conform/trial.h"

#include "runtime/conform/sampled_inputs.h"
#include "runtime/eval/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/measure/input_families.h"
#include "runtime/oracle/exact.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fporder::conform {

using format::Format;
using order::NodeId;
using order::Op;

namespace {

constexpr auto operationBudget = static_cast<double>(limits::most(limits::Limit::ConformTrial)); // terms times samples of a trial
constexpr double separatingShare = 0x1p-20; // relative distance beyond what constants rounded to binary32 explain

std::size_t samplesFor(double terms, double budget) {
  const std::size_t all = measure::samplesPerFamily * measure::inputFamilies().size();
  return std::clamp<std::size_t>(static_cast<std::size_t>(budget / terms), 8, all);
}

double unitOfLastPlace(Format format, double value) {
  const format::Parameters parameters = format::parameters(format);
  const int exponent = value == 0 ? parameters.minExponent : std::max(std::ilogb(value), parameters.minExponent);
  return std::ldexp(1.0, exponent - parameters.precision + 1);
}

Format resultFormat(const order::Graph &graph, NodeId root) {
  const Format format = graph[root].type.format;
  return format::isFloatingPoint(format) && format::parameters(format).precision != 0 && format::parameters(format).precision <= 53
             ? format
             : Format::Binary64;
}

std::vector<Separation::Value> scalarsUnder(const order::Graph &graph, std::span<const NodeId> roots, const SampledInputs &inputs,
                                            std::size_t sample) {
  std::vector<NodeId> found(roots.begin(), roots.end());
  std::vector<Separation::Value> values;
  order::walkOperands(graph, found, UINT64_MAX, [&](NodeId node) {
    const bool known = std::ranges::any_of(values, [&](const Separation::Value &value) { return graph.sameValue(value.leaf, node); });
    if (graph[node].op == Op::Input && !graph.symbol(node).starts_with('#') && !known)
      values.push_back({node, inputs.value(node, sample)});
    return order::Walk::Enter;
  });
  std::ranges::sort(values, {}, [&](const Separation::Value &value) { return graph[value.leaf].version; });
  return values;
}

/// The relative distance of two decided values; nothing where one is not decided.
std::optional<double> distance(const oracle::ExactValue &one, const oracle::ExactValue &other) {
  const auto decided = [](const oracle::ExactValue &value) {
    return (value.verdict == oracle::Verdict::Exact || value.verdict == oracle::Verdict::Zero) && std::isfinite(value.high);
  };
  if (!decided(one) || !decided(other))
    return std::nullopt;
  if (one.verdict == oracle::Verdict::Zero || other.verdict == oracle::Verdict::Zero)
    return one.verdict == other.verdict ? 0.0 : 1.0;
  if (one.exponent != other.exponent)
    return std::nullopt;
  const double difference = std::abs((one.high - other.high) + (one.low - other.low));
  return difference / std::max(std::abs(one.high), std::abs(other.high));
}

} // namespace

std::optional<Measured> measured(const order::Graph &graph, NodeId implementation, NodeId reference) {
  const std::array<NodeId, 2> roots{implementation, reference};
  const SampledInputs inputs(graph, roots);
  const eval::Evaluator evaluator(graph, roots);
  if (inputs.refused() || !evaluator.notEvaluated().empty())
    return std::nullopt;
  const std::size_t count = samplesFor(inputs.terms(), operationBudget);
  std::vector<double> ours(count), theirs(count);
  std::vector<std::uint8_t> oursHeld(count), theirsHeld(count);
  const std::array<eval::Column, 2> columns{eval::Column{ours, oursHeld}, eval::Column{theirs, theirsHeld}};
  evaluator.evaluate(inputs, 0, count, columns);
  Measured result;
  double differing = 0;
  const Format format = resultFormat(graph, reference);
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(ours[i]) || !std::isfinite(theirs[i]) || (((oursHeld[i] | theirsHeld[i]) & eval::NotHeld) != 0))
      continue;
    ++result.samples;
    if (ours[i] == theirs[i] && std::signbit(ours[i]) == std::signbit(theirs[i]))
      continue;
    ++differing;
    // The distance of a large number from zero in units of zero's is none that binary64 holds.
    const double distance = std::min(std::abs(ours[i] - theirs[i]) / unitOfLastPlace(format, theirs[i]), std::numeric_limits<double>::max());
    result.largestUlps = std::max(result.largestUlps, distance);
  }
  if (result.samples == 0)
    return std::nullopt;
  result.share = differing / static_cast<double>(result.samples);
  return result;
}

Separated separated(const order::Graph &graph, NodeId implementation, NodeId reference) {
  const std::array<NodeId, 2> roots{implementation, reference};
  const SampledInputs inputs(graph, roots);
  if (inputs.refused())
    return {std::nullopt, "its loops are too long to be evaluated, or how often they run is not known"};
  const oracle::Oracle ours(graph, implementation, Format::Binary64), theirs(graph, reference, Format::Binary64);
  for (const oracle::Oracle *side : {&ours, &theirs})
    if (!side->unsupported().empty())
      return {std::nullopt, side->unsupported()};
  const std::size_t count = samplesFor(inputs.terms(), operationBudget / 8);
  std::vector<oracle::ExactValue> left(count), right(count);
  ours.evaluate(inputs, 0, left);
  theirs.evaluate(inputs, 0, right);
  std::size_t decided = 0, apart = 0;
  double farthest = 0;
  std::size_t best = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (const std::optional<double> far = distance(left[i], right[i])) {
      ++decided;
      apart += *far > separatingShare ? 1 : 0;
      if (*far > farthest) {
        farthest = *far;
        best = i;
      }
    }
  if (decided == 0)
    return {std::nullopt, "no sample is in the domain of both"};
  if (apart > 0)
    return {Separation{scalarsUnder(graph, roots, inputs, best), left[best].rounded, right[best].rounded}, {}};
  const std::string bits = std::to_string(farthest == 0 ? 52 : static_cast<int>(-std::log2(farthest)));
  return {std::nullopt, "they agree to " + bits + " bits on " + std::to_string(decided) + " samples, which proves nothing", farthest > 0x1p-50};
}

} // namespace fporder::conform
