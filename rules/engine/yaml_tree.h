// YAML as a tree with places, read through libyaml's events. Only what a rule's front matter needs: mappings, sequences and scalars. Anchors, aliases
// and tags are refused, so a document cannot expand beyond its own text.
#pragma once

#include "rules/engine/rule.h"

#include <string>
#include <string_view>
#include <vector>

namespace fporder::rules {

struct YamlNode {
  enum class Kind : std::uint8_t { Scalar, Sequence, Mapping } kind = Kind::Scalar;
  std::string text;            // Scalar
  bool quoted = false;         // Scalar: written in quotes or as a block
  std::vector<YamlNode> items; // Sequence: its items; Mapping: its values
  std::vector<YamlNode> keys;  // Mapping: one scalar for each value, in document order, unique
  DocumentPlace place;         // of the first character
  DocumentPlace content;       // Scalar: of the text's first character, behind an opening quote
};

/// Reads one YAML document. `file` and `firstLine` (the 1-based line on which `text` begins) go into the places. False when anything is wrong; the
/// errors are appended.
bool readYaml(std::string_view text, const std::string &file, std::uint32_t firstLine, YamlNode &root, std::vector<DocumentError> &errors);

} // namespace fporder::rules
