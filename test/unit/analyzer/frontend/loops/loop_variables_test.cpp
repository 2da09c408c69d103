#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("variables that advance together are what they are by the loop's index") {
  Translated code(R"(
    float strided(const float *x, const float *w, int n) {
      float s = 0;
      for (int i = 0, p = 3; i < n; ++i, p += 2)
        s += x[p] * w[i];
      return s;
    }
    float late(const float *x, int n) { // starts at 1, the pointer at 0
      const float *p = x;
      float s = 0;
      for (int i = 1; i < n; i++, p++)
        s += *p * x[i];
      return s;
    }
    float rows(const float *x, int n, int ld) {
      float s = 0;
      for (int i = 0; i < n; ++i, x += ld)
        s += x[2];
      return s;
    }
    float rowsInBody(const float *x, const float *w, int n, int ld) {
      float s = 0;
      const float *row = x;
      for (int i = 0; i < n; i++) {
        s += row[3] * w[i];
        row += ld;
      }
      return s;
    }
    float reassigned(const float *x, const float *w, int n, int ld) { // not by ld in every iteration
      float s = 0;
      const float *row = x;
      for (int i = 0; i < n; i++) {
        s += row[3] * w[i];
        row = x + ld;
      }
      return s;
    }
    float halved(const float *x, const float *y, int n) {
      float s = 0;
      for (int i = 0, j = 0; i < n; i += 4, j += 2)
        s += x[i] * y[j];
      return s;
    }
    float back(const float *x, const float *y, int n) {
      float s = 0;
      for (int i = 0, j = n - 1; i < n; ++i, --j)
        s += x[i] * y[j];
      return s;
    }
    float inBody(const float *x, const float *y) {
      float s = 0;
      int i = 2, j = 0;
      while (i < 8) {
        s += x[i] * y[j];
        ++i;
        j += 3;
      }
      return s;
    }
    float pointers(const float *x, const float *end, const float *y) {
      float s = 0;
      for (; x != end; ++x, y += 2)
        s += *x * *y;
      return s;
    })");
  CHECK(code.returned("strided") == "sum(i, x[i * 2 + 3] * w[i], 0, n)");
  CHECK(code.returned("late").find("x[i - 1] * x[i]") != std::string::npos);
  CHECK(code.returned("rows") == "sum(i, x[i * ld + 2], 0, n)");
  CHECK(code.returned("rowsInBody") == "sum(i, x[i * ld + 3] * w[i], 0, n)");
  CHECK(code.returned("reassigned") == "sum(i, row[3][i] * w[i], 0, n)");
  CHECK(code.returned("halved").find("x[i] * y[i / 2]") != std::string::npos);
  CHECK(code.returned("back") == "sum(i, x[i] * y[n - 1 - i], 0, n)");
  CHECK(code.returned("inBody").find("x[i] * y[i * 3 - 6]") != std::string::npos);
  CHECK(code.returned("pointers").find("x[i] * y[i * 2]") != std::string::npos);
}

TEST_CASE("elements that one variable names are not those that another of the same loop names") {
  Translated code(R"(
    float between(const float *x) { // writes t[0], t[2], t[4], ...
      float t[32] = {};
      for (int p = 0, i = 0; i < 8; p += 2, i++)
        t[p] = x[i] * 3;
      return t[3];
    }
    float among(const float *x) {
      float t[32] = {};
      for (int p = 0, i = 0; i < 8; p += 2, i++)
        t[p] = x[i] * 3;
      return t[6];
    }
    float slower(const float *x, int n) {
      float t[64], s = 0, *p = t;
      const float *q = t;
      for (int i = 0; i < n; i++, p += 2, q++) {
        *p = x[i] * 3;
        s += *q / 3;
      }
      return s;
    }
    float both(const float *x) {
      float t[8][32];
      for (int i = 0, p = 0; i < 8; i++, p += 2)
        t[i][p] = x[i] * 3;
      return t[3][3] + t[3][6];
    }
    float whileLoop(const float *x) {
      float t[20];
      int i = 1;
      while (i < 9) {
        t[i] = x[i] * 3;
        i += 2;
      }
      return t[3] / 3;
    })");
  CHECK(code.returned("between") == "0");
  CHECK(code.returned("among") == "x[3] * 3");
  CHECK(code.reductions("slower") == "sequential sum t[i] / 3");
  CHECK(code.returned("both") == "t[3][3] + x[3] * 3");
  CHECK(code.returned("whileLoop") == "x[3] * 3 / 3");
}

TEST_CASE("loops unrolled by hand store elements that loops unrolled likewise read") {
  Translated code(R"(
    void scaled(float *out, const float *x, const float *d) {
      float t[64];
      for (int i = 0; i < 64; i += 2) {
        t[i] = x[i] * 3;
        t[i + 1] = x[i + 1] * 5;
      }
      for (int k = 0; k < 64; k += 2) {
        out[k] = t[k] / d[k];
        out[k + 1] = t[k + 1] / d[k];
      }
    }
    float one(const float *x) {
      float t[64];
      for (int i = 0; i < 64; i += 2) {
        t[i] = x[i] * 3;
        t[i + 1] = x[i + 1] * 5;
      }
      return t[3];
    }
    float meeting(const float *x) { // t[i + 2] is t[i] of the next iteration
      float t[66];
      for (int i = 0; i < 64; i += 2) {
        t[i] = x[i] * 3;
        t[i + 2] = x[i] * 5;
      }
      return t[4];
    })");
  CHECK(code.stored("scaled", "out[k]") == "x[k] * 3 / d[k]");
  CHECK(code.stored("scaled", "out[...]") == "x[k + 1] * 5 / d[k]");
  CHECK(code.returned("one") == "x[3] * 5");
  CHECK(code.returned("meeting") == "t[4]");
}

TEST_CASE("a pointer that advances beside a variable that counts from 1 stores where it points to, its first element included") {
  Translated code(R"(
    double strided(double x, const double *s, int n) {
      double flat[64] = {3, 3, 3, 3}, *q = flat;
      int p = 1;
      for (int i = 0; i < 5; p += 1, q -= -(n + 1), i += 3) q[1] = s[p];
      return x * flat[1];
    }
    double counted(double x, const double *s) { // p * 4 - 4 is 4 * i
      double flat[64] = {3, 3, 3, 3}, *q = flat;
      int p = 1;
      for (int i = 0; i < 5; p += 1, q += 4, ++i) q[1] = s[p];
      return x * flat[5];
    })");
  CHECK(code.returned("strided").find("flat[1]") != std::string::npos);
  CHECK(code.returned("counted") == "x * s[2]");
}
