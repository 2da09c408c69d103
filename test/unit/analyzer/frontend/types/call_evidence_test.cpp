#include "analyzer/frontend/types/call_evidence.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using fporder::frontend::NumberKind;
using fporder::frontend::TypeEvidence;
using fporder::test::Snippet;

namespace {

/// What the calls of the snippet say of its type parameter A.
NumberKind kind(const std::string &code) {
  Snippet snippet(code, {"-std=c++20"});
  TypeEvidence evidence(snippet.context());
  for (const auto *call : snippet.all<clang::CallExpr>())
    fporder::frontend::searchCall(call, evidence);
  return evidence.of(snippet.find<clang::TemplateTypeParmDecl>("A")).kind;
}

} // namespace

TEST_CASE("mathematical functions take floating-point numbers, unless they are the user's own") {
  CHECK(kind("#include <cmath>\ntemplate <class A> auto f(A a) { return std::exp(a); }") == NumberKind::Floating);
  CHECK(kind("#include <cmath>\ntemplate <class A> auto f(A a) { return std::pow(2.0, a); }") == NumberKind::Unknown);
  CHECK(kind("template <class T> T exp(T x) { return x % 2; }\ntemplate <class A> auto f(A a) { return exp(a); }") == NumberKind::Unknown);
}

TEST_CASE("min, max and abs are what their arguments are") {
  CHECK(kind("template <class A> auto f(A a) { return max(a, 0.5); }") == NumberKind::Unknown);
  CHECK(kind("template <class A> auto f(A a) { return sqrt(max(a, b(a))); }") == NumberKind::Floating);
}

TEST_CASE("a parameter of the only function that a call can mean says what is passed") {
  CHECK(kind("void g(float); template <class A> void f(A a) { g(a); }") == NumberKind::Floating);
  CHECK(kind("void g(int); template <class A> void f(A a) { g(a); }") == NumberKind::Integral);
  CHECK(kind("void g(float); void g(int, int); template <class A> void f(A a) { g(a); }") == NumberKind::Floating);
  CHECK(kind("void g(float); void g(int); template <class A> void f(A a) { g(a); }") == NumberKind::Unknown);
}

TEST_CASE("limits that only floating-point types have") {
  CHECK(kind("#include <limits>\ntemplate <class A> auto f(A) { return std::numeric_limits<A>::infinity(); }") == NumberKind::Floating);
  CHECK(kind("#include <limits>\ntemplate <class A> auto f(A) { return std::numeric_limits<A>::max(); }") == NumberKind::Unknown);
}

TEST_CASE("limits are no extrema of integers") {
  CHECK(kind("template <class> struct Limits; template <class A> auto f(A a) { return Limits<A>::max(); }") == NumberKind::Unknown);
  CHECK(kind("template <class> struct Limits; template <class A> auto f(A a) { return Limits<A>::min(); }") == NumberKind::Unknown);
}
