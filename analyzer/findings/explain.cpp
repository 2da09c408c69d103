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

constexpr std::size_t widestLine = 150;

/// Appends `form` to the line of forms, or begins another.
void appendForm(std::string &text, std::size_t &width, std::string_view form) {
  constexpr std::string_view head = "match   ", comma = ",  ";
  const std::string shown = fporder::text::shownLine(form);
  const bool begins = width == 0 || width + comma.size() + shown.size() > widestLine;
  text += begins ? (width != 0 ? "\n" : "") + std::string(head) : std::string(comma);
  width = (begins ? head.size() : width + comma.size()) + shown.size();
  text += shown;
}

/// Forms, those of an alternative with its orders under it. Then the orders of all forms, and what keeps a match quiet.
std::string formsAndOrders(const rules::Rule &rule) {
  std::string text;
  std::size_t width = 0; // of the line of forms that has no end yet
  const auto line = [&](std::string_view what, std::string_view words) { text += std::string(what) + fporder::text::shownLine(words) + "\n"; };
  const auto order = [&](const rules::OrderSpec &each) { line("order   ", each.to.text + (each.note.empty() ? "" : "  (" + each.note + ")")); };
  const auto sameOrders = [](const rules::Alternative &one, const rules::Alternative &other) {
    const auto lineOf = [](const rules::OrderSpec &each) { return std::pair(each.to.place.line, each.to.place.column); };
    return std::ranges::equal(one.own.orders, other.own.orders, {}, lineOf, lineOf);
  };
  for (std::size_t i = 0; i < rule.alternatives.size(); ++i) {
    appendForm(text, width, rule.alternatives[i].form.text);
    if (i + 1 < rule.alternatives.size() && sameOrders(rule.alternatives[i], rule.alternatives[i + 1]))
      continue;
    text += '\n';
    width = 0;
    std::ranges::for_each(rule.alternatives[i].own.orders, order);
  }
  std::ranges::for_each(rule.shared.orders, order);
  for (const rules::Quiet &quiet : rule.quiet)
    line("quiet   ", quiet.name + ": " + quiet.why);
  return text;
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
  text += formsAndOrders(*rule) + "\n" + page(rule->markdown, colour);
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
