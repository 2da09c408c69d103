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
  CHECK(code.returned("record") == "p[4] / a");
  CHECK(code.returned("number") == "`p.(as Four)[].x`[1] / a");
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
