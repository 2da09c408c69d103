#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("an element is the same by any spelling of its place") {
  Translated code(R"(
    float turned(float *x, int i) { return x[i] - i[x]; }
    float moved(float a) { float x[3]; float *p = x; *(p + 1) = a; *++p *= 2; return x[1] / a; }
    float computed(float a) { int i = 3; float x[8] = {}; x[++i] = a; return x[4] * x[i]; }
    float rows(float (&m)[2][3], float a) { m[1][2] = a * a; return *(m[1] + 2) / m[1][1]; })");
  CHECK(code.returned("turned") == "x[i] - x[i]");
  CHECK(code.returned("moved") == "a * 2 / a");
  CHECK(code.returned("computed") == "a * a");
  CHECK(code.returned("rows") == "a * a / m[1][1]");
}

TEST_CASE("members lie in their object, static ones in none, and references where they are bound") {
  Translated code(R"(
    struct P { float x, y; static float shared; };
    struct Q { float x, y; float *p; };
    struct R { float &r; };
    float shared(P p, P q) { p.shared = 3; return q.shared * p.x; }
    float inner(Q q, float a) { q.p = &q.y; *q.p = a * a; return q.y / q.x; }
    float bound(float a) { float t = a; R r{t}; r.r = a * a; return t / a; }
    float copied(P p, float a) { P &alias = p; P copy = p; alias.x = a; return p.x / copy.x; })");
  CHECK(code.returned("shared") == "3 * p.x");
  CHECK(code.returned("inner") == "a * a / q.x");
  CHECK(code.returned("bound") == "a * a / a");
  CHECK(code.returned("copied") == "a / p.x");
}

TEST_CASE("parts of constant objects are the numbers that stand there, where the index is known") {
  Translated code(R"(
    constexpr float table[4] = {1, 2, 4};
    struct T { float w[2]; };
    constexpr T weights = {{0.5f, 0.25f}};
    float known(float x) { return table[1] * x + table[3] + weights.w[1]; }
    float chosen(float x, int i) { return x * table[i]; }
    float local(float x) { static const float k = 2; return x * k; })");
  CHECK(code.returned("known") == "2 * x + 0 + 0.25");
  CHECK(code.returned("chosen") == "x * table[i]");
  CHECK(code.returned("local") == "x * 2");
}

TEST_CASE("a variable hides one of its name, in blocks and in lambdas") {
  Translated code(R"(
    float block(float a) { float x = a * 2; { float x = a * 3; a = x; } return a / x; }
    float lambda(float a) { float x = a; auto f = [&](float x) { x *= 2; return x; }; float y = f(a + 1); return y / x; })");
  CHECK(code.returned("block") == "a * 3 / (a * 2)");
  CHECK(code.returned("lambda") == "(a + 1) * 2 / a");
}

TEST_CASE("a constant of a template is what it is made of") {
  const Translated code(R"(
    template <class T> T unseen();
    template <class T> struct Scale {
      static constexpr T half = T(0.5), part = half / T(3), open = unseen<T>(), self = self;
      T f(T x) { return x * half; }
      T g(T x) { return x / part; }
      T h(T x) { return x / open; }
      T i(T x) { return x / self; }
    };
    template <class T> struct Spelled {
      static constexpr T plain = 0.5, braced{0.25}, listed = {0.125};
      static const T outside;
      T f(T x) { return x * plain; }
      T g(T x) { return x * Spelled::braced; }
      T h(T x) { return x * Spelled<T>::listed; }
      T i(T x) { return x * this->plain; }
      T j(T x) { return x * outside; }
    };
    template <class T> const T Spelled<T>::outside = 2;
    template <class T> T inParentheses(T x) { const T factor(2.5); return x * factor; }
    template <class T> T madeOfTwo(T x) { static const T pair(x, x); return x * pair; })");
  CHECK(code.returned("Spelled::f") == "x * 0.5");
  CHECK(code.returned("Spelled::g") == "x * 0.25");
  CHECK(code.returned("Spelled::h") == "x * 0.125");
  CHECK(code.returned("Spelled::i") == "x * 0.5");
  CHECK(code.returned("Spelled::j") == "x * 2");
  CHECK(code.returned("Scale::f") == "x * 0.5");
  CHECK(code.returned("Scale::g") == "x / 0x15555555555555p-55");
  CHECK(code.returned("Scale::h") == "x / open");
  CHECK(code.returned("Scale::i") == "x / self");
  CHECK(code.returned("inParentheses") == "x * 2.5");
  CHECK(code.returned("madeOfTwo") == "x * pair");
}
