#include "runtime/order/infix.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
namespace order = fporder::order;

TEST_CASE("behind a loop an element that it may have written is another value, one that it cannot reach is the same") {
  const auto same = [](const std::string &element, const std::string &body) {
    const Translated code("struct P { float a, b; };\nfloat f(float *x, float *y, P *p, float s, int n) { float k = " + element +
                          "; for (int i = 1; i < n; ++i) " + body + " return " + element + " - k; }");
    const order::Procedure &procedure = code.procedure("f");
    const order::NodeId difference = procedure.effects.back().node;
    return procedure.graph.sameValue(procedure.graph.operand(difference, 0), procedure.graph.operand(difference, 1));
  };
  CHECK_FALSE(same("x[1]", "x[i] = x[i] * s;"));
  CHECK_FALSE(same("x[n]", "x[i] = x[i] * s;"));
  CHECK_FALSE(same("p[2].a", "p[i].a = s;"));
  CHECK(same("y[1]", "x[i] = x[i] * s;"));
  CHECK(same("p[2].b", "p[i].a = s;"));
}

TEST_CASE("an array that a loop fills holds in each element what the iteration for it stored") {
  Translated code(R"(
    float filled(const float *x, float s) { float t[8]; for (int i = 0; i < 8; ++i) t[i] = x[i] * s; return t[5] / s; }
    float rest(const float *x, float s) { float t[9] = {}; for (int i = 0; i < 8; ++i) t[i] = x[i] * s; return t[8] / s; }
    float pairs(const float *x, float s) {
      float t[8];
      for (int i = 0; i < 4; ++i) { t[2 * i] = x[i]; t[2 * i + 1] = x[i] * s; }
      return t[5] / t[4];
    }
    float once(const float *x, int n) { float t[4] = {1, 2, 3, 4}; for (int i = 0; i < n; ++i) t[1] = x[i]; return t[2] * x[0]; })");
  CHECK(code.returned("filled") == "x[5] * s / s");
  CHECK(code.returned("rest") == "0 / s");
  CHECK(code.returned("pairs") == "x[2] * s / x[2]");
  CHECK(code.returned("once") == "3 * x[0]");
}

TEST_CASE("within the loop an iteration's own element is what it was, a neighbour's is what the iteration before left") {
  Translated code(R"(
    void own(float *x, float s, int n) { for (int i = 0; i < n; ++i) x[i] = x[i] * s; }
    void neighbour(float *x, float s, int n) { for (int i = 1; i < n; ++i) x[i] = x[i - 1] * s; }
    void ahead(float *x, float s, int n) { for (int i = 0; i < n; ++i) x[i] = x[i + 1] * s; })");
  const auto read = [&](const char *name) {
    const order::Procedure &procedure = code.procedure(name);
    return order::printInfix(procedure.graph, procedure.effects.back().node);
  };
  CHECK(read("own") == "x[i] * s");
  CHECK(read("neighbour").find("x@") != std::string::npos);
  CHECK(code.text(code.procedure("ahead"), code.procedure("ahead").effects.back().node) == "x[i + 1] * s");
}
