#include "analyzer/frontend/syntax/own_names.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using fporder::frontend::OwnNames;
using fporder::test::Snippet;

namespace {

bool isOwn(const std::string &code, const char *name = "expm1", const std::string &file = "input.cpp") {
  Snippet snippet(code, {}, file);
  return OwnNames(snippet.context()).contains(name);
}

} // namespace

TEST_CASE("own names: functions with bodies, variables, members and macros of the source's, in any scope") {
  for (const char *code :
       {"double expm1(double x) { return x; }", "namespace mine { double expm1(double); }", "struct S { double expm1(double) const; };",
        "struct S { double expm1; };", "double f(double x) { double expm1 = x; return expm1; }", "double f(double expm1) { return expm1; }",
        "#define expm1(x) (x)\n", "template <class T> T expm1(T x) { return x; }",
        "double f(double x) { auto g = [](double expm1) { return expm1; }; return g(x); }"}) {
    CAPTURE(std::string(code));
    CHECK(isOwn(code));
    CHECK(!isOwn(code, "log1p"));
  }
}

TEST_CASE("own names: the library's functions are none, declared again, used or brought in by a using declaration") {
  CHECK(!isOwn("extern \"C\" double expm1(double);"));
  CHECK(!isOwn("double f(double x) { return __builtin_expm1(x); }"));
  CHECK(!isOwn("double expm1(double);\ndouble f(double x) { return expm1(x); }", "expm1", "input.c"));
  CHECK(isOwn("double expm1(double x) { return x; }", "expm1", "input.c"));
  CHECK(!isOwn("extern \"C\" double expm1(double);\nnamespace std { using ::expm1; }\nusing std::expm1;"));
}
