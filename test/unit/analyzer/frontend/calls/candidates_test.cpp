#include "runtime/order/traversal.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

#include <set>

using fporder::test::Translated;

namespace {

/// The kinds of assumptions that the value a function returns rests on, by its node and those below: "CU".
std::string restsOn(const Translated &code, const char *function) {
  const auto &procedure = code.procedure(function);
  std::set<char> kinds;
  for (const auto &effect : procedure.effects)
    if (effect.kind == fporder::order::Effect::Kind::Return)
      for (const auto below : fporder::order::reachable(procedure.graph, effect.node, [](fporder::order::NodeId) { return false; })) {
        const auto [first, last] = procedure.assumedNodes.equal_range(below.index);
        for (auto each = first; each != last; ++each)
          kinds.insert("TCUPN"[static_cast<int>(procedure.assumptions[each->second].kind)]);
      }
  return {kinds.begin(), kinds.end()};
}

} // namespace

TEST_CASE("a template with bodies for some types is not the only function in sight") {
  Translated code(R"(
    struct Array { const float *raw; int type; };
    template <class T> int type_of() { throw 1; }
    template <> int type_of<float>();
    template <class T> T scaled(const T *x, T a, int n) { int type = type_of<T>(); return type * n > 3 ? x[n] * a : a; })");
  CHECK(code.returned("scaled").find("x[n] * a") != std::string::npos);
}

TEST_CASE("the only function in sight is the one that a template calls, as is assumed") {
  Translated code(R"(
    template <class T> T dot(const T *x, const T *y, int n) { T s = 0; for (int z = 0; z < n; z++) { s += x[z] * y[z]; } return s; }
    template <class T> T square(T x) { return x * x; }
    template <class T> T one(T) { return 1; }
    template <class T> T same(const T &x) { return x; }
    template <class T> void both(T a, T b, T *sum, T &product) { *sum = a + b; product = a * b; }
    template <class T> struct Base { T scale; T scaled(T x) { return x * this->scale; } void set(T &u) { u = 5; } };
    template <class T> struct Derived : Base<T> {
      T inBase(T x, T y) { return this->scaled(x) / y; }
      T set5(T x) { T u = 1; this->set(u); return u / x; }
      T own(T x) { return x * x; }
      T inClass(T x, T y) { return own(x + y) / y; }
    };
    template <class T> struct Item { T values[4]; };
    template <class T> T called(T x, T y) { return square(x + y) / y; }
    template <class T> T constant(T x) { return x - one(x); }
    template <class T> T returned(T x, T y) { return same(y) / x; }
    template <class T> T outputs(T a, T b) { T s, p; both(a, b, &s, p); return p / s; }
    template <class T> T members(const Item<T> &a, const Item<T> &b) { return dot(a.values, b.values, 4); }
    template <class T> T other(const Base<T> &b, T x, T y) { return b.scaled(x) / y; }
    template <class T> T before(T x, T y) { return x * y / square(x); })");
  CHECK(code.returned("called") == "(x + y) * (x + y) / y");
  CHECK(restsOn(code, "called") == "CT");
  CHECK(code.returned("constant") == "x - 1");
  CHECK(restsOn(code, "constant") == "CT");
  CHECK(code.returned("returned") == "y / x");
  CHECK(restsOn(code, "returned") == "CT");
  CHECK(code.returned("outputs") == "a * b / (a + b)");
  CHECK(restsOn(code, "outputs").find('C') != std::string::npos);
  CHECK(code.returned("Derived::inBase") == "x * scale / y");
  CHECK(code.returned("Derived::set5") == "5 / x");
  CHECK(restsOn(code, "Derived::set5") == "CT");
  CHECK(code.returned("Derived::inClass") == "(x + y) * (x + y) / y");
  CHECK(code.returned("members") == "sum(z, a.values[z] * b.values[z], 0, 4)");
  CHECK(restsOn(code, "members") == "CT");
  CHECK(code.returned("other") == "x * b.scale / y");
}

TEST_CASE("a call with several functions in sight, or none that is followed, is not seen") {
  Translated code(R"(
    template <class T> T twice(T x) { return x + x; }
    template <class T> T twice(T *x) { return *x + *x; }
    template <class T> T declared(T x);
    template <class... Ts> float packed(Ts... x) { return 1; }
    template <class T> struct Virtual { virtual T get(T x) { return x * x; } T use(T x) { return this->get(x) / x; } };
    template <class T> T &element(T *x, int i) { return x[i]; }
    template <class T> T quotient(T x, T y) { return x / y; }
    template <class T> T overloads(T x) { return twice(x) / x; }
    template <class T> T bodiless(T x) { return declared(x) / x; }
    template <class T> T pack(T x) { return packed(x) / x; }
    template <class T> void stored(T *x, T y) { element(x, 1) = y; }
    template <class T> T integers(int a, int b, T x) { return x * quotient(a, b); })");
  CHECK(code.returned("overloads") == "`twice(x)` / x");
  CHECK(code.returned("bodiless") == "`declared(x)` / x");
  CHECK(code.returned("pack") == "`packed(x)` / x");
  CHECK(code.returned("Virtual::use") != "x * x / x");
  CHECK(code.returned("integers").find("quotient") != std::string::npos);
}

TEST_CASE("squared distances are expanded by helpers of a template") {
  Translated code(R"(
    template <class T> T dot(const T *x, const T *y, int n) {
      T s = 0;
      for (int z = 0; z < n; z++) { s += (*x) * (*y); x++; y++; }
      return s;
    }
    template <class T> struct Item { T norm; T values[1]; };
    template <class T> T distance(const Item<T> *x, const Item<T> *y, int n) {
      T pp = x->norm ? x->norm : dot(x->values, x->values, n);
      T qq = y->norm ? y->norm : dot(y->values, y->values, n);
      T pq = dot(x->values, y->values, n);
      return pp + qq - 2 * pq;
    }
    template <class T> T distance2(const T *x, const T *y, int n) { return dot(x, x, n) + dot(y, y, n) - 2 * dot(x, y, n); })");
  CHECK(code.returned("distance2") == "sum(z, x[z] * x[z], 0, n) + sum(z, y[z] * y[z], 0, n) - 2 * sum(z, x[z] * y[z], 0, n)");
  CHECK(restsOn(code, "distance2").find('C') != std::string::npos);
  CHECK(restsOn(code, "distance").find('C') != std::string::npos);
}
