#include "rules/engine/loader.h"
#include "rules/engine/condition.h"
#include "rules/engine/document.h"
#include "rules/engine/nearest.h"
#include "rules/engine/yaml_tree.h"
#include "runtime/limits/limits.h"
#include "runtime/order/infix.h"

#include <algorithm>
#include <charconv>

namespace fporder::rules {

using namespace order;

namespace {

constexpr std::size_t maxPatternText = limits::most(limits::Limit::PatternText);
constexpr std::string_view ruleKeys[] = {"id",       "slug",       "family",        "title",   "message",   "severity",   "match",
                                         "where",    "warn-when",  "orders",        "hazards", "fix",       "priority",   "references",
                                         "evidence", "supersedes", "through-casts", "unless",  "judged-by", "warn-share", "yields"};
constexpr std::string_view orderKeys[] = {"to", "same-bits-when", "only-when", "stable", "measured-only", "note", "equal"};
constexpr std::string_view evidenceKinds[] = {"order-sensitive", "cancelling-consumer", "quantising-consumer", "narrow-format", "range",
                                              "unordered",       "unstable-form",       "fast-math",           "contraction"};
constexpr std::string_view hazardCalls[] = {"overflow", "underflow", "cancellation", "absorption"};
constexpr std::string_view hazardWords[] = {"reference-mismatch", "nondeterminism"};

class Loader {
public:
  Loader(const DocumentContext &source, std::vector<DocumentError> &errorList) : context(source), errors(errorList) {}

  LoadedRule load(std::string_view text);

private:
  using Node = YamlNode;

  void fail(const DocumentPlace &place, std::string message) { errors.push_back({place, std::move(message)}); }
  void checkKeys(const Node &mapping, std::span<const std::string_view> known);
  const Node *find(const Node &mapping, std::string_view key) const;
  const Node *require(const Node &mapping, std::string_view key);
  std::string scalar(const Node &mapping, std::string_view key, bool required);
  std::string scalarText(const Node &node, std::string_view key);
  std::vector<const Node *> list(const Node &mapping, std::string_view key);
  std::vector<std::string> textList(const Node &mapping, std::string_view key);
  bool boolean(const Node &mapping, std::string_view key);
  bool parse(const Node &node, std::string_view key, Pattern &pattern);
  std::vector<Pattern> parseList(const Node &mapping, std::string_view key);

  void readIdentity(const Node &root);
  void readPolicy(const Node &root);
  void readJudging(const Node &root);
  void readMatches(const Node &root);
  void readConditions(const Node &root);
  void readOrders(const Node &root);
  void readOrder(const Node &node);
  void readHazards(const Node &root);
  void readHazard(const Node &node);
  void checkNames(const Pattern &pattern, std::string_view what);
  void checkMessage(const Node *node);

  const DocumentContext &context;
  std::vector<DocumentError> &errors;
  LoadedRule loaded;
  Rule *rule = nullptr;
  std::vector<std::string> names; // bound by some alternative of the match
};

void Loader::checkKeys(const Node &mapping, std::span<const std::string_view> known) {
  for (const Node &key : mapping.keys)
    if (std::ranges::find(known, key.text) == known.end())
      fail(key.place, "unknown key '" + key.text + "'" + didYouMean(key.text, known));
}

const YamlNode *Loader::find(const Node &mapping, std::string_view key) const {
  for (std::size_t i = 0; i < mapping.keys.size(); ++i)
    if (mapping.keys[i].text == key)
      return &mapping.items[i];
  return nullptr;
}

const YamlNode *Loader::require(const Node &mapping, std::string_view key) {
  const Node *node = find(mapping, key);
  if (!node)
    fail(mapping.place, "the key '" + std::string(key) + "' is missing");
  return node;
}

std::string Loader::scalarText(const Node &node, std::string_view key) {
  if (node.kind != Node::Kind::Scalar) {
    fail(node.place, "'" + std::string(key) + "' must be a single value" +
                         (node.kind == Node::Kind::Mapping ? std::string("; text that holds ': ' or '{' must be quoted") : std::string()));
    return {};
  }
  if (node.text.empty())
    fail(node.place, "'" + std::string(key) + "' is empty");
  return node.text;
}

std::string Loader::scalar(const Node &mapping, std::string_view key, bool required) {
  const Node *node = required ? require(mapping, key) : find(mapping, key);
  return node ? scalarText(*node, key) : std::string();
}

std::vector<const YamlNode *> Loader::list(const Node &mapping, std::string_view key) {
  const Node *node = find(mapping, key);
  if (!node)
    return {};
  if (node->kind != Node::Kind::Sequence)
    return {node};
  std::vector<const Node *> result;
  result.reserve(node->items.size());
  for (const Node &item : node->items)
    result.push_back(&item);
  return result;
}

std::vector<std::string> Loader::textList(const Node &mapping, std::string_view key) {
  std::vector<std::string> result;
  for (const Node *item : list(mapping, key))
    result.push_back(scalarText(*item, key));
  return result;
}

bool Loader::boolean(const Node &mapping, std::string_view key) {
  const Node *node = find(mapping, key);
  if (!node)
    return false;
  if (node->text != "true" && node->text != "false")
    fail(node->place, "'" + std::string(key) + "' is true or false");
  return node->text == "true";
}

bool Loader::parse(const Node &node, std::string_view key, Pattern &pattern) {
  pattern.text = scalarText(node, key);
  pattern.place = node.content;
  if (pattern.text.empty())
    return false;
  if (pattern.text.size() > maxPatternText) {
    fail(node.place, "'" + std::string(key) + "' is longer than " + std::to_string(maxPatternText) + " bytes");
    return false;
  }
  Parsed<NodeId> parsed = parseInfix(pattern.text, rule->patterns, {format::Format::Unknown, Shape::Scalar});
  if (const SyntaxError *error = std::get_if<SyntaxError>(&parsed)) {
    DocumentPlace place = node.content;
    if (pattern.text.find('\n') == std::string::npos)
      place.column += static_cast<std::uint32_t>(error->offset);
    fail(place, error->message);
    return false;
  }
  pattern.root = std::get<NodeId>(parsed);
  return true;
}

std::vector<Pattern> Loader::parseList(const Node &mapping, std::string_view key) {
  std::vector<Pattern> result;
  for (const Node *item : list(mapping, key)) {
    Pattern pattern;
    if (parse(*item, key, pattern))
      result.push_back(std::move(pattern));
  }
  return result;
}

bool isKebab(std::string_view text) {
  bool afterHyphen = true;
  for (char c : text) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!letter && (c != '-' || afterHyphen))
      return false;
    afterHyphen = c == '-';
  }
  return !text.empty() && !afterHyphen;
}

bool isId(std::string_view text) {
  return text.size() == 6 && text.starts_with("FPO") && std::ranges::all_of(text.substr(3), [](char c) { return c >= '0' && c <= '9'; });
}

void Loader::readIdentity(const Node &root) {
  rule->id = scalar(root, "id", true);
  rule->slug = scalar(root, "slug", true);
  rule->family = scalar(root, "family", true);
  rule->title = scalar(root, "title", true);
  rule->message = scalar(root, "message", true);
  if (!rule->id.empty() && !isId(rule->id))
    fail(find(root, "id")->place, "'" + rule->id + "' is not an id: FPO and three digits");
  if (!rule->slug.empty() && !isKebab(rule->slug))
    fail(find(root, "slug")->place, "'" + rule->slug + "' is not a slug: lower-case words joined by hyphens");
  else if (!rule->slug.empty() && rule->slug != context.slug)
    fail(find(root, "slug")->place, "the slug '" + rule->slug + "' differs from its folder's name '" + context.slug + "'");
  if (!rule->family.empty() && !context.family.empty() && rule->family != context.family)
    fail(find(root, "family")->place, "the family '" + rule->family + "' differs from its folder's name '" + context.family + "'");
}

void Loader::readPolicy(const Node &root) {
  static constexpr std::string_view severities[] = {"remark", "warning"}, fixes[] = {"none", "on-demand", "evidence"};
  std::string severity = scalar(root, "severity", true), fix = scalar(root, "fix", false);
  if (!severity.empty() && std::ranges::find(severities, severity) == std::end(severities))
    fail(find(root, "severity")->place, "'severity' is remark or warning, not '" + severity + "'");
  rule->severity = severity == "warning" ? Severity::Warning : Severity::Remark;
  if (!fix.empty() && std::ranges::find(fixes, fix) == std::end(fixes))
    fail(find(root, "fix")->place, "'fix' is none, on-demand or evidence, not '" + fix + "'");
  rule->fix = fix == "none" ? FixPolicy::None : fix == "evidence" ? FixPolicy::Evidence : FixPolicy::OnDemand;
  if (const Node *node = find(root, "priority")) {
    const char *end = node->text.data() + node->text.size();
    if (auto [stop, error] = std::from_chars(node->text.data(), end, rule->priority); error != std::errc() || stop != end)
      fail(node->place, "'priority' is an integer");
  }
  rule->evidence = scalar(root, "evidence", false);
  if (!rule->evidence.empty() && std::ranges::find(evidenceKinds, rule->evidence) == std::end(evidenceKinds))
    fail(find(root, "evidence")->place, "unknown evidence '" + rule->evidence + "'" + didYouMean(rule->evidence, evidenceKinds));
  readJudging(root);
  rule->references = textList(root, "references");
  rule->supersedes = textList(root, "supersedes");
  rule->throughCasts = boolean(root, "through-casts");
  rule->yields = boolean(root, "yields");
}

void Loader::readJudging(const Node &root) {
  const std::string by = scalar(root, "judged-by", false);
  if (!by.empty() && by != "match" && by != "evaluation" && by != "bits" && by != "exact")
    fail(find(root, "judged-by")->place, "'judged-by' is evaluation, exact, match or bits, not '" + by + "'");
  rule->judgedBy = by == "match" ? JudgedBy::Match : by == "bits" ? JudgedBy::Bits : by == "exact" ? JudgedBy::Exact : JudgedBy::Evaluation;
  if (const Node *node = find(root, "warn-share")) {
    const char *end = node->text.data() + node->text.size();
    const auto [stop, error] = std::from_chars(node->text.data(), end, rule->warnShare);
    if (error != std::errc() || stop != end || !(rule->warnShare > 0 && rule->warnShare <= 1))
      fail(node->place, "'warn-share' is a share of the inputs, above 0 and at most 1");
  }
}

void Loader::readMatches(const Node &root) {
  if (!find(root, "match")) {
    if (!context.hasCode)
      fail(root.place, "the key 'match' is missing");
    return;
  }
  for (Pattern &pattern : parseList(root, "match")) {
    std::optional<CompiledPattern> compiled = compilePattern(*rule, pattern, errors);
    if (!compiled)
      continue;
    for (const std::string &name : compiled->variables)
      if (std::ranges::find(names, name) == names.end())
        names.push_back(name);
    rule->matches.push_back(std::move(pattern));
    loaded.patterns.push_back(std::move(*compiled));
  }
}

void Loader::readConditions(const Node &root) {
  rule->where = parseList(root, "where");
  rule->warnWhen = parseList(root, "warn-when");
  rule->unless = parseList(root, "unless");
  if (!find(root, "warn-when") && rule->family == "ordering") {
    rule->warnByDefault = true;
    for (std::string_view text : {"feeds(subtraction)", "feeds(quantising)", "narrow(match)"}) {
      Parsed<NodeId> parsed = parseInfix(text, rule->patterns, {format::Format::Unknown, Shape::Scalar});
      rule->warnWhen.push_back({std::string(text), std::get<NodeId>(parsed), {}});
    }
  }
  if (context.hasCode)
    return; // a rule.cpp binds names of its own
  for (const std::vector<Pattern> *conditions : {&rule->where, &rule->warnWhen, &rule->unless})
    for (const Pattern &condition : *conditions)
      checkCondition(rule->patterns, condition, names, errors);
}

/// Every name of an order must be bound by some alternative of the match.
void Loader::checkNames(const Pattern &pattern, std::string_view what) {
  if (context.hasCode)
    return;
  std::vector<std::string_view> known(names.begin(), names.end());
  std::vector<bool> reached(pattern.root.index + 1, false);
  reached[pattern.root.index] = true;
  for (std::uint32_t i = pattern.root.index + 1; i-- > 0;) {
    if (!reached[i])
      continue;
    for (NodeId operand : rule->patterns.operands({i}))
      reached[operand.index] = true;
    std::string_view name = rule->patterns[{i}].op == Op::Input ? rule->patterns.symbol({i}) : std::string_view();
    if (!name.empty() && name != "match" && std::ranges::find(known, name) == known.end())
      fail(pattern.place, std::string(what) + " uses '" + std::string(name) + "', which the match does not bind" + didYouMean(name, known));
  }
}

void Loader::readOrder(const Node &node) {
  OrderSpec order;
  if (node.kind == Node::Kind::Scalar) {
    if (parse(node, "to", order.to))
      rule->orders.push_back(std::move(order));
    return;
  }
  if (node.kind != Node::Kind::Mapping)
    return fail(node.place, "an order is an expression, or a mapping with 'to'");
  checkKeys(node, orderKeys);
  const Node *to = require(node, "to");
  if (!to || !parse(*to, "to", order.to))
    return;
  order.sameBitsWhen = parseList(node, "same-bits-when");
  order.onlyWhen = parseList(node, "only-when");
  for (const std::vector<Pattern> *conditions : {&order.sameBitsWhen, &order.onlyWhen})
    for (const Pattern &condition : *conditions)
      checkCondition(rule->patterns, condition, names, errors);
  order.stable = boolean(node, "stable");
  order.measuredOnly = boolean(node, "measured-only");
  order.note = scalar(node, "note", false);
  order.assumedEqual = scalar(node, "equal", false);
  rule->orders.push_back(std::move(order));
}

void Loader::readOrders(const Node &root) {
  for (const Node *item : list(root, "orders"))
    readOrder(*item);
  for (const OrderSpec &order : rule->orders)
    checkNames(order.to, "the order");
}

void Loader::readHazard(const Node &node) {
  std::string text = scalarText(node, "hazards");
  Pattern pattern{text, {}, node.content};
  if (std::ranges::find(hazardWords, text) == std::end(hazardWords)) {
    if (!parse(node, "hazards", pattern))
      return;
    std::string_view name = rule->patterns[pattern.root].op == Op::Call ? rule->patterns.symbol(pattern.root) : std::string_view(text);
    if (std::ranges::find(hazardCalls, name) == std::end(hazardCalls)) {
      std::vector<std::string_view> known(std::begin(hazardCalls), std::end(hazardCalls));
      known.insert(known.end(), std::begin(hazardWords), std::end(hazardWords));
      return fail(node.place, "unknown hazard '" + std::string(name) + "'" + didYouMean(name, known));
    }
    checkNames(pattern, "the hazard");
  }
  rule->hazards.push_back(std::move(pattern));
}

void Loader::readHazards(const Node &root) {
  for (const Node *item : list(root, "hazards"))
    readHazard(*item);
}

void Loader::checkMessage(const Node *node) {
  if (!node || context.hasCode)
    return;
  std::string_view text = rule->message;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    std::size_t close = text.find('}', open);
    std::string_view name = text.substr(open + 1, close == std::string_view::npos ? close : close - open - 1);
    std::vector<std::string_view> known(names.begin(), names.end());
    known.insert(known.end(), {"match", "order"});
    if (close == std::string_view::npos || std::ranges::find(known, name) == known.end())
      fail(node->content, "the message names '{" + std::string(name) + "}', which the match does not bind" + didYouMean(name, known));
  }
}

LoadedRule Loader::load(std::string_view text) {
  std::size_t before = errors.size();
  Document document;
  splitDocument(text, context.file, document, errors);
  Node root;
  if (document.frontMatterLine == 0 || !readYaml(document.frontMatter, context.file, document.frontMatterLine, root, errors))
    return {};
  if (root.kind != Node::Kind::Mapping) {
    fail(root.place, "the front matter must be a mapping of keys to values");
    return {};
  }
  loaded.rule = std::make_unique<Rule>();
  rule = loaded.rule.get();
  rule->place = {context.file, 1, 1};
  rule->markdown = std::move(document.markdown);
  rule->examples = std::move(document.examples);
  checkKeys(root, ruleKeys);
  readIdentity(root);
  readPolicy(root);
  readMatches(root);
  readConditions(root);
  readOrders(root);
  readHazards(root);
  checkMessage(find(root, "message"));
  if (errors.size() != before)
    return {};
  return std::move(loaded);
}

} // namespace

LoadedRule loadRule(std::string_view text, const DocumentContext &context, std::vector<DocumentError> &errors) {
  return Loader(context, errors).load(text);
}

} // namespace fporder::rules
