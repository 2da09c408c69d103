#include "runtime/measure/order_trial.h"

#include "runtime/eval/evaluator.h"
#include "runtime/format/rounding.h"
#include "runtime/measure/referenced.h"
#include "runtime/measure/rounding_bound.h"
#include "runtime/measure/trial_slice.h"
#include "runtime/oracle/exact.h"
#include "runtime/oracle/ulp_error.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <cmath>

namespace fporder::measure {

using order::NodeId;

namespace {

constexpr std::size_t leastSamples = 8; // that satisfy the conditions
// Of the families' samples. What is worse only where several inputs come together (a temporary that is negative, beside a term that is small against
// its square) is in one sample of a few hundred. Among so many, two orders of one quality lie further apart somewhere: after the first round it
// counts `spread` times.
constexpr std::size_t trialRounds = 16;
constexpr double spread = 8; // of an order's error from input to input, where no bound is known

class OneTrial {
public:
  explicit OneTrial(const TrialSlice &part)
      : slice(part), format(resultFormat(part)), tolerance(std::max(unamplifiedError(part.graph, part.written, format, FamilySource::terms),
                                                                    unamplifiedError(part.graph, part.offered, format, FamilySource::terms))) {}

  TrialVerdict run();

private:
  static format::Format resultFormat(const TrialSlice &slice) {
    const format::Format own = slice.graph[slice.written].type.format;
    return own == format::Format::Unknown ? eval::EvaluationOptions{}.dependentFormat : own;
  }
  struct Sample {
    std::size_t number = 0;
    double written = 0, offered = 0;
  };
  std::size_t evaluate(std::vector<Sample> &suspicious) const;
  bool apart(double written, double offered) const;
  bool isWorse(const Sample &sample, const oracle::ExactValue &exact) const;
  double writtenBound(const Sample &sample, const oracle::ExactValue &exact) const;

  const TrialSlice &slice;
  format::Format format;
  double tolerance; // in ulps
};

/// Whether the two results may be of different quality.
bool OneTrial::apart(double written, double offered) const {
  if (!std::isfinite(written) || written == offered)
    return false;
  if (!std::isfinite(offered))
    return true;
  return !(std::abs(written - offered) <= tolerance * format::ulp(format, std::min(std::abs(written), std::abs(offered))));
}

/// The offered result is a number where the written one is none: sqrt(a b) for sqrt(a) sqrt(b), both negative.
bool isDefinedAlone(double written, double offered) { return std::isnan(written) && !std::isnan(offered); }

/// Samples that satisfy the conditions; those whose results lie apart go to `suspicious`.
std::size_t OneTrial::evaluate(std::vector<Sample> &suspicious) const {
  const std::size_t count = inputFamilies().size() * samplesPerFamily * trialRounds;
  std::vector<NodeId> roots{slice.written, slice.offered};
  roots.insert(roots.end(), slice.conditions.begin(), slice.conditions.end());
  std::vector<std::vector<double>> values(roots.size(), std::vector<double>(count));
  const bool integers = std::ranges::any_of(roots, [&](NodeId root) { return computesIntegers(slice.graph, root); });
  std::vector<std::vector<std::uint8_t>> events(integers ? roots.size() : 0, std::vector<std::uint8_t>(count));
  std::vector<eval::Column> columns(values.begin(), values.end());
  for (std::size_t root = 0; root < events.size(); ++root)
    columns[root].events = events[root];
  const FamilySource source(slice.bounds);
  eval::Evaluator(slice.graph, roots).evaluate(source, 0, count, columns);
  std::size_t usable = 0;
  for (std::size_t s = 0; s < count; ++s) {
    if (!std::all_of(values.begin() + 2, values.end(), [&](const std::vector<double> &condition) { return condition[s] == 1; }))
      continue;
    if (std::ranges::any_of(events, [&](const std::vector<std::uint8_t> &column) { return hasNoReference(column[s]); }))
      continue;
    usable += std::isfinite(values[0][s]) ? 1 : 0;
    if (apart(values[0][s], values[1][s]) || isDefinedAlone(values[0][s], values[1][s]))
      suspicious.push_back({s, values[0][s], values[1][s]});
  }
  return usable;
}

/// How far the written order's roundings may take it on this input, in ulps of the real value.
double OneTrial::writtenBound(const Sample &sample, const oracle::ExactValue &exact) const {
  const std::vector<NodeId> nodes = order::reachable(slice.graph, slice.written, [](NodeId) { return false; });
  double bound = std::numeric_limits<double>::quiet_NaN();
  if (std::ranges::none_of(nodes, [&](NodeId node) { return slice.graph[node].op == order::Op::Reduce; })) {
    std::vector<double> values(nodes.size());
    std::vector<eval::Column> columns;
    for (double &value : values)
      columns.push_back({std::span(&value, 1)});
    const FamilySource source(slice.bounds, {sample.number});
    eval::Evaluator(slice.graph, nodes).evaluate(source, 0, 1, columns);
    bound = runningError(slice.graph, nodes, values) / format::ulp(format, exact.rounded);
  }
  return std::isnan(bound) ? spread * std::max(1.0, oracle::errorInUlp(sample.written, exact, format)) : bound;
}

bool OneTrial::isWorse(const Sample &sample, const oracle::ExactValue &exact) const {
  if (exact.verdict == oracle::Verdict::DomainError)
    return isDefinedAlone(sample.written, sample.offered);
  if (exact.verdict != oracle::Verdict::Exact)
    return false;
  const bool normal = std::isfinite(exact.rounded) && std::abs(exact.rounded) >= format::smallestNormal(format);
  if (!normal || sample.written == 0 || std::isnan(sample.written))
    return false;
  const bool isFirst = sample.number < inputFamilies().size() * samplesPerFamily;
  if (!std::isfinite(sample.offered) || (isFirst && sample.offered == 0))
    return isFirst;
  const double error = oracle::errorInUlp(sample.offered, exact, format);
  return error > tolerance && error > (isFirst ? 1 : spread) * (tolerance + writtenBound(sample, exact));
}

TrialVerdict OneTrial::run() {
  if (!format::isHeldInDouble(format) || !format::isFloatingPoint(format))
    return TrialVerdict::NoModel;
  std::vector<Sample> suspicious;
  const std::size_t usable = evaluate(suspicious);
  if (usable < leastSamples)
    return TrialVerdict::FewInputs;
  if (suspicious.empty())
    return TrialVerdict::NotWorse;
  const oracle::Oracle oracle(slice.graph, slice.written, format);
  if (!oracle.unsupported().empty())
    return TrialVerdict::NoModel;
  std::vector<std::size_t> rows;
  for (const Sample &sample : suspicious)
    rows.push_back(sample.number);
  std::vector<oracle::ExactValue> exact(rows.size());
  oracle.evaluate(FamilySource(slice.bounds, rows), 0, exact);
  for (std::size_t i = 0; i < suspicious.size(); ++i)
    if (isWorse(suspicious[i], exact[i]))
      return TrialVerdict::Worse;
  return TrialVerdict::NotWorse;
}

} // namespace

std::string_view whyUntried(TrialVerdict verdict) {
  switch (verdict) {
  case TrialVerdict::NoModel:
    return "an operation in it cannot be evaluated";
  case TrialVerdict::FewInputs:
    return "hardly any input satisfies the conditions under which it runs";
  default:
    return {};
  }
}

TrialVerdict tryOrder(const Trial &trial) { return Trials()(trial); }

TrialVerdict Trials::known(const std::optional<TrialSlice> &slice) {
  if (!slice)
    return TrialVerdict::NoModel;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    if (const auto found = verdicts.find(slice->text); found != verdicts.end())
      return found->second;
  }
  const TrialVerdict verdict = OneTrial(*slice).run();
  const std::lock_guard<std::mutex> lock(mutex);
  return verdicts.emplace(slice->text, verdict).first->second;
}

TrialVerdict Trials::operator()(const Trial &trial) {
  const TrialVerdict verdict = known(sliceOf(trial));
  // Where the definitions of the operands give hardly a value (a random number by operations on bits), any values stand for theirs.
  return verdict == TrialVerdict::FewInputs && !trial.operands.empty() ? known(sliceOf(trial, true)) : verdict;
}

} // namespace fporder::measure
