#include "analyzer/frontend/templates.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Snippet;

namespace {

std::vector<std::string> integral(const std::string &code, const char *function) {
  Snippet snippet(code, {"-std=c++20"});
  std::vector<std::string> names;
  for (const auto *parameter : fporder::frontend::integralParameters(snippet.find<clang::FunctionDecl>(function)))
    if (std::find(names.begin(), names.end(), parameter->getNameAsString()) == names.end())
      names.push_back(parameter->getNameAsString());
  return names;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("uses that only integers allow make a parameter integral") {
  CHECK(integral("template <class A, class B> float f(A a, B b, const float *x) { return x[a] * b; }", "f") == Names{"A"});
  CHECK(integral("template <class A, class B> auto f(A a, B b) { return a % 3 + b; }", "f") == Names{"A"});
  CHECK(integral("template <class A> auto f(A a) { return ~a; }", "f") == Names{"A"});
  CHECK(integral("template <class A, class B> auto f(A a, B b) { return a * b / a; }", "f").empty());
}

TEST_CASE("so do the same operators where overloads are in scope") {
  const std::string overloads = "template <class T> struct Vec {};\ntemplate <class T> Vec<T> operator%(Vec<T>, Vec<T>);\n"
                                "template <class T> Vec<T> operator*(Vec<T>, Vec<T>);\n";
  CHECK(integral(overloads + "template <class A, class B> auto f(A a, B b) { return a % a + b * b; }", "f") == Names{"A"});
}

TEST_CASE("a shift says nothing about its left operand: it may be a stream") {
  CHECK(integral("template <class A, class B> auto f(A &a, B b) { return a << b; }", "f") == Names{"B"});
}

TEST_CASE("enable_if with is_integral restricts the parameter") {
  CHECK(integral("#include <type_traits>\ntemplate <class A> std::enable_if_t<std::is_integral<A>::value, A> f(A a) { return a * a / 3; }", "f") ==
        Names{"A"});
  CHECK(integral("#include <type_traits>\ntemplate <class A, class = std::enable_if_t<std::is_integral_v<A>>> A f(A a) { return a * a / 3; }", "f") ==
        Names{"A"});
}

TEST_CASE("names and constraints") {
  Snippet snippet("#include <concepts>\ntemplate <class T, class Index, std::integral K, std::floating_point N> void f(T, Index, K, N);",
                  {"-std=c++20"});
  auto parameters = snippet.find<clang::FunctionTemplateDecl>("f")->getTemplateParameters();
  auto namesInteger = [&](unsigned i) { return fporder::frontend::namesInteger(llvm::cast<clang::TemplateTypeParmDecl>(parameters->getParam(i))); };
  CHECK_FALSE(namesInteger(0));
  CHECK(namesInteger(1));
  CHECK(namesInteger(2));
  CHECK_FALSE(namesInteger(3));
}

TEST_CASE("the parts of a value that a template leaves open are told apart") {
  fporder::test::Translated parts("template <class T, int N> struct vec;\n"
                                  "template <class T> T f(vec<T, 3> v) { vec<T, 3> axis = normalize(v); return axis.x * axis.y; }");
  CHECK(parts.returned("f") == "axis.x * axis.y");
}
