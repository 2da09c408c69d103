#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("a defaulted assignment copies the object, unions included") {
  Translated code(R"(
  struct Named { union { float x, r; }; union { float y, g; };
    Named() = default; constexpr Named(float a, float b) : x(a), y(b) {}
    constexpr Named &operator=(const Named &) = default;
    constexpr Named &operator-=(const Named &o) { return *this = Named(x - o.x, y - o.y); } };
  constexpr Named operator-(const Named &a, const Named &b) { return Named(a) -= b; }
    float difference(Named p, Named c) { Named d = p - c; return d.x * d.y; }
    float updated(Named p, Named c) { p -= c; return p.x / p.g; })");
  CHECK(code.returned("difference") == "(p.x - c.x) * (p.y - c.y)");
  CHECK(code.returned("updated") == "(p.x - c.x) / (p.y - c.y)");
}

TEST_CASE("members are initialised by lists, in order, by name, and with zero where nothing stands") {
  Translated code(R"(
    struct A { float x, y, z[3]; };
    struct B : A { float w; };
    float list(float a) { A v{a, a * 2}; return v.x / v.y + v.z[2]; }
    float base(float a) { B b{{a, 2, {1, 2, a * a}}, 7}; return b.z[2] * b.w + b.y; }
    float named(float a) { A v = {.x = a, .z = {1, a}}; return v.x * v.z[1] - v.y; }
    float array(float a) { A all[2] = {{a, 1}, {2, a}}; return all[1].y / all[0].x + all[1].z[0]; })");
  CHECK(code.returned("list") == "a / (a * 2) + 0");
  CHECK(code.returned("base") == "a * a * 7 + 2");
  CHECK(code.returned("named") == "a * a - 0");
  CHECK(code.returned("array") == "a / a + 0");
}

TEST_CASE("constructors run: delegated, inherited, and those that a copy calls") {
  Translated code(R"(
    struct V { float x = 2, y; V() : y(3) {} V(float a) : V() { y = a; } };
    struct C { float v; C(float a) : v(a * 2) {} };
    struct D : C { using C::C; float u = 5; };
    struct F { float x; F(const F &o) : x(o.x * 2) {} F(float a) : x(a) {} };
    struct E { float a; float b = a * 2; };
    float delegated(float a) { V v(a); return v.x * v.y; }
    float inherited(float a) { D d(a); return d.v * d.u; }
    float copied(float a) { F f(a); F g = f; return g.x / f.x; }
    float defaulted(float a) { E e{a}; return e.b / e.a; })");
  CHECK(code.returned("delegated") == "2 * a");
  CHECK(code.returned("inherited") == "a * 2 * 5");
  CHECK(code.returned("copied") == "a * 2 / a");
  CHECK(code.returned("defaulted") == "a * 2 / a");
}

TEST_CASE("an array that a list leaves short is zero behind it, at any index where all of it is") {
  Translated code(R"(
    float zeros(int i) { float z[4] = {0.0f}; return z[i]; }
    float first(float a) { float z[4] = {a}; return z[0] + z[2]; }
    float minus(int i) { float z[4] = {-0.0f}; return z[i]; })");
  CHECK(code.returned("zeros") == "0");
  CHECK(code.returned("first") == "a + 0");
  CHECK(code.returned("minus") != "0"); // -0 is another number
}

TEST_CASE("an assigned object is a copy of the moment") {
  Translated code(R"(
    struct A { float x, y; };
    float assigned(float a) { A v, w; v = A{a, a}; w = v; v.x = 3; return w.x * v.x; }
    float pointed(float a) { A v{}; A *p = &v; p->x = a; A q = *p; p->x = 0; return q.x / v.y; })");
  CHECK(code.returned("assigned") == "a * 3");
  CHECK(code.returned("pointed") == "a / 0");
}

TEST_CASE("a record that is stored as a whole stores the members that were written") {
  Translated code(R"(
    struct Pair { float x, y; };
    struct Pairs { Pair first, second; };
    Pair operator-(Pair a, Pair b) { return {a.x - b.x, a.y - b.y}; }
    void changed(Pair *w, const Pair *g, float lr, int i) {
      Pair p = w[i];
      p.x -= lr * g[i].x;
      w[i] = p;
    }
    void made(Pair *w, const Pair *g, int i) { w[i] = w[i] - g[i]; }
    void nested(Pairs *w, Pairs &to, float lr) {
      Pair p = w->second;
      p.y *= lr;
      Pairs all = *w;
      all.second = p;
      to = all;
    }
    void lost(Pair *w, int i) {
      Pair p = w[i];
      p.x = 1;
    })");
  CHECK(code.stored("changed", "w[i].x") == "w[i].x - lr * g[i].x");
  CHECK(code.stored("changed", "w[i].y") == "nothing");
  CHECK(code.stored("made", "w[i].x") == "w[i].x - g[i].x");
  CHECK(code.stored("made", "w[i].y") == "w[i].y - g[i].y");
  CHECK(code.stored("nested", "to.second.y") == "w->second.y * lr");
  CHECK(code.stored("nested", "to.first.x") == "nothing");
  CHECK(code.procedure("lost").effects.empty());
  const auto &update = code.procedure("changed").effects.back();
  const auto &graph = code.procedure("changed").graph;
  CHECK(fporder::order::storesTo(code.procedure("changed").graph, update, graph.operand(update.node, 0)));
  CHECK(update.place);
}
