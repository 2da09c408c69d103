#include "analyzer/frontend/templates/templates.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::frontend::memberType;
using fporder::test::Snippet;

namespace {

/// The type of the last member that the snippet reads of a value of open type; "?" when it is not known.
std::string member(const std::string &code) {
  Snippet snippet(code, {"-std=c++20"});
  const auto *expression = snippet.all<clang::CXXDependentScopeMemberExpr>().back();
  const clang::QualType type = memberType(expression->getBaseType(), expression->getMember());
  return type.isNull() ? "?" : type.getCanonicalType()->isDependentType() ? type.getAsString() : type.getCanonicalType().getAsString();
}

} // namespace

TEST_CASE("members of dependent bases have the types that their templates give them") {
  const std::string base = "template <class T> struct Base { unsigned count; T value; T *data; T sum() const; };\n";
  CHECK(member(base + "template <class T> struct D : Base<T> { auto f() { return this->count; } };") == "unsigned int");
  CHECK(member(base + "template <class U> struct D : Base<U> { auto f() { return this->value; } };") == "U");
  CHECK(member(base + "template <class U> struct D : Base<U> { auto f() { return this->sum(); } };") == "U");
  CHECK(member(base + "template <class U> struct D : Base<float> { auto f(Base<U> *b) { return b->value; } };") == "U");
  CHECK(member(base + "template <class U> struct D : Base<U> { auto f() { return this->missing; } };") == "?");
}

TEST_CASE("bases of bases, and members of library templates") {
  CHECK(member("template <class T> struct A { T value; };\ntemplate <class T> struct B : A<T> {};\n"
               "template <class U> struct C : B<U> { auto f() { return this->value; } };") == "U");
  CHECK(member("#include <vector>\ntemplate <class T> auto f(const std::vector<T> &v) { return v.size(); }") == "unsigned long");
  CHECK(member("#include <utility>\ntemplate <class T> auto f(const std::pair<int, T> &p) { return p.second; }") == "T");
}

TEST_CASE("members of a value of any type are not known") { CHECK(member("template <class M> auto f(const M &m) { return m.rows; }") == "?"); }

TEST_CASE("the types that a template is instantiated with in the unit") {
  Snippet snippet("template <class A, class B> A f(A a, B b) { return a * b; }\nfloat g() { return f(1.0f, 2); }\ndouble h() { return f(1.0, 2L); }");
  const auto types = fporder::frontend::instantiatedWith(snippet.find<clang::FunctionTemplateDecl>("f"), 0);
  REQUIRE(types.size() == 2);
  CHECK(types[0]->isRealFloatingType());
  CHECK(fporder::frontend::instantiatedWith(snippet.find<clang::FunctionTemplateDecl>("f"), 1)[1].getAsString() == "long");
}

TEST_CASE("the parts of a value that a template leaves open are told apart") {
  fporder::test::Translated parts("template <class T, int N> struct vec;\n"
                                  "template <class T> T f(vec<T, 3> v) { vec<T, 3> axis = normalize(v); return axis.x * axis.y; }");
  CHECK(parts.returned("f") == "axis.x * axis.y");
}
