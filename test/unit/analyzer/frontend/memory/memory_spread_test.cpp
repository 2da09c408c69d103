#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("a vector of four is four elements of its array") {
  Translated code(R"(
    struct Four { float x, y, z, w; };
    void copied(const float *p, float *q, int i) { Four v = ((const Four *)p)[i]; v.y *= 2; ((Four *)q)[i] = v; }
    float sum(const float *p, int n) { float s = 0; for (int i = 0; i < n; i += 4) { Four v = *(const Four *)(p + i); s += v.x + v.y; } return s; }
    float aligned(const float *p, float *q) { ((Four *)q)[1] = ((const Four *)p)[2]; return q[6]; }
    float overlaps(float *p) { *(Four *)(p + 1) = *(Four *)p; return p[3]; })");
  CHECK(code.stored("copied", "q[...]") == "p[i * 4 + 3]");
  CHECK(code.returned("sum") == "sum(i, p[i] + p[i + 1], 0, (n + 3) / 4, 0, 4)");
  CHECK(code.returned("aligned") == "p[10]");
  CHECK(code.returned("overlaps") == "p[2]");
}

TEST_CASE("all elements of a vector are stored, those that are only copied too") {
  Translated code(R"(
    struct Four { float x, y, z, w; };
    void one(const float *p, float *q) { Four v = ((const Four *)p)[0]; v.y *= 2; ((Four *)q)[0] = v; })");
  unsigned stores = 0;
  for (const auto &effect : code.procedure("one").effects)
    stores += effect.kind == fporder::order::Effect::Kind::Store ? 1 : 0;
  CHECK(stores == 4);
}
