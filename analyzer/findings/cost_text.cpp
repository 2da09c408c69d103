#include "analyzer/findings/cost_text.h"

#include "analyzer/findings/measured_text.h"

#include <cmath>
#include <optional>

namespace fporder::findings {

namespace {

using measure::CostKind;

constexpr double fewTerms = 64, manyTerms = 128, assumedTerms = 1024;

std::string figure(double value) {
  return value == std::floor(value) && value < 1e15 ? grouped(static_cast<std::uint64_t>(value)) : shortFigure(value);
}

/// `at` n as fixed + slope * n, where it is so.
template <typename Function> std::string inTerms(const Function &at) {
  const double few = at(fewTerms), many = at(manyTerms), most = at(2 * manyTerms);
  if (few == many)
    return figure(few);
  const double slope = (many - few) / (manyTerms - fewTerms), fixed = few - slope * fewTerms;
  if (std::abs(fixed + slope * 2 * manyTerms - most) > 1e-9 * most || fixed < 0)
    return "~" + figure(at(assumedTerms));
  const std::string terms = slope == 1 ? "n" : figure(slope) + " n";
  return fixed == 0 ? terms : terms + " + " + figure(fixed);
}

} // namespace

std::string operationText(const order::Graph &graph, order::NodeId root) {
  std::string text;
  for (std::size_t kind = 0; kind < measure::costKinds; ++kind) {
    const std::string count =
        inTerms([&](double terms) { return measure::countOperations(graph, root, {.tripCount = terms})[static_cast<CostKind>(kind)]; });
    if (count != "0")
      text += (text.empty() ? "" : ", ") + count + " " + std::string(measure::name(static_cast<CostKind>(kind)));
  }
  return text.empty() ? "none" : text;
}

std::string cyclesText(const measure::Machine &machine, const order::Graph &graph, order::NodeId root) {
  const auto cost = [&](double terms) { return measure::costOn(machine, graph, root, {.tripCount = terms}); };
  const std::string latency = inTerms([&](double terms) { return cost(terms).latency; });
  const std::string throughput = inTerms([&](double terms) { return cost(terms).throughput; });
  return latency + " (" + throughput + ")" + (cost(assumedTerms).unpriced.empty() ? "" : "+");
}

} // namespace fporder::findings
