// How a family's samples are counted.
#include "runtime/evidence/perturbed_inputs.h"
#include "runtime/evidence/trial_run.h"
#include "runtime/format/rounding.h"
#include "runtime/oracle/ulp_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fporder::evidence {

namespace {

constexpr double apartUlps = 3; // less cannot be hurt on one side and relieved on the other
constexpr std::size_t leastUsable = 8;
constexpr int shortConstant = 16;    // bits of constants that are what they are written as
constexpr double leastKept = 0.125;  // relative error of an order that keeps a result which another one loses
constexpr std::size_t perturbed = 8; // samples at most that are held against what their inputs' last bits do
constexpr unsigned patterns = 8;     // of directions in which the inputs are moved; as many inputs are moved one by one
constexpr double ulpsOfTerms = 2;    // of what is added up, that its rounded terms explain
constexpr double ofHurt = 0.75;      // of the samples that either order hurts, for another to be clearly better
constexpr double asFarAsSign = 8;    // binades away from 1 that a negative input is as unlikely as
constexpr double ofWorst = 1.0 / 16; // of the largest error, that the witness has at least

bool isLostNumber(double value) { return !std::isfinite(value) || value == 0; }

bool sameBits(double left, double right) { return left == right || (std::isnan(left) && std::isnan(right)); }

/// Of which the source may mean another number: 1.0 / 6, 0.1. Beside an edge it decides where the real value lies.
bool isRoundedConstant(const order::Graph &graph, order::NodeId node) {
  if (graph[node].op != order::Op::Constant || !format::isFloatingPoint(graph[node].type.format))
    return false;
  int exponent = 0;
  const double scaled = std::ldexp(std::frexp(graph.number(node).approximate(), &exponent), shortConstant);
  return scaled != std::floor(scaled);
}

bool hasRoundedConstants(const order::Graph &graph) {
  for (order::NodeId node{0}; node.index < graph.size(); ++node.index)
    if (isRoundedConstant(graph, node))
      return true;
  return false;
}

bool apart(double left, double right, format::Format format) {
  if (sameBits(left, right))
    return false;
  if (!std::isfinite(left) || !std::isfinite(right))
    return true;
  return std::abs(left - right) > apartUlps * format::ulp(format, std::min(std::abs(left), std::abs(right)));
}

/// All its inputs are positive (measure::NumberDrawer): lengths, counts and weights are.
bool isOrdinary(std::size_t sample) { return sample % 2 == 0; }

/// The samples of one point and one other order, which is the real value, correctly rounded, where the slice has no other.
class Counting {
public:
  Counting(const Compiled &what, std::size_t at, std::size_t other, const DrawnInputs &inputs, const Compiled::Values &all)
      : compiled(what), point(at), order(other), source(inputs), values(all), kind(what.slice.points[at].kind),
        fromEdge(what.slice.points[at].fromEdge), format(fromEdge ? what.slice.graph[fromEdge].type.format : what.format(at)),
        zerosCount(what.zerosCount), hasRoundedConstant(fromEdge && hasRoundedConstants(what.slice.graph)) {}

  PointOutcome run(std::size_t asked, double operationsEach, double &budget);

private:
  double written(std::size_t s) const { return values.columns[compiled.column(point, 0)][s]; }
  double other(std::size_t s) const { return values.columns[compiled.column(point, 1 + order)][s]; }
  std::vector<std::size_t> suspicious();
  bool isSuspicious(std::size_t s) const;
  void look(std::size_t s, const oracle::ExactValue &exact);
  void countOutput(std::size_t s, const oracle::ExactValue &exact);
  void countEqual(std::size_t s, double exact);
  void judgeOutput(double operationsEach, double &budget);
  double ofInputs(std::size_t s, const oracle::ExactValue &exact) const;
  bool isOfTerms(std::size_t s, const oracle::ExactValue &exact) const;
  double shareUnexplained(double operationsEach, double &budget);
  std::size_t mostOrdinary() const;

  const Compiled &compiled;
  std::size_t point, order;
  const DrawnInputs &source;
  const Compiled::Values &values;
  Point::Kind kind;
  order::NodeId fromEdge;
  format::Format format; // of the value; of the number that is converted or rounded, where a decision does
  bool zerosCount, hasRoundedConstant;
  PointOutcome outcome;
  double worst = 0;
  std::size_t relievedAtZero = 0, lostInOther = 0;
  struct Relieved {
    std::size_t sample = 0;
    double error = 0; // in ulps, of the written order
    oracle::ExactValue exact;
  };
  std::vector<Relieved> hurt; // those that may show a harm
  std::size_t byTerms = 0;    // of those looked at
};

void Counting::countOutput(std::size_t s, const oracle::ExactValue &exact) {
  const bool isZero = exact.verdict == oracle::Verdict::Zero;
  if (!isZero && (exact.verdict != oracle::Verdict::Exact || !std::isfinite(exact.rounded) || exact.exponent != 0))
    return;
  const bool normal = std::abs(exact.rounded) >= format::smallestNormal(format);
  const double half = std::exp2(format::parameters(format).precision / 2.0); // of the digits
  const bool nearlyOverflows = std::abs(exact.rounded) * half > format::largestFinite(format);
  if (nearlyOverflows && !(std::isfinite(written(s)) && (compiled.alone() || std::isfinite(other(s)))))
    return;
  const double infinite = std::numeric_limits<double>::infinity();
  const auto error = [&](double value) {
    if (isZero)
      return value == 0 ? 0 : std::isnan(value) ? value : std::numeric_limits<double>::max();
    return isLostNumber(value) && normal ? infinite : oracle::errorInUlp(value, exact, format);
  };
  const double own = error(written(s)), others = compiled.alone() ? error(exact.rounded) : error(other(s));
  if (std::isnan(own) || std::isnan(others))
    return;
  Figures &figures = outcome.figures;
  const double beyond = hurtUlpsOf(format);
  const bool keepsNothing = std::isinf(own) && others > std::ldexp(leastKept, format::parameters(format).precision);
  const bool relieved = own > beyond && others <= own / clearlyBetter && !std::isinf(others) && !keepsNothing;
  figures.hurt += own > beyond ? 1 : 0;
  figures.relieved += relieved ? 1 : 0;
  figures.lost += relieved && std::isinf(own) ? 1 : 0;
  figures.halved += relieved && own > half ? 1 : 0;
  figures.worsened += others > beyond && own <= others / clearlyBetter && !std::isinf(own) ? 1 : 0;
  relievedAtZero += relieved && isZero ? 1 : 0;
  lostInOther += std::isinf(others) && !std::isinf(own) ? 1 : 0;
  if (!relieved || (!zerosCount && isZero))
    return;
  hurt.push_back({s, own, exact});
  if (own > worst)
    worst = own, outcome.sample = s;
}

/// What half a unit in the last place of each input does to the real value of a sample, in ulps: the sum over the inputs; of many the most that they
/// do together in a few patterns.
double Counting::ofInputs(std::size_t s, const oracle::ExactValue &exact) const {
  const auto moves = [&](const PerturbedInputs &inputs) {
    const oracle::ExactValue moved = compiled.exact(point, inputs, s);
    const bool isKnown = moved.verdict == oracle::Verdict::Exact || moved.verdict == oracle::Verdict::Zero;
    return isKnown && exact.rounded != 0 ? oracle::errorInUlp(moved.rounded, exact, format) / 2 : 0;
  };
  double sum = 0, most = 0;
  if (const std::vector<std::uint64_t> identities = perturbedOf(compiled.slice); identities.size() <= patterns)
    for (const std::uint64_t identity : identities)
      sum += moves({compiled.slice, source, 0, identity});
  else
    for (unsigned pattern = 0; pattern < patterns; ++pattern)
      most = std::max(most, moves({compiled.slice, source, pattern}));
  return sum + most;
}

/// A sample's error is no more than the last bits of what is added up. A real value of zero is an order that leaves nothing.
bool Counting::isOfTerms(std::size_t s, const oracle::ExactValue &exact) const {
  if (!compiled.roundedTerms || format::isNarrow(format) || exact.verdict != oracle::Verdict::Exact || !std::isfinite(written(s)))
    return false;
  const double magnitude = compiled.magnitude(point, source, s);
  return std::isfinite(magnitude) && std::abs(written(s) - exact.rounded) <= ulpsOfTerms * format::ulp(format, magnitude);
}

/// Of the samples that another order relieves those, by share, whose error the last bits of inputs and terms do not explain; the witness is one of
/// these.
double Counting::shareUnexplained(double operationsEach, double &budget) {
  const double each = patterns * oracleOperations * operationsEach;
  std::ranges::sort(hurt, [](const Relieved &a, const Relieved &b) { return a.error != b.error ? a.error > b.error : a.sample < b.sample; });
  const std::size_t step = std::max<std::size_t>(1, hurt.size() / perturbed);
  std::size_t tried = 0, beyond = 0;
  for (std::size_t i = 0; i < hurt.size() && budget >= each; i += step, ++tried) {
    budget -= each;
    if (isOfTerms(hurt[i].sample, hurt[i].exact)) {
      ++byTerms;
      continue;
    }
    if (compiled.roundedInputs && !std::isinf(hurt[i].error) && hurt[i].error <= clearlyBetter * ofInputs(hurt[i].sample, hurt[i].exact))
      continue;
    if (beyond++ == 0 || (isOrdinary(hurt[i].sample) && !isOrdinary(outcome.sample)))
      outcome.sample = hurt[i].sample;
  }
  return tried == 0 ? 1 : static_cast<double>(beyond) / static_cast<double>(tried);
}

/// Of the inputs that are hurt about as much as any the one nearest to ordinary numbers, which a reader believes.
std::size_t Counting::mostOrdinary() const {
  const std::vector<order::NodeId> leaves = shownLeaves(compiled.slice, point);
  std::size_t found = outcome.sample;
  double least = std::numeric_limits<double>::infinity();
  for (const Relieved &each : hurt) {
    if (each.error < ofWorst * worst)
      continue;
    double furthest = 0;
    for (const order::NodeId leaf : leaves)
      if (const double value = valueOf(compiled.slice, leaf, source, each.sample); value != 0)
        furthest = std::max(furthest, std::abs(std::log2(std::abs(value))));
    if (!isOrdinary(each.sample))
      furthest += asFarAsSign;
    if (furthest < least)
      least = furthest, found = each.sample;
  }
  return found;
}

void Counting::judgeOutput(double operationsEach, double &budget) {
  const Figures &figures = outcome.figures;
  const auto relieved = static_cast<double>(figures.relieved);
  // What is lost in one order and kept in the other speaks for that, whatever digits the two have elsewhere.
  const bool keeps = figures.lost >= leastRelieved && figures.lost > 9 * lostInOther && 2 * figures.lost >= figures.relieved;
  const bool better = keeps || relieved >= ofHurt * static_cast<double>(figures.hurt + figures.worsened);
  outcome.helps = better && figures.relieved >= leastRelieved;
  const auto isHarm = [&](double counting) { return better && counting >= leastRelieved && figures.share * counting >= leastShare * relieved; };
  const auto elsewhere = static_cast<double>(figures.relieved - (zerosCount ? 0 : relievedAtZero));
  if (!isHarm(elsewhere))
    return;
  const bool isLost = 2 * figures.lost >= figures.relieved;
  const bool isAsked = !compiled.alone() && (compiled.roundedTerms || (compiled.roundedInputs && !isLost));
  if (!isAsked || isHarm(elsewhere * shareUnexplained(operationsEach, budget))) {
    outcome.harm = isLost ? Harm::Lost : Harm::Hurt;
    outcome.sample = isAsked ? outcome.sample : mostOrdinary();
    return;
  }
  outcome.ofTerms = byTerms > 0;
  outcome.ofInputs = !outcome.ofTerms;
}

bool Counting::isSuspicious(std::size_t s) const {
  if (compiled.alone())
    return true;
  return kind == Point::Kind::Output ? apart(written(s), other(s), format) : !sameBits(written(s), other(s));
}

/// Counts the usable samples and those with other bits; returns those whose real value is of interest.
std::vector<std::size_t> Counting::suspicious() {
  std::vector<std::size_t> found;
  for (std::size_t s = 0; s < values.count; ++s) {
    if (!values.usable[point][s])
      continue;
    ++outcome.figures.usable;
    outcome.figures.differing += compiled.alone() || sameBits(written(s), other(s)) ? 0 : 1;
    if (isSuspicious(s))
      found.push_back(s);
  }
  return found;
}

void Counting::look(std::size_t s, const oracle::ExactValue &exact) {
  if (kind == Point::Kind::Output)
    return countOutput(s, exact);
  if (exact.verdict != oracle::Verdict::Exact && exact.verdict != oracle::Verdict::Zero)
    return;
  countEqual(s, exact.rounded);
}

/// Decisions and states. A number that is converted or rounded is a few ulps off in any order, and beside where the decision changes it goes the
/// other way in any order: that counts where the real value lies at the change, or where the number is far off.
void Counting::countEqual(std::size_t s, double exact) {
  if (fromEdge && std::abs(exact) > std::exp2(format::parameters(format).precision)) // further apart than integers are
    return;
  const bool right = exact == written(s);
  outcome.figures.worsened += right && !compiled.alone() ? 1 : 0;
  if (right || (!compiled.alone() && exact != other(s)))
    return;
  const double distance = compiled.fromEdge(point, source, s), beside = hurtUlps * format::ulp(format, exact);
  const bool isEdge = distance == 0;
  if (!isEdge && fromEdge && (std::abs(written(s) - exact) <= beside || (hasRoundedConstant && distance <= beside)))
    return;
  if (kind == Point::Kind::Decision && compiled.isHarmless(point, source, s))
    return;
  const bool isBetter = isEdge != outcome.isOnEdge ? isEdge : isOrdinary(s) && !isOrdinary(outcome.sample);
  if (outcome.figures.relieved++ == 0 || isBetter)
    outcome.sample = s;
  outcome.isOnEdge |= isEdge;
}

PointOutcome Counting::run(std::size_t asked, double operationsEach, double &budget) {
  Figures &figures = outcome.figures;
  figures.point = point;
  figures.order = order;
  const std::vector<std::size_t> interesting = suspicious();
  if (figures.usable < leastUsable || interesting.empty() || (kind == Point::Kind::State && compiled.alone()))
    return outcome;
  const std::size_t enough = kind == Point::Kind::State ? 1 : SIZE_MAX;
  std::size_t looked = 0;
  for (; looked < std::min(asked, interesting.size()) && figures.relieved < enough && budget >= oracleOperations * operationsEach; ++looked) {
    budget -= oracleOperations * operationsEach;
    look(interesting[looked], compiled.exact(point, source, interesting[looked]));
  }
  const auto ofUsable = [&](std::size_t count) { return static_cast<double>(count) / static_cast<double>(figures.usable); };
  if (kind == Point::Kind::State) {
    figures.share = ofUsable(figures.differing);
    const bool writtenIsRight = figures.relieved == 0 && figures.worsened >= leastUsable;
    const bool isHarm = figures.share >= leastShare && !writtenIsRight && !compiled.roundsMore(point, 1 + order, source);
    outcome.harm = isHarm ? Harm::State : Harm::None;
    outcome.sample = figures.relieved > 0 ? outcome.sample : interesting.front();
    return outcome;
  }
  figures.share = looked == 0 ? 0 : static_cast<double>(figures.relieved) / static_cast<double>(looked) * ofUsable(interesting.size());
  if (kind == Point::Kind::Output)
    judgeOutput(operationsEach, budget);
  else if (outcome.isOnEdge || (figures.relieved >= leastRelieved && figures.share >= leastShare) || (!fromEdge && figures.relieved > 0))
    outcome.harm = Harm::Flipped;
  return outcome;
}

} // namespace

PointOutcome outcome(const Compiled &compiled, std::size_t point, std::size_t order, const DrawnInputs &source, const Compiled::Values &values,
                     std::size_t asked, double operationsEach, double &budget) {
  return Counting(compiled, point, order, source, values).run(asked, operationsEach, budget);
}

} // namespace fporder::evidence
