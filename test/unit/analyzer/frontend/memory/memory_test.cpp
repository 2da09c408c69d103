#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
namespace order = fporder::order;

TEST_CASE("stores through pointers and references to locals are exact") {
  Translated code(R"(
    float reference(float a, float b, float c) { float t = a * b; float &r = t; r = a + b; return t / c; }
    float pointer(float a, float b, float c) { float t = a * b; float *p = &t; *p = a + b; return t / c; }
    float offset(float a, float b, float *x) { float *p = x + 2; x[2] = a * b; return *p / b; }
    float moved(float a, float *x) { float *p = x; p++; *p = a * a; return x[1] / a; })");
  CHECK(code.returned("reference") == "(a + b) / c");
  CHECK(code.returned("pointer") == "(a + b) / c");
  CHECK(code.returned("offset") == "a * b / b");
  CHECK(code.returned("moved") == "a * a / a");
}

TEST_CASE("unseen callees change what they can reach") {
  Translated code(R"(
    extern void sink(float *); extern void look(const float *); extern void any(); extern float value(float);
    float global;
    struct S { float x; void change(); float look() const; };
    float passed(float a, float b) { float t = a * b; sink(&t); return t / b; }
    float looked(float a, float b) { float t = a * b; look(&t); return t / b; }
    float untouched(float a, float b) { float t = a * b; any(); return t / b; }
    float globals(float a, float b) { global = a * b; any(); return global / b; }
    float escaped(float a, float b) { float t; sink(&t); t = a * b; any(); return t / b; }
    float argument(float a, float b) { return value(a * b) / b; }
    float changed(S &s, float a, float b) { s.x = a * b; s.change(); return s.x / b; }
    float observed(float a, float b) { S s; s.x = a * b; s.look(); return s.x / b; })");
  CHECK(code.returned("passed") == "t / b");
  CHECK(code.returned("looked") == "a * b / b");
  CHECK(code.returned("untouched") == "a * b / b");
  CHECK(code.returned("globals") == "a * b / b"); // as is assumed: see assumed_test.cpp
  CHECK(code.returned("escaped") == "t / b");
  CHECK(code.returned("argument") == "`value(a * b)` / b");
  CHECK(code.returned("changed") == "s.x / b");
  CHECK(code.returned("observed") == "a * b / b");
  const auto &named = code.procedure("argument").unanalysed;
  REQUIRE(named.size() == 1);
  CHECK(named[0].what == "call to 'value'");
  CHECK(named[0].line == 10);
}

TEST_CASE("copies of objects are snapshots") {
  Translated code(R"(
    struct V { float x, y; };
    float snapshot(V v, float s) { V w = v; v.x = v.x * s; return w.x / v.x; }
    float swapped(V a, V b) { V t = a; a = b; b = t; return a.x / b.x; }
    float nested(float s) { struct M { V v[2]; } m; m.v[1].x = s * s; M n = m; m.v[1].x = 0; return n.v[1].x / s; })");
  CHECK(code.returned("snapshot") == "v.x / (v.x * s)");
  CHECK(code.returned("swapped") == "b.x / a.x");
  CHECK(code.returned("nested") == "s * s / s");
}

TEST_CASE("an object of a dependent class is one value as long as nothing changes it") {
  const std::string classes = "template <int L, class T> struct Vec { T v[L]; T &operator[](int i); };\n"
                              "template <int L, class T> Vec<L, T> operator*(Vec<L, T>, Vec<L, T>);\n"
                              "template <int L, class T> Vec<L, T> operator+(Vec<L, T>, Vec<L, T>);\n";
  const auto same = [&](const std::string &body) {
    Translated code(classes + "template <int L, class T> auto f(Vec<L, T> x, Vec<L, T> y) { " + body + " }");
    const order::Procedure &procedure = code.procedure("f");
    for (const order::Effect &effect : procedure.effects)
      if (effect.kind == order::Effect::Kind::Return) {
        const order::NodeId sum = effect.node;
        return procedure.graph.sameValue(procedure.graph.operand(sum, 0), procedure.graph.operand(sum, 1));
      }
    return false;
  };
  CHECK(same("return x * y + x * y;"));
  CHECK(same("Vec<L, T> z = x; return x * y + z * y;"));
  CHECK_FALSE(same("auto before = x * y; x = y; return before + x * y;"));
  CHECK_FALSE(same("auto before = x * y; x[0] = 1; return before + x * y;"));
  CHECK_FALSE(same("auto before = x * y; x.v[0] = 1; return before + x * y;"));
}

TEST_CASE("a dependent class of integers computes with integers") {
  Translated code("template <int L, class T> struct Vec { T v[L]; };\ntemplate <int L, class T> Vec<L, T> operator+(Vec<L, T>, Vec<L, T>);\n"
                  "template <int L, class T> Vec<L, T> operator-(Vec<L, T>, Vec<L, T>);\n"
                  "template <int L> auto f(Vec<L, unsigned char> a, Vec<L, unsigned char> b) { return a + b - a; }\n"
                  "template <int L> auto g(Vec<L, float> a, Vec<L, float> b) { return a + b - a; }");
  CHECK(code.procedure("f").computations.empty());
  CHECK(code.procedure("g").computations.size() == 2);
}

TEST_CASE("values are known however many other elements were written since") {
  std::string source = "float kept(float *m, float a, float b) { m[0] = a * b;";
  for (int i = 1; i <= 5000; ++i)
    source += " m[" + std::to_string(i) + "] = a;\n";
  Translated code(source + " return m[0] / b + m[5001]; }");
  CHECK(code.returned("kept") == "a * b / b + m[5001]");
}

TEST_CASE("at a label nothing is known but constants, wherever it stands") {
  Translated code(R"(
    const float table[2] = {2.0f, 3.0f};
    float known(float a, float b) { float t = a * b; again: if (t < b) { goto again; } return t / b; }
    float later(float a, float b) { float t = a * b; again: t = a + b; if (t < b) goto again; return t / b; }
    float constant(float a, float b) { again: if (a < b) goto again; return a * table[1] / b; }
    float inBranch(float a, float b, bool c) { float t = a * b, u = a; if (c) { in: u = t; if (u < b) goto in; t = a; } return t / b; }
    float made(float a, float b, float *x) { x[0] = a * b; again: if (a < b) goto again; float y[2]; y[0] = a; y[1] = x[0]; return y[0] * y[1]; }
    float element(float *x, float a, float b) { again: x[0] = a * b; x[1] = a; if (a < b) goto again; return x[0] / b; })");
  CHECK(code.returned("known") == "t / b");
  CHECK(code.returned("later") == "(a + b) / b");
  CHECK(code.returned("constant") == "a * 3 / b");
  CHECK(code.returned("inBranch") == "(c ? a : a * b) / (c ? b : b)");
  CHECK(code.returned("made") == "a * x[0]");
  CHECK(code.returned("element") == "a * b / b");
}
