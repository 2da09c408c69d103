#include "rules/engine/front_matter.h"

#include "rules/engine/nearest.h"
#include "runtime/limits/limits.h"
#include "runtime/order/infix.h"

#include <algorithm>

namespace fporder::rules {

using namespace order;

namespace {

constexpr std::size_t maxPatternText = limits::most(limits::Limit::PatternText);

} // namespace

void FrontMatter::checkKeys(const YamlNode &mapping, std::span<const std::string_view> known) {
  for (const YamlNode &key : mapping.keys)
    if (std::ranges::find(known, key.text) == known.end())
      fail(key.place, "unknown key '" + key.text + "'" + didYouMean(key.text, known));
}

const YamlNode *FrontMatter::find(const YamlNode &mapping, std::string_view key) {
  for (std::size_t i = 0; i < mapping.keys.size(); ++i)
    if (mapping.keys[i].text == key)
      return &mapping.items[i];
  return nullptr;
}

const YamlNode *FrontMatter::require(const YamlNode &mapping, std::string_view key) {
  const YamlNode *node = find(mapping, key);
  if (!node)
    fail(mapping.place, "the key '" + std::string(key) + "' is missing");
  return node;
}

std::string FrontMatter::scalarText(const YamlNode &node, std::string_view key) {
  if (node.kind != YamlNode::Kind::Scalar) {
    fail(node.place, "'" + std::string(key) + "' must be a single value" +
                         (node.kind == YamlNode::Kind::Mapping ? std::string("; text that holds ': ' or '{' must be quoted") : std::string()));
    return {};
  }
  if (node.text.empty())
    fail(node.place, "'" + std::string(key) + "' is empty");
  return node.text;
}

std::string FrontMatter::scalar(const YamlNode &mapping, std::string_view key, bool required) {
  const YamlNode *node = required ? require(mapping, key) : find(mapping, key);
  return node ? scalarText(*node, key) : std::string();
}

std::vector<const YamlNode *> FrontMatter::list(const YamlNode &mapping, std::string_view key) {
  const YamlNode *node = find(mapping, key);
  if (!node)
    return {};
  if (node->kind != YamlNode::Kind::Sequence)
    return {node};
  std::vector<const YamlNode *> result;
  result.reserve(node->items.size());
  for (const YamlNode &item : node->items)
    result.push_back(&item);
  return result;
}

std::vector<std::string> FrontMatter::textList(const YamlNode &mapping, std::string_view key) {
  std::vector<std::string> result;
  for (const YamlNode *item : list(mapping, key))
    result.push_back(scalarText(*item, key));
  return result;
}

bool FrontMatter::boolean(const YamlNode &mapping, std::string_view key) {
  const YamlNode *node = find(mapping, key);
  if (!node)
    return false;
  if (node->text != "true" && node->text != "false")
    fail(node->place, "'" + std::string(key) + "' is true or false");
  return node->text == "true";
}

bool FrontMatter::parse(const YamlNode &node, std::string_view key, Rule &rule, Pattern &pattern) {
  pattern.text = scalarText(node, key);
  pattern.place = node.content;
  if (pattern.text.empty())
    return false;
  if (pattern.text.size() > maxPatternText) {
    fail(node.place, "'" + std::string(key) + "' is longer than " + std::to_string(maxPatternText) + " bytes");
    return false;
  }
  Parsed<NodeId> parsed = parseInfix(pattern.text, rule.patterns, {format::Format::Unknown, Shape::Scalar});
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

std::vector<Pattern> FrontMatter::parseList(const YamlNode &mapping, std::string_view key, Rule &rule) {
  std::vector<Pattern> result;
  for (const YamlNode *item : list(mapping, key)) {
    Pattern pattern;
    if (parse(*item, key, rule, pattern))
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

} // namespace fporder::rules
