#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("a loop that accumulates is a reduction") {
  Translated code(R"(
    float forward(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }
    float counted(const float *x, int n) { float s = 0; int i = 0; while (i < n) { s = s + x[i] * x[i]; ++i; } return s; }
    float pointer(const float *x, const float *end) { float s = 0; for (; x != end; ++x) s += *x; return s; }
    float postfix(const float *x, int n) { float s = 0; while (n--) s += *x++; return s; }
    float once(const float *x, int n) { float s = 0; int i = 0; do { s += x[i]; ++i; } while (i < n); return s; }
    float subtracted(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) s -= x[i]; return s; }
    float product(const float *x, int n) { float p = 1; for (int i = 0; i < n; i++) p *= x[i]; return p; }
    float largest(const float *x, int n) { float m = x[0]; for (int i = 1; i < n; i++) if (x[i] > m) m = x[i]; return m; }
    float least(const float *x, int n) { float m = x[0]; for (int i = 1; i < n; i++) m = x[i] < m ? x[i] : m; return m; }
    float array(float (&x)[8]) { float s = 0; for (float v : x) s += v; return s; })");
  CHECK(code.reductions("forward") == "sequential sum x[i]");
  CHECK(code.returned("forward") == "sum(i, x[i], 0, n)");
  CHECK(code.reductions("counted") == "sequential sum x[i] * x[i]");
  CHECK(code.reductions("pointer") == "sequential sum x[i]");
  CHECK(code.reductions("postfix") == "sequential sum x[i]");
  CHECK(code.reductions("once") == "sequential sum x[i]");
  CHECK(code.reductions("subtracted") == "sequential sum -x[i]");
  CHECK(code.reductions("product") == "sequential product x[i]");
  CHECK(code.reductions("largest") == "sequential max x[i]");
  CHECK(code.reductions("least") == "sequential min x[i]");
  CHECK(code.reductions("array") == "sequential sum x[i]");
}

TEST_CASE("accumulation in elements, fields and through references counts") {
  Translated code(R"(
    struct S { float s; };
    void element(float *y, const float *a, const float *x, int n) {
      for (int i = 0; i < n; i++) { y[i] = 0; for (int j = 0; j < n; j++) y[i] += a[i * n + j] * x[j]; }
    }
    float field(const float *x, int n) { S t{0}; for (int i = 0; i < n; i++) t.s += x[i]; return t.s; }
    void reference(float &s, const float *x, int n) { for (int i = 0; i < n; i++) s += x[i]; }
    float twice(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) { s += x[i]; s += x[i] * x[i]; } return s; }
    float nested(float **a, int n) { float s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += a[i][j]; return s; })");
  CHECK(code.reductions("element") == "sequential sum a[i * n + j] * x[j]");
  CHECK(code.reductions("field") == "sequential sum x[i]");
  CHECK(code.reductions("reference") == "sequential sum x[i]");
  CHECK(code.chains("twice") == "x[i], x[i] * x[i]");
  CHECK(code.chains("nested") == "(n: a[i][j])");
  CHECK(code.counts("nested") == "n");
}

TEST_CASE("an accumulator that is rounded to a narrower format in every iteration has that format") {
  Translated code(R"(
    float stored(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) { s = s + x[i]; s = (float)(_Float16)s; } return s; }
    double narrow(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s = (float)(s + x[i]); return s; }
    float wide(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) s = (double)s + x[i]; return s; })");
  const auto accumulator = [&](const char *function) {
    const fporder::order::Graph &graph = code.procedure(function).graph;
    for (std::uint32_t i = 0; i < graph.size(); ++i)
      if (graph[{i}].op == fporder::order::Op::Reduce)
        return graph[{i}].type.format;
    return fporder::format::Format::Unknown;
  };
  CHECK(accumulator("stored") == fporder::format::Format::Binary16);
  CHECK(accumulator("narrow") == fporder::format::Format::Binary32);
  CHECK(accumulator("wide") == fporder::format::Format::Binary32);
}

TEST_CASE("conditions on what is added belong to the term") {
  Translated code(R"(
    float some(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) if (x[i] > 0) s += x[i]; return s; }
    float skipped(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) { if (x[i] < 0) continue; s += x[i]; } return s; }
    float stopped(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) { if (x[i] < 0) break; s += x[i]; } return s; }
    float signs(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) if (x[i] > 0) s += x[i]; else s -= x[i]; return s; })");
  CHECK(code.reductions("some") == "sequential sum x[i] > 0 ? x[i] : 0");
  CHECK(code.reductions("skipped") == "sequential sum x[i] < 0 ? 0 : x[i]");
  CHECK(code.reductions("stopped") == "sequential sum x[i]");
  CHECK(code.reductions("signs") == "sequential sum x[i] > 0 ? x[i] : -x[i]");
}

TEST_CASE("what takes part in itself, or is subtracted from, is no sum") {
  Translated code(R"(
    float turned(const float *x, int n) { float s = 0; for (int i = 0; i < n; ++i) s = x[i] - s; return s; }
    float grown(const float *x, int n) { float s = 0; for (int i = 0; i < n; ++i) s += s * x[i]; return s; }
    float divided(const float *x, int n) { float s = 1; for (int i = 0; i < n; ++i) s /= x[i]; return s; })");
  for (const char *name : {"turned", "grown", "divided"}) {
    CAPTURE(name);
    CHECK(code.reductions(name) == "");
    CHECK(code.notHeld(name) == "'s' is carried by the loop over 'i' in another way than a sum");
  }
}

TEST_CASE("the sum goes on from what the accumulator held, and each addition of an iteration is a term") {
  Translated code(R"(
    float from(const float *x, int n) { float s = 5; for (int i = 0; i < n; ++i) s = s + x[i] - 1; return s; }
    float grouped(const float *x, int n) { float s = 5; for (int i = 0; i < n; ++i) s = s + (x[i] - 1); return s; })");
  CHECK(code.returned("from") == "sum(i, x[i]; -(1), 5, n)");
  CHECK(code.returned("grouped") == "sum(i, x[i] - 1, 5, n)");
}

TEST_CASE("a loop over a floating-point variable is counted by its roundings") {
  Translated code(R"(
    float exact() { float s = 0, t; for (t = 0; t < 1; t += 0.25f) s += 1; return t; }
    float rounded() { float s = 0, t; for (t = 0; t <= 1; t += 0.1f) s += 1; return t; })");
  float t = 0;
  int count = 0;
  for (; t <= 1; t += 0.1f)
    ++count;
  CHECK(code.counts("exact") == "?; 4");
  CHECK(code.counts("rounded") == "?; " + std::to_string(count));
  CHECK(count == 10); // 0.1f ten times is more than 1
}

TEST_CASE("a sum that a break ends has as many terms as the loop has iterations, or fewer") {
  Translated code(R"(
    float some(const float *x, int) { float s = 0; for (int i = 0; i < 8; ++i) { if (x[i] < 0) break; s += x[i]; } return s; }
    float any(const float *x, int n) { float s = 0; for (int i = 0; i < n; ++i) { if (x[i] < 0) break; s += x[i]; } return s; })");
  CHECK(code.counts("some") == "min(8, iterations)");
  CHECK(code.counts("any") == "?");
  CHECK(code.notHeld("some") == "the loop over 'i' is left by 'break'");
}
