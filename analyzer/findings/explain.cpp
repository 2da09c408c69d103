#include "analyzer/findings/explain.h"

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

std::string utf8(std::string_view text) { return llvm::json::fixUTF8(llvm::StringRef(text.data(), text.size())); }

std::vector<const rules::Rule *> byId(const rules::RuleSet &rules) {
  std::vector<const rules::Rule *> sorted;
  for (const auto &rule : rules.rules())
    sorted.push_back(rule.get());
  std::sort(sorted.begin(), sorted.end(), [](const rules::Rule *left, const rules::Rule *right) { return left->id < right->id; });
  return sorted;
}

/// Markdown for the terminal: headings stand out, fences become indentation, the rest is left as the author wrapped it.
std::string page(std::string_view markdown, bool colour) {
  std::string text;
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
    text += (code && !line.empty() ? "    " : "") + std::string(style) + std::string(line) + (*style ? plain : "") + "\n";
    if (heading && !colour)
      text += std::string(line.size(), '-') + "\n";
  }
  return text;
}

} // namespace

std::optional<std::string> explainRule(const rules::RuleSet &rules, std::string_view slugOrId, bool colour) {
  constexpr std::string_view prefix = "fporder-";
  if (slugOrId.starts_with(prefix))
    slugOrId.remove_prefix(prefix.size());
  const rules::Rule *rule = rules.find(slugOrId);
  if (!rule)
    return std::nullopt;
  std::string text = (colour ? bold : "") + rule->id + " fporder-" + rule->slug + (colour ? plain : "") + "\n";
  text += rule->title + "\n";
  text +=
      "family " + rule->family + ", severity " + std::string(rules::name(rule->severity)) + ", fix " + std::string(policyName(rule->fix)) + "\n\n";
  for (const rules::Pattern &match : rule->matches)
    text += "match   " + match.text + "\n";
  for (const rules::OrderSpec &order : rule->orders)
    text += "order   " + order.to.text + (order.note.empty() ? "" : "  (" + order.note + ")") + "\n";
  text += "\n" + page(rule->markdown, colour);
  if (!rule->references.empty() && rule->markdown.find("References") == std::string::npos) {
    text += "\nReferences\n";
    for (const std::string &reference : rule->references)
      text += "  " + reference + "\n";
  }
  return text;
}

std::string listRules(const rules::RuleSet &rules) {
  std::vector<const rules::Rule *> sorted = byId(rules);
  std::size_t width = 0;
  for (const rules::Rule *rule : sorted)
    width = std::max(width, rule->slug.size());
  auto padded = [](std::string_view word, std::size_t columns) {
    return std::string(word) + std::string(columns - std::min(columns, word.size()), ' ');
  };
  std::string text;
  for (const rules::Rule *rule : sorted)
    text += rule->id + "  " + padded(rule->slug, width) + "  " + padded(rules::name(rule->severity), 7) + "  " + padded(policyName(rule->fix), 9) +
            "  " + rule->title + "\n";
  return text;
}

std::string listRulesJson(const rules::RuleSet &rules) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 1);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeArray("rules", [&] {
      for (const rules::Rule *rule : byId(rules))
        json.object([&] {
          json.attribute("id", utf8(rule->id));
          json.attribute("slug", utf8(rule->slug));
          json.attribute("family", utf8(rule->family));
          json.attribute("title", utf8(rule->title));
          json.attribute("severity", utf8(rules::name(rule->severity)));
          json.attribute("fix", utf8(policyName(rule->fix)));
          json.attribute("message", utf8(rule->message));
          json.attributeArray("references", [&] {
            for (const std::string &reference : rule->references)
              json.value(utf8(reference));
          });
        });
    });
  });
  stream << '\n';
  return text;
}

} // namespace fporder::findings
