#include "analyzer/findings/baseline.h"
#include "analyzer/findings/input_text.h"

#include "analyzer/findings/measured_json.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace fporder::findings {
namespace {

constexpr std::int64_t formatVersion = 2, earlierVersion = 1;
constexpr const char *suppressionKind = "baseline";

BaselineEntry entryOf(const Finding &finding, const BaselineName &name) {
  return {utf8(name(finding.where.file)), finding.rule, utf8(finding.function), utf8(finding.expression), finding.fingerprint};
}

std::optional<std::string> readEntry(const llvm::json::Value &value, BaselineEntry &entry) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return "an entry is not an object";
  const auto text = [&](const char *key) { return object->getString(key).value_or("").str(); };
  entry = {text("file"), text("rule"), text("function"), text("expression"), text("fingerprint")};
  if (entry.file.empty() || entry.fingerprint.empty())
    return "an entry needs a \"file\" and a \"fingerprint\"";
  if (const llvm::json::Value *count = object->get("count")) {
    const std::optional<std::int64_t> number = count->getAsInteger();
    if (!number || *number < 1 || *number > UINT32_MAX)
      return "\"count\" is not a positive number";
    entry.count = static_cast<unsigned>(*number);
  }
  return std::nullopt;
}

using Words = std::tuple<std::string, std::string, std::string, std::string>;

/// x[i * n + k].y as x[].y
std::string withoutIndices(llvm::StringRef expression) {
  std::string text;
  unsigned depth = 0;
  for (const char letter : expression) {
    depth -= letter == ']' && depth > 0;
    if (depth == 0)
      text += letter;
    depth += letter == '[';
  }
  return text;
}

/// What a reader knows an entry by. How an index is computed may be known better by now.
Words words(const BaselineEntry &entry) { return {entry.file, entry.rule, entry.function, withoutIndices(entry.expression)}; }

/// The same of one about a sum or product over a loop, whose form is left open; nothing for others.
std::optional<Words> wordsOfReduction(const BaselineEntry &entry) {
  for (llvm::StringRef name : {"sum(", "sum<", "product(", "product<"})
    if (llvm::StringRef(entry.expression).contains(name))
      return Words{entry.file, entry.rule, entry.function, ""};
  return std::nullopt;
}

/// Entries that are still free, by file and fingerprint, by fingerprint alone where the file is gone, and by their words those of version 1.
class FreeEntries {
public:
  FreeEntries(const Baseline &baseline, const std::function<bool(const std::string &)> &exists) {
    for (std::size_t i = 0; i < baseline.size(); ++i) {
      left.push_back(baseline[i].count);
      here[{baseline[i].file, baseline[i].fingerprint}].push_back(i);
      if (baseline[i].earlier)
        addWorded(baseline[i], i);
      if (!exists(baseline[i].file))
        moved[baseline[i].fingerprint].push_back(i);
    }
  }

  bool takeHere(const std::string &file, const std::string &fingerprint) { return take(here, std::pair(file, fingerprint)); }
  bool takeMoved(const std::string &fingerprint) { return take(moved, fingerprint); }
  bool takeWorded(const BaselineEntry &finding) { return take(worded, words(finding)); }
  bool takeReduction(const BaselineEntry &finding) {
    const std::optional<Words> known = wordsOfReduction(finding);
    return known && take(worded, *known);
  }
  std::vector<unsigned> unneeded() const { return left; }

private:
  void addWorded(const BaselineEntry &entry, std::size_t position) {
    worded[words(entry)].push_back(position);
    if (const std::optional<Words> reduction = wordsOfReduction(entry))
      worded[*reduction].push_back(position);
  }

  template <typename Map, typename Key> bool take(const Map &map, const Key &key) {
    const auto found = map.find(key);
    if (found == map.end())
      return false;
    for (const std::size_t entry : found->second)
      if (left[entry] > 0)
        return --left[entry], true;
    return false;
  }

  std::vector<unsigned> left;
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> here;
  std::map<std::string, std::vector<std::size_t>> moved;
  std::map<Words, std::vector<std::size_t>> worded;
};

} // namespace

std::variant<Baseline, BaselineError> parseBaseline(std::string_view text) {
  llvm::Expected<llvm::json::Value> value = parseJson(llvm::StringRef(text.data(), text.size()));
  if (!value)
    return BaselineError{"not JSON: " + llvm::toString(value.takeError())};
  const llvm::json::Object *object = value->getAsObject();
  const llvm::json::Array *list = object ? object->getArray("findings") : nullptr;
  const std::optional<std::int64_t> version = object ? object->getInteger("version") : std::nullopt;
  if (!list || !version)
    return BaselineError{"not a baseline: an object with \"version\" and \"findings\" is expected"};
  if (*version != formatVersion && *version != earlierVersion)
    return BaselineError{"version " + std::to_string(*version) + " is not known; this program reads versions " + std::to_string(earlierVersion) +
                         " and " + std::to_string(formatVersion)};
  Baseline baseline;
  for (const llvm::json::Value &element : *list) {
    if (std::optional<std::string> problem = readEntry(element, baseline.emplace_back()))
      return BaselineError{"finding " + std::to_string(baseline.size()) + ": " + *problem};
    baseline.back().earlier = element.getAsObject()->getInteger("version").value_or(*version) == earlierVersion;
  }
  return baseline;
}

std::string formatBaseline(const Baseline &baseline) {
  std::map<BaselineEntry, unsigned> counts;
  for (BaselineEntry entry : baseline) {
    const unsigned count = std::exchange(entry.count, 0);
    counts[std::move(entry)] += count;
  }
  std::string text = "{\"version\": " + std::to_string(formatVersion) + ", \"findings\": [";
  llvm::raw_string_ostream stream(text);
  const char *separator = "\n{";
  for (const auto &[entry, count] : counts) {
    stream << separator << "\"file\": " << llvm::json::Value(utf8(entry.file));
    const std::pair<const char *, const std::string &> members[] = {
        {"rule", entry.rule}, {"function", entry.function}, {"expression", entry.expression}, {"fingerprint", entry.fingerprint}};
    for (const auto &[key, member] : members)
      stream << ", \"" << key << "\": " << llvm::json::Value(utf8(member));
    if (count > 1)
      stream << ", \"count\": " << count;
    if (entry.earlier)
      stream << ", \"version\": " << earlierVersion;
    stream << '}';
    separator = ",\n{";
  }
  stream << "\n]}\n";
  return text;
}

Baseline baselineOf(const Report &report, const BaselineName &name) {
  Baseline baseline;
  for (const Finding &finding : report.findings)
    if (!finding.suppression)
      baseline.push_back(entryOf(finding, name));
  return baseline;
}

Baseline knownOf(const Report &report, const BaselineName &name) {
  Baseline baseline;
  for (const Finding &finding : report.findings)
    if (finding.suppression && finding.suppression->kind == suppressionKind)
      baseline.push_back(entryOf(finding, name));
  return baseline;
}

std::vector<unsigned> applyBaseline(Report &report, const Baseline &baseline, const BaselineName &name,
                                    const std::function<bool(const std::string &)> &exists) {
  FreeEntries entries(baseline, exists);
  const Suppression known{suppressionKind, ""};
  // What stands in its own file comes first: an entry may be taken once.
  for (Finding &finding : report.findings)
    if (!finding.suppression && entries.takeHere(utf8(name(finding.where.file)), finding.fingerprint))
      finding.suppression = known;
  for (Finding &finding : report.findings)
    if (!finding.suppression && entries.takeMoved(finding.fingerprint))
      finding.suppression = known;
  for (Finding &finding : report.findings)
    if (!finding.suppression && entries.takeWorded(entryOf(finding, name)))
      finding.suppression = known;
  for (Finding &finding : report.findings)
    if (!finding.suppression && entries.takeReduction(entryOf(finding, name)))
      finding.suppression = known;
  return entries.unneeded();
}

} // namespace fporder::findings
