#include "rules/engine/front_matter.h"

#include <doctest/doctest.h>

using namespace fporder::rules;

namespace {

using Texts = std::vector<std::string>;

/// A front matter that begins on line 2, and what is wrong with what is read of it.
struct Read {
  explicit Read(const std::string &text) { REQUIRE(readYaml(text, "rule.md", 2, root, errors)); }

  Texts texts() const {
    Texts result;
    for (const DocumentError &error : errors)
      result.push_back(std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": " + error.message);
    return result;
  }

  YamlNode root;
  std::vector<DocumentError> errors;
  FrontMatter reader{errors};
};

} // namespace

TEST_CASE("front matter: unknown and missing keys") {
  Read read("macth: a\nwhere: b\nzzzz: c\n");
  static constexpr std::string_view known[] = {"match", "where"};
  read.reader.checkKeys(read.root, known);
  CHECK(FrontMatter::find(read.root, "match") == nullptr);
  REQUIRE(FrontMatter::find(read.root, "where") != nullptr);
  CHECK(FrontMatter::find(read.root, "where")->text == "b");
  CHECK(read.reader.require(read.root, "match") == nullptr);
  CHECK(read.texts() == Texts{"2:1: unknown key 'macth' (did you mean 'match'?)", "4:1: unknown key 'zzzz'", "2:1: the key 'match' is missing"});
}

TEST_CASE("front matter: single values, lists and truth values of the wrong type") {
  Read read("one: {a: b}\ntwo: [a]\nthree: ''\nfour: yes\nfive: true\n");
  CHECK(read.reader.scalar(read.root, "one", false).empty());
  CHECK(read.reader.scalar(read.root, "two", true).empty());
  CHECK(read.reader.scalar(read.root, "three", false).empty());
  CHECK(read.reader.scalar(read.root, "none", false).empty());
  CHECK_FALSE(read.reader.boolean(read.root, "four"));
  CHECK(read.reader.boolean(read.root, "five"));
  CHECK_FALSE(read.reader.boolean(read.root, "none"));
  CHECK(read.texts() == Texts{"2:6: 'one' must be a single value; text that holds ': ' or '{' must be quoted", "3:6: 'two' must be a single value",
                              "4:8: 'three' is empty", "5:7: 'four' is true or false"});
}

TEST_CASE("front matter: anything but a sequence is a list of itself") {
  Read read("one: a\nmany: [a, b, {c: d}]\n");
  CHECK(read.reader.textList(read.root, "one") == Texts{"a"});
  CHECK(FrontMatter::list(read.root, "many").size() == 3);
  CHECK(FrontMatter::list(read.root, "none").empty());
  CHECK(read.errors.empty());
  read.reader.textList(read.root, "many");
  CHECK(read.errors.size() == 1);
}

TEST_CASE("front matter: expressions, and where in their text a mistake is") {
  Read read("plain: a * (b\nquoted: 'a $ b'\nmany: [a / b, a +, '']\nlong: " + std::string(2001, 'a') + "\n");
  Rule rule;
  Pattern pattern;
  CHECK_FALSE(read.reader.parse(*FrontMatter::find(read.root, "plain"), "plain", rule, pattern));
  CHECK_FALSE(read.reader.parse(*FrontMatter::find(read.root, "quoted"), "quoted", rule, pattern));
  CHECK_FALSE(read.reader.parse(*FrontMatter::find(read.root, "long"), "long", rule, pattern));
  REQUIRE(read.errors.size() == 3);
  CHECK(read.texts()[0] == "2:12: missing ')'");
  CHECK(read.texts()[1] == "3:12: expected an operator, found '$'");
  CHECK(read.texts()[2] == "5:7: 'long' is longer than 2000 bytes");
  const std::vector<Pattern> good = read.reader.parseList(read.root, "many", rule);
  REQUIRE(good.size() == 1);
  CHECK(good[0].text == "a / b");
  CHECK(rule.patterns[good[0].root].op == fporder::order::Op::Div);
  CHECK(good[0].place.column == 8);
  CHECK(read.errors.size() == 5);
}

TEST_CASE("front matter: names are lower-case words joined by hyphens") {
  for (const char *text : {"mul-then-div", "a", "log1p-form", "2d"})
    CHECK(isKebab(text));
  for (const char *text : {"", "-a", "a-", "a--b", "Mul", "a_b", "a b"})
    CHECK_FALSE(isKebab(text));
}
