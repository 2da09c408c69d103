#include "analyzer/frontend/types/evidence_search.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using namespace fporder::frontend;
using fporder::test::Snippet;

namespace {

/// "A floating, B integral": the type parameters of the snippet that something is known of, in the order met.
std::string kinds(const std::string &code) {
  Snippet snippet(code, {"-std=c++20"});
  TypeEvidence evidence(snippet.context());
  for (const auto *function : openFunctions(snippet.context().getTranslationUnitDecl(), snippet.context().getSourceManager()))
    searchEvidence(function, evidence);
  std::string result;
  for (const clang::TemplateTypeParmDecl *parameter : std::vector(evidence.parameters())) {
    const NumberKind kind = evidence.of(parameter).kind;
    if (kind != NumberKind::Unknown)
      result += (result.empty() ? "" : ", ") + parameter->getNameAsString() + (kind == NumberKind::Floating ? " floating" : " integral");
  }
  return result;
}

} // namespace

TEST_CASE("uses that only integers allow make a parameter integral") {
  CHECK(kinds("template <class A, class B> float f(A a, B b, const float *x) { return x[a] * b; }") == "A integral");
  CHECK(kinds("template <class A, class B> auto f(A a, B b) { return a % 3 + b; }") == "A integral");
  CHECK(kinds("template <class A> auto f(A a) { return ~a; }") == "A integral");
  CHECK(kinds("template <class A> auto f(A a) { switch (a) { default: return a * 2; } }") == "A integral");
  CHECK(kinds("template <class A> float *f(A a) { return new float[a]; }") == "A integral");
  CHECK(kinds("template <class A> void f(A a, float *x) { for (int i = 0; i < a; ++i) x[i] = 0; }") == "A integral");
  CHECK(kinds("template <class A, class B> auto f(A a, B b) { return a * b / a; }").empty());
}

TEST_CASE("so do the same operators where overloads are in scope") {
  const std::string overloads = "template <class T> struct Vec {};\ntemplate <class T> Vec<T> operator%(Vec<T>, Vec<T>);\n"
                                "template <class T> Vec<T> operator*(Vec<T>, Vec<T>);\n";
  CHECK(kinds(overloads + "template <class A, class B> auto f(A a, B b) { return a % a + b * b; }") == "A integral");
}

TEST_CASE("a shift says nothing about its left operand: it may be a stream") {
  CHECK(kinds("template <class A, class B> auto f(A &a, B b) { return a << b; }") == "B integral");
}

TEST_CASE("constraints and static assertions restrict the parameter") {
  const std::string traits = "#include <type_traits>\n#include <concepts>\n";
  CHECK(kinds(traits + "template <class A> std::enable_if_t<std::is_integral<A>::value, A> f(A a) { return a * a / 3; }") == "A integral");
  CHECK(kinds(traits + "template <class A, class = std::enable_if_t<std::is_integral_v<A>>> A f(A a) { return a * a / 3; }") == "A integral");
  CHECK(kinds(traits + "template <class A, class = std::enable_if_t<!std::is_integral_v<A>>> A f(A a) { return a * a / 3; }").empty());
  CHECK(kinds(traits + "template <std::floating_point A> A f(A a) { return a * a / 3; }") == "A floating");
  CHECK(kinds(traits + "template <class A> A f(A a) { static_assert(std::is_floating_point_v<A>); return a * a / 3; }") == "A floating");
}

TEST_CASE("what only floating-point numbers allow proves them") {
  CHECK(kinds("#include <cmath>\ntemplate <class A> A f(A a, A b) { return std::sqrt(a * a + b * b); }").find("A floating") == 0);
  CHECK(kinds("template <class A> A f(A a) { return a * A(0.5); }") == "A floating");
  CHECK(kinds("template <class A> A f(A a) { A half = 0.5f; return a * half; }") == "A floating");
  CHECK(kinds("template <class A> bool f(A a, double limit) { return a < limit; }") == "A floating");
  CHECK(kinds("#include <limits>\ntemplate <class A> A f(A a) { return a / std::numeric_limits<A>::epsilon(); }") == "A floating");
  CHECK(kinds("template <class A> float f(A a, A b) { return a * b; }") == "A floating");
}

TEST_CASE("what has types of its own may be complex, or lanes, and is proven to be nothing") {
  CHECK(kinds("template <class A> A f(A a, A b) { A c = 1.5f / b; return a * c; }") == "A floating");
  CHECK(kinds("template <class A> A f(A a, A b) { A c = static_cast<typename A::value_type>(1.5f) / b; return a * c; }").empty());
  CHECK(kinds("template <class A> A f(A a, A b) { using B = typename A::scalar; A c = 1.5f / b; return a * c; }").empty());
}

TEST_CASE("what is computed with a shifted value are integers") {
  CHECK(kinds("template <class A> A f(A a, int n) { return (A(1) << n) - a; }") == "A integral");
  CHECK(kinds("template <class A> A f(A a, A b) { return (a >> 1) + b; }") == "A integral");
  CHECK(kinds("template <class A> A f(A a, A b) { return a * b / b; }").empty());
}

TEST_CASE("a conversion that the source asks for says nothing of a parameter") {
  CHECK(kinds("template <class A> signed char f(A a, A b) { return static_cast<signed char>(a * 127 * b); }").empty());
  CHECK(kinds("template <class A> float f(A a) { return static_cast<float>(a); }").empty());
}

TEST_CASE("instantiations of the unit say what a parameter is") {
  CHECK(kinds("template <class A> A f(A a) { return a * a / 3; }\ntemplate float f(float);") == "A floating");
  CHECK(kinds("template <class A> A f(A a) { return a * a / 3; }\nint g(int x) { return f(x); }") == "A integral");
  CHECK(kinds("template <class A> A f(A a) { return a * a / 3; }\ntemplate int f(int); template double f(double);") == "A floating");
  CHECK(kinds("template <class A> struct S { A a; A f() { return a * a / 3; } };\ntemplate struct S<float>;") == "A floating");
}

TEST_CASE("the parameters of a class are what all of its members say") {
  CHECK(kinds("#include <cmath>\ntemplate <class A> struct S { A a; A f() { return a * a / 3; } A g() { return std::sqrt(a); } };")
            .find("A floating") == 0);
  const std::string outside =
      kinds("#include <cmath>\ntemplate <class A> struct S { A a; A f(); A g(); };\ntemplate <class T> T S<T>::f() { return a * a / 3; }\n"
            "template <class U> U S<U>::g() { return std::sqrt(a); }");
  CHECK(outside.find("T floating") != std::string::npos);
}

TEST_CASE("a register taken for one of integers holds integers, unless its numbers are floating for sure") {
  const std::string head =
      "template <class T> struct Register {}; template <class... A> void Sqrt(A &&...); template <class... A> void use(A &&...);\n";
  CHECK(kinds(head + "template <class U> void f(Register<U> r) { use((Register<int> &)r); }") == "U integral");
  CHECK(kinds(head + "template <class U> void f(Register<U> r) { use((Register<int> &)r); Sqrt(r, r); }") == "U floating");
}

TEST_CASE("many members of one class and long chains are searched in linear time") {
  std::string code = "template <class A> struct S {\n  A a;\n";
  for (int i = 0; i < 2000; ++i)
    code += "  A f" + std::to_string(i) + "(A b) { return a * b / a; }\n";
  code += "};\ntemplate <class A> A g(A a) { return a";
  for (int i = 0; i < 3000; ++i)
    code += " + a * a";
  CHECK(kinds(code + "; }").empty());
}
