#include "rules/engine/loader.h"
#include "rules/engine/condition.h"
#include "rules/engine/document.h"
#include "rules/engine/front_matter.h"
#include "rules/engine/nearest.h"
#include "rules/engine/yaml_tree.h"
#include "runtime/order/infix.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace fporder::rules {

using namespace order;

namespace {

constexpr std::string_view ruleKeys[] = {"id",        "slug",       "family",    "title",      "message",       "severity",
                                         "match",     "where",      "warn-when", "orders",     "hazards",       "fix",
                                         "priority",  "references", "evidence",  "supersedes", "through-casts", "unless",
                                         "judged-by", "warn-share", "yields",    "quiet",      "kind",          "digits-for-audit"};
constexpr std::string_view alternativeKeys[] = {"form", "where", "orders"};
constexpr std::string_view quietKeys[] = {"when", "why"};
constexpr std::string_view orderKeys[] = {"to", "same-bits-when", "only-when", "stable", "measured-only", "note", "equal"};
constexpr std::string_view evidenceKinds[] = {"order-sensitive", "cancelling-consumer", "quantising-consumer", "narrow-format", "range",
                                              "unordered",       "unstable-form",       "fast-math",           "contraction"};
constexpr std::string_view hazardCalls[] = {"overflow", "underflow", "cancellation", "absorption"};
constexpr std::string_view hazardWords[] = {"reference-mismatch", "nondeterminism"};

class Loader : private FrontMatter {
public:
  Loader(const DocumentContext &source, std::vector<DocumentError> &errorList) : FrontMatter(errorList), context(source), errors(errorList) {}

  LoadedRule load(std::string_view text);

private:
  using Node = YamlNode;
  using Names = std::vector<std::string>;

  bool parse(const Node &node, std::string_view key, Pattern &pattern) { return FrontMatter::parse(node, key, *rule, pattern); }
  std::vector<Pattern> parseList(const Node &mapping, std::string_view key) { return FrontMatter::parseList(mapping, key, *rule); }

  void readIdentity(const Node &root);
  void readPolicy(const Node &root);
  void readKind(const Node &root);
  void readJudging(const Node &root);
  void readMatches(const Node &root);
  void readAlternative(const Node &node);
  void readConditions(const Node &root);
  void readQuiet(const Node &root);
  void readUnless(const Node &root);
  std::vector<Pattern> readWhere(const Node &mapping, const Names &known);
  std::vector<OrderSpec> readOrders(const Node &mapping, const Names &known);
  void readOrder(const Node &node, const Names &known, std::vector<OrderSpec> &orders);
  void readHazards(const Node &root);
  void readHazard(const Node &node);
  void checkConditions(const std::vector<Pattern> &conditions, const Names &known);
  void checkNames(const Pattern &pattern, std::string_view what, const Names &known);
  void checkMessage(const Node *node);

  const DocumentContext &context;
  std::vector<DocumentError> &errors;
  LoadedRule loaded;
  Rule *rule = nullptr;
  Names names; // bound by some alternative of the match
};

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
  readKind(root);
  readJudging(root);
  rule->references = textList(root, "references");
  rule->supersedes = textList(root, "supersedes");
  rule->throughCasts = boolean(root, "through-casts");
  rule->yields = boolean(root, "yields");
  rule->digitsForAudit = boolean(root, "digits-for-audit");
}

void Loader::readKind(const Node &root) {
  rule->kind = kindOfFamily(rule->family);
  const std::string named = scalar(root, "kind", false);
  if (named.empty())
    return;
  std::vector<std::string_view> known;
  for (const KindTraits &row : kinds())
    known.push_back(row.name);
  const auto found = std::ranges::find(known, named);
  if (found == known.end())
    return fail(find(root, "kind")->place, "unknown kind '" + named + "'" + didYouMean(named, known));
  rule->kind = static_cast<Kind>(found - known.begin());
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
  for (const Node *item : list(root, "match"))
    readAlternative(*item);
}

/// A form, or a mapping of forms that share conditions and orders; their names are known to these alone.
void Loader::readAlternative(const Node &node) {
  const bool isMapping = node.kind == Node::Kind::Mapping;
  if (isMapping) {
    checkKeys(node, alternativeKeys);
    require(node, "form");
  }
  const std::size_t first = rule->alternatives.size();
  Names local;
  for (const Node *item : isMapping ? list(node, "form") : std::vector<const Node *>{&node}) {
    Pattern form;
    std::optional<CompiledPattern> compiled = parse(*item, "match", form) ? compilePattern(*rule, form, errors) : std::nullopt;
    if (!compiled)
      continue;
    local.insert(local.end(), compiled->variables.begin(), compiled->variables.end());
    rule->alternatives.push_back({std::move(form), {}});
    loaded.patterns.push_back(std::move(*compiled));
  }
  std::ranges::copy_if(local, std::back_inserter(names), [&](const std::string &name) { return std::ranges::find(names, name) == names.end(); });
  if (!isMapping)
    return;
  const Clauses own{readWhere(node, local), readOrders(node, local)};
  for (std::size_t i = first; i < rule->alternatives.size(); ++i)
    rule->alternatives[i].own = own;
}

void Loader::readConditions(const Node &root) {
  rule->shared.where = readWhere(root, names);
  rule->warnWhen = parseList(root, "warn-when");
  if (!find(root, "warn-when") && rule->kind == Kind::Ordering) {
    rule->warnByDefault = true;
    for (std::string_view text : {"feeds(subtraction)", "feeds(quantising)", "narrow(match)"}) {
      Parsed<NodeId> parsed = parseInfix(text, rule->patterns, {format::Format::Unknown, Shape::Scalar});
      rule->warnWhen.push_back({std::string(text), std::get<NodeId>(parsed), {}});
    }
  }
  checkConditions(rule->warnWhen, names);
  readQuiet(root);
  readUnless(root);
}

void Loader::checkConditions(const std::vector<Pattern> &conditions, const Names &known) {
  if (context.hasCode)
    return; // a rule.cpp binds names of its own
  for (const Pattern &condition : conditions)
    checkCondition(rule->patterns, condition, known, errors, loaded.outdated);
}

std::vector<Pattern> Loader::readWhere(const Node &mapping, const Names &known) {
  std::vector<Pattern> where = parseList(mapping, "where");
  checkConditions(where, known);
  return where;
}

void Loader::readQuiet(const Node &root) {
  const Node *node = find(root, "quiet");
  if (!node)
    return;
  if (node->kind != Node::Kind::Mapping)
    return fail(node->place, "'quiet' is a mapping: a name, and under it 'when' and 'why'");
  for (std::size_t i = 0; i < node->keys.size(); ++i) {
    const Node &entry = node->items[i];
    if (!isKebab(node->keys[i].text))
      fail(node->keys[i].place, "'" + node->keys[i].text + "' is not a name: lower-case words joined by hyphens");
    if (entry.kind != Node::Kind::Mapping) {
      fail(entry.place, "a quiet condition is a mapping with 'when' and 'why'");
      continue;
    }
    checkKeys(entry, quietKeys);
    Quiet quiet{node->keys[i].text, {}, scalar(entry, "why", true)};
    const Node *when = require(entry, "when");
    if (!when || !parse(*when, "when", quiet.when))
      continue;
    checkConditions({quiet.when}, names);
    rule->quiet.push_back(std::move(quiet));
  }
}

/// The key of the first form of documents, loaded for one release more.
void Loader::readUnless(const Node &root) {
  const Node *node = find(root, "unless");
  if (!node)
    return;
  loaded.outdated.push_back({node->place, "'unless' is read for the last time: write 'quiet', with a name, 'when' and 'why'"});
  for (Pattern &condition : parseList(root, "unless")) {
    checkConditions({condition}, names);
    std::string text = condition.text;
    rule->quiet.push_back({"unless", std::move(condition), std::move(text)});
  }
}

/// Every name of an order must be one of those known.
void Loader::checkNames(const Pattern &pattern, std::string_view what, const Names &known) {
  if (context.hasCode)
    return;
  std::vector<std::string_view> words(known.begin(), known.end());
  std::vector<bool> reached(pattern.root.index + 1, false);
  reached[pattern.root.index] = true;
  for (std::uint32_t i = pattern.root.index + 1; i-- > 0;) {
    if (!reached[i])
      continue;
    for (NodeId operand : rule->patterns.operands({i}))
      reached[operand.index] = true;
    std::string_view name = rule->patterns[{i}].op == Op::Input ? rule->patterns.symbol({i}) : std::string_view();
    if (!name.empty() && name != "match" && std::ranges::find(words, name) == words.end())
      fail(pattern.place, std::string(what) + " uses '" + std::string(name) + "', which the match does not bind" + didYouMean(name, words));
  }
}

void Loader::readOrder(const Node &node, const Names &known, std::vector<OrderSpec> &orders) {
  OrderSpec order;
  if (node.kind == Node::Kind::Scalar) {
    if (parse(node, "to", order.to))
      orders.push_back(std::move(order));
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
      checkCondition(rule->patterns, condition, known, errors, loaded.outdated);
  order.stable = boolean(node, "stable");
  order.measuredOnly = boolean(node, "measured-only");
  order.note = scalar(node, "note", false);
  order.assumedEqual = scalar(node, "equal", false);
  orders.push_back(std::move(order));
}

std::vector<OrderSpec> Loader::readOrders(const Node &mapping, const Names &known) {
  std::vector<OrderSpec> orders;
  for (const Node *item : list(mapping, "orders"))
    readOrder(*item, known, orders);
  for (const OrderSpec &order : orders)
    checkNames(order.to, "the order", known);
  return orders;
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
    checkNames(pattern, "the hazard", names);
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
  rule->shared.orders = readOrders(root, names);
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
