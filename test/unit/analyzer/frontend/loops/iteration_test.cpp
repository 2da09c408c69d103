#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
namespace order = fporder::order;

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

TEST_CASE("compensated sums are recognised") {
  Translated code(R"(
    #include <cmath>
    float kahan(const float *x, int n) {
      float s = 0, c = 0;
      for (int i = 0; i < n; i++) { float y = x[i] - c; float t = s + y; c = (t - s) - y; s = t; }
      return s;
    }
    double neumaier(const double *x, int n) {
      double s = 0, c = 0;
      for (int i = 0; i < n; ++i) {
        double t = s + x[i];
        if (std::fabs(s) >= std::fabs(x[i])) c += (s - t) + x[i]; else c += (x[i] - t) + s;
        s = t;
      }
      return s + c;
    })");
  CHECK(code.reductions("kahan") == "kahan sum x[i]");
  CHECK(code.reductions("neumaier").starts_with("compensated sum x[i]"));
}

TEST_CASE("recurrences are no reductions") {
  Translated code(R"(
    float smoothed(const float *x, int n, float b) { float m = 0; for (int i = 0; i < n; ++i) m = b * m + (1 - b) * x[i]; return m; }
    float mean(const float *x, int n) { float m = 0; for (int i = 0; i < n; ++i) m += (x[i] - m) / (i + 1); return m; }
    float horner(const float *c, float x, int n) { float r = 0; for (int i = n; i >= 0; --i) r = r * x + c[i]; return r; })");
  CHECK(code.reductions("smoothed") == "");
  CHECK(code.reductions("mean") == "");
  CHECK(code.reductions("horner") == "");
  CHECK(code.returned("horner") == "r");
}

TEST_CASE("a loop sees what an earlier loop over the same range stored") {
  Translated code(R"(
    #include <cmath>
    void scaled(float *x, float *t, float s, float d, int n) {
      for (int i = 0; i < n; ++i) t[i] = x[i] * s;
      for (int j = 0; j < n; ++j) x[j] = t[j] / d;
    }
    void otherRange(float *x, float *t, float s, float d, int n, int m) {
      for (int i = 0; i < n; ++i) t[i] = x[i] * s;
      for (int j = 0; j < m; ++j) x[j] = t[j] / d;
    }
    void overwritten(float *x, float *t, float s, float d, int n) {
      for (int i = 0; i < n; ++i) t[i] = x[i] * s;
      t[3] = 1;
      for (int j = 0; j < n; ++j) x[j] = t[j] / d;
    }
    void softmax(float *x, int n) {
      float s = 0;
      for (int i = 0; i < n; i++) { x[i] = std::exp(x[i]); s += x[i]; }
      for (int i = 0; i < n; i++) x[i] /= s;
    })");
  CHECK(code.stored("scaled", "x[j]") == "x[j] * s / d");
  CHECK(code.stored("otherRange", "x[j]") == "t[j] / d");
  CHECK(code.stored("overwritten", "x[j]") == "t[j] / d");
  CHECK(code.stored("softmax", "x[i]") == "exp(x[i]) / sum(i, exp(x[i]), 0, n)");
}

TEST_CASE("elements written by earlier iterations are not taken for the original ones") {
  Translated code(R"(
    void prefix(float *x, int n) { for (int i = 1; i < n; ++i) x[i] = x[i] + x[i - 1] * 3; }
    void pairs(float *x, int n) { for (int i = 0; i < n; i += 2) { x[i] = x[i] * 2; x[i + 1] = x[i + 1] * 3; } })");
  const auto &prefix = code.procedure("prefix");
  // x[i - 1] is another value than the x[i - 1] that the loop found.
  CHECK(fporder::order::printInfix(prefix.graph, prefix.effects.back().node).find("x@") != std::string::npos);
  const auto &pairs = code.procedure("pairs");
  for (const auto &effect : pairs.effects)
    if (effect.kind == fporder::order::Effect::Kind::Store)
      CHECK(fporder::order::printInfix(pairs.graph, effect.node).find('@') == std::string::npos);
}

TEST_CASE("the count of iterations is an operand only where it is known") {
  Translated code(R"(
    float strided(const float *x, int n) { float s = 0; for (int i = 0; i < n; i += 2) s += x[i]; return s; }
    float late(const float *x, int n) { float s = 0; for (int i = 1; i < n; i++) s += x[i]; return s; }
    float inclusive(const float *x, int n) { float s = 0; for (int i = 0; i <= n; i++) s += x[i]; return s; })");
  CHECK(code.counts("strided") == "(n + 1) / 2 from 0 by 2");
  CHECK(code.counts("late") == "n - 1 from 1");
  CHECK(code.counts("inclusive") == "n + 1");
}

TEST_CASE("ranges walked by pointers and iterators are ranges too") {
  Translated code(R"(
    #include <vector>
    float pointers(const float *x, int n) { float s = 0; for (const float *p = x; p != x + n; ++p) s += *p; return s; }
    float iterators(std::vector<float> &v) {
      float s = 0;
      for (auto it = v.begin(); it != v.end(); ++it) *it = *it * *it;
      for (auto &x : v) s += x / 3;
      return s;
    })");
  CHECK(code.returned("pointers") == "sum(i, x[i], 0, n)");
  CHECK(code.reductions("iterators") == "sequential sum v[i] * v[i] / 3");
}

TEST_CASE("a value that one loop stores and another reads is told with both its nodes") {
  Translated code("void f(const float *in, _Float16 *mid, float *out, int n, float bias) {\n"
                  "  for (int i = 0; i < n; ++i)\n    mid[i] = static_cast<_Float16>(in[i] * in[i]);\n"
                  "  for (int k = 0; k < n; ++k)\n    out[k] = mid[k] - bias;\n}\n"
                  "void g(float *v, int n) {\n  for (int i = 0; i < n; ++i)\n    v[i] = v[i] * 3;\n"
                  "  for (int k = 1; k < n; ++k)\n    v[k] = v[k] - 1;\n}\n");
  const fporder::order::Procedure &f = code.procedure("f");
  REQUIRE(!f.carried.empty());
  CHECK(code.text(f, f.carried.back().written) == "cast<binary16>(in[i] * in[i])");
  CHECK(code.text(f, f.carried.back().read) == "cast<binary16>(in[k] * in[k])");
  CHECK(f.carried.back().written != f.carried.back().read);
  CHECK(code.procedure("g").carried.empty()); // another range: not every element was written
}

TEST_CASE("what a call yields is new in every iteration") {
  Translated calls("extern float sample(); float f(int n) { float s = 0; for (int k = 0; k < n; ++k) s += sample(); return s; }");
  CHECK(calls.reductions("f") == "sequential sum `sample()`[k]");
  Translated outside("extern float sample(); float f(int n) { float s = 0, d = sample(); for (int k = 0; k < n; ++k) s += d; return s; }");
  CHECK(outside.reductions("f") == "sequential sum `sample()`");
}

TEST_CASE("elements that an inner loop adds to are sums under any loop around it, whatever it is reached by") {
  const Translated code(R"(
    struct particle { double x, ax, m; };
    extern struct particle *particles;
    extern int count, images;
    void accelerate(double g) {
      for (int image = -images; image <= images; image++)
        for (int i = 0; i < count; i++)
          for (int j = 0; j < count; j++) {
            if (i == j)
              continue;
            particles[i].ax += particles[j].m * g;
          }
    }
    double after(double *p, const int *at, int n) {
      for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
          p[at[i]] = 1;
      return p[3] * 2;
    }
  )");
  CHECK(code.reductions("accelerate") == "sequential sum i == j ? -0 : particles[j].m * g");
  CHECK(code.notHeld("after") != "");
}

TEST_CASE("objects that every iteration gets anew from code not seen may be those that others point to") {
  const std::string code = R"(
    struct S { double x, y; };
    S *first(); S *other(int); int more();
    double before(S *q, double a) { double r = q->x; while (more()) { first()->x = a; first()->y = a; } return r / q->x; }
    double within(S *q, double a) { double r = q->x, s = 0; while (more()) { s = r / q->x; other(1)->x = a; other(2)->x = a; } return s; }
    double field(S *q, double a) { double r = q->x; while (more()) { first()->y = a; other(3)->y = a; } return r / q->x; }
    double nested(S *q, double a) {
      double r = q->x;
      while (more()) { first()->x = a; while (more()) other(2)->x = a; }
      return r / q->x;
    })";
  const Translated translated(code);
  const auto isOne = [&](const char *function) {
    const order::Procedure &in = translated.procedure(function);
    for (const order::Computation &computation : in.computations)
      if (in.graph[computation.node].op == order::Op::Div)
        return in.graph.sameValue(in.graph.operand(computation.node, 0), in.graph.operand(computation.node, 1));
    FAIL("no quotient in " << function);
    return false;
  };
  CHECK_FALSE(isOne("before"));
  CHECK_FALSE(isOne("within"));
  CHECK_FALSE(isOne("nested"));
  CHECK(isOne("field")); // another member
}
