#include "runtime/order/infix.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
namespace order = fporder::order;

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

TEST_CASE("references that code not seen returns in nested loops are found anew: one stands for all, and no limit is reached") {
  Translated code(R"(
    struct Stream;
    Stream &operator<<(Stream &, const char *);
    Stream &operator<<(Stream &, double);
    float &next();
    double streamed(Stream &s, double x, double y, int m) {
      for (int i = 0; i < m; ++i) {
        s << "a" << x;
        for (int j = 0; j < m; ++j) {
          if (j < 3) { s << "b" << y; continue; }
          for (int k = 0; k < m; ++k) s << "c" << x;
        }
      }
      return x * y / 3;
    }
    float changed(float &r, float a, float b, int m) {
      for (int i = 0; i < m; ++i) { next() = a; next() = b; }
      return r;
    })");
  for (const order::Unanalysed &entry : code.procedure("streamed").unanalysed)
    CHECK(entry.what.find("limit") == std::string::npos);
  CHECK(code.returned("streamed") == "x * y / 3");
  // Any of them may be what `r` refers to.
  const auto &changed = code.procedure("changed");
  CHECK(changed.graph[changed.effects.back().node].version != 0);
}

TEST_CASE("a pointer that a loop changes in a way that is not known reaches what it pointed to before") {
  Translated code(R"(
    double byData(double x, const double *s, int n) {
      double flat[20] = {3, 3, 3, 3}, *q = flat + 2;
      for (int i = 1; i < n; ++i) { *q = s[1]; q += (int)s[i]; }
      return x * flat[3];
    }
    double byCount(double x, const double *s, int n) {
      double flat[20] = {3, 3, 3, 3}, *q = flat + 2;
      while (n-- > 0) { *q = s[1]; q += n; }
      return x * flat[3];
    }
    double byStride(double x, const double *s, int n) {
      double flat[20] = {3, 3, 3, 3}, *q = flat + 2;
      for (int i = 1; i < n; q += n + 1, ++i) *q = s[1];
      return x * flat[3];
    }
    double another(double x, const double *s, int n) {
      double flat[20] = {}, other[4] = {3, 3, 3, 3}, *q = flat + 2;
      while (n-- > 0) { *q = s[1]; q += n; }
      return x * other[3];
    })");
  for (const char *name : {"byData", "byCount", "byStride"})
    CHECK(code.returned(name).find("flat[3]") != std::string::npos);
  CHECK(code.returned("another") == "x * 3");
}

TEST_CASE("a part of an object of which a loop writes what has no name is not what it was") {
  Translated code(R"(
    double within(double x, const double *s, int n) {
      double flat[20] = {3, 3, 3, 3}, *q = flat + 1;
      for (int i = 1; i < n; ++i) {
        flat[1] = flat[1];
        *q = s[1];
        q += (int)s[i];
      }
      return x * flat[1];
    })");
  CHECK(code.returned("within").find("flat[1]") != std::string::npos);
}

TEST_CASE("a loop that writes more locations than are listed writes everything") {
  const auto loop = [](unsigned count) {
    std::string code = "float kept(const float *x, int n) { float a[4096], u = 1; for (int i = 0; i < n; ++i) {";
    for (unsigned object = 0; object < count; ++object)
      code += " static float s" + std::to_string(object) + "; s" + std::to_string(object) + " = x[i];";
    return code + " } return u / x[0]; }";
  };
  CHECK(Translated(loop(20)).returned("kept") == "1 / x[0]");
  CHECK(Translated(loop(2100)).returned("kept") == "u / x[0]");
}
