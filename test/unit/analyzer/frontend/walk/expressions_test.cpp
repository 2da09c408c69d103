#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("short circuits and conditional operators guard what they evaluate") {
  Translated code(R"(
    float guarded(float a, float b) { return b != 0 && a / b > 2 ? a / b : 0; }
    float lvalue(bool c, float x, float y, float z) { (c ? x : y) = z; return x / y; })");
  const auto &guarded = code.procedure("guarded");
  bool found = false;
  for (const auto &computation : guarded.computations)
    found |= guarded.graph[computation.node].op == fporder::order::Op::Div && computation.guard;
  CHECK(found);
  CHECK(code.returned("lvalue") == "x / y");
}

TEST_CASE("each part of an expression is evaluated once, in the order of the language") {
  Translated code(R"(
    float comma(float a) { return (a = a + 1, a * 2); }
    float block(float a) { return ({ float t = a * 2; t + 1; }); }
    float query(float a) { int n = sizeof(a * a); return a * n; }
    float logic(float a, float b) { return a && b ? 1 : a || b ? a : b; })");
  CHECK(code.returned("comma") == "(a + 1) * 2");
  CHECK(code.returned("block") == "a * 2 + 1");
  CHECK(code.returned("query") == "a * 4");
  CHECK(code.procedure("query").computations.size() == 1); // sizeof evaluates nothing
  CHECK(code.returned("logic") == "a != 0 && b != 0 ? 1 : a != 0 || b != 0 ? a : b");
}

TEST_CASE("literals, enumerators and lists are the numbers that they say") {
  Translated code(R"(
    enum { three = 3 };
    float literals(float a) { return a * three + 'a'; }
    double lists(float a) { return double{a} * float(2) + double(); })");
  CHECK(code.returned("literals") == "a * 3 + 97");
  CHECK(code.returned("lists") == "a * 2 + 0");
}

TEST_CASE("braces build a value of open type as parentheses do") {
  Translated code(R"(
    template <class S> S braces(S a, S b, S c) { return S{a * b + c}; }
    template <class S> S parentheses(S a, S b, S c) { return S(a * b + c); }
    template <class S> void several(S *o, S a, S b) { o[0] = S{a * b, a / b}; }
    template <class S> void within(S *o, S a, S b) { o[0] = S{{a * b, a / b}, {a + b}}; })");
  CHECK(code.returned("braces") == "a * b + c");
  CHECK(code.returned("parentheses") == "a * b + c");
  CHECK(code.procedure("several").computations.size() == 2);
  CHECK(code.procedure("within").computations.size() == 3);
}

TEST_CASE("memory that is allocated is new, and written through what allocates it") {
  Translated code(R"(
    #include <new>
    float one(float a) { float *p = new float(a * a); *p += 1; float r = *p; delete p; return r; }
    float array(float a) { float *p = new float[3], *q = new float[3]; p[0] = a; q[0] = 2; return p[0] / q[0]; }
    float placed(float a) { float t = a * a; new (&t) float(3); return t / a; })");
  CHECK(code.returned("one") == "a * a + 1");
  CHECK(code.returned("array") == "a / 2");
  CHECK(code.returned("placed") != "a * a / a");
}

TEST_CASE("of a choice between two objects either may be written") {
  Translated code(R"(
    struct S { float x; };
    float pointer(float a, float b, bool c) { float before = a; float *p = c ? &a : &b; *p = 3; return before - a; }
    float reference(float a, float b, bool c) { float before = b; (c ? a : b) = 3; return before - b; }
    float other(float a, float b, float d, bool c) { float before = d; (c ? a : b) = 3; return before - d; }
    float read(bool c, float a, float b) { return (c ? a : b) * 2; })");
  const auto same = [&](const char *name) {
    const auto &procedure = code.procedure(name);
    const auto difference = procedure.effects.back().node;
    return procedure.graph.sameValue(procedure.graph.operand(difference, 0), procedure.graph.operand(difference, 1));
  };
  CHECK_FALSE(same("pointer"));
  CHECK_FALSE(same("reference"));
  CHECK(same("other"));
  CHECK(code.returned("read") == "(c ? a : b) * 2");
}

TEST_CASE("what is not modelled is named, and what stands in it still evaluated") {
  Translated code("#include <typeinfo>\nfloat f(float a, void *p) { float t = a * a; return t / (__builtin_object_size(p, 0) > 3 ? a : 2) + "
                  "undeclared(t = 3) * t; }");
  CHECK(code.returned("f").find("a * a / a") == std::string::npos);
  CHECK(code.returned("f").ends_with("* 3") == false); // an unknown function may write what it is given
}
