#include "analyzer/check/path_pattern.h"

#include <doctest/doctest.h>

using namespace fporder::check;

TEST_CASE("stars stand for parts of names, double ones for parts of paths") {
  using Stars = std::vector<std::string>;
  CHECK(matchedStars("src/adam.cpp", "src/adam.cpp") == Stars{});
  CHECK(matchedStars("kernels/*_kernel.cu", "kernels/adam_kernel.cu") == Stars{"adam"});
  CHECK(matchedStars("*/*.cu", "a/b.cu") == Stars{"a", "b"});
  CHECK(matchedStars("*", "") == Stars{""});
  CHECK(matchedStars("**/*.cu", "a/b/c.cu") == Stars{"a/b", "c"});
  CHECK(matchedStars("a*b*", "abab") == Stars{"", "ab"});
  CHECK_FALSE(matchedStars("kernels/*.cu", "kernels/a/b.cu"));
  CHECK_FALSE(matchedStars("*.cu", "adam.cpp"));
  CHECK_FALSE(matchedStars("adam", "adams"));
  CHECK_FALSE(matchedStars("adams", "adam"));
}

TEST_CASE("the last star stands for the last one") {
  CHECK(withStars("golden/*.py", {"adam"}) == "golden/adam.py");
  CHECK(withStars("golden/*.py", {"a", "b"}) == "golden/b.py");
  CHECK(withStars("golden/*/*.py", {"a", "b"}) == "golden/a/b.py");
  CHECK(withStars("golden.py", {"a"}) == "golden.py");
}

TEST_CASE("many stars take no more time than both lengths multiplied") {
  std::string pattern;
  for (int i = 0; i < 200; ++i)
    pattern += "*a";
  CHECK_FALSE(matchedStars(pattern + "b", std::string(4000, 'a')));
}
