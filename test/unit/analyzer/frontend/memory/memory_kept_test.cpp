#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("what unseen code is assumed to leave alone rests on that assumption, in every branch") {
  Translated code(R"(
    extern void any();
    float g;
    float always(float a) { g = a * a; any(); return g / a; }
    float perhaps(float a, bool c) { g = a * a; if (c) any(); return g / a; }
    float either(float a, bool c) { if (c) g = a * a; else any(); return g / a; }
    float never(float a) { g = a * a; return g / a; })");
  CHECK(code.returned("always") == "a * a / a");
  CHECK(code.procedure("always").assumptions.size() == 1);
  CHECK(code.returned("perhaps") == "a * a / a");
  CHECK(code.procedure("perhaps").assumptions.size() == 1);
  CHECK(code.returned("either") == "(c ? a * a : g) / a");
  CHECK(code.procedure("never").assumptions.empty());
}

TEST_CASE("a write after the call rests on nothing") {
  Translated code("extern void any(); float g; float f(float a) { any(); g = a * a; return g / a; }");
  CHECK(code.returned("f") == "a * a / a");
  CHECK(code.procedure("f").assumptions.empty());
}

TEST_CASE("integers, and objects whose address was given away, are unknown behind the call") {
  Translated code(R"(
    extern void any(); extern void keeps(float *);
    int n;
    float integer(float a) { n = 3; any(); return a * n; }
    float escaped(float a) { float t; keeps(&t); t = a * a; any(); return t / a; }
    float local(float a) { float t = a * a; any(); return t / a; })");
  CHECK(code.returned("integer") == "a * cast<binary32>(n)");
  CHECK(code.returned("escaped") == "t / a");
  CHECK(code.returned("local") == "a * a / a");
  CHECK(code.procedure("local").assumptions.empty());
}

TEST_CASE("an integer that is unknown behind a function taken for the only one is what code not seen left there") {
  Translated code(R"(
    struct Base { template <class T> T *pointer() { return reinterpret_cast<T *>(bytes()); } void *bytes(); };
    template <class T> struct Layer {
      int rows, columns;
      void f(Base *out, const T *x) {
        T *y = out->pointer<T>();
        for (int i = 0; i < rows; ++i) y[i] = x[i] * 3 / columns;
      }
    };)");
  CHECK(code.stored("Layer::f", "y[i]") == "x[i] * 3 / cast<dependent>(columns)");
  CHECK(code.notHeld("Layer::f", "y[i]") == "");
}
