#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::order::Shape;
using fporder::test::Translated;

TEST_CASE("complex arithmetic is arithmetic on complex nodes") {
  Translated code(R"(
    #include <complex>
    using C = std::complex<float>;
    C quotient(C a, C b, C c) { return a * b / c; }
    C scaled(C a, float s, C c) { a *= s; a /= c; return a; }
    float parts(float x, float y) { C z(x * y, y); return z.real() / z.imag(); }
    float modulus(C z, float y) { return std::abs(z) * y / 3; }
    float built(float x, float y) { return std::abs(C(x, y)); })");
  CHECK(code.returned("quotient") == "a * b / c");
  CHECK(code.returned("scaled") == "a * s / c");
  CHECK(code.returned("parts") == "x * y / y");
  CHECK(code.returned("modulus") == "hypot(real(z), imag(z)) * y / 3");
  CHECK(code.returned("built") == "hypot(x, y)");
  const auto &procedure = code.procedure("quotient");
  CHECK(procedure.graph[procedure.effects.back().node].type.shape == Shape::Complex);
}

TEST_CASE("valarrays are lanes, their sum is in no stated order") {
  Translated code(R"(
    #include <valarray>
    using V = std::valarray<double>;
    void scaled(V &a, const V &b, double c) { a = a * b / c; }
    void compound(V &a, const V &b, double c) { a *= b; a /= c; }
    V mapped(const V &a) { return std::exp(a) - 1.0; }
    double total(const V &a) { return a.sum(); }
    double dot(const V &a, const V &b) { return (a * b).sum(); }
    double element(const V &a, double c) { return a[2] * c / a[1]; })");
  CHECK(code.stored("scaled", "a") == "a * b / c");
  CHECK(code.stored("compound", "a") == "a * b / c");
  CHECK(code.returned("mapped") == "exp(a) - 1");
  CHECK(code.reductions("total") == "unspecified sum a[i]");
  CHECK(code.reductions("dot") == "unspecified sum a[i] * b[i]");
  CHECK(code.returned("element") == "a[2] * c / a[1]");
}

TEST_CASE("half classes of libraries are half-precision numbers") {
  Translated code(R"(
    # 1 "half.h" 3
    struct __half { unsigned short bits; __half(float); operator float() const; };
    __half operator*(__half, __half); __half operator/(__half, __half);
    # 1 "input.cpp"
    __half f(__half a, __half b, __half c) { return a * b / c; }
    float g(__half a, float b) { return (float)a * b / 3; })");
  CHECK(code.returned("f") == "a * b / c");
  const auto &procedure = code.procedure("f");
  CHECK(procedure.graph[procedure.effects.back().node].type.format == fporder::format::Format::Binary16);
  CHECK(code.returned("g") == "a * b / 3");
}
