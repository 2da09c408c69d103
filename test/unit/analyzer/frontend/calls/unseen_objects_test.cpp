#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

Translated translated(const std::string &text) { return Translated(text, {"-std=c++20", "-ferror-limit=0", "-Wno-everything"}); }

/// What a function template returns that starts with u = 1 and ends with `return u / x`.
std::string after(const std::string &body) {
  return translated("template <class C, class D> float f(C &c, D d, float x) { float u = 1; " + body + " return u / x; }").returned("f");
}

const char *const known = "1 / x", *const unknown = "u / x";

} // namespace

TEST_CASE("an object of open type may write what it was made from") {
  CHECK(after("D k(u); k.bump();") == unknown);
  CHECK(after("D k{u}; k.bump();") == unknown);
  CHECK(after("D k = u; k.bump();") == unknown);
  CHECK(after("D k(c, u); k.bump();") == unknown);
  CHECK(after("D k(u); u = 1; k.bump();") == unknown);
  CHECK(after("D k(u); D l(k); u = 1; l.bump();") == unknown);
  CHECK(after("D k(u); u = 1; c.take(k); k.bump();") == unknown);
  CHECK(after("D k(u); k(); ") == unknown);
  CHECK(after("D(u).bump();") == unknown);
  CHECK(after("auto k = D(u); u = 1; k.bump(); d.bump();") == unknown);
  CHECK(after("D{u}.bump();") == unknown);
  CHECK(after("D{c, u}.bump();") == unknown);
  CHECK(after("auto k = D{u}; u = 1; k.bump(); d.bump();") == unknown);
  CHECK(after("auto k = D{c, u}; u = 1; k.bump(); d.bump();") == unknown);
}

TEST_CASE("an operator and the end of an object are uses of it") {
  CHECK(after("D k(u); k.bump(); u = 1; if (k) { }") == unknown);
  CHECK(after("D k(u); k.bump(); u = 1; k += 2;") == unknown);
  CHECK(after("{ D k(u); k.bump(); u = 1; }") == unknown);
  CHECK(after("for (D k(u); x > 0;) { k.bump(); u = 1; }") == unknown);
  CHECK(after("for (int i = 0; i < 3; ++i) { D k(u); k.bump(); u = 1; if (i == 1) break; }") == unknown);
}

TEST_CASE("a number of open type keeps no reference") {
  CHECK(after("D k(u);") == known);
  CHECK(after("D k(x); k.bump();") == known); // made from something else
  CHECK(after("d.bump(); D k(d);") == known);
}

TEST_CASE("an object of a class that a template declares may write what it was made from") {
  const auto of = [](const std::string &body) {
    return translated("template <class T> struct A { struct K { float &r; explicit K(float &); void bump(); };"
                      " struct V { explicit V(float); void bump(); };"
                      " static float f(float x) { float u = 1; " +
                      body + " return u / x; } };")
        .returned("A::f");
  };
  CHECK(of("K k(u); k.bump();") == unknown);
  CHECK(of("K k{u}; u = 1; k.bump();") == unknown);
  CHECK(of("{ K k(u); u = 1; }") == unknown);
  CHECK(of("V k(u); k.bump();") == known); // by value
}

TEST_CASE("that an object of unknown type keeps no reference is an assumption") {
  const Translated code = translated("template <class D> float f(float x) { long u = 1; D k(u); return u / x; }");
  const fporder::order::Procedure &procedure = code.procedure("f");
  CHECK(!procedure.assumptions.empty());
}
