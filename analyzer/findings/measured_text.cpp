#include "analyzer/findings/measured_text.h"

#include "analyzer/findings/cost_text.h"
#include "analyzer/findings/order_table.h"
#include "runtime/order/number.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace fporder::findings {

namespace {

using measure::Measurement;
using measure::OrderingFigures;
using measure::Stage;

constexpr double clearlyBetter = 0.8; // of the written order's mean error
constexpr double moreLosses = 0.01;   // of results over the format's full range, beyond those of the written order

std::string printed(const char *format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Whether the mean error says that `one` is clearly more accurate than `other`, and neither p99 nor maximum says otherwise.
bool clearlyMoreAccurate(const OrderingFigures &one, const OrderingFigures &other) {
  return one.errors.samples() && other.errors.samples() && one.errors.mean() < clearlyBetter * other.errors.mean() &&
         one.errors.quantile(0.99) <= other.errors.quantile(0.99) && one.errors.maximum() <= other.errors.maximum();
}

/// The orders clearly more accurate than the written one on these samples, best first.
std::vector<std::size_t> betterOrders(const Stage &stage) {
  std::vector<std::size_t> better;
  const OrderingFigures &written = stage.orderings.front();
  for (std::size_t o = 1; o < stage.orderings.size(); ++o) {
    const OrderingFigures &other = stage.orderings[o];
    if (other.nonFinite <= written.nonFinite && other.lost <= written.lost && other.nonzeroAtZero <= written.nonzeroAtZero &&
        clearlyMoreAccurate(other, written))
      better.push_back(o);
  }
  std::ranges::sort(better, [&](std::size_t a, std::size_t b) { return stage.orderings[a].errors.mean() < stage.orderings[b].errors.mean(); });
  return better;
}

/// Results an order does not deliver: not finite, or zero where the real value is a normal number.
std::uint64_t failures(const OrderingFigures &figures) { return std::max(figures.lost, figures.nonFinite); }

/// What an order's results are lost to.
std::string cause(const OrderingFigures &figures, std::uint64_t measured) {
  const std::uint64_t all = failures(figures), range = all - std::min(all, figures.cancelled);
  if (range == all)
    return " to overflow or underflow";
  return range == 0 ? " where a difference leaves nothing" : ", " + shortShare(shareOf(range, measured)) + " to overflow or underflow";
}

/// Which orders lose results, when they do not all lose as many; this outweighs any rounding.
std::string losses(const Finding &finding) {
  const Stage &stage = finding.measurement->result;
  std::size_t most = 0, fewest = 0;
  for (std::size_t o = 1; o < stage.orderings.size(); ++o) {
    most = failures(stage.orderings[o]) > failures(stage.orderings[most]) ? o : most;
    fewest = failures(stage.orderings[o]) < failures(stage.orderings[fewest]) ? o : fewest;
  }
  if (failures(stage.orderings[most]) == failures(stage.orderings[fewest]))
    return "";
  const auto named = [&](std::size_t o) { return o == 0 ? std::string("the written order") : orderName(finding, o); };
  const auto lost = [&](std::size_t o) { return shortShare(shareOf(failures(stage.orderings[o]), stage.measured)); };
  return named(most) + " loses " + lost(most) + " of the results" + cause(stage.orderings[most], stage.measured) + ", " + named(fewest) + " " +
         lost(fewest);
}

/// Which order is the most accurate on the results that it delivers.
std::string accuracy(const Finding &finding) {
  const Stage &stage = finding.measurement->result;
  const OrderingFigures &written = stage.orderings.front();
  double smallest = INFINITY, largest = 0;
  bool mostAccurate = true;
  for (std::size_t o = 1; o < stage.orderings.size(); ++o)
    if (const OrderingFigures &other = stage.orderings[o]; other.errors.samples()) {
      smallest = std::min(smallest, other.errors.mean());
      largest = std::max(largest, other.errors.mean());
      mostAccurate &= clearlyMoreAccurate(written, other);
    }
  if (written.errors.samples() == 0 || std::isinf(smallest))
    return "";
  if (const std::vector<std::size_t> better = betterOrders(stage); !better.empty()) {
    const OrderingFigures &best = stage.orderings[better.front()];
    return orderName(finding, better.front()) + " is more accurate here: mean error " + shortFigure(best.errors.mean()) + " against " +
           shortFigure(written.errors.mean()) + " ulp, largest " + shortFigure(best.errors.maximum()) + " against " +
           shortFigure(written.errors.maximum());
  }
  if (mostAccurate)
    return "the written order is the most accurate here";
  const std::string least = shortFigure(std::min(smallest, written.errors.mean())), most = shortFigure(std::max(largest, written.errors.mean()));
  return "no order is clearly more accurate: mean errors " + (least == most ? "of " + least : "from " + least + " to " + most) + " ulp";
}

std::string verdict(const Finding &finding) {
  const Stage &stage = finding.measurement->result;
  if (stage.orderings.size() < 2)
    return "";
  if (stage.measured == 0)
    return "no sample has a real value to compare with";
  std::uint64_t different = 0;
  for (std::size_t o = 1; o < stage.orderings.size(); ++o)
    different = std::max(different, stage.orderings[o].different);
  if (different == 0)
    return "every order gave the same bits on these samples";
  const std::string lost = losses(finding), accurate = accuracy(finding);
  std::string text;
  for (const std::string &part : {lost, accurate})
    text += part.empty() ? "" : part + "; ";
  text += "bits differ in up to " + shortShare(shareOf(different, stage.measured)) + " of the results";
  return text + (lost.empty() && accurate.starts_with("no order") ? ", so a reference decides which order is right" : "");
}

/// Results where the real value is 0: no error in ulps describes them.
std::string atZero(const Finding &finding) {
  const Stage &stage = finding.measurement->result;
  std::string text;
  for (std::size_t o = 0; o < stage.orderings.size(); ++o)
    if (const OrderingFigures &figures = stage.orderings[o]; figures.nonzeroAtZero)
      text += (text.empty() ? "" : "; ") + (o == 0 ? std::string("the written order") : orderName(finding, o)) + " " +
              grouped(figures.nonzeroAtZero) + " times, up to " + shortFigure(figures.largestAtZero.value);
  return text.empty() ? text : "where the exact result is 0, results are not (left out of the errors in ulp): " + text;
}

std::string amplification(const Finding &finding) {
  const Measurement &measured = *finding.measurement;
  if (!measured.consumer || measured.amplification.total() == 0)
    return "";
  const Stage &stage = *measured.consumer;
  const std::uint64_t count = stage.measured;
  std::string text = "the sum or difference that takes the result amplifies its error by " + shortFigure(measured.amplification.quantile(0.5)) +
                     " (median), " + shortFigure(measured.amplification.quantile(0.99)) + " (p99), up to " +
                     shortFigure(measured.amplification.quantile(1)) + "; after it the largest error is " +
                     shortFigure(stage.orderings.front().errors.maximum()) + " ulp";
  std::uint64_t different = 0;
  for (const OrderingFigures &figures : stage.orderings)
    different = std::max(different, figures.different);
  if (stage.orderings.size() > 1)
    text += " and bits differ in " + shortShare(shareOf(different, count));
  return text;
}

std::string counted(std::uint64_t count, const char *what) { return count ? grouped(count) + " " + what : std::string(); }

std::string leftOut(const Measurement &measured) {
  const Stage &stage = measured.result;
  std::string text;
  for (const std::string &part :
       {counted(measured.nonFiniteInputs, "with NaN or infinite inputs"), counted(stage.poles, "at a pole"),
        counted(stage.domainErrors, "outside the domain"), counted(stage.undecided, "whose real value could not be decided"),
        counted(stage.unsupported, "with an operation that has no reference value")})
    if (!part.empty())
      text += (text.empty() ? "" : ", ") + part;
  text = text.empty() ? text : "samples left out: " + text;
  if (measured.notReached)
    text = grouped(measured.notReached) + " of " + grouped(measured.samples) + " samples do not reach the expression" +
           (text.empty() ? "" : "; " + text);
  return text;
}

std::string origins(const Measurement &measured) {
  if (measured.leaves.empty())
    return "values: none, the result depends on no input";
  std::string text;
  bool assumed = false;
  for (const measure::BoundLeaf &leaf : measured.leaves) {
    text += (text.empty() ? "" : "; ") + leaf.name + ": " + leaf.origin;
    assumed |= leaf.assumed;
  }
  return "values: " + text + (assumed ? " (drawn; --measure=FILE, --data, --range and --dist give others)" : "");
}

std::string fullRange(const Finding &finding) {
  const std::vector<double> &losses = finding.measurement->fullRangeLosses;
  if (losses.empty() || std::ranges::all_of(losses, [](double loss) { return loss == 0; }))
    return "";
  std::string text = "over the format's full range (not the samples above) results lost to overflow and underflow: ";
  for (std::size_t o = 0; o < losses.size(); ++o)
    text += (o ? ", " : "") + shortShare(losses[o]) + " by " + orderName(finding, o);
  return text;
}

std::string worst(const Finding &finding) {
  const std::optional<measure::WorstCase> &found = finding.measurement->result.orderings.front().worst;
  if (!found || found->ulps <= 0)
    return "";
  std::string text = std::string(found->outsideData ? "worst found by search, between the data's values but in no sample of them,"
                                 : found->searched  ? "worst found by search"
                                                    : "worst sample") +
                     " of the written order: " + shortFigure(found->ulps) + " ulp at ";
  if (found->inputs.empty()) // rows too long to print
    return text.substr(0, text.size() - 3) + "in sample " + grouped(found->sample);
  for (std::size_t i = 0; i < found->inputs.size(); ++i) {
    const auto &input = found->inputs[i];
    text +=
        (i ? ", " : "") + input.name + " = " + order::Number::fromDouble(input.value).display(input.format) + " (" + printed("%a", input.value) + ")";
  }
  return text;
}

void addGates(const Finding &finding, std::vector<std::string> &sentences) {
  for (const measure::Gate &gate : finding.measurement->gates)
    for (const measure::CriterionResult &result : gate.results) {
      std::string text = result.name +
                         (result.notApplicable ? ": " + *result.notApplicable
                          : result.passed      ? ": passes"
                                               : ": FAILS") +
                         " against " + orderName(finding, gate.golden) + " as golden" + (gate.atConsumer ? ", after the sum or difference" : "");
      for (const measure::Check &check : result.checks)
        text += "; " + check.what + " " + shortFigure(check.value) + (check.limit ? " (limit " + shortFigure(*check.limit) + ")" : "");
      sentences.push_back(std::move(text));
    }
}

} // namespace

bool isFragile(const Finding &finding, std::size_t order) {
  const std::vector<double> &losses = finding.measurement->fullRangeLosses;
  return !losses.empty() && losses[order] > losses[0] + moreLosses;
}

std::optional<std::size_t> moreAccurateOrder(const Finding &finding) {
  const Stage &stage = finding.measurement->result;
  for (const std::size_t better : betterOrders(stage))
    if (!isFragile(finding, better))
      return better;
  std::optional<std::size_t> safest;
  for (std::size_t o = 1; o < stage.orderings.size(); ++o)
    if (!isFragile(finding, o) && failures(stage.orderings[o]) < failures(stage.orderings[safest.value_or(0)]))
      safest = o;
  return safest;
}

double shareOf(std::uint64_t part, std::uint64_t whole) { return whole ? double(part) / double(whole) : 0; }

std::string shortFigure(double value) {
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  if (value == 0)
    return "0";
  const double size = std::abs(value);
  if (size >= 1e5 || size < 1e-3)
    return printed("%.2e", value);
  return printed(size >= 1000 ? "%.0f" : size >= 100 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
}

std::string shortShare(double shareOf) {
  if (shareOf == 0)
    return "0";
  const double percent = 100 * shareOf;
  return printed(percent >= 10 ? "%.1f" : percent >= 0.1 ? "%.2f" : "%.2g", percent) + " %";
}

std::string grouped(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;)
    digits.insert(at -= 3, ",");
  return digits;
}

std::string orderName(const Finding &finding, std::size_t order) {
  std::vector<std::string> expressions;
  for (const OrderText &each : finding.orders)
    expressions.push_back(each.expression);
  return needsLetters(expressions) ? "order " + orderLetter(order) : "'" + expressions.at(order) + "'";
}

MeasuredTable measuredTable(const Finding &finding) {
  const Stage &stage = finding.measurement->result;
  MeasuredTable table;
  table.caption = "measured on " + grouped(stage.measured) + " samples, " + std::string(format::name(stage.format));
  const auto any = [&](auto member) {
    return std::ranges::any_of(stage.orderings, [&](const OrderingFigures &figures) { return figures.*member != 0; });
  };
  const bool overflow = any(&OrderingFigures::overflow), underflow = any(&OrderingFigures::underflow), lost = any(&OrderingFigures::lost);
  table.columns = {"max ulp", "p99", "mean", "bits differ", "closer"};
  for (const auto &[shown, name] : {std::pair{overflow, "overflow"}, {underflow, "underflow"}, {lost, "lost"}})
    if (shown)
      table.columns.emplace_back(name);
  table.columns.emplace_back("operations");
  if (finding.machine) {
    table.columns.emplace_back("cycles");
    table.caption += "; cycles: latency (throughput) of " + finding.machine->title;
  }
  for (std::size_t o = 0; o < stage.orderings.size(); ++o) {
    const OrderingFigures &figures = stage.orderings[o];
    const bool written = o == 0;
    MeasuredRow row{finding.orders[o].expression, written, {}};
    const bool finite = figures.errors.samples() != 0;
    const auto error = [&](double ulps) { return finite ? shortFigure(ulps) : std::string("-"); };
    row.cells = {error(figures.errors.maximum()), error(figures.errors.quantile(0.99)), error(figures.errors.mean()),
                 written ? "-" : shortShare(shareOf(figures.different, stage.measured)), shortShare(shareOf(figures.closer, stage.measured))};
    for (const auto &[shown, count] : {std::pair{overflow, figures.overflow}, {underflow, figures.underflow}, {lost, figures.lost}})
      if (shown)
        row.cells.push_back(shortShare(shareOf(count, stage.measured)));
    row.cells.push_back(operationText(finding.subject->graph, finding.subject->orderings[o].root));
    if (finding.machine)
      row.cells.push_back(cyclesText(*finding.machine, finding.subject->graph, finding.subject->orderings[o].root));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<std::string> measuredSentences(const Finding &finding) {
  std::vector<std::string> sentences;
  for (std::string sentence : {verdict(finding), atZero(finding), amplification(finding), fullRange(finding), leftOut(*finding.measurement),
                               worst(finding), origins(*finding.measurement)})
    if (!sentence.empty())
      sentences.push_back(std::move(sentence));
  if (finding.crossCheck)
    sentences.push_back(text(*finding.crossCheck));
  addGates(finding, sentences);
  for (const std::string &note : finding.measurement->notes)
    sentences.push_back(note);
  return sentences;
}

} // namespace fporder::findings
