#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("small functions of <utility> and <algorithm>") {
  Translated code(R"(
    #include <algorithm>
    #include <utility>
    float swapped(float x, float y) { float p = x * y, q = y; std::swap(p, q); return q / p; }
    float moved(float x, float y) { float t = x * y; float u = std::move(t); return u / y; }
    float exchanged(float x, float y) { float t = x * y; float u = std::exchange(t, y); return u / t; }
    float larger(float a, float b, float c) { return std::max(a * b, c) / c; }
    float three(float a, float b, float c) { return std::min({a, b, c}) / c; }
    float clamped(float a, float b, float c) { return std::clamp(a * b / c, 0.0f, 1.0f); })");
  CHECK(code.returned("swapped") == "x * y / y");
  CHECK(code.returned("moved") == "x * y / y");
  CHECK(code.returned("exchanged") == "x * y / y");
  CHECK(code.returned("larger") == "max(a * b, c) / c");
  CHECK(code.returned("three") == "min(min(a, b), c) / c");
  CHECK(code.returned("clamped") == "min(max(a * b / c, 0), 1)");
}

TEST_CASE("bits taken as a number are a function of the bits") {
  Translated code(R"(
    #include <bit>
    float scale(unsigned exponent, float x) { return x * std::bit_cast<float>(exponent << 23) * x; })");
  CHECK(code.returned("scale") == "x * bits(exponent << 23) * x");
}

TEST_CASE("swaps exchange objects, pointers and elements, and each as a whole") {
  Translated code(R"(
    #include <algorithm>
    #include <utility>
    struct P { float x, y; };
    float objects(P a, P b) { std::swap(a, b); return a.x / b.y; }
    float pointers(float *p, float *q) { float *r = p, *s = q; std::swap(r, s); return r[1] / s[1]; }
    float elements(float x, float y) { float a[2] = {x, y}; std::iter_swap(a, a + 1); return a[0] / a[1]; }
    float exchanged(float x, float y) { return std::exchange(x, y * y) / x; })");
  CHECK(code.returned("objects") == "b.x / a.y");
  CHECK(code.returned("pointers") == "q[1] / p[1]");
  CHECK(code.returned("elements") == "y / x");
  CHECK(code.returned("exchanged") == "x / (y * y)");
}

TEST_CASE("objects that are made are new ones, arrays of them zeros") {
  Translated code(R"(
    #include <functional>
    #include <memory>
    float object(float x) { auto p = std::make_unique<float>(x * x); *p += 1; return *p / x; }
    float apart(float x) { auto p = std::make_unique<float>(x), q = std::make_unique<float>(x * 2); *p = 3; return *q * *p; }
    float array(int n, float x) { auto p = std::make_unique<float[]>(n); p[2] = x; return p[1] + p[2] * x; }
    float referred(float x) { float y = x; std::reference_wrapper<float> r = std::ref(y); r.get() = x * 2; return y / x; })");
  CHECK(code.returned("object") == "(x * x + 1) / x");
  CHECK(code.returned("apart") == "x * 2 * 3");
  CHECK(code.returned("array") == "0 + x * x");
  CHECK(code.returned("referred") == "x * 2 / x");
}

TEST_CASE("what is invoked runs, an object of std as its operation") {
  Translated code(R"(
    #include <functional>
    float lambda(float x, float y) { return std::invoke([](float a, float b) { return a * b; }, x, y) / y; }
    float functor(float x, float y) { return std::invoke(std::multiplies<float>(), x, y) / y; })");
  CHECK(code.returned("lambda") == "x * y / y");
  CHECK(code.returned("functor") == "x * y / y");
}

TEST_CASE("extrema have the type that the call states, and integers are none of floating point") {
  Translated code(R"(
    #include <algorithm>
    double stated(float x, double y) { return std::max<double>(x, y) * y; }
    int integers(int a, int b, float) { return std::min(a, b) * 2; })");
  const auto &stated = code.procedure("stated");
  REQUIRE(stated.computations.size() == 2);
  CHECK(stated.graph[stated.computations[0].node].type.format == fporder::format::Format::Binary64);
  CHECK(code.procedure("integers").computations.empty());
}

TEST_CASE("a hint to the compiler is the value that it is about") {
  Translated code(R"(
    float f(float x) { return __builtin_expect(x > 0, 1) ? x * 3 : __builtin_unpredictable(x < -1) ? x * 5 : x * 7; }
    float g(const float *p) { const float *q = (const float *)__builtin_assume_aligned(p, 16); return q[1] * 3; })");
  CHECK(code.returned("f") == "x > 0 ? x * 3 : x < -1 ? x * 5 : x * 7");
  CHECK(code.returned("g") == "p[1] * 3");
}

TEST_CASE("infinities are constants, and so are the bits of constants") {
  Translated code(R"(
    #include <bit>
    float f(float x) { return x - __builtin_inff(); }
    double g(double x) { return x + __builtin_huge_val(); }
    float h(float x) { return x * std::bit_cast<float>(0x40400000u); })");
  CHECK(code.returned("f") == "x - inf");
  CHECK(code.returned("g") == "x + inf");
  CHECK(code.returned("h") == "x * 3");
}
