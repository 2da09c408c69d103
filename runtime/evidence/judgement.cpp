#include "runtime/evidence/judgement.h"

#include "runtime/evidence/trial_run.h"
#include "runtime/limits/limits.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace fporder::evidence {

namespace {

constexpr std::size_t samplesOfFamily = 256;
constexpr std::array<std::uint32_t, 4> openTrips{1, 7, 64, 1000}; // of loops whose length the source leaves open

/// A family with one length of open loops.
struct Run {
  std::size_t family = 0;
  std::uint32_t trips = 0;
};

class Judging {
public:
  explicit Judging(const Slice &part) : slice(part), compiled(part) {}

  Judgement operator()() {
    double budget = static_cast<double>(limits::most(limits::Limit::EvidenceOperations));
    const std::size_t levels = slice.openLoops ? openTrips.size() : 1;
    for (std::size_t level = 0; level < levels; ++level) {
      double share = budget / static_cast<double>(levels - level); // what shorter loops leave, longer ones have
      budget -= share;
      runLevel(openTrips[level], share);
      budget += share;
    }
    finish();
    return std::move(judgement);
  }

private:
  void runLevel(std::uint32_t trips, double &budget) {
    const std::span<const measure::InputFamily> families = measure::evidenceFamilies();
    std::vector<Run> runs;
    for (std::size_t family = 0; family < families.size(); ++family)
      if (applies(families[family], slice))
        runs.push_back({family, trips});
    for (std::size_t i = 0; i < runs.size(); ++i) {
      double share = budget / static_cast<double>(runs.size() - i);
      budget -= share;
      runOne(runs[i], share);
      budget += share;
    }
  }

  /// Half of the budget is for real values.
  void runOne(const Run &run, double &budget) {
    const DrawnInputs source(slice, run.family, run.trips);
    const double each = std::max(1.0, compiled.operations(source));
    const auto samples = static_cast<std::size_t>(std::min<double>(samplesOfFamily, budget / 2 / each));
    if (samples == 0)
      return;
    budget -= each * static_cast<double>(samples);
    const Compiled::Values values = compiled.values(source, 0, samples);
    for (std::size_t point = 0; point < slice.points.size(); ++point)
      for (std::size_t order = 0; order + 1 < compiled.orders; ++order)
        take(run, outcome(compiled, point, order, source, values, each, budget));
  }

  void take(const Run &run, const PointOutcome &found) {
    if (found.figures.usable == 0)
      return;
    judged = true;
    judgement.helps |= found.helps;
    const double differing = static_cast<double>(found.figures.differing) / static_cast<double>(found.figures.usable);
    const bool isOutput = slice.points[found.figures.point].kind == Point::Kind::Output;
    const bool worse = found.harm != best.harm    ? found.harm > best.harm
                       : found.harm != Harm::None ? found.figures.share > best.figures.share
                                                  : isOutput && differing > judgement.differing;
    if (isOutput)
      judgement.differing = std::max(judgement.differing, differing);
    if (!worse)
      return;
    best = found;
    bestRun = run;
  }

  void finish() {
    if (!judged) {
      judgement.notEvaluated = "no sample satisfies the conditions on the way to it";
      return;
    }
    judgement.harm = best.harm;
    judgement.what = slice.points[best.figures.point].what;
    judgement.figures = best.figures;
    judgement.figures.family = measure::evidenceFamilies()[bestRun.family].name;
    judgement.figures.trips = slice.openLoops ? bestRun.trips : 0;
    if (best.harm == Harm::None)
      return;
    const DrawnInputs source(slice, bestRun.family, bestRun.trips);
    judgement.witness = witnessOf(compiled, best.figures.point, best.figures.order, source, best.sample);
  }

  const Slice &slice;
  const Compiled compiled;
  Judgement judgement;
  PointOutcome best;
  Run bestRun;
  bool judged = false;
};

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g %%", 100 * share);
  return share > 0.995 ? "all" : text;
}

std::string runsOf(const Figures &figures) {
  std::string text(figures.family);
  if (figures.trips > 0)
    text += ", loops of " + std::to_string(figures.trips) + (figures.trips == 1 ? " trip" : " trips");
  return text;
}

} // namespace

std::string_view name(Harm harm) {
  switch (harm) {
  case Harm::None:
    return "none";
  case Harm::State:
    return "state";
  case Harm::Flipped:
    return "flipped";
  case Harm::Hurt:
    return "hurt";
  case Harm::Lost:
    return "lost";
  }
  return {};
}

Judgement judge(const Slice &slice) {
  if (slice.points.empty()) {
    Judgement none;
    none.notEvaluated = slice.notEvaluated;
    return none;
  }
  return Judging(slice)();
}

std::string sentence(const Judgement &judgement) {
  const std::string share = percent(judgement.figures.share) + " of the inputs";
  const std::string where = " (" + runsOf(judgement.figures) + ")";
  switch (judgement.harm) {
  case Harm::None:
    return {};
  case Harm::State:
    return judgement.what + " has other bits in another order on " + share + where + ", and the sum keeps them";
  case Harm::Flipped:
    return judgement.what + " is not what it is for the exact value" + where + "; in another order it is";
  case Harm::Hurt:
    return judgement.what + " is more than " + std::to_string(static_cast<int>(hurtUlps)) + " ulp off on " + share + where +
           ", and another order at least " + std::to_string(static_cast<int>(clearlyBetter)) + " times closer";
  case Harm::Lost:
    return judgement.what + " is lost on " + share + where + ", and another order keeps it";
  }
  return {};
}

} // namespace fporder::evidence
