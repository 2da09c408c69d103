#include "runtime/text/shown_text.h"

#include <doctest/doctest.h>

using namespace fporder;

TEST_CASE("a shown line keeps what is printable and escapes what a terminal would obey") {
  const std::pair<std::string, std::string> cases[] = {
      {"a.cpp:1:2", "a.cpp:1:2"},
      {"caf\xc3\xa9 \xf0\x9f\x98\x80", "caf\xc3\xa9 \xf0\x9f\x98\x80"},
      {"\x1b[31m", "\\x1B[31m"},
      {"a\nb\r\t\x7f", "a\\nb\\r\\t\\x7F"},
      {"\xc2\x9b"
       "31m",
       "\\u009B31m"},
      {"\xe2\x80\xae", "\\u202E"},
      {"\xff\xc0\x80", "\\xFF\\xC0\\x80"},
      {"\xed\xa0\x80", "\\xED\\xA0\\x80"},
      {"\xf4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"},
      {"\xf0\x9f\x98", "\\xF0\\x9F\\x98"},
      {"::error::x", "\\::error::x"},
      {" \t::error::x", " \\t\\::error::x"},
      {"a::b", "a::b"},
      {"", ""},
  };
  for (const auto &[given, shown] : cases)
    CHECK(text::shownLine(given) == shown);
}

TEST_CASE("shown lines keep their ends and tabs") {
  CHECK(text::shownLines("a\tb\n::c\n\x1b\n") == "a\tb\n\\::c\n\\x1B\n");
  CHECK(text::shownLines("no end") == "no end");
  CHECK(text::shownLines("\n\n") == "\n\n");
}

TEST_CASE("quoted escapes keep a document's meaning") {
  CHECK(text::quotedEscapes("{\"a\": \"\xe2\x80\xae\xc2\x9b\x7f\"}\n") == "{\"a\": \"\\u202E\\u009B\\u007F\"}\n");
  CHECK(text::quotedEscapes("\"\xff\"") == "\"\xef\xbf\xbd\"");
}

TEST_CASE("names in patches are quoted as git does") {
  CHECK(text::patchName("b/a b.cpp") == "b/a b.cpp");
  CHECK(text::patchName("b/caf\xc3\xa9") == "b/caf\xc3\xa9");
  CHECK(text::patchName("b/\x1b\"\\\n") == "\"b/\\033\\\"\\\\\\012\"");
  CHECK(text::patchName("b/\xff") == "\"b/\\377\"");
}

TEST_CASE("printable text is valid UTF-8 without control characters") {
  CHECK(text::printable("a\x01\n\t\xff\xe2\x80\xae", "?") == "a?\n\t\xef\xbf\xbd?");
}
