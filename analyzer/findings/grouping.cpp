#include "analyzer/findings/grouping.h"

#include "runtime/limits/limits.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fporder::findings {

namespace {

constexpr std::size_t mostShown = limits::most(limits::Limit::ShownPlaces);

/// A finding that is shown by itself, whatever is like it.
bool isSingle(const Finding &finding) { return finding.shape.empty() || finding.suppression || finding.measurement; }

std::vector<std::string_view> kindsOf(const Finding &finding) {
  std::vector<std::string_view> kinds;
  for (const rules::Evidence &evidence : finding.evidence)
    kinds.push_back(evidence.kind);
  return kinds;
}

/// What findings that are shown as one have in common.
auto commonOf(const Finding &finding) {
  return std::tuple(std::string_view(finding.where.file), std::string_view(finding.rule), std::string_view(finding.shape), finding.severity,
                    finding.assumed.empty(), kindsOf(finding), finding.variants);
}

} // namespace

std::vector<Group> groupsOf(const Report &report) {
  std::vector<Group> groups;
  std::map<decltype(commonOf(std::declval<const Finding &>())), std::size_t> known;
  for (const Finding &finding : report.findings) {
    if (!isSingle(finding)) {
      const auto [entry, isNew] = known.try_emplace(commonOf(finding), groups.size());
      if (!isNew) {
        groups[entry->second].places.push_back(&finding);
        continue;
      }
    }
    groups.push_back({{&finding}});
  }
  return groups;
}

std::string otherPlaces(const Group &group) {
  std::vector<std::string> shown;
  std::uint32_t line = 0;
  std::size_t told = 0;
  for (std::size_t i = 1; i < group.places.size(); ++i) {
    const Region &where = group.places[i]->where;
    const bool isNew = where.line != line && where.line != group.first().where.line;
    line = where.line;
    if (isNew && shown.size() == mostShown)
      break;
    if (isNew)
      shown.push_back(std::to_string(line));
    ++told;
  }
  if (group.others() == 0)
    return {};
  if (shown.empty())
    return "also at " + std::to_string(group.others()) + (group.others() == 1 ? " other place" : " other places") + " on this line";
  const std::size_t more = group.others() - told;
  std::string text = shown.size() == 1 && more == 0 ? "also at line " : "also at lines ";
  for (std::size_t i = 0; i < shown.size(); ++i)
    text += (i == 0 ? "" : i + 1 == shown.size() && more == 0 ? " and " : ", ") + shown[i];
  return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

} // namespace fporder::findings
