#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("an element is the one of the iteration in which its index has that value") {
  Translated code(R"(
    void offset(float *x, float *t, float s) { for (int i = 0; i < 8; ++i) t[i + 2] = x[i] * s; x[20] = t[2] / s; x[21] = t[9] / s; }
    void strided(float *x, float *t, float s) { for (int i = 1; i < 9; i += 2) t[3 * i] = x[i] * s; x[20] = t[9] / s; }
    void backwards(float *x, float *t, float s) { for (int i = 0; i < 8; ++i) t[7 - i] = x[i] * s; x[20] = t[2] / s; })");
  CHECK(code.stored("offset", "x[20]") == "x[0] * s / s");
  CHECK(code.stored("offset", "x[21]") == "x[7] * s / s");
  CHECK(code.stored("strided", "x[20]") == "x[3] * s / s");
  CHECK(code.stored("backwards", "x[20]") == "x[5] * s / s");
}

TEST_CASE("elements that no iteration wrote are what they were") {
  Translated code(R"(
    float before(const float *x, float s) { float t[12] = {}; for (int i = 0; i < 8; ++i) t[i + 2] = x[i] * s; return t[1] + t[10]; }
    float between(const float *x, float s) { float t[12] = {}; for (int i = 0; i < 8; i += 2) t[i] = x[i] * s; return t[3] + s; }
    void unlisted(float *x, float *t, float s) { for (int i = 1; i < 9; i += 2) t[3 * i] = x[i] * s; x[20] = t[6] / s; })");
  CHECK(code.returned("before") == "0");
  CHECK(code.returned("between") == "0 + s");
  CHECK(code.stored("unlisted", "x[20]") == "t[6] / s");
}

TEST_CASE("another loop reads element by element where it visits the same indices") {
  const auto read = [](const std::string &first, const std::string &second) {
    return Translated("void f(float *x, float *t, float s, int n) { " + first + " " + second + " }").stored("f", "x[j]");
  };
  const std::string plain = "for (int i = 0; i < n; ++i) t[i] = x[i] * s;";
  CHECK(read(plain, "for (int j = 0; j < n; ++j) x[j] = t[j] / s;") == "x[j] * s / s");
  CHECK(read("for (int i = 0; i < n; ++i) t[2 * i + 1] = x[i] * s;", "for (int j = 0; j < n; ++j) x[j] = t[1 + j * 2] / s;") == "x[j] * s / s");
  CHECK(read("for (int i = 0; i < n; ++i) t[n - i] = x[i] * s;", "for (int j = 0; j < n; ++j) x[j] = t[n - j] / s;") == "x[j] * s / s");
  CHECK(read(plain, "for (int j = 0; j < n; ++j) x[j] = t[j + 1] / s;") == "t[j + 1] / s");
  CHECK(read(plain, "for (int j = 0; j < n + 1; ++j) x[j] = t[j] / s;") == "t[j] / s");
  CHECK(read(plain, "for (int j = 1; j < n; ++j) x[j] = t[j] / s;") == "t[j] / s"); // another range
}

TEST_CASE("of indices of two loops each has its own iteration") {
  Translated code(R"(
    void rows(float *x, float *t, float s, int n) {
      for (int i = 0; i < n; ++i) for (int j = 0; j < 4; ++j) t[4 * i + j] = x[i] * s;
      for (int k = 0; k < n; ++k) for (int l = 0; l < 4; ++l) x[k] = t[k * 4 + l] / s;
    }
    void turned(float *x, float (*t)[4], float s) {
      for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) t[i][j] = x[i] * s;
      x[9] = t[1][3];
    })");
  CHECK(code.stored("rows", "x[k]") == "x[k] * s / s");
  CHECK(code.stored("turned", "x[9]") == "x[1] * s");
}
