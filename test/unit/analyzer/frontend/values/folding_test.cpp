#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::order::Op;
using fporder::test::Translated;

TEST_CASE("what the compiler computes is a constant") {
  Translated code(R"(
    #include <cmath>
    static const double pi = 3.141592653589793;
    constexpr float third = 1.0f / 3;
    static const float table[3] = {1.0f, 0.5f, 0.25f};
    double degrees(double x) { return x * (pi / 180.0); }
    float constexprs(float x) { return x * third; }
    float tabled(float x) { return x * table[1] + table[2]; }
    int integers(float) { return 7 * 6 / 4; })");
  const auto &degrees = code.procedure("degrees");
  REQUIRE(degrees.computations.size() == 1);
  const auto factor = degrees.graph.operand(degrees.computations[0].node, 1);
  CHECK(degrees.graph[factor].op == Op::Constant);
  CHECK(degrees.graph.number(factor).approximate() == 3.141592653589793 / 180.0);
  CHECK(code.procedure("constexprs").computations.size() == 1);
  CHECK(code.returned("tabled") == "x * 0.5 + 0.25");
  CHECK(code.returned("integers") == "10");
}

TEST_CASE("constants are rounded in the format of their operation") {
  Translated code(R"(
    float single(float x) { return x * (0.1f + 0.2f); }
    double twice(double x) { return x * (0.1 + 0.2); }
    double mixed(double x) { return x * (0.1f + 0.2); })");
  const auto factor = [&](const char *name) {
    const auto &procedure = code.procedure(name);
    return procedure.graph.number(procedure.graph.operand(procedure.computations.at(0).node, 1)).approximate();
  };
  CHECK(factor("single") == static_cast<double>(0.1f + 0.2f));
  CHECK(factor("twice") == 0.1 + 0.2);
  CHECK(factor("mixed") == 0.1f + 0.2);
}

TEST_CASE("infinities and the sign of zero are kept, what is no number is computed") {
  Translated code(R"(
    double divided(double x) { return x * (1.0 / 0.0); }
    float overflow(float x) { return x * (3e38f * 10.0f); }
    float minus(float x) { return x / (-0.0f); }
    float none(float x) { return x * (0.0f / 0.0f); })");
  CHECK(code.returned("divided") == "x * inf");
  CHECK(code.returned("overflow") == "x * inf");
  CHECK(code.returned("minus") == "x / -0");
  CHECK(code.returned("none") == "x * (0 / 0)");
}

TEST_CASE("values that names hold are folded as well, integers as C divides them") {
  Translated code(R"(
    float local(float x) { float h = 0.5f; h = h * 3; return x * h; }
    float quotient(float x) { int n = -7; return x * (n / 2); }
    float undefined(float x, int k) { int n = 0; return x * (k / n); }
    float decided(float x) { float two = 2; return two > 3.0f ? x : x * 3; })");
  CHECK(code.returned("local") == "x * 1.5");
  CHECK(code.returned("quotient") == "x * -3");
  CHECK(code.returned("undefined") == "x * cast<binary32>(k / 0)");
  CHECK(code.returned("decided") == "x * 3");
  CHECK(code.procedure("local").computations.size() == 1);
}

TEST_CASE("an expression with an effect is evaluated, whatever its value is") {
  Translated code(
      "int counter(float); float f(float x) { return x * (counter(x), 2.0f); } float g(float x) { float y = x; return x * (y = 2.0f, 3.0f) * y; }");
  CHECK(code.returned("f") == "x * 2");
  CHECK(code.procedure("f").unanalysed.size() == 1);
  CHECK(code.returned("g") == "x * 3 * 2");
}

TEST_CASE("integers beyond what binary64 counts are left to be computed") {
  Translated code("double big(double x) { long long n = 4503599627370497; return x * (n * 3); }");
  CHECK(code.returned("big") == "x * cast<binary64>(4503599627370497 * 3)");
}

TEST_CASE("equal constants are compared, numbers that binary64 does not tell apart are not") {
  Translated code(R"(
    template <unsigned N> float f(float x) { if (N >= 32) x *= 3; if (N > 32) x *= 5; if (N <= 32) x *= 7; if (N < 32) x *= 11; return x; }
    float g(float x) { return f<32>(x); }
    double big(double x) { unsigned long a = 9007199254740993, b = 9007199254740992; return a > b ? x * 3 : x * 5; })");
  CHECK(code.returned("g") == "x * 3 * 7");
  CHECK(code.returned("big") == "9007199254740993 > 9007199254740992 ? x * 3 : x * 5");
}
