#include "runtime/evidence/judgement.h"

#include "runtime/evidence/boundary.h"
#include "runtime/evidence/trial_run.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace fporder::evidence {

namespace {

constexpr std::size_t samplesOfFamily = 256, samplesStepped = 32;
constexpr std::size_t askedFor = 64;                                     // samples of a family at a point whose real value is asked for
constexpr std::size_t moreSamples = 4;                                   // times as many, where the first ones show a harm that may be chance
constexpr double costOfCall = 24;                                        // of a function that is rounded correctly, in additions: in the mean
constexpr std::array<std::uint32_t, 4> openTrips{1, 7, longTrips, 1000}; // of loops whose length the source leaves open

/// A family with one length of open loops.
struct Run {
  std::size_t family = 0;
  std::uint32_t trips = 0;
};

class Judging {
public:
  Judging(const Slice &part, const JudgeOptions &chosen) : slice(part), options(chosen), compiled(part, chosen) {}

  Judgement operator()() {
    double budget = options.operations;
    const std::size_t levels = slice.openLoops ? openTrips.size() : 1;
    for (std::size_t level = levels > 1 && carries() ? 1 : 0; level < levels; ++level) {
      double share = budget / static_cast<double>(levels - level); // what shorter loops leave, longer ones have
      budget -= share;
      runLevel(openTrips[level], share);
      budget += share;
    }
    if (judged && best.harm < Harm::Flipped)
      step(budget);
    judgement.operations = options.operations - budget;
    finish();
    return std::move(judgement);
  }

private:
  /// A loop hands values from one iteration to the next: one iteration alone has none that it was handed.
  bool carries() const {
    return std::ranges::any_of(slice.loops, [&](order::NodeId loop) { return slice.graph[loop].op == order::Op::Recurrence; });
  }

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
    const DrawnInputs source(slice, run.family, run.trips, options.seed);
    const double each = std::max(1.0, compiled.operations(source));
    const auto samples = static_cast<std::size_t>(std::min<double>(samplesOfFamily, budget / 2 / each));
    if (samples == 0) {
      tooLong = true;
      return;
    }
    budget -= each * static_cast<double>(samples);
    const Compiled::Values values = compiled.values(source, 0, samples);
    for (std::size_t point = 0; point < slice.points.size(); ++point)
      for (std::size_t order = 0; order < std::max<std::size_t>(1, compiled.orders - 1); ++order)
        take(run,
             confirmed(outcome(compiled, point, order, source, values, compiled.alone() ? samples : askedFor, each, budget), source, each, budget));
  }

  /// Orders of one quality are each better than the other now and then: a harm that is no more than three standard deviations of that is looked at on
  /// more samples, and none where these do not show it either. The real value is no such order.
  PointOutcome confirmed(PointOutcome found, const DrawnInputs &source, double each, double &budget) {
    const auto isChance = [](const Figures &figures) {
      const double more = double(figures.relieved) - double(figures.worsened);
      return more * more < 9 * double(figures.relieved + figures.worsened);
    };
    if (compiled.alone() || !asksForDigits(found) || !isChance(found.figures))
      return found;
    const std::size_t samples = moreSamples * samplesOfFamily;
    if (const double cost = each * static_cast<double>(samples); budget >= cost) {
      budget -= cost;
      const Compiled::Values values = compiled.values(source, 0, samples);
      found = outcome(compiled, found.figures.point, found.figures.order, source, values, moreSamples * askedFor, each, budget);
    }
    if (asksForDigits(found) && isChance(found.figures))
      found.harm = Harm::None;
    return found;
  }

  /// A harm that two orders of one quality do one another: to an output, or to a comparison.
  bool asksForDigits(const PointOutcome &found) const {
    const bool compares = found.harm == Harm::Flipped && slice.points[found.figures.point].branch;
    return found.harm == Harm::Hurt || found.harm == Harm::Lost || compares;
  }

  Figures ofRun(Figures figures, const Run &run) const {
    figures.family = measure::evidenceFamilies()[run.family].name;
    figures.trips = slice.openLoops ? run.trips : 0;
    return figures;
  }

  void take(const Run &run, const PointOutcome &found) {
    if (found.figures.usable == 0)
      return;
    judged = true;
    const bool helps = found.helps && (!slice.openLoops || run.trips <= longTrips);
    judgement.helps |= helps;
    judgement.ofInputs |= found.ofInputs;
    judgement.ofTerms |= found.ofTerms;
    if (helps && found.figures.share > judgement.help.share)
      judgement.help = ofRun(found.figures, run);
    const bool hurts = found.harm == Harm::Hurt || found.harm == Harm::Lost;
    if (hurts && slice.openLoops && (judgement.fewestTrips == 0 || run.trips < judgement.fewestTrips))
      judgement.fewestTrips = run.trips;
    const double differing = static_cast<double>(found.figures.differing) / static_cast<double>(found.figures.usable);
    const bool isOutput = slice.points[found.figures.point].kind == Point::Kind::Output;
    const bool worse = found.harm != best.harm           ? found.harm > best.harm
                       : found.isOnEdge != best.isOnEdge ? found.isOnEdge
                       : found.harm != Harm::None        ? found.figures.share > best.figures.share
                                                         : isOutput && differing > judgement.differing;
    if (isOutput)
      judgement.differing = std::max(judgement.differing, differing);
    if (!worse)
      return;
    best = found;
    bestRun = run;
  }

  /// Numbers' decisions that no sample flipped, from samples at unit scale.
  void step(double &budget) {
    const Run run{0, openTrips.front()};
    const DrawnInputs source(slice, run.family, run.trips, options.seed);
    const double each = std::max(1.0, compiled.operations(source));
    const double enough = each * samplesStepped;
    if (compiled.alone() || budget < enough || std::ranges::none_of(slice.points, [](const Point &point) { return bool(point.fromEdge); }))
      return;
    budget -= enough;
    const Compiled::Values values = compiled.values(source, 0, samplesStepped);
    for (std::size_t point = 0; point < slice.points.size() && !stepped; ++point)
      for (std::size_t order = 0; order + 1 < compiled.orders && slice.points[point].fromEdge && !stepped; ++order)
        if ((stepped = crossing(compiled, point, order, source, values, each, budget))) {
          best = {};
          best.figures.point = point;
          best.figures.order = order;
          best.figures.usable = samplesStepped;
          best.harm = Harm::Flipped;
          best.isOnEdge = true;
          bestRun = run;
        }
  }

  void finish() {
    if (!judged) {
      judgement.notEvaluated = tooLong ? "one sample takes more operations than are allowed" : "no sample satisfies the conditions on the way to it";
      return;
    }
    judgement.harm = best.harm;
    judgement.alone = compiled.alone();
    judgement.branch = slice.points[best.figures.point].branch;
    judgement.elementwise = slice.points[best.figures.point].elementwise;
    judgement.what = slice.points[best.figures.point].what;
    judgement.figures = ofRun(best.figures, bestRun);
    judgement.hurtUlps = hurtUlpsOf(compiled.format(best.figures.point));
    if (best.harm == Harm::None)
      return;
    const DrawnInputs source(slice, bestRun.family, bestRun.trips, options.seed);
    judgement.witness = stepped ? witnessOf(compiled, best.figures.point, best.figures.order, SteppedInputs(slice, source, {*stepped}), 0)
                                : witnessOf(compiled, best.figures.point, best.figures.order, source, best.sample);
  }

  const Slice &slice;
  const JudgeOptions &options;
  const Compiled compiled;
  Judgement judgement;
  PointOutcome best;
  Run bestRun;
  std::optional<SteppedInputs::Lane> stepped;
  bool judged = false, tooLong = false;
};

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g %%", 100 * share);
  return share > 0.995 ? "all" : text;
}

} // namespace

bool areInputsEqual(const Figures &figures) {
  return std::ranges::any_of(measure::evidenceFamilies(), [&](const measure::InputFamily &family) {
    return family.name == figures.family && family.kind == measure::InputFamily::Kind::Equal;
  });
}

double hurtUlpsOf(format::Format format) {
  return format::parameters(format).precision > format::parameters(format::Format::Binary32).precision ? hurtUlpsWide : hurtUlps;
}

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

std::string runsOf(const Figures &figures) {
  std::string text(figures.family);
  if (figures.trips > 0)
    text += ", loops of " + std::to_string(figures.trips) + (figures.trips == 1 ? " trip" : " trips");
  return text;
}

double costOfOperation(const Slice &slice) {
  double calls = 0;
  for (std::uint32_t i = 0; i < slice.graph.size(); ++i)
    calls += slice.graph[order::NodeId{i}].op == order::Op::Call ? 1 : 0;
  return 1 + costOfCall * calls / std::max(1.0, static_cast<double>(slice.graph.size()));
}

Judgement judge(const Slice &slice, const JudgeOptions &options) {
  if (slice.points.empty()) {
    Judgement none;
    none.notEvaluated = slice.notEvaluated;
    return none;
  }
  return Judging(slice, options)();
}

std::string sentenceOfBits(const Judgement &judgement) {
  const auto ofInputs = [](double share, const Figures &figures) { return percent(share) + " of the inputs (" + runsOf(figures) + ")"; };
  if (judgement.helps && judgement.help.share > 0)
    return "another order is at least 4 times closer on " + ofInputs(judgement.help.share, judgement.help) + ", where the written one is more than " +
           std::to_string(static_cast<int>(judgement.hurtUlps)) + " ulp off" +
           (judgement.ofInputs  ? ", about what half an ulp of the inputs does as well"
            : judgement.ofTerms ? ", about an ulp of the terms of which little is left"
                                : "");
  if (judgement.differing > 0 && judgement.figures.usable > 0)
    return "another order gives other bits on " + ofInputs(judgement.differing, judgement.figures) + ", and none is clearly more accurate";
  return {};
}

std::string sentence(const Judgement &judgement) {
  const std::string share = percent(judgement.figures.share) + " of the inputs";
  const std::string where = " (" + runsOf(judgement.figures) + ")";
  const auto with = [&](std::string text, const char *another) { return judgement.alone ? text : text + another; };
  switch (judgement.harm) {
  case Harm::None:
    return {};
  case Harm::State:
    return judgement.what + " has other bits in another order on " + share + where + ", and the sum keeps them";
  case Harm::Flipped:
    if (judgement.figures.share == 0)
      return judgement.what + " goes the other way than the exact value on an input at which it changes" + where + "; in another order it does not";
    return with(judgement.what + " is not what it is for the exact value on " + share + where, "; in another order it is");
  case Harm::Hurt:
    return with(judgement.what + " is more than " + std::to_string(static_cast<int>(judgement.hurtUlps)) + " ulp off on " + share + where,
                ", and another order at least 4 times closer");
  case Harm::Lost:
    return with(judgement.what + " is lost on " + share + where, ", and another order keeps it");
  }
  return {};
}

} // namespace fporder::evidence
