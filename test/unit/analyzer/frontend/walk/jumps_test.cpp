#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("what a lost statement may return is not known") {
  Translated code(R"(
    float found(const float *p, float x) { for (auto &each : missing(p)) { if (each) return p[0]; } return x; }
    float only(const float *p) { for (auto &each : missing(p)) { return p[0]; } throw 1; }
    void out(float *y, const float *p, float x) { for (auto &each : missing(p)) { if (each) return; } y[0] = x; }
    float user(const float *p, float a, float b) { return a * b / found(p, a); }
    float after(const float *p, float a, float b) { only(p); return a * b / p[1]; }
    float both(float *y, const float *p, float a, float b) { y[0] = a; out(y, p, b); return y[0] / a; })",
                  {"-std=c++20", "-ferror-limit=0"});
  CHECK(code.returned("user") != "a * b / a");
  CHECK(code.returned("user").starts_with("a * b / "));
  CHECK(code.returned("after") == "a * b / p[1]");
  CHECK(code.returned("both") != "b / a");
}

TEST_CASE("a lost statement may leave the loop around it") {
  Translated code(R"(
    float left(const float *p, int n) { float s = 0; for (int i = 0; i < n; ++i) { s += p[i]; for (auto &e : missing()) { if (e) break; } } return s; }
    float whole(const float *p, int n) { float s = 0; for (int i = 0; i < n; ++i) { s += p[i]; for (auto &e : missing()) { } } return s; })",
                  {"-std=c++20", "-ferror-limit=0"});
  CHECK(code.counts("left") == "?");
  CHECK(code.counts("whole") == "n");
}

TEST_CASE("a return inside a loop ends a helper in an iteration that is not known") {
  Translated code(R"(
    static float first(const float *p, int n) { for (int i = 0; i < n; ++i) { if (p[i] > 0) return p[i]; } return 1; }
    float user(const float *p, int n, float a) { return a / first(p, n); })");
  CHECK(code.returned("user") != "a / 1");
}
