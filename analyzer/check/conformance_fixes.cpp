#include "analyzer/check/conformance_fixes.h"

#include "analyzer/findings/apply.h"
#include "runtime/conform/conform.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace fporder::check {
namespace {

using findings::ConformanceEntry;
using findings::Finding;
using Key = std::tuple<std::string, std::string, std::string>; // file, function, output

std::size_t rankOf(const std::string &verdict) {
  for (std::size_t rank = 0; rank <= static_cast<std::size_t>(conform::Verdict::Undecided); ++rank)
    if (verdict == conform::name(static_cast<conform::Verdict>(rank)))
      return rank;
  return SIZE_MAX;
}

/// The same operations in the same order and formats.
bool hasTheOrder(const ConformanceEntry &entry) {
  return entry.verdict == conform::name(conform::Verdict::SameOrder) ||
         (entry.verdict == conform::name(conform::Verdict::DifferentOperators) && entry.difference != "formats");
}

Key keyOf(const ConformanceEntry &entry) { return {entry.where.file, entry.function, entry.output}; }

class Proof {
public:
  Proof(ConformanceOutcome &outcome, findings::SourceFiles &sourceFiles, const FixedTexts *known, const CompareAgain &again)
      : found(outcome), sources(sourceFiles), texts(known), compareAgain(again) {
    for (const ConformanceEntry &entry : found.entries) {
      std::size_t &worst = before[keyOf(entry)];
      worst = std::max(worst, rankOf(entry.verdict));
    }
  }

  void run() {
    std::vector<std::size_t> proposed;
    for (std::size_t i = 0; i < found.departures.size(); ++i)
      if (found.departures[i].fix)
        proposed.push_back(i);
    settle(proposed);
  }

private:
  /// Keeps those of `proposed` that are good together with what was kept before; halves are tried where all of them are not.
  void settle(std::span<const std::size_t> proposed) {
    if (proposed.empty())
      return;
    std::vector<std::size_t> together = good;
    together.insert(together.end(), proposed.begin(), proposed.end());
    const std::string why = ++trials > limits::most(limits::Limit::ConformFixTrials) ? "there are too many to try them all" : whyNot(together);
    if (why.empty()) {
      good = std::move(together);
    } else if (proposed.size() == 1 || trials > limits::most(limits::Limit::ConformFixTrials)) {
      for (const std::size_t each : proposed)
        withholdFix(found.departures[each], why);
    } else {
      settle(proposed.first(proposed.size() / 2));
      settle(proposed.subspan(proposed.size() / 2));
    }
  }

  /// Why these fixes together are not good; empty where they are.
  std::string whyNot(const std::vector<std::size_t> &chosen) {
    findings::Report trial;
    for (const std::size_t each : chosen)
      trial.findings.push_back(found.departures[each]);
    auto fixed = texts ? *texts : FixedTexts();
    std::set<std::string> moving;
    findings::SourceFiles changed;
    std::size_t settled = 0;
    for (const findings::FixedFile &file : findings::planFixes(trial, sources, findings::FixSelection::Evidence)) {
      fixed[file.realPath] = file.after;
      moving.insert(file.realPath);
      settled += file.settled.size();
      for (const std::string &name : {file.path, file.realPath})
        changed.set(name, file.after);
    }
    if (settled != chosen.size())
      return "it overlaps another one";
    const std::optional<ConformanceOutcome> again = compareAgain(std::make_shared<const FixedTexts>(std::move(fixed)), moving, changed);
    if (!again)
      return "the source would not compile with it";
    const std::string why = judged(*again, chosen);
    return why.empty() ? whyChanged(*again, chosen) : why;
  }

  /// Why some function is not shown to compute what it computed before; empty where all are.
  std::string whyChanged(const ConformanceOutcome &again, const std::vector<std::size_t> &chosen) const {
    std::vector<findings::Edit> edits;
    for (const std::size_t each : chosen)
      llvm::append_range(edits, found.departures[each].fix->edits);
    for (const conform::UnitFunctions &after : again.units) {
      const auto known = llvm::find_if(found.units, [&](const conform::UnitFunctions &each) { return each.unit == after.unit; });
      if (known == found.units.end())
        return "a source would be analysed with it that was not before";
      if (const std::optional<std::string> why = conform::whyNotPreserved(*known, after, edits))
        return *why;
    }
    return {};
  }

  std::string judged(const ConformanceOutcome &again, const std::vector<std::size_t> &chosen) const {
    std::map<Key, const ConformanceEntry *> after; // the worst of each
    for (const ConformanceEntry &entry : again.entries) {
      const ConformanceEntry *&worst = after[keyOf(entry)];
      if (!worst || rankOf(entry.verdict) > rankOf(worst->verdict))
        worst = &entry;
    }
    for (const auto &[key, entry] : after)
      if (const auto known = before.find(key); known == before.end() || rankOf(entry->verdict) > known->second)
        return "'" + entry->output + "' of " + entry->function + " would be " + entry->verdict + " with it";
    for (const std::size_t each : chosen) {
      const Finding &departure = found.departures[each];
      const auto entry = llvm::find_if(after, [&](const auto &known) {
        return known.second->where.file == departure.where.file && known.second->function == departure.function &&
               llvm::StringRef(departure.message).starts_with("'" + known.second->output + "': ");
      });
      if (entry == after.end() || !hasTheOrder(*entry->second))
        return entry == after.end() ? "the output could not be compared with it" : "it would be " + entry->second->verdict + " with it";
    }
    return {};
  }

  ConformanceOutcome &found;
  findings::SourceFiles &sources;
  const FixedTexts *texts;
  const CompareAgain &compareAgain;
  std::map<Key, std::size_t> before;
  std::vector<std::size_t> good; // departures whose fixes are kept
  std::uint64_t trials = 0;
};

} // namespace

void proveFixes(ConformanceOutcome &found, findings::SourceFiles &sources, const FixedTexts *texts, const CompareAgain &compareAgain) {
  Proof(found, sources, texts, compareAgain).run();
}

} // namespace fporder::check
