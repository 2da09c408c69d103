#include "rules/engine/yaml_tree.h"

#include <doctest/doctest.h>

using namespace fporder::rules;
using NodeKind = YamlNode::Kind;

namespace {

/// A text that begins on line 10.
YamlNode tree(const std::string &text) {
  YamlNode root;
  std::vector<DocumentError> errors;
  REQUIRE(readYaml(text, "rule.md", 10, root, errors));
  CHECK(errors.empty());
  return root;
}

DocumentError onlyError(const std::string &text) {
  YamlNode root;
  std::vector<DocumentError> errors;
  CHECK_FALSE(readYaml(text, "rule.md", 10, root, errors));
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].place.file == "rule.md");
  return errors[0];
}

} // namespace

TEST_CASE("yaml: a mapping has its keys in the document's order, each with its place") {
  const YamlNode root = tree("b: 1\na: {c: [x, y], d: ''}\n");
  CHECK(root.kind == NodeKind::Mapping);
  REQUIRE(root.keys.size() == 2);
  REQUIRE(root.items.size() == 2);
  CHECK(root.keys[0].text == "b");
  CHECK(root.items[0].text == "1");
  CHECK(root.keys[1].place.line == 11);
  CHECK(root.keys[1].place.column == 1);
  const YamlNode &inner = root.items[1];
  CHECK(inner.kind == NodeKind::Mapping);
  CHECK(inner.place.column == 4);
  REQUIRE(inner.items.size() == 2);
  CHECK(inner.items[0].kind == NodeKind::Sequence);
  CHECK(inner.items[0].items.size() == 2);
  CHECK(inner.items[0].keys.empty());
  CHECK(inner.items[1].text.empty());
  CHECK(inner.items[1].quoted);
}

TEST_CASE("yaml: a list, and where the text of its items begins") {
  const YamlNode root = tree("# what follows\n- x y\n- 'it''s'\n- \"a\\tb\"\n- |\n  one\n  two\n");
  CHECK(root.kind == NodeKind::Sequence);
  REQUIRE(root.items.size() == 4);
  CHECK(root.items[0].text == "x y");
  CHECK_FALSE(root.items[0].quoted);
  CHECK(root.items[0].place.line == 11);
  CHECK(root.items[0].content.column == 3);
  CHECK(root.items[1].text == "it's");
  CHECK(root.items[1].place.column == 3);
  CHECK(root.items[1].content.column == 4); // behind the quote
  CHECK(root.items[2].text == "a\tb");
  CHECK(root.items[3].text == "one\ntwo\n");
  CHECK(root.items[3].quoted);
}

TEST_CASE("yaml: a scalar alone is a document, nothing is none") {
  CHECK(tree("just words\n").text == "just words");
  for (const char *text : {"", "# a comment\n"}) {
    const DocumentError error = onlyError(text);
    CHECK(error.message == "the front matter is empty");
    CHECK(error.place.line == 10);
  }
}

TEST_CASE("yaml: mistakes have their lines") {
  const DocumentError twice = onlyError("a: 1\nb: 2\na: 3\n");
  CHECK(twice.message == "key 'a' is given twice");
  CHECK(twice.place.line == 12);
  CHECK(onlyError("a: {b: 1, b: 2}\n").message == "key 'b' is given twice");
  const DocumentError second = onlyError("a: 1\n---\nb: 2\n");
  CHECK(second.message == "more than one YAML document in the front matter");
  CHECK(second.place.line == 11);
  CHECK(onlyError("[a, b]: c\n").message == "a key must be a plain word");
  const DocumentError open = onlyError("a: 1\nb: [c\n");
  CHECK(open.message.starts_with("not valid YAML: "));
  CHECK(open.place.line >= 11);
  CHECK(onlyError("a: 1\nb: &here c\n").place.line == 11);
}
