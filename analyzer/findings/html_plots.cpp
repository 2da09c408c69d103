#include "analyzer/findings/html_plots.h"

#include "analyzer/findings/html_tree.h"
#include "analyzer/findings/measured_text.h"
#include "runtime/measure/cost.h"
#include "runtime/measure/pareto.h"
#include "runtime/text/shown_text.h"

#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace fporder::findings {

namespace {

constexpr double width = 420, height = 240, left = 56, right = 12, top = 12, bottom = 40;
constexpr std::size_t curvePoints = 120;

/// One axis: data to pixels, logarithmic in base 2 where data are magnitudes.
struct Axis {
  double low = 0, high = 1, from = 0, to = 1;
  double operator()(double value) const { return from + (std::clamp(value, low, high) - low) / (high - low) * (to - from); }
};

class Plot {
public:
  Plot(const std::string &title, Axis horizontal, Axis vertical) : x(horizontal), y(vertical) {
    text = "<svg class=\"plot\" viewBox=\"0 0 " + coordinate(width) + " " + coordinate(height) + "\" role=\"img\" aria-label=\"" + htmlText(title) +
           "\"><title>" + htmlText(title) + "</title>";
    text += "<path class=\"frame\" d=\"M" + coordinate(left) + " " + coordinate(top) + "V" + coordinate(height - bottom) + "H" +
            coordinate(width - right) + "\"/>";
  }

  void tickX(double at, const std::string &label) {
    text += "<path class=\"grid\" d=\"M" + coordinate(x(at)) + " " + coordinate(top) + "V" + coordinate(height - bottom) + "\"/>";
    text +=
        "<text x=\"" + coordinate(x(at)) + "\" y=\"" + coordinate(height - bottom + 15) + "\" text-anchor=\"middle\">" + htmlText(label) + "</text>";
  }
  void tickY(double at, const std::string &label) {
    text += "<path class=\"grid\" d=\"M" + coordinate(left) + " " + coordinate(y(at)) + "H" + coordinate(width - right) + "\"/>";
    text += "<text x=\"" + coordinate(left - 6) + "\" y=\"" + coordinate(y(at) + 4) + "\" text-anchor=\"end\">" + htmlText(label) + "</text>";
  }
  void names(const std::string &horizontal, const std::string &vertical) {
    text += "<text class=\"axis\" x=\"" + coordinate((left + width - right) / 2) + "\" y=\"" + coordinate(height - 6) + "\" text-anchor=\"middle\">" +
            htmlText(horizontal) + "</text>";
    text += "<text class=\"axis\" transform=\"translate(12," + coordinate((top + height - bottom) / 2) + ") rotate(-90)\" text-anchor=\"middle\">" +
            htmlText(vertical) + "</text>";
  }
  void add(const std::string &svg) { text += svg; }
  std::string finish() { return text + "</svg>"; }

  Axis x, y;

private:
  std::string text;
};

std::string seriesClass(std::size_t order) { return "series s" + std::to_string(order % 6); }

Axis across(double low, double high) { return {low, std::max(high, low + 1), left, width - right}; }
Axis up(double low, double high) { return {low, high > low ? high : low + 1, height - bottom, top}; }

std::string powerLabel(double exponent) {
  const double value = std::exp2(exponent);
  return exponent >= -4 && exponent <= 13 ? shortFigure(value) : "2^" + std::to_string(static_cast<int>(exponent));
}

/// Ticks at about five powers of two.
template <typename Tick> void powerTicks(double low, double high, const Tick &tick) {
  const int step = std::max(1, static_cast<int>(std::ceil((high - low) / 5)));
  for (int e = static_cast<int>(std::ceil(low)); e <= high; e += step)
    tick(e, powerLabel(e));
}

double log2OrFloor(double value, double floor) { return value > 0 ? std::max(std::log2(value), floor) : floor; }

} // namespace

std::string coordinate(double pixels) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", pixels);
  return text;
}

std::string htmlText(std::string_view text) {
  // Control characters are not allowed in HTML.
  std::string safe;
  for (const char c : fporder::text::printable(text, "\xEF\xBF\xBD"))
    switch (c) {
    case '&':
      safe += "&amp;";
      break;
    case '<':
      safe += "&lt;";
      break;
    case '>':
      safe += "&gt;";
      break;
    case '"':
      safe += "&quot;";
      break;
    case '\'':
      safe += "&#39;";
      break;
    default:
      safe += c;
    }
  return safe;
}

std::string errorDistributionPlot(const Finding &finding) {
  const auto &orderings = finding.measurement->result.orderings;
  double high = 1;
  for (const auto &figures : orderings)
    high = std::max(high, log2OrFloor(figures.errors.maximum(), 0));
  const double low = -6;
  high = std::min(std::ceil(high), 80.0);
  Plot plot("Distribution of the error in ulps, by order", across(low, high), up(0, 1));
  powerTicks(low, high, [&](double at, const std::string &label) { plot.tickX(at, label); });
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
    plot.tickY(share, std::to_string(static_cast<int>(100 * share)) + " %");
  plot.names("error, ulp", "samples up to it");
  for (std::size_t o = 0; o < orderings.size(); ++o) {
    std::string path;
    double before = 0;
    for (const auto &[magnitude, share] : orderings[o].errors.magnitudes().distribution(curvePoints)) {
      const double at = std::isinf(magnitude) ? high : log2OrFloor(magnitude, low);
      path += (path.empty() ? "M" + coordinate(plot.x(at)) + " " + coordinate(plot.y(0))
                            : "L" + coordinate(plot.x(at)) + " " + coordinate(plot.y(before)));
      path += "L" + coordinate(plot.x(at)) + " " + coordinate(plot.y(share));
      before = share;
    }
    if (!path.empty())
      path += "L" + coordinate(plot.x(high)) + " " + coordinate(plot.y(before));
    plot.add("<path class=\"" + seriesClass(o) + "\" d=\"" + path + "\"/>");
  }
  return plot.finish();
}

std::string errorScatterPlot(const Finding &finding) {
  const auto &points = finding.measurement->scatter;
  if (points.empty())
    return "";
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double low = infinity, high = -infinity, most = 1;
  for (const auto &point : points) {
    low = std::min(low, std::log2(point.magnitude));
    high = std::max(high, std::log2(point.magnitude));
    for (const double ulps : point.ulps)
      if (std::isfinite(ulps))
        most = std::max(most, log2OrFloor(ulps, 0));
  }
  const double floor = -6;
  Plot plot("Error of single samples against their largest input", across(std::floor(low), std::ceil(high)), up(floor, std::ceil(most)));
  powerTicks(std::floor(low), std::ceil(high), [&](double at, const std::string &label) { plot.tickX(at, label); });
  powerTicks(floor, std::ceil(most), [&](double at, const std::string &label) { plot.tickY(at, label); });
  plot.names("largest input", "error, ulp");
  for (std::size_t o = 0; o < finding.orders.size(); ++o) {
    std::string dots;
    for (const auto &point : points)
      if (o < point.ulps.size() && std::isfinite(point.ulps[o]))
        dots += "M" + coordinate(plot.x(std::log2(point.magnitude))) + " " + coordinate(plot.y(log2OrFloor(point.ulps[o], floor))) + "h0";
    plot.add("<path class=\"dots s" + std::to_string(o % 6) + "\" d=\"" + dots + "\"/>");
  }
  return plot.finish();
}

std::string costPlot(const Finding &finding) {
  const auto &orderings = finding.measurement->result.orderings;
  std::vector<measure::ParetoPoint> points;
  double most = 1, worst = -6, best = INFINITY;
  for (std::size_t o = 0; o < orderings.size(); ++o) {
    const double operations = measure::countOperations(finding.subject->graph, finding.subject->orderings[o].root).total();
    points.push_back({orderings[o].errors.mean(), operations});
    most = std::max(most, operations);
    const double error = log2OrFloor(points.back().error, -6);
    worst = std::max(worst, error), best = std::min(best, error);
  }
  const std::vector<std::size_t> front = measure::paretoFront(points);
  Plot plot("Mean error against the number of operations, by order", across(0, most + 1), up(std::floor(best) - 1, std::ceil(worst) + 1));
  const double step = std::max(1.0, std::ceil(most / 5));
  for (unsigned tick = 0; tick * step <= most + 1; ++tick)
    plot.tickX(tick * step, grouped(static_cast<std::uint64_t>(tick * step)));
  powerTicks(std::floor(best) - 1, std::ceil(worst) + 1, [&](double at, const std::string &label) { plot.tickY(at, label); });
  plot.names("operations", "mean error, ulp");
  for (std::size_t o = 0; o < points.size(); ++o) {
    const bool onFront = std::ranges::find(front, o) != front.end();
    plot.add("<circle class=\"point s" + std::to_string(o % 6) + (onFront ? " front" : "") + "\" cx=\"" + coordinate(plot.x(points[o].cost)) +
             "\" cy=\"" + coordinate(plot.y(log2OrFloor(points[o].error, -6))) + "\" r=\"" + (onFront ? "6" : "4") + "\"><title>" +
             htmlText(finding.orders[o].expression) + (onFront ? " (no order is better in both)" : "") + "</title></circle>");
  }
  return plot.finish();
}

std::vector<OrderPicture> orderPictures(const Finding &finding) {
  static constexpr std::size_t mostOthers = 3;
  const order::Graph &graph = finding.subject->graph;
  const std::vector<measure::Ordering> &orders = finding.subject->orderings;
  const auto asInGraph = [](order::NodeId) { return std::string(); };
  std::vector<OrderPicture> pictures;
  const auto add = [&](const std::vector<conform::MarkedNode> &tree, std::string caption) {
    if (std::string svg = treePicture(tree, caption + ", operations numbered as they run"); !svg.empty())
      pictures.push_back({std::move(svg), std::move(caption)});
  };
  for (std::size_t i = 1; i < orders.size() && i <= mostOthers; ++i) {
    const conform::PairTrees trees = conform::pairTrees(graph, orders.front().root, orders[i].root, asInGraph, asInGraph);
    if (pictures.empty())
      add(trees.implementation, "The written order");
    add(trees.reference, orders[i].expression);
  }
  if (pictures.empty())
    add(conform::pairTrees(graph, orders.front().root, orders.front().root, asInGraph, asInGraph).implementation, "The written order");
  return pictures;
}

} // namespace fporder::findings
