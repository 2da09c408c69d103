#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("elements of an array are read back by the type that they were written by") {
  Translated code(R"(
    struct Four { float x, y, z, w; };
    float records(float *p, float a) { Four *q = reinterpret_cast<Four *>(p); q[1].x = a * a; return q[1].x / a; }
    float bytes(float *p, float a) { p[2] = a * a; char *c = reinterpret_cast<char *>(p); return reinterpret_cast<float *>(c)[2] / a; }
    float apart(float *p, float *r, float a) { p[1] = a * a; Four *q = reinterpret_cast<Four *>(r); q[1].x = 3; return p[1] / a; })");
  CHECK(code.returned("records") == "a * a / a");
  CHECK(code.returned("bytes") == "a * a / a");
  CHECK(code.returned("apart") == "a * a / a");
}

TEST_CASE("a write by one type ends what was known by another") {
  Translated code(R"(
    struct Four { float x, y, z, w; };
    float record(float *p, float a) { p[4] = a * a; Four *q = reinterpret_cast<Four *>(p); q[1].x = 3; return p[4] / a; }
    float number(float *p, float a) { Four *q = reinterpret_cast<Four *>(p); q[1].x = a * a; p[4] = 7; return q[1].x / a; }
    float sameSize(float *p, float a) { p[0] = a * a; int *i = reinterpret_cast<int *>(p); i[0] = 3; return p[0] / a; }
    double narrower(double *p, float a) { double before = p[1]; float *f = reinterpret_cast<float *>(p); f[2] = a; return p[1] - before; })");
  CHECK(code.returned("record") == "3 / a");
  CHECK(code.returned("number") == "7 / a");
  CHECK(code.returned("sameSize") == "p[0] / a");
  const auto &narrower = code.procedure("narrower");
  const auto difference = narrower.effects.back().node;
  CHECK_FALSE(narrower.graph.sameValue(narrower.graph.operand(difference, 0), narrower.graph.operand(difference, 1)));
}

TEST_CASE("element i by a wider type is not element i by the narrower one") {
  Translated code(R"(
    struct Four { float x, y, z, w; };
    float f(float *p) { Four *q = reinterpret_cast<Four *>(p); return q[1].x - p[1]; })");
  const auto &procedure = code.procedure("f");
  const auto difference = procedure.effects.back().node;
  CHECK_FALSE(procedure.graph.sameValue(procedure.graph.operand(difference, 0), procedure.graph.operand(difference, 1)));
}

TEST_CASE("an index counts elements of the pointer's type, also behind offsets in bytes") {
  Translated code(R"(
    #include <cstddef>
    #include <cstdint>
    struct Two { float a, b; };
    float bytes(float *p, float x) { *(float *)((char *)p + 4) = x * x; return p[1] / x; }
    float other(float *p, float x) { *(float *)((char *)p + 4) = x * x; return p[4] / x; }
    float addresses(float *p, float x) { float *q = (float *)((uintptr_t)p + 8); *q = x * x; return p[2] / x; }
    float sizes(float *p, int n, float x) { p[n] = x * x; return *(float *)((char *)p + n * sizeof(float)) / x; }
    float raw(float *p, float x) { void *v = (char *)p + 4; *(float *)v = x * x; return p[1] / x; }
    float back(float *p, float x) { char *c = (char *)(p + 1); *(float *)(c + 4) = x * x; return p[2] / x; }
    float records(float *p, float x) { ((Two *)p)[1].b = x * x; return ((Two *)(p + 2))->b / x; }
    float elements(float *p, float x) { ((Two *)(p + 2))->b = x * x; return p[3] / x; }
    float member(Two *p, float x) { p->b = x * x; *(float *)((char *)p + offsetof(Two, b)) = 5; return p->b / x; }
    float pitch(float *p, int pitch, float x) { float *row = (float *)((char *)p + pitch); row[1] = x * x; return p[1] / x; }
    float row(float *p, int pitch, float x) { float *row = (float *)((char *)p + pitch); row[1] = x * x; return row[1] / x; })");
  CHECK(code.returned("bytes") == "x * x / x");
  CHECK(code.returned("other") == "p[4] / x");
  CHECK(code.notHeld("other") == "");
  CHECK(code.returned("addresses") == "x * x / x");
  CHECK(code.returned("sizes") == "x * x / x");
  CHECK(code.returned("raw") == "x * x / x");
  CHECK(code.returned("back") == "x * x / x");
  CHECK(code.returned("records") == "x * x / x");
  CHECK(code.returned("elements") == "x * x / x");
  CHECK(code.notHeld("member") == "what is stored in 'p->b' is not followed");
  CHECK(code.notHeld("pitch") == "what is stored in 'p' is not followed");
  CHECK(code.returned("row") == "x * x / x");
}

TEST_CASE("a template's sizes are values") {
  Translated code(R"(
    template <class T> T f(T *p, int n, T x) { *(T *)((char *)p + n * sizeof(T)) = x * x; return p[n] / x; }
    template <class T> T g(T *p, int n, T x) { *(T *)((char *)p + n) = x * x; return p[n] / x; })");
  CHECK(code.returned("f") == "x * x / x");
  CHECK(code.notHeld("g") == "what is stored in 'p' is not followed");
}
