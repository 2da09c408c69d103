#include "rules/engine/document.h"

#include <doctest/doctest.h>

using namespace fporder::rules;

namespace {

using Texts = std::vector<std::string>;

/// "line: message" of each error.
Texts errorsOf(const std::string &text) {
  Document document;
  std::vector<DocumentError> errors;
  const bool split = splitDocument(text, "rule.md", document, errors);
  CHECK(split == errors.empty());
  Texts result;
  for (const DocumentError &error : errors) {
    CHECK(error.place.file == "rule.md");
    result.push_back(std::to_string(error.place.line) + ": " + error.message);
  }
  return result;
}

const std::string head = "---\nid: X\n---\n"; // the next line is line 4

} // namespace

TEST_CASE("document: front matter, prose and the blocks that run as tests") {
  const std::string unixEnds = "---\nid: X\nb: c\n---\n\n\nProse\n```cpp flagged flags=\"-O1 -ffast-math\"\nint a;\n\nint b;\n```\n"
                               "```cpp\nint c;\n```\n```c clean\n```\n";
  std::string dosEnds = "\xef\xbb\xbf";
  for (const char each : unixEnds)
    dosEnds += each == '\n' ? "\r\n" : std::string(1, each);
  for (const std::string &text : {unixEnds, dosEnds}) {
    Document document;
    std::vector<DocumentError> errors;
    REQUIRE(splitDocument(text, "rule.md", document, errors));
    CHECK(document.frontMatter == "id: X\nb: c\n");
    CHECK(document.frontMatterLine == 2);
    CHECK(document.markdown.starts_with("Prose\n```cpp flagged"));
    REQUIRE(document.examples.size() == 2); // a block that states a language alone is prose
    CHECK(document.examples[0].kind == Example::Kind::Flagged);
    CHECK(document.examples[0].flags == Texts{"-O1", "-ffast-math"});
    CHECK(document.examples[0].code == "int a;\n\nint b;\n");
    CHECK(document.examples[0].line == 9);
    CHECK(document.examples[1].kind == Example::Kind::Clean);
    CHECK(document.examples[1].language == "c");
    CHECK(document.examples[1].code.empty());
  }
}

TEST_CASE("document: block tags that are not understood are all named") {
  CHECK(errorsOf(head + "```cpp flaged\n```\n\n```python clean\n```\n") ==
        Texts{"4: a code block is 'flagged' or 'clean', not 'flaged'", "7: code blocks that run as tests are 'c' or 'cpp', not 'python'"});
  CHECK(errorsOf(head + "```cpp clean fast\n```\n") == Texts{"4: 'fast' is not understood here; expected flags=\"...\""});
  CHECK(errorsOf(head + "```cpp clean flags=\"-O1\n```\n") == Texts{"4: 'flags=\"-O1' is not understood here; expected flags=\"...\""});
  CHECK(errorsOf(head + "```\n``` cpp clean\n```\n").empty()); // inside a block nothing is a tag
}

TEST_CASE("document: what has no front matter or no end is no document") {
  CHECK(errorsOf("") == Texts{"1: the document is empty"});
  CHECK(errorsOf("id: X\n---\n") == Texts{"1: the document must begin with its front matter: a line '---'"});
  CHECK(errorsOf("---\nid: X\n----\n") == Texts{"1: the front matter has no end: a second line '---' is missing"});
  CHECK(errorsOf(head + "\n```cpp clean\nint a;\n") == Texts{"5: the code block has no end"});
  CHECK(errorsOf(head + std::string(1, '\0')) == Texts{"1: not a text file"});
  CHECK(errorsOf(std::string((std::size_t{1} << 20) + 1, '-')).size() == 1);
}
