#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("memcpy copies elements of one type and kills across types") {
  Translated code(R"(
    #include <cstring>
    float copied(float x, float y) { float a[2] = {x * y, y}, b[2]; std::memcpy(b, a, sizeof b); return b[0] / b[1]; }
    float one(float x, float y) { float p = x * y, q; std::memcpy(&q, &p, sizeof(float)); return q / y; }
    float punned(float x, float y) { float p = x * y; unsigned u; std::memcpy(&u, &p, 4); float q; u += 1; std::memcpy(&q, &u, 4); return q / y; }
    float killed(float x, float y, const float *s) { float p = x * y; std::memcpy(&p, s, 3); return p / y; }
    float zeroed(float x) { float t[2] = {x, x}; std::memset(t, 0, sizeof t); return t[0] + x * x / 3; })");
  CHECK(code.returned("copied") == "x * y / y");
  CHECK(code.returned("one") == "x * y / y");
  CHECK(code.returned("punned") == "bits(bits(x * y) + 1) / y");
  CHECK(code.returned("killed").find("x * y") == std::string::npos);
  CHECK(code.returned("zeroed").find("x * x / 3") != std::string::npos);
}

TEST_CASE("allocated arrays hold what is written") {
  Translated code(R"(
    #include <stdlib.h>
    float f(float x, float y) { float *t = (float *)malloc(2 * sizeof(float)); t[0] = x * y; t[1] = y; float r = t[0] / t[1]; free(t); return r; })");
  CHECK(code.returned("f") == "x * y / y");
}
