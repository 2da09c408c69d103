#include "analyzer/report/thresholds.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace fporder::report {

using namespace llvm;

namespace {

struct Measure {
  StringLiteral word;
  bool needsNumber;
  double (*of)(const SavedReport &report);
  /// What stands for the worst of it, or nothing.
  std::string (*where)(const SavedReport &report);
};

template <class Item> const Item *largest(const std::vector<Item> &items, double (*of)(const Item &)) {
  const Item *found = nullptr;
  for (const Item &item : items)
    if (found == nullptr || of(item) > of(*found))
      found = &item;
  return found;
}

double countAt(const SavedReport &report, std::uint64_t SavedPlace::*count) {
  double sum = 0;
  for (const SavedPlace &place : report.places)
    sum += static_cast<double>(place.*count);
  return sum;
}

template <std::uint64_t SavedPlace::*count> double total(const SavedReport &report) { return countAt(report, count); }
template <std::uint64_t SavedPlace::*count> std::string most(const SavedReport &report) {
  const SavedPlace *const place = largest<SavedPlace>(report.places, [](const SavedPlace &of) { return static_cast<double>(of.*count); });
  return place == nullptr ? "" : place->place.text();
}

double worstOf(const SavedOutput &output) { return output.nonFinite > 0 ? HUGE_VAL : output.maxUlp; }
double worstOf(const SavedPlace &place) { return place.maxUlp; }
template <auto items> double worst(const SavedReport &report) {
  const auto *const item = largest(report.*items, +[](const typename std::decay_t<decltype(report.*items)>::value_type &of) { return worstOf(of); });
  return item == nullptr ? 0 : worstOf(*item);
}
std::string worstOutput(const SavedReport &report) {
  return largest(report.outputs, +[](const SavedOutput &of) { return worstOf(of); })->name;
}
std::string worstPlace(const SavedReport &report) {
  return largest(report.places, +[](const SavedPlace &of) { return worstOf(of); })->place.text();
}

double undecided(const SavedReport &report) { return static_cast<double>(report.undecided()); }

constexpr Measure measures[] = {
    {"flips", false, total<&SavedPlace::flips>, most<&SavedPlace::flips>},
    {"undecided", false, undecided, most<&SavedPlace::undecided>},
    {"overflow", false, total<&SavedPlace::overflow>, most<&SavedPlace::overflow>},
    {"invalid", false, total<&SavedPlace::invalid>, most<&SavedPlace::invalid>},
    {"output", true, worst<&SavedReport::outputs>, worstOutput},
    {"result", true, worst<&SavedReport::places>, worstPlace},
};

const Measure *measureOf(StringRef word) {
  for (const Measure &measure : measures)
    if (measure.word == word)
      return &measure;
  return nullptr;
}

} // namespace

const char *Thresholds::help() {
  return "  --fail-on=LIST       status 1 where the report is above one of these, separated by commas: flips, undecided, overflow, invalid (NaN "
         "from\n"
         "                       numbers), each with =NUMBER to allow as many; output=ULP, result=ULP (the error of an output, of any operation's "
         "result)\n";
}

Expected<Thresholds> Thresholds::parse(StringRef list) {
  Thresholds result;
  SmallVector<StringRef, 8> parts;
  list.split(parts, ',');
  for (const StringRef part : parts) {
    const auto [word, number] = part.split('=');
    const Measure *const measure = measureOf(word);
    double value = 0;
    if (measure == nullptr)
      return createStringError("--fail-on: '" + word.str() + "' is none of flips, undecided, overflow, invalid, output=ULP, result=ULP");
    if (part.contains('=') ? number.getAsDouble(value) || !(value >= 0) : measure->needsNumber)
      return createStringError("--fail-on: '" + part.str() + "' needs a number that is not negative, as in " + word.str() + "=100");
    result.all.push_back({word.str(), value});
  }
  return result;
}

std::vector<std::string> Thresholds::exceededBy(const SavedReport &report) const {
  std::vector<std::string> lines;
  for (const Threshold &threshold : all) {
    const Measure &measure = *measureOf(threshold.word);
    const double value = measure.of(report);
    if (!(value > threshold.most))
      continue;
    const std::string where = measure.where(report);
    lines.push_back(threshold.word + ": " + shortest(value) + " is above " + shortest(threshold.most) + (where.empty() ? "" : ", most at " + where));
  }
  return lines;
}

} // namespace fporder::report
