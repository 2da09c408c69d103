#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("elements that an outer loop adds to are reductions, one for each") {
  Translated code(R"(
    void tile(float *c, const float *a, const float *b, int n) {
      float acc[4] = {0};
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < 4; ++j)
          acc[j] += a[k] * b[k * 4 + j];
      for (int j = 0; j < 4; ++j)
        c[j] = acc[j] * 3;
    }
    float first(const float *a, const float *b, int n) {
      float acc[2][4] = {};
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 4; ++j)
            acc[i][j] += a[i] * b[k * 4 + j];
      return acc[1][2];
    }
    void rows(float *c, const float *a, const float *b, int n, int m, int l, float s) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
          c[i * m + j] = 0;
      for (int i = 0; i < n; ++i)
        for (int p = 0; p < l; ++p)
          for (int j = 0; j < m; ++j)
            c[i * m + j] += a[i * l + p] * b[p * m + j];
      for (int x = 0; x < n; ++x)
        for (int y = 0; y < m; ++y)
          c[x * m + y] *= s;
    }
    float beside(const float *b, int n) { // the spare element is none of those added to
      float acc[5] = {0};
      for (int k = 0; k < n; ++k) {
        acc[4] = b[k];
        for (int j = 0; j < 4; ++j)
          acc[j] += acc[4] * j;
      }
      return acc[3];
    })");
  CHECK(code.stored("tile", "c[j]") == "sum(k, a[k] * b[k * 4 + j], 0, n) * 3");
  CHECK(code.returned("first") == "sum(k, a[1] * b[k * 4 + 2], 0, n)");
  CHECK(code.stored("rows", "c[...]") == "sum(p, a[x * l + p] * b[p * m + y], 0, l) * s");
  CHECK(code.returned("beside") == "sum(k, b[k] * cast<binary32>(3), 0, n)");
}

TEST_CASE("what a nest stores in rows another nest reads") {
  Translated code(R"(
    void rows(float *t, const float *x, const float *g, int n, int m) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
          t[i * m + j] = x[i * m + j] * g[j];
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < m; ++c)
          t[r * m + c] = t[r * m + c] / g[r];
    }
    void strides(float *out, float *t, const float *x, int n, int m, int stride) { // rows do not overlap: that is what a stride is for
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
          t[i * stride + j] = x[j];
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < m; ++c)
          out[r * m + c] = t[r * stride + c] / 3;
    }
    void transposed(float (*t)[8], const float *x) {
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
          t[i][j] = x[i] * 5;
      for (int r = 0; r < 8; ++r)
        for (int c = 0; c < 8; ++c)
          t[c][r] = t[c][r] / 3;
    })");
  CHECK(code.stored("rows", "t[...]") == "x[r * m + c] * g[c] / g[r]");
  CHECK(code.stored("strides", "out[...]") == "x[c] / 3");
  CHECK(code.stored("transposed", "t[c][r]") == "x[c] * 5 / 3");
}

TEST_CASE("several elements of an array in each iteration of a nest") {
  Translated code(R"(
    struct Pair { float x, y; };
    float members(const float *a, int n) {
      Pair m[8] = {};
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < 8; ++j) {
          m[j].x += a[k * 8 + j];
          m[j].y += a[k * 8 + j] * a[k * 8 + j];
        }
      return m[2].y - m[2].x;
    }
    float rows(const float *a, int n) {
      float m[2][8] = {};
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < 8; ++j) {
          m[0][j] += a[k * 8 + j];
          m[1][j] += 2;
        }
      return m[1][3] - m[0][3];
    }
    float unrolled(const float *a, int n) {
      float s[8] = {};
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < 8; j += 2) {
          s[j] += a[k];
          s[j + 1] += a[k + n];
        }
      return s[3] - s[2];
    }
    void halves(float *out, const float *a, int n) {
      float s[8] = {};
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < 4; ++j) {
          s[j] += a[k * 8 + j];
          s[j + 4] += a[k * 8 + j + 4];
        }
      for (int i = 0; i < 4; ++i)
        out[i] = s[i + 4];
    }
    float meeting(const float *a, int n) { // s[4] is added to twice
      float s[8] = {};
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < 5; ++j) {
          s[j] += a[k];
          s[j + 3] += a[k];
        }
      return s[4];
    }
    float running(const float *a, int n) { // what is added depends on what was
      Pair m[8] = {};
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < 8; ++j) {
          m[j].x += a[k];
          m[j].y += a[k] * m[j].x;
        }
      return m[2].y;
    })");
  CHECK(code.returned("members") == "sum(k, a[k * 8 + 2] * a[k * 8 + 2], 0, n) - sum(k, a[k * 8 + 2], 0, n)");
  CHECK(code.returned("rows") == "sum(k, 2, 0, n) - sum(k, a[k * 8 + 3], 0, n)");
  CHECK(code.returned("unrolled") == "sum(k, a[k + n], 0, n) - sum(k, a[k], 0, n)");
  CHECK(code.stored("halves", "out[i]") == "sum(k, a[k * 8 + i + 4], 0, n)");
  CHECK(code.returned("meeting") == "s[4]");
  CHECK(code.returned("running") == "m[2].y");
}

TEST_CASE("nests that visit different elements each time, or the same one twice, are not followed") {
  Translated code(R"(
    float triangle(const float *x, int n) {
      float acc[8] = {0};
      for (int k = 0; k < 8; ++k)
        for (int j = 0; j < k; ++j)
          acc[j] += x[k];
      return acc[3];
    }
    void overlapping(float *t, const float *x, int n) { // t[i + j] meets t[i + 1 + (j - 1)]
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3; ++j)
          t[i + j] = x[i];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3; ++j)
          t[i + j] = t[i + j] / 3;
    }
    void windows(float *t, const float *x, int stride) { // added to: windows may overlap
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3; ++j)
          t[i * stride + j] += x[i];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3; ++j)
          t[i * stride + j] = t[i * stride + j] / 3;
    }
    float prefix(const float *x, int n) {
      float acc[4] = {0};
      for (int k = 0; k < n; ++k)
        for (int j = 1; j < 4; ++j)
          acc[j] += acc[j - 1] * x[k];
      return acc[2];
    }
    float left(const float *x, int n) {
      float acc[4] = {0};
      for (int k = 0; k < n; ++k) {
        if (x[k] < 0)
          break;
        for (int j = 0; j < 4; ++j)
          acc[j] += x[k];
      }
      return acc[2];
    }
    extern int next();
    float unknown(const float *x, int n) {
      float acc[4] = {0};
      for (int k = 0; k < n; ++k) {
        const int m = next();
        for (int j = 0; j < m; ++j)
          acc[j] += x[k];
      }
      return acc[2];
    })");
  CHECK(code.returned("triangle") == "acc[3]");
  CHECK(code.stored("overlapping", "t[...]") == "t[i + j] / 3");
  CHECK(code.stored("windows", "t[...]") == "t[i * stride + j] / 3");
  CHECK(code.returned("prefix") == "acc[2]");
  CHECK(code.returned("left") == "acc[2]");
  CHECK(code.returned("unknown") == "acc[2]");
  for (const char *function : {"triangle", "prefix", "left", "unknown"})
    CHECK(code.reductions(function) == "");
}
