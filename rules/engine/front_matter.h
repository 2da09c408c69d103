// Values of a rule document's front matter: keys of a YAML mapping read as text, lists, truth values and expressions, each mistake with its place.
#pragma once

#include "rules/engine/rule.h"
#include "rules/engine/yaml_tree.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::rules {

/// Reads values of one document. Mistakes are appended to the errors, and the value is then empty.
class FrontMatter {
public:
  explicit FrontMatter(std::vector<DocumentError> &errorList) : errors(errorList) {}

  void fail(const DocumentPlace &place, std::string message) { errors.push_back({place, std::move(message)}); }
  /// An error for every key that is not in `known`.
  void checkKeys(const YamlNode &mapping, std::span<const std::string_view> known);
  /// The value of a key; null where there is none.
  static const YamlNode *find(const YamlNode &mapping, std::string_view key);
  /// The same; an error where there is none.
  const YamlNode *require(const YamlNode &mapping, std::string_view key);
  std::string scalar(const YamlNode &mapping, std::string_view key, bool required);
  std::string scalarText(const YamlNode &node, std::string_view key);
  /// The items of a sequence; anything else is a list of itself.
  static std::vector<const YamlNode *> list(const YamlNode &mapping, std::string_view key);
  std::vector<std::string> textList(const YamlNode &mapping, std::string_view key);
  /// False where there is no such key.
  bool boolean(const YamlNode &mapping, std::string_view key);
  /// An expression in the rule's pattern graph. False when there is none.
  bool parse(const YamlNode &node, std::string_view key, Rule &rule, Pattern &pattern);
  std::vector<Pattern> parseList(const YamlNode &mapping, std::string_view key, Rule &rule);

private:
  std::vector<DocumentError> &errors;
};

/// Lower-case words joined by hyphens.
bool isKebab(std::string_view text);

} // namespace fporder::rules
