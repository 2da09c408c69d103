// Fields behind unions, defaulted assignments and references that may be to one of several fields, as small vector classes have them.
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

/// What `function` returns, with the versions that tell apart values of one spelling.
std::string versioned(const Translated &code, const char *function) {
  const auto &procedure = code.procedure(function);
  for (const auto &effect : procedure.effects)
    if (effect.kind == fporder::order::Effect::Kind::Return)
      return fporder::order::printInfix(procedure.graph, effect.node);
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

TEST_CASE("members of different anonymous unions stay apart, names of one number are one") {
  Translated code(std::string(fields) + R"(
    float apart(Named p, float c) { Named d = p; d.x -= c; return d.x * d.y; }
    float renamed(Named p, float c) { p.x = c; return p.r + p.g; })");
  CHECK(code.returned("apart") == "(p.x - c) * p.y");
  CHECK(code.returned("renamed") == "c + p.y");
}

TEST_CASE("a defaulted assignment copies the object, unions included") {
  Translated code(std::string(fields) + R"(
    float difference(Named p, Named c) { Named d = p - c; return d.x * d.y; }
    float updated(Named p, Named c) { p -= c; return p.x / p.g; })");
  CHECK(code.returned("difference") == "(p.x - c.x) * (p.y - c.y)");
  CHECK(code.returned("updated") == "(p.x - c.x) / (p.y - c.y)");
}

TEST_CASE("a switch over a known value goes where it says") {
  Translated code(std::string(fields) + R"(
    float second(Switched v, float k) { v[1] += k; return v[1] * v[0] - v[7]; }
    float skipped(float x) { switch (3) { case 1: x = 0; break; case 2: x += 1; } return x; }
    float within(float x) { switch (1) { case 0: while (x < 3) { x = 9; case 1: x += 1; } } return x; }
    float fallen(float x) { switch (1) { case 0: x = 9; case 1: x += 1; case 2: x *= 2; break; case 3: x = 7; } return x; })");
  CHECK(code.returned("second") == "(v.y + k) * v.x - v.x");
  CHECK(code.returned("skipped") == "x");
  CHECK(code.returned("within") != "x"); // the label stands inside a loop
  CHECK(code.returned("fallen") == "(x + 1) * 2");
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
