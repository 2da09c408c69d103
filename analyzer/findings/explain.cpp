#include "analyzer/findings/explain.h"
#include "analyzer/findings/measured_json.h"
#include "analyzer/findings/own_rules.h"
#include "analyzer/findings/quoted_stream.h"
#include "runtime/text/shown_text.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace fporder::findings {

namespace {

constexpr const char *bold = "\033[1m", *dim = "\033[2m", *plain = "\033[0m";

std::string_view policyName(rules::FixPolicy policy) {
  switch (policy) {
  case rules::FixPolicy::None:
    return "none";
  case rules::FixPolicy::OnDemand:
    return "on-demand";
  case rules::FixPolicy::Evidence:
    return "evidence";
  }
  return "none";
}

/// What a listing tells of a rule.
struct Entry {
  std::string_view id, slug, family, title, severity, fix, message;
  std::vector<std::string> references;
};

std::vector<Entry> byId(const rules::RuleSet &rules) {
  std::vector<Entry> sorted;
  for (const OwnRule *own : ownRules())
    sorted.push_back(
        {own->id, own->slug, own->family, own->title, rules::name(rules::Severity::Remark), policyName(rules::FixPolicy::None), own->title, {}});
  for (const auto &rule : rules.rules())
    sorted.push_back(
        {rule->id, rule->slug, rule->family, rule->title, rules::name(rule->severity), policyName(rule->fix), rule->message, rule->references});
  std::ranges::sort(sorted, {}, &Entry::id);
  return sorted;
}

/// Markdown for the terminal: headings stand out, fences become indentation, the rest is left as the author wrapped it.
std::string page(std::string_view markdown, bool colour) {
  std::string result;
  bool code = false;
  for (std::size_t begin = 0; begin < markdown.size();) {
    std::size_t end = std::min(markdown.find('\n', begin), markdown.size());
    std::string_view line = markdown.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("```")) {
      code = !code;
      continue;
    }
    std::size_t hashes = line.find_first_not_of('#');
    bool heading = !code && hashes != 0 && hashes != std::string_view::npos && line[hashes] == ' ';
    if (heading)
      line = line.substr(hashes + 1);
    const char *style = !colour ? "" : heading ? bold : code ? dim : "";
    result += (code && !line.empty() ? "    " : "") + std::string(style) + fporder::text::shownLines(line) + (*style ? plain : "") + "\n";
    if (heading && !colour)
      result += std::string(line.size(), '-') + "\n";
  }
  return result;
}

} // namespace

namespace {

/// Id and name, title, family, severity, fix.
std::string pageHead(const Entry &rule, bool colour) {
  std::string text =
      std::string(colour ? bold : "") + std::string(rule.id) + " fporder-" + fporder::text::shownLine(rule.slug) + (colour ? plain : "") + "\n";
  text += fporder::text::shownLine(rule.title) + "\n";
  return text + "family " + fporder::text::shownLine(rule.family) + ", severity " + std::string(rule.severity) + ", fix " + std::string(rule.fix) +
         "\nevidence makes a warning; a finding that rests on what is not proven says \"assumed: ...\" and is a remark without a fix\n\n";
}

} // namespace

std::optional<std::string> explainRule(const rules::RuleSet &rules, std::string_view slugOrId, bool colour) {
  constexpr std::string_view prefix = "fporder-";
  if (slugOrId.starts_with(prefix))
    slugOrId.remove_prefix(prefix.size());
  const OwnRule *own = findOwnRule(slugOrId);
  const rules::Rule *rule = own ? nullptr : rules.find(slugOrId);
  if (!own && !rule)
    return std::nullopt;
  const std::vector<Entry> entries = byId(rules);
  std::string text = pageHead(*std::ranges::find(entries, own ? own->id : std::string_view(rule->id), &Entry::id), colour);
  if (own)
    return text + page(own->explanation, colour);
  for (const rules::Pattern &match : rule->matches)
    text += "match   " + fporder::text::shownLine(match.text) + "\n";
  for (const rules::OrderSpec &order : rule->orders)
    text += "order   " + fporder::text::shownLine(order.to.text + (order.note.empty() ? "" : "  (" + order.note + ")")) + "\n";
  text += "\n" + page(rule->markdown, colour);
  if (!rule->references.empty() && rule->markdown.find("References") == std::string::npos) {
    text += "\nReferences\n";
    for (const std::string &reference : rule->references)
      text += "  " + fporder::text::shownLine(reference) + "\n";
  }
  return text;
}

std::string listRules(const rules::RuleSet &rules) {
  const std::vector<Entry> sorted = byId(rules);
  std::size_t width = 0;
  for (const Entry &rule : sorted)
    width = std::max(width, rule.slug.size());
  auto padded = [](std::string_view word, std::size_t columns) {
    return std::string(word) + std::string(columns - std::min(columns, word.size()), ' ');
  };
  std::string text;
  for (const Entry &rule : sorted)
    text += std::string(rule.id) + "  " + padded(rule.slug, width) + "  " + padded(rule.severity, 7) + "  " + padded(rule.fix, 9) + "  " +
            std::string(rule.title) + "\n";
  return text;
}

namespace {

void writeRules(llvm::raw_ostream &stream, const rules::RuleSet &rules) {
  llvm::json::OStream json(stream, 1);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeArray("rules", [&] {
      for (const Entry &rule : byId(rules))
        json.object([&] {
          json.attribute("id", utf8(rule.id));
          json.attribute("slug", utf8(rule.slug));
          json.attribute("family", utf8(rule.family));
          json.attribute("title", utf8(rule.title));
          json.attribute("severity", utf8(rule.severity));
          json.attribute("fix", utf8(rule.fix));
          json.attribute("message", utf8(rule.message));
          json.attributeArray("references", [&] {
            for (const std::string &reference : rule.references)
              json.value(utf8(reference));
          });
        });
    });
  });
  stream << '\n';
}

} // namespace

std::string listRulesJson(const rules::RuleSet &rules) {
  std::string text;
  llvm::raw_string_ostream target(text);
  {
    QuotedStream stream(target);
    writeRules(stream, rules);
  }
  return text;
}

} // namespace fporder::findings
