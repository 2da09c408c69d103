#include "analyzer/frontend/guesses/integer_names.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using namespace fporder::frontend;
using fporder::test::Snippet;

TEST_CASE("parameters called after integers") {
  Snippet snippet("template <class T, class Index, class N, class real> void f(T, Index, N, real);");
  const auto names = [&](const char *name) { return guesses::namesInteger(snippet.find<clang::TemplateTypeParmDecl>(name)); };
  CHECK_FALSE(names("T"));
  CHECK(names("Index"));
  CHECK(names("N"));
  CHECK_FALSE(names("real"));
}

TEST_CASE("constants in capitals of a class that a template leaves open") {
  Snippet snippet("template <class T> auto f() { return T::ROWS_PER_THREAD + T::scale; }");
  const auto names = snippet.all<clang::DependentScopeDeclRefExpr>();
  CHECK(guesses::namesIntegerConstant(names[0]));
  CHECK_FALSE(guesses::namesIntegerConstant(names[1]));
}

TEST_CASE("members that count, and types of counts") {
  CHECK(guesses::namesCount("size"));
  CHECK(guesses::namesCount("stride_"));
  CHECK_FALSE(guesses::namesCount("width"));
  CHECK(guesses::namesIntegerType("difference_type"));
  CHECK_FALSE(guesses::namesIntegerType("value_type"));
}
