#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::format::Format;
using fporder::test::Translated;

TEST_CASE("libm and std:: overloads") {
  Translated code(R"(
    #include <cmath>
    double fused(double a, double b, double c) { return std::fma(a, b, -c); }
    float single(float x) { return sqrtf(expf(x)) + std::fabs(x); }
    double limits(double a, double b) { return std::fmin(a, b) + std::fmax(a, b); }
    double rounded(double a) { return std::lround(a) * 0.1; }
    double powers(double a, double b) { return std::pow(a, 2) + std::hypot(a, b) + std::ldexp(a, 3); }
    float builtin(float x) { return __builtin_sqrtf(x) + __builtin_copysignf(x, 1.0f); })");
  CHECK(code.returned("fused") == "fma(a, b, -c)");
  CHECK(code.returned("single") == "sqrt(exp(x)) + abs(x)");
  CHECK(code.returned("limits") == "min(a, b) + max(a, b)");
  CHECK(code.returned("rounded").find("round(a)") != std::string::npos);
  CHECK(code.returned("powers") == "pow(a, 2) + hypot(a, b) + ldexp(a, 3)");
  CHECK(code.returned("builtin") == "sqrt(x) + copysign(x, 1)");
}

TEST_CASE("the result has the promoted format") {
  Translated code("#include <cmath>\nfloat f(float x) { float r = std::pow(x, 2); return r; }\nfloat g(float x) { return std::exp(x); }");
  auto formatOfCall = [&](const char *name) {
    const auto &procedure = code.procedure(name);
    for (const auto &computation : procedure.computations)
      if (procedure.graph[computation.node].op == fporder::order::Op::Call)
        return procedure.graph[computation.node].type.format;
    return Format::Unknown;
  };
  CHECK(formatOfCall("f") == Format::Binary64);
  CHECK(formatOfCall("g") == Format::Binary32);
}

TEST_CASE("functions with several results write through their pointers") {
  Translated code("#include <cmath>\n#include <math.h>\ndouble f(double x) { double s, c; sincos(x, &s, &c); return s * x / c; }\n"
                  "double g(double x) { double whole; double part = std::modf(x, &whole); return whole * part; }");
  CHECK(code.returned("f") == "sin(x) * x / cos(x)");
  CHECK(code.returned("g") == "trunc(x) * modf(x)");
}

TEST_CASE("dependent calls are matched by name") {
  Translated code("#include <cmath>\ntemplate <class T> T f(T x, T y) { using std::sqrt; return sqrt(x) * y / std::exp(y); }\n"
                  "template <class T> T g(T x) { return tanh(x) * x / 3; }");
  CHECK(code.returned("f") == "sqrt(x) * y / exp(y)");
  CHECK(code.returned("g") == "tanh(x) * x / 3");
}

TEST_CASE("atan of two arguments in a template is atan2") {
  Translated code("#include <cmath>\nnamespace shading { using std::atan; template <class T> T atan(T y, T x) { return std::atan2(y, x); }\n"
                  "template <class T> T angle(T s, T c) { return atan(s, c); } }");
  CHECK(code.returned("shading::angle") == "atan2(s, c)");
}
