#include "analyzer/check/rule_selection.h"

#include <doctest/doctest.h>

using namespace fporder::check;

TEST_CASE("globs: the last that matches decides") {
  CHECK(selectedByGlobs("", "sum-order"));
  CHECK(selectedByGlobs("*", "sum-order"));
  CHECK(selectedByGlobs("sum-*", "sum-order"));
  CHECK_FALSE(selectedByGlobs("sum-*", "lerp-form"));
  CHECK_FALSE(selectedByGlobs("-*", "sum-order"));
  CHECK(selectedByGlobs("-*,fporder-*", "sum-order"));
  CHECK(selectedByGlobs("-*, sum-order", "sum-order"));
  CHECK_FALSE(selectedByGlobs("*,-sum-order", "sum-order"));
  CHECK(selectedByGlobs("-lerp-form", "sum-order"));
  CHECK_FALSE(selectedByGlobs("-lerp-form", "lerp-form"));
  CHECK(selectedByGlobs("*-o*r", "sum-order"));
  CHECK_FALSE(selectedByGlobs("*-o*rx", "sum-order"));
}
