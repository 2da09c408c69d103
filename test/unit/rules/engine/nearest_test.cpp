#include "rules/engine/nearest.h"

#include <doctest/doctest.h>

#include <string_view>

using namespace fporder::rules;

namespace {

constexpr std::string_view words[] = {"match", "where", "orders", "warn-when"};

} // namespace

TEST_CASE("nearest: insertions, deletions, replacements and swapped neighbours are one edit each") {
  CHECK(nearest("match", words) == "match");
  CHECK(nearest("matc", words) == "match");
  CHECK(nearest("mmatch", words) == "match");
  CHECK(nearest("mitch", words) == "match");
  CHECK(nearest("macth", words) == "match");
  CHECK(nearest("warn-hwem", words) == "warn-when");
}

TEST_CASE("nearest: a word of which more than a third is wrong is near nothing") {
  CHECK(nearest("title", words) == "");
  CHECK(nearest("", words) == "");
  static constexpr std::string_view one[] = {"abcdef"};
  CHECK(nearest("abcdxy", one) == "abcdef");
  CHECK(nearest("abcxyz", one) == "");
  static constexpr std::string_view brief[] = {"ab"};
  CHECK(nearest("ax", brief) == "ab"); // one edit is allowed in any word
  CHECK(nearest("xy", brief) == "");
  CHECK(nearest("match", {}) == "");
}

TEST_CASE("nearest: of two candidates the nearer, and of equally near ones the first") {
  static constexpr std::string_view known[] = {"cart", "bat", "cat"};
  CHECK(nearest("rat", known) == "bat");
  CHECK(nearest("cat", known) == "cat");
}

TEST_CASE("nearest: what is longer than any word is not compared") {
  const std::string longest(100, 'a'), beyond(101, 'a');
  const std::string_view known[] = {longest, beyond};
  CHECK(nearest(longest, known) == longest);
  CHECK(nearest(beyond, known) == "");
}

TEST_CASE("nearest: a question follows a message, or nothing") {
  CHECK(didYouMean("oders", words) == " (did you mean 'orders'?)");
  CHECK(didYouMean("severity", words) == "");
}
