// The report as data: outputs, places ranked by the error they bring into the outputs, places that cancel by the error they pass on, orders at the
// places where another was possible.
#pragma once

#include <fporder/shadow/order_results.h>
#include <fporder/shadow/registry.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::shadowing {

/// Of an instrumented program's shadows, as the report names it; empty: of fporder::shadow<T>. Set before constructors run.
inline constinit std::array<char, 32> precisionName{};

struct OutputReport {
  std::string name;
  OutputStatistics statistics;
};

struct PlaceReport {
  Site site;
  SiteStatistics statistics;
  double share = 0; // see Report::sharesAreOf
  /// It cancels, and passes on more error of its operands than the rounding of its result could bring: its share, which is of its own rounding alone,
  /// may well be 0.
  bool isCancellation() const { return statistics.passedOn.largest > 0.5; }
  bool isOperation() const {
    const bool isComparison = !site.operation.empty() && std::string_view("<>=!").find(site.operation.front()) != std::string_view::npos;
    return statistics.born.count + statistics.outgoing.count + statistics.nonFinite + (isComparison ? 0 : statistics.undecided) > 0;
  }
  /// Something happened that the share does not show.
  bool isRemarkable() const {
    return statistics.flips + statistics.overflows + statistics.underflows + statistics.invalids + statistics.undecided > 0;
  }
};

struct OrderReport {
  Site inner, outer; // of the operation that ran first and of the one that used its result
  Format format = Format::Binary64;
  Family family = Family::Product;
  std::uint64_t offered = 0;
  std::size_t sampled = 0; // distinct operand triples kept
  std::vector<OrderResult> orders;
};

/// Where a value restarted: code without shadows has made it.
struct RestartReport {
  Site site;
  std::uint64_t count = 0;
};

/// What the places' shares are of: of the outputs' error, each output weighing the same; without outputs, of the error in all results; of an
/// instrumented program, whose sources of errors are not followed, of what operations add to the larger of their operands' errors.
enum class Shares : std::uint8_t { OfOutputs, OfResults, OfGrowth };

/// An expression that an instrumented program computes. The share is that of its operations together.
struct TreeReport {
  Site root;
  std::string fpcore;
  std::vector<Site> operations;
  double share = 0;
  std::uint64_t offered = 0;
  std::vector<TreeSample::Leaves> samples;
  std::vector<std::pair<double, TreeSample::Leaves>> furthest; // by falling error in ulp
};

struct Report {
  std::vector<OutputReport> outputs;
  std::vector<RestartReport> restarts; // by count
  Shares sharesAreOf = Shares::OfOutputs;
  std::vector<PlaceReport> places;
  std::vector<PlaceReport> cancellations; // those of the places, by the largest error they pass on
  std::vector<OrderReport> orders;
  std::vector<TreeReport> trees; // by share, `mostTrees` at most
  std::size_t treesLeftOut = 0;
  std::uint64_t operations = 0, decisions = 0, flips = 0, undecided = 0;
};

namespace detail {

/// Per site, the mean over the outputs of the site's share in the output's error.
inline std::vector<double> shares(const Counters &counters) {
  std::vector<double> result(counters.sites.size());
  const auto distribute = [&](const auto &amountOf, double weight) {
    double total = 0;
    for (SiteId id = 0; id < result.size(); ++id)
      total += amountOf(id);
    for (SiteId id = 0; id < result.size() && total > 0; ++id)
      result[id] += weight * amountOf(id) / total;
  };
  if (counters.outputs.empty() || counters.isSampled)
    distribute([&](SiteId id) { return counters.sites[id] ? counters.sites[id]->carried.value() : 0.0; }, 1);
  for (const auto &[name, output] : counters.isSampled ? decltype(counters.outputs)() : counters.outputs)
    distribute(
        [&statistics = output](SiteId id) {
          const auto found = statistics.shares.find(id);
          return found == statistics.shares.end() ? 0.0 : found->second.value();
        },
        1 / static_cast<double>(counters.outputs.size()));
  return result;
}

inline void addPlaces(const Counters &counters, const std::deque<Site> &sites, Report &report) {
  const std::vector<double> share = shares(counters);
  for (SiteId id = 0; id < counters.sites.size(); ++id) {
    if (!counters.sites[id])
      continue;
    PlaceReport place{sites[id], *counters.sites[id], share[id]};
    (place.isOperation() ? report.operations : report.decisions) += place.statistics.count;
    report.flips += place.statistics.flips;
    report.undecided += place.statistics.undecided;
    report.places.push_back(std::move(place));
  }
  std::sort(report.places.begin(), report.places.end(),
            [](const PlaceReport &a, const PlaceReport &b) { return std::tuple(-a.share, a.site.key()) < std::tuple(-b.share, b.site.key()); });
}

inline void addCancellations(Report &report) {
  std::copy_if(report.places.begin(), report.places.end(), std::back_inserter(report.cancellations),
               [](const PlaceReport &place) { return place.isCancellation(); });
  const auto key = [](const PlaceReport &place) { return std::tuple(-place.statistics.passedOn.largest, place.site.key()); };
  std::sort(report.cancellations.begin(), report.cancellations.end(), [&](const PlaceReport &a, const PlaceReport &b) { return key(a) < key(b); });
}

inline void addOrders(const Counters &counters, const std::deque<Site> &sites, Report &report) {
  std::map<decltype(Site().key()), std::size_t> rank;
  for (std::size_t index = 0; index < report.places.size(); ++index)
    rank.emplace(report.places[index].site.key(), index);
  for (const auto &[site, sample] : counters.orders) {
    const std::size_t sampled = sample.triples().size();
    OrderReport entry{sites[site.inner], sites[site.outer], site.shape.format, site.shape.family, sample.count(), sampled, {}};
    entry.orders = compareOrders(site.shape, sample);
    if (!entry.orders.empty())
      report.orders.push_back(std::move(entry));
  }
  // Products and quotients first: their other orders are a choice of the writer. Then contraction, the compiler's choice; then sums, last of them a
  // place that adds to its own result, which is a loop's order.
  const auto key = [&](const OrderReport &entry) {
    const bool accumulates = entry.inner.key() == entry.outer.key();
    const int family = entry.family == Family::Product ? 0 : entry.family == Family::Contraction ? 1 : 2;
    return std::tuple(accumulates, family, rank[entry.outer.key()], entry.inner.key(), entry.orders[0].text);
  };
  std::sort(report.orders.begin(), report.orders.end(), [&](const OrderReport &a, const OrderReport &b) { return key(a) < key(b); });
}

inline constexpr std::size_t mostTrees = 256;

inline void addTrees(const Counters &counters, const std::deque<Site> &sites, Report &report) {
  const std::vector<double> share = shares(counters);
  for (const auto &[tree, sample] : counters.trees) {
    TreeReport entry{sites[tree.root], tree.fpcore, {}, 0, sample.count(), sample.tuples(), sample.furthest()};
    for (const SiteId operation : tree.operations) {
      entry.operations.push_back(sites[operation]);
      entry.share += share[operation];
    }
    report.trees.push_back(std::move(entry));
  }
  std::sort(report.trees.begin(), report.trees.end(), [](const TreeReport &a, const TreeReport &b) {
    return std::tuple(-a.share, a.root.key(), std::string_view(a.fpcore)) < std::tuple(-b.share, b.root.key(), std::string_view(b.fpcore));
  });
  report.treesLeftOut = report.trees.size() - std::min(report.trees.size(), mostTrees);
  report.trees.resize(report.trees.size() - report.treesLeftOut);
}

} // namespace detail

/// Everything counted so far in this process; operations of other threads may go on meanwhile.
inline Report makeReport() {
  std::deque<Site> sites;
  const Counters counters = Registry::instance().collect(sites);
  Report report;
  for (const auto &[name, output] : counters.outputs)
    report.outputs.push_back({name, output});
  report.sharesAreOf = counters.isSampled ? Shares::OfGrowth : counters.outputs.empty() ? Shares::OfResults : Shares::OfOutputs;
  for (const auto &[site, count] : counters.restarts)
    report.restarts.push_back({sites[site], count});
  std::sort(report.restarts.begin(), report.restarts.end(),
            [](const RestartReport &a, const RestartReport &b) { return std::tuple(b.count, a.site.key()) < std::tuple(a.count, b.site.key()); });
  detail::addPlaces(counters, sites, report);
  detail::addCancellations(report);
  detail::addOrders(counters, sites, report);
  detail::addTrees(counters, sites, report);
  return report;
}

} // namespace fporder::shadowing
