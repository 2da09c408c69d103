#include "runtime/file/nesting.h"

#include <doctest/doctest.h>

#include <string>

using namespace fporder::file;

TEST_CASE("the depth of JSON does not count what is in strings") {
  CHECK(!jsonDeeperThan("[[[]]]", 3));
  CHECK(jsonDeeperThan("[[[]]]", 2) == 2);
  CHECK(jsonDeeperThan("[{\"a\": [1]}]", 2) == 7);
  CHECK(!jsonDeeperThan("[\"[[[[\\\"[[\", []]", 2));
  CHECK(!jsonDeeperThan("[][][][]", 1));
  CHECK(!jsonDeeperThan("", 0));
  CHECK(!jsonDeeperThan("\"\\", 0));
}

TEST_CASE("the depth of YAML is bounded from above") {
  CHECK(!yamlDeeperThan("a: [1, 2]\nb: {c: d}\n", 2));
  CHECK(yamlDeeperThan("a: [[1]]\n", 2));
  CHECK(yamlDeeperThan("- - - a\n", 3));
  CHECK(!yamlDeeperThan("- - - a\n", 4));
  CHECK(yamlDeeperThan("? ? ? a\n", 3));
  CHECK(yamlDeeperThan("a:\n b:\n  c:\n   d: 1\n", 3));
  CHECK(!yamlDeeperThan("a:\n b: 1\nc:\n b: 1\nd:\n b: 1\n", 2));
  CHECK(!yamlDeeperThan("# [[[[[[\n\n   \n", 1));
  CHECK(!yamlDeeperThan(std::string(1000, '\n'), 0));
}
