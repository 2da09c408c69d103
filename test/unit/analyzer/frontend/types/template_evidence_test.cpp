#include "analyzer/frontend/types/template_evidence.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using fporder::frontend::NumberKind;
using fporder::frontend::TypeEvidence;
using fporder::test::Snippet;

namespace {

/// What the templates around function f say of the type parameter `name`.
NumberKind kind(const std::string &code, const char *name = "A") {
  Snippet snippet(code, {"-std=c++20"});
  TypeEvidence evidence(snippet.context());
  fporder::frontend::searchTemplates(snippet.find<clang::FunctionDecl>("f"), evidence);
  return evidence.of(snippet.find<clang::TemplateTypeParmDecl>(name)).kind;
}

} // namespace

TEST_CASE("one floating instantiation is enough, integers only prove an integer") {
  const std::string head = "template <class A> A f(A a) { return a; }\n";
  CHECK(kind(head) == NumberKind::Unknown);
  CHECK(kind(head + "float g(float x) { return f(x); }") == NumberKind::Floating);
  CHECK(kind(head + "int g(int x) { return f(x); }") == NumberKind::Integral);
  CHECK(kind(head + "float g(float x) { return f(x) + f(2); }") == NumberKind::Floating);
  CHECK(kind(head + "struct S {}; void g(S s) { f(s); }") == NumberKind::Unknown);
}

TEST_CASE("the classes around a member count") {
  CHECK(kind("template <class A> struct S { A f(A a) { return a; } };\ntemplate struct S<double>;") == NumberKind::Floating);
  CHECK(kind("template <class B> struct S { template <class A> A f(A a) { return a; } };\nS<float> s;", "B") == NumberKind::Floating);
}

TEST_CASE("a constraint proves what it asks for") {
  CHECK(kind("#include <concepts>\ntemplate <class A> requires std::floating_point<A> A f(A a) { return a; }") == NumberKind::Floating);
  CHECK(kind("#include <concepts>\ntemplate <std::integral A> A f(A a) { return a; }") == NumberKind::Integral);
  CHECK(kind("#include <concepts>\ntemplate <class A> requires (std::floating_point<A> || std::integral<A>) A f(A a) { return a; }") ==
        NumberKind::Unknown);
}
