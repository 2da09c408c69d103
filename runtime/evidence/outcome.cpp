// How a family's samples are counted.
#include "runtime/evidence/trial_run.h"
#include "runtime/format/rounding.h"
#include "runtime/oracle/ulp_error.h"

#include <algorithm>
#include <cmath>

namespace fporder::evidence {

namespace {

constexpr double oracleOperations = 16; // of the real value, for each of the program's
constexpr double apartUlps = 3;         // less cannot be hurt on one side and relieved on the other
constexpr std::size_t leastUsable = 8;
constexpr double ofHurt = 0.75;      // of the samples that either order hurts, for another to be clearly better
constexpr std::size_t askedFor = 64; // samples of a family at a point whose real value is asked for

bool isLostNumber(double value) { return !std::isfinite(value) || value == 0; }

bool sameBits(double left, double right) { return left == right || (std::isnan(left) && std::isnan(right)); }

bool apart(double left, double right, format::Format format) {
  if (sameBits(left, right))
    return false;
  if (!std::isfinite(left) || !std::isfinite(right))
    return true;
  return std::abs(left - right) > apartUlps * format::ulp(format, std::min(std::abs(left), std::abs(right)));
}

/// The samples of one point and one other order.
class Counting {
public:
  Counting(const Compiled &what, std::size_t at, std::size_t other, const DrawnInputs &inputs, const Compiled::Values &all)
      : compiled(what), point(at), order(other), source(inputs), values(all), format(what.format(at)) {}

  PointOutcome run(double operationsEach, double &budget);

private:
  double written(std::size_t s) const { return values.columns[compiled.column(point, 0)][s]; }
  double other(std::size_t s) const { return values.columns[compiled.column(point, 1 + order)][s]; }
  void countOutput(std::size_t s, const oracle::ExactValue &exact);
  void judgeOutput(std::size_t looked, std::size_t suspicious);
  bool isSuspicious(std::size_t s, Point::Kind kind) const;

  const Compiled &compiled;
  std::size_t point, order;
  const DrawnInputs &source;
  const Compiled::Values &values;
  format::Format format;
  PointOutcome outcome;
  double worst = 0;
};

void Counting::countOutput(std::size_t s, const oracle::ExactValue &exact) {
  if (exact.verdict != oracle::Verdict::Exact || !std::isfinite(exact.rounded) || exact.exponent != 0)
    return;
  const bool normal = std::abs(exact.rounded) >= format::smallestNormal(format);
  const double infinite = std::numeric_limits<double>::infinity();
  const auto error = [&](double value) { return isLostNumber(value) && normal ? infinite : oracle::errorInUlp(value, exact, format); };
  const double own = error(written(s)), others = error(other(s));
  if (std::isnan(own) || std::isnan(others))
    return;
  Figures &figures = outcome.figures;
  const bool relieved = own > hurtUlps && others <= own / clearlyBetter && !std::isinf(others);
  figures.hurt += own > hurtUlps ? 1 : 0;
  figures.relieved += relieved ? 1 : 0;
  figures.lost += relieved && std::isinf(own) ? 1 : 0;
  figures.worsened += others > hurtUlps && own <= others / clearlyBetter && !std::isinf(own) ? 1 : 0;
  if (relieved && own > worst)
    worst = own, outcome.sample = s;
}

void Counting::judgeOutput(std::size_t looked, std::size_t suspicious) {
  Figures &figures = outcome.figures;
  if (looked == 0)
    return;
  const auto relieved = static_cast<double>(figures.relieved);
  figures.share = relieved / double(looked) * double(suspicious) / double(figures.usable);
  const bool better = relieved >= ofHurt * static_cast<double>(figures.hurt + figures.worsened);
  outcome.helps = better && figures.relieved > 0;
  if (better && figures.relieved >= leastRelieved && figures.share >= leastShare)
    outcome.harm = 2 * figures.lost >= figures.relieved ? Harm::Lost : Harm::Hurt;
}

bool Counting::isSuspicious(std::size_t s, Point::Kind kind) const {
  return kind == Point::Kind::Output ? apart(written(s), other(s), format) : !sameBits(written(s), other(s));
}

PointOutcome Counting::run(double operationsEach, double &budget) {
  const Point::Kind kind = compiled.slice.points[point].kind;
  Figures &figures = outcome.figures;
  figures.point = point;
  figures.order = order;
  std::vector<std::size_t> suspicious;
  for (std::size_t s = 0; s < values.count; ++s) {
    if (!values.usable[s])
      continue;
    ++figures.usable;
    figures.differing += sameBits(written(s), other(s)) ? 0 : 1;
    if (isSuspicious(s, kind))
      suspicious.push_back(s);
  }
  if (figures.usable < leastUsable)
    return outcome;
  std::size_t looked = 0;
  for (const std::size_t s : suspicious) {
    if (looked == askedFor || budget < oracleOperations * operationsEach)
      break;
    budget -= oracleOperations * operationsEach;
    const oracle::ExactValue exact = compiled.exact(point, source, s);
    ++looked;
    if (kind == Point::Kind::Output) {
      countOutput(s, exact);
      continue;
    }
    const bool known = exact.verdict == oracle::Verdict::Exact || exact.verdict == oracle::Verdict::Zero;
    if (!known || exact.rounded != other(s) || exact.rounded == written(s))
      continue;
    outcome.sample = s;
    if (kind == Point::Kind::Decision)
      outcome.harm = Harm::Flipped;
    break;
  }
  if (kind == Point::Kind::Output)
    judgeOutput(looked, suspicious.size());
  const double share = static_cast<double>(figures.differing) / static_cast<double>(figures.usable);
  if (kind == Point::Kind::State && share >= leastShare) {
    outcome.harm = Harm::State;
    figures.share = share;
    if (outcome.sample == 0)
      outcome.sample = suspicious.front();
  }
  return outcome;
}

} // namespace

PointOutcome outcome(const Compiled &compiled, std::size_t point, std::size_t order, const DrawnInputs &source, const Compiled::Values &values,
                     double operationsEach, double &budget) {
  return Counting(compiled, point, order, source, values).run(operationsEach, budget);
}

} // namespace fporder::evidence
