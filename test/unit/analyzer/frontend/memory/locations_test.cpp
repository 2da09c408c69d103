// Which locations meet: elements, fields, members of unions, and what references and pointers may be to.
#include "runtime/order/infix.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
namespace order = fporder::order;

namespace {

/// What `function` returns, with the versions that tell apart values of one spelling.
std::string versioned(const Translated &code, const char *function) {
  const auto &procedure = code.procedure(function);
  for (const auto &effect : procedure.effects)
    if (effect.kind == order::Effect::Kind::Return)
      return order::printInfix(procedure.graph, effect.node);
  return "nothing";
}

constexpr const char *fields = R"(
  struct Named { union { float x, r; }; union { float y, g; };
    Named() = default; constexpr Named(float a, float b) : x(a), y(b) {}
    constexpr Named &operator=(const Named &) = default;
    constexpr Named &operator-=(const Named &o) { return *this = Named(x - o.x, y - o.y); } };
  constexpr Named operator-(const Named &a, const Named &b) { return Named(a) -= b; }
  struct Switched { float x, y, z;
    float &operator[](int i) { switch (i) { default: case 0: return x; case 1: return y; case 2: return z; } } };
  struct Chosen { float x, y, z; float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; } };
  struct Returned { float x, y, z; float &operator[](int i) { if (i == 0) return x; if (i == 1) return y; return z; } };
)";

} // namespace

TEST_CASE("a store ends what was known of the locations it may change, and of no others") {
  Translated code(R"(
    struct P { float x, y; };
    float otherElement(float *m, float a, float b) { m[0] = a * b; m[1] = 3; return m[0] / b; }
    float sameElement(float *m, float a, float b) { m[0] = a * b; m[0] = 3; return m[0] / b; }
    float unknownElement(float *m, int i, int j, float a, float b) { m[i] = a * b; m[j] = 3; return m[i] / b; }
    float neighbour(float *m, int i, float a, float b) { m[i] = a * b; m[i + 1] = 3; return m[i] / b; }
    float otherField(P *p, float a, float b) { p->x = a * b; p->y = 3; return p->x / b; }
    float otherObject(P *p, P *q, float a, float b) { p->x = a * b; q->x = 3; return p->x / b; }
    float otherObjectsField(P *p, P *q, float a, float b) { p->x = a * b; q->y = 3; return p->x / b; }
    float scalars(float *p, float *q, float a, float b) { *p = a * b; *q = 3; return *p / b; }
    float local(float *p, float a, float b) { float t = a * b; *p = 3; return t / b; }
    float arrays(float *x, float *y, int i, float a, float b) { x[i] = a * b; y[i + 3] = 2; return x[i] / b; }
    float copied(P *p, float a, float b) { P q; q.x = a * b; *p = q; p->y = 1; return p->x / b; })");
  CHECK(code.returned("otherElement") == "a * b / b");
  CHECK(code.returned("sameElement") == "3 / b");
  CHECK(code.returned("unknownElement") == "m[i] / b");
  CHECK(code.returned("neighbour") == "a * b / b");
  CHECK(code.returned("otherField") == "a * b / b");
  CHECK(code.returned("otherObject") == "p->x / b");
  CHECK(code.returned("otherObjectsField") == "a * b / b");
  CHECK(code.returned("scalars") == "p[0] / b");
  CHECK(code.returned("local") == "a * b / b");
  CHECK(code.returned("arrays") == "a * b / b");
  CHECK(code.returned("copied") == "a * b / b");
}

TEST_CASE("members of different anonymous unions stay apart, names of one number are one") {
  Translated code(std::string(fields) + R"(
    float apart(Named p, float c) { Named d = p; d.x -= c; return d.x * d.y; }
    float renamed(Named p, float c) { p.x = c; return p.r + p.g; })");
  CHECK(code.returned("apart") == "(p.x - c) * p.y");
  CHECK(code.returned("renamed") == "c + p.y");
}

TEST_CASE("a store through a reference to one of several fields may change each of them") {
  Translated code(std::string(fields) + R"(
    float inBranches(Switched v, int i, float k) { float before = v.x; v[i] = k; return before - v.x; }
    float inTernary(Chosen v, int i, float k) { float before = v.y; v[i] = k; return before - v.y; }
    float inReturns(Returned v, int i, float k) { float before = v.z; v[i] = k; return before - v.z; }
    float inLoop(Switched v, int n, float k) { float before = v.x; for (int i = 0; i < n; ++i) v[i] *= k; return before - v.x; }
    float ofPointers(Chosen v, int n, float k) { float before = v.x; for (int i = 0; i < n; ++i) { float *p = i ? &v.x : &v.y; *p = k; } return before - v.x; }
    float untouched(Chosen v, Chosen w, int n, float k) { float before = w.x; for (int i = 0; i < n; ++i) v[i] = k; return before - w.x; })");
  CHECK(versioned(code, "inBranches") == "v.x - v.x@1");
  CHECK(versioned(code, "inTernary") == "v.y - v.y@1");
  CHECK(versioned(code, "inReturns") == "v.z - v.z@1");
  CHECK(versioned(code, "inLoop") == "v.x - v.x@1");
  CHECK(versioned(code, "ofPointers") == "v.x - v.x@1");
  CHECK(versioned(code, "untouched") == "w.x - w.x");
}

TEST_CASE("pointers that forty branches choose are compared by what they may be, once each") {
  std::string body;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    body += "double l" + n + " = x + " + n + ", m" + n + " = x * " + n + "; if (c[" + n + "]) p = &l" + n + "; else q = &m" + n + ";\n";
  }
  Translated code("double chosen(const bool *c, double x, double y) { double a = x, b = y, other = x; double *p = &a, *q = &b;\n" + body +
                  "double before = a; *p = y; *q = x; return (before - a) * other; }");
  CHECK(versioned(code, "chosen") == "(x - a@1) * x"); // what a holds then is not known: it was x
}

TEST_CASE("rows of one table meet where their columns do, tables of columns by both indices") {
  Translated code(R"(
    float otherColumn(float **t, int i, int j, float a) { t[i][2] = a * a; t[j][3] = 3; return t[i][2] / a; }
    float sameColumn(float **t, int i, int j, float a) { t[i][2] = a * a; t[j][2] = 3; return t[i][2] / a; }
    float fixed(float (&m)[4][4], int i, int j, float a) { m[i][1] = a * a; m[j][2] = 3; return m[i][1] / a; }
    float fields(float (*p)[2], int i, float a) { p[i][0] = a * a; p[i + 1][0] = 7; p[i][1] = 3; return p[i][0] / a; }
    float multiples(float *x, int i, float a) { x[2 * i] = a * a; x[2 * i + 1] = 3; return x[2 * i] / a; })");
  CHECK(code.returned("otherColumn") == "a * a / a");
  CHECK(code.returned("sameColumn") == "t[i][2] / a");
  CHECK(code.returned("fixed") == "a * a / a");
  CHECK(code.returned("fields") == "a * a / a");
  CHECK(code.returned("multiples") == "a * a / a");
}

TEST_CASE("members of a union are the same memory, members of a structure in it are not") {
  Translated code(R"(
    union U { float f; int i; struct { float a, b; } s; };
    float other(U u, float a) { u.f = a * a; u.i = 3; return u.f / a; }
    float inside(U u, float a) { u.s.a = a * a; u.s.b = 3; return u.s.a / a; })");
  CHECK(code.returned("other") == "0x3p-149 / a"); // the number whose bits are 3
  CHECK(code.returned("inside") == "a * a / a");
}

TEST_CASE("arrays behind other pointers may be the same only where that is asked for, and C allows it") {
  const auto kept = [](const std::string &other, bool mayAlias) {
    fporder::frontend::Options options;
    options.mayAlias = mayAlias;
    return Translated("float f(float *x, " + other + "y, int i, float a) { x[i] = a * a; y[i + 3] = 2; return x[i] / a; }", {"-std=c++20"},
                      "input.cpp", options)
               .returned("f") == "a * a / a";
  };
  CHECK(kept("float *", false));
  CHECK_FALSE(kept("float *", true));
  CHECK(kept("float *__restrict ", true));
  CHECK(kept("int *", true));
  CHECK_FALSE(kept("char *", true));
}

TEST_CASE("a pointer moves by elements, and pointers of one array meet at the same element") {
  Translated code(R"(
    float moved(float *x, float a) { float *p = x + 3; p -= 2; *p = a * a; return x[1] / a; }
    float there(float *x, int i, float a) { float *p = x + i; p[2] = a * a; p[1] = 3; return x[i + 2] / a; }
    float elsewhere(float *x, int i, int j, float a) { float *p = x + i, *q = x + j; p[0] = a * a; q[1] = 3; return p[0] / a; })");
  CHECK(code.returned("moved") == "a * a / a");
  CHECK(code.returned("there") == "a * a / a");
  CHECK(code.returned("elsewhere") == "x[i] / a");
}
