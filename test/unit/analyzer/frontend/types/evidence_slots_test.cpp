// Which values of open type share a slot.
#include "analyzer/frontend/types/evidence_search.h"
#include "analyzer/frontend/types/recovered_types.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using fporder::frontend::NumberKind;
using fporder::frontend::SlotId;
using fporder::frontend::TypeEvidence;
using fporder::test::Snippet;

TEST_CASE("variables and elements of one type parameter share its slot") {
  Snippet snippet("#include <vector>\ntemplate <class A> void f(A a, const A &b, A *c, std::vector<A> d) { c[0]; d[1]; }", {"-std=c++20"});
  TypeEvidence evidence(snippet.context());
  const SlotId slot = evidence.slot(snippet.find<clang::TemplateTypeParmDecl>("A"));
  CHECK(evidence.slot(snippet.find<clang::ParmVarDecl>("a")) == slot);
  CHECK(evidence.slot(snippet.find<clang::ParmVarDecl>("b")) == slot);
  CHECK(evidence.slot(snippet.find<clang::ParmVarDecl>("c")) == TypeEvidence::other);
  CHECK(evidence.slot(snippet.find<clang::ParmVarDecl>("d")) == slot);
  for (const auto *element : snippet.all<clang::ArraySubscriptExpr>())
    if (snippet.context().getSourceManager().isInMainFile(element->getBeginLoc()))
      CHECK(evidence.slot(element) == slot);
}

TEST_CASE("auto variables of open type have slots of their own") {
  Snippet snippet("template <class A> void f(A a) { auto x = g(a); auto y = g(a); }");
  TypeEvidence evidence(snippet.context());
  CHECK_FALSE(evidence.slot(snippet.find<clang::VarDecl>("x")) == evidence.slot(snippet.find<clang::VarDecl>("y")));
}

TEST_CASE("members that a template's definition declares have the types that it says") {
  Snippet snippet(
      "template <class T> struct Base { int n; T x; };\ntemplate <class A> struct D : Base<A> { auto f() { return this->n + this->x; } };",
      {"-std=c++20"});
  TypeEvidence evidence(snippet.context());
  const auto members = snippet.all<clang::CXXDependentScopeMemberExpr>();
  CHECK(evidence.slot(members[0]) == TypeEvidence::integer);
  CHECK(evidence.slot(members[1]) == evidence.slot(snippet.find<clang::TemplateTypeParmDecl>("A")));
}

TEST_CASE("a static member of a template of the file has the type that all its specialisations declare") {
  Snippet snippet("template <class T> struct L { static constexpr unsigned v = 1; static constexpr T t = 1; static constexpr int m = 1; };\n"
                  "template <> struct L<float> { static constexpr unsigned v = 16; static constexpr float m = 2; };\n"
                  "template <class A> auto f() { return L<A>::v + L<A>::t + L<A>::m; }",
                  {"-std=c++20"});
  TypeEvidence evidence(snippet.context());
  const auto names = snippet.all<clang::DependentScopeDeclRefExpr>();
  REQUIRE(names.size() == 3);
  CHECK(evidence.slot(names[0]) == TypeEvidence::integer);
  CHECK_FALSE(evidence.slot(names[1]) == TypeEvidence::integer);
  CHECK_FALSE(evidence.slot(names[2]) == TypeEvidence::integer);
}

TEST_CASE("what counts by its name is guessed to be an integer") {
  Snippet snippet("template <class A> auto f(const A &a) { return a.size() + a.rows; }");
  TypeEvidence evidence(snippet.context());
  CHECK(evidence.of(snippet.all<clang::CallExpr>().front()).guessed);
  CHECK(evidence.of(snippet.all<clang::CXXDependentScopeMemberExpr>().back()).kind == NumberKind::Integral);
}

TEST_CASE("an atomic number is one, half-precision classes are numbers, other classes are none") {
  Snippet snippet(
      "#include <atomic>\nstruct half { unsigned short bits; }; struct Other {}; std::atomic<float> a; std::atomic<int> i; half h; Other o;",
      {"-std=c++20"});
  TypeEvidence evidence(snippet.context());
  CHECK(evidence.slot(snippet.find<clang::VarDecl>("a")) == TypeEvidence::floating);
  CHECK(evidence.slot(snippet.find<clang::VarDecl>("i")) == TypeEvidence::integer);
  CHECK(evidence.slot(snippet.find<clang::VarDecl>("h")) == TypeEvidence::floating);
  CHECK(evidence.slot(snippet.find<clang::VarDecl>("o")) == TypeEvidence::other);
}

TEST_CASE("the uses of a variable with an error in its declaration share its slot") {
  Snippet snippet("float f(float x) { Missing lost = x; return lost * x + lost; }");
  fporder::frontend::forgetRecoveredTypes(snippet.context());
  TypeEvidence evidence(snippet.context());
  fporder::frontend::searchEvidence(snippet.find<clang::FunctionDecl>("f"), evidence);
  unsigned uses = 0;
  for (const auto *recovered : snippet.all<clang::RecoveryExpr>())
    if (recovered->subExpressions().empty()) {
      ++uses;
      CHECK(evidence.variableOf(recovered) == snippet.find<clang::VarDecl>("lost"));
      CHECK(evidence.slot(recovered) == evidence.slot(snippet.find<clang::VarDecl>("lost")));
    }
  CHECK(uses == 2);
}

TEST_CASE("a variable of an inner scope hides one with an error") {
  Snippet snippet("float f(const Missing &a, float x) { { float a = x; x = a; } { Gone a = x; x = a; } return a; }");
  TypeEvidence evidence(snippet.context());
  fporder::frontend::searchEvidence(snippet.find<clang::FunctionDecl>("f"), evidence);
  std::vector<const clang::VarDecl *> variables;
  for (const auto *recovered : snippet.all<clang::RecoveryExpr>())
    if (recovered->subExpressions().empty())
      variables.push_back(evidence.variableOf(recovered));
  REQUIRE(variables.size() == 2);
  CHECK_FALSE(llvm::isa<clang::ParmVarDecl>(variables[0]));
  CHECK(llvm::isa<clang::ParmVarDecl>(variables[1]));
}
