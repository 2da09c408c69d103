#include "analyzer/frontend/syntax/relevance.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Tooling/Tooling.h"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>

using namespace fporder::frontend;

namespace {

/// Whether the types of the variables in `code` hold floating-point numbers, by variable, asked in the order in which they stand.
std::map<std::string, bool> holding(const std::string &code) {
  std::unique_ptr<clang::ASTUnit> unit = clang::tooling::buildASTFromCodeWithArgs(code, {"-std=c++20"}, "input.cpp");
  REQUIRE(unit);
  clang::ASTContext &context = unit->getASTContext();
  Types types(context);
  Relevance relevance(context, types);
  std::map<std::string, bool> result;
  using namespace clang::ast_matchers;
  for (const auto &found : match(varDecl(unless(parmVarDecl())).bind("v"), context)) {
    const auto *variable = found.getNodeAs<clang::VarDecl>("v");
    result[variable->getNameAsString()] = relevance.holdsFloating(variable->getType());
  }
  return result;
}

} // namespace

TEST_CASE("numbers, and what leads to numbers, are floating") {
  const auto found = holding("struct V { float x; }; struct W : V {}; struct H { W w[2]; };\n"
                             "float number; double *pointer; const double (*matrix)[3][3]; H *object; float (*function)(int); int (*taking)(V &);");
  CHECK(found.size() == 6);
  for (const auto &[name, holds] : found)
    CHECK_MESSAGE(holds, name);
}

TEST_CASE("integers, and what leads to integers, are not") {
  for (const auto &[name, holds] :
       holding("struct S { int n; char *text; S *next; }; int number; long *pointer; S object; void (*function)(S *); bool truth;"))
    CHECK_MESSAGE(!holds, name);
}

TEST_CASE("classes that lead to each other hold what one of them holds, whichever is asked first") {
  for (const char *order : {"A *a; B *b;", "B *b; A *a;"}) {
    CHECK(holding(std::string("struct B; struct A { B *b; float x; }; struct B { A *a; int n; }; extern ") + order)["b"]);
    for (const auto &[name, holds] : holding(std::string("struct B; struct A { B *b; int x; }; struct B { A *a; }; ") + order))
      CHECK_MESSAGE(!holds, name);
  }
}

TEST_CASE("what depends on a template parameter may be floating") { CHECK(holding("template <class T> void f() { T variable; }")["variable"]); }
