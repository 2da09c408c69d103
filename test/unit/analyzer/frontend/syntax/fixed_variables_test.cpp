#include "analyzer/frontend/syntax/fixed_variables.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

#include <string>

using fporder::test::Translated;

TEST_CASE("fixed variables: what no code of the unit writes is the number it begins with") {
  for (const char *declared : {"static float k = 0.5f;", "namespace { float k = 0.5f; }", "static float k = 1.0f / 2;"}) {
    CAPTURE(std::string(declared));
    CHECK(Translated(std::string(declared) + " float f(float x) { return x * k; }").returned("f") == "x * 0.5");
  }
  CHECK(Translated("float f(float x) { static float k = 0.5f; return x * k; }").returned("f") == "x * 0.5");
  CHECK(Translated("static float k[2] = {2, 0.5f}; float f(float x) { return x * k[1]; }").returned("f") == "x * 0.5");
  CHECK(Translated("static float k = 0.5f; float f(float x) { return x * k; }", {}, "input.c").returned("f") == "x * 0.5");
}

TEST_CASE("fixed variables: what may be written is an input") {
  for (const char *rest :
       {"void g(float x) { k = x; }", "void g() { k += 1; }", "void g() { ++k; }", "float *g() { return &k; }", "void h(float &); void g() { h(k); }",
        "float &g() { return k; }", "auto g() { return [&r = k] { r = 1; }; }", "template <class T> void g(T x) { k = x; }",
        "int g(const char *, ...); int h(const char *s) { return g(s, &k); }", "void g() { undeclared(k); }"}) {
    CAPTURE(std::string(rest));
    CHECK(Translated(std::string("static float k = 0.5f; float f(float x) { return x * k; } ") + rest).returned("f") == "x * k");
  }
  for (const char *open :
       {"template <class T> T f(T x) { static float k = 0.5f; T r = x * k; k = 2; return r; } template float f(float);",
        "auto l = [](auto x) { static float k = 0.5f; auto r = x * k; k += 1; return r; }; float f(float x) { return l(x); }",
        "namespace { template <class T> struct S { static inline float k = 0.5f; void set(float v) { k = v; } float f(float x) { return x "
        "* k; } }; } float f(float x) { return S<float>().f(x); }"}) {
    CAPTURE(std::string(open));
    CHECK(Translated(open).returned("f").find("k") != std::string::npos);
  }
  CHECK(Translated("float k = 0.5f; float f(float x) { return x * k; }").returned("f") == "x * k");
  CHECK(Translated("__attribute__((used)) static float k = 0.5f; float f(float x) { return x * k; }").returned("f") == "x * k");
  CHECK(Translated("static volatile float k = 0.5f; float f(float x) { return x * k; }").returned("f") == "x * k");
  CHECK(Translated("static float k[2] = {2, 0.5f}; float f(float x) { return x * k[1]; } float *g() { return k; }").returned("f") == "x * k[1]");
  CHECK(Translated("float g(); static float k = g(); float f(float x) { return x * k; }").returned("f") == "x * k");
}
