#include "runtime/order/infix.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
namespace order = fporder::order;
using order::NodeId;
using order::Op;

namespace {

/// The operations of one kind that a function computes.
std::vector<NodeId> computed(const order::Procedure &in, Op op) {
  std::vector<NodeId> result;
  for (const order::Computation &computation : in.computations)
    if (in.graph[computation.node].op == op)
      result.push_back(computation.node);
  return result;
}

/// Of each store, whether it goes to what the left factor of the product that is stored was read from.
std::vector<bool> updates(const Translated &code, const std::string &function) {
  const order::Procedure &in = code.procedure(function);
  std::vector<bool> result;
  for (const order::Effect &effect : in.effects)
    if (effect.kind == order::Effect::Kind::Store)
      result.push_back(order::storesTo(in.graph, effect, in.graph.operand(effect.node, 0)));
  return result;
}

} // namespace

TEST_CASE("variables of one name that one loop carries are two values") {
  Translated code(R"(
    float shadowed(const float *x, const float *y, int n) {
      float s = 1;
      float &outer = s;
      float result = 0;
      {
        float s = 0;
        for (int i = 0; i < n; ++i) {
          s = s * x[i] + outer * x[i];
          outer = outer * 0.3f + y[i];
        }
        result = s;
      }
      return result;
    })");
  const order::Procedure &in = code.procedure("shadowed");
  const auto products = computed(in, Op::Mul);
  REQUIRE(products.size() == 3);
  CHECK(in.graph.value(products[0]) != in.graph.value(products[1]));
  const NodeId inner = in.graph.operand(products[0], 0), outer = in.graph.operand(products[1], 0);
  CHECK(in.graph.value(in.graph.operand(products[2], 0)) == in.graph.value(outer));
  CHECK(in.graph.storage(inner) != in.graph.storage(outer));
  CHECK(order::printInfix(in.graph, inner) != order::printInfix(in.graph, outer));
}

TEST_CASE("a store goes to what a leaf is read from where object, members and the values of the indices are the same") {
  Translated code(R"(
    struct Point { float x, y; };
    void elements(float *a, float *b, int i) {
      a[i + 1] = a[i + 2] * 2;
      a[i] = a[i] * 2;
      a[i + 3] = a[3 + i] * 2;
      b[i] = a[i + 9] * 2;
    }
    void members(Point *p, Point &q, int i) {
      p[i].x = p[i].y * 2;
      p[i].y = p[i].y * 2;
      q.x = p->x * 2;
      p->x = p->x * 2;
    }
    void rows(float **w, float *const *v, int i, int j) {
      w[i][j] = w[j][i] * 2;
      w[i][j + 1] = w[i][j + 1] * 2;
      w[i][j] = v[i][j] * 2;
    })");
  CHECK(updates(code, "elements") == std::vector{false, true, true, false});
  CHECK(updates(code, "members") == std::vector{false, true, false, true});
  CHECK(updates(code, "rows") == std::vector{false, true, false});
}

TEST_CASE("a loop's own value of a scalar is read from where it is stored") {
  Translated code(R"(
    void follow(float *level, const float *x, int n) {
      for (int i = 0; i < n; ++i)
        *level = *level * x[i];
    }
    struct Filter {
      float y;
      void run(const float *x, int n) {
        for (int i = 0; i < n; ++i)
          y = y * x[i];
      }
    };)");
  CHECK(updates(code, "follow") == std::vector{true});
  CHECK(updates(code, "Filter::run") == std::vector{true});
}

TEST_CASE("the plain spelling is what lies there on entry, whatever is read first") {
  Translated code(R"(
    void change(float *);
    float late(float *p) { change(p); return p[0] * 2; }
    float early(float *p) { float first = p[0] * 2; change(p); return first + p[0]; })");
  const order::Procedure &late = code.procedure("late"), &early = code.procedure("early");
  CHECK(late.graph[late.graph.operand(computed(late, Op::Mul)[0], 0)].version != 0);
  CHECK(early.graph[early.graph.operand(computed(early, Op::Mul)[0], 0)].version == 0);
}

TEST_CASE("a field and one of that name in a base class are two") {
  Translated code(R"(
    struct Base { float x; float own() { return x; } };
    struct Derived : Base {
      float x;
      float both() { return x * Base::x; }
      float backwards() { return Base::x * x; }
      float called() { return own() * x; }
    };
    struct Plain : Base { float twice() { return x * Base::x; } };)");
  CHECK(code.returned("Derived::both") == "x * Base::x");
  CHECK(code.returned("Derived::backwards") == "Base::x * x");
  CHECK(code.returned("Derived::called") == "Base::x * x");
  CHECK(code.returned("Plain::twice") == "x * x");
}

TEST_CASE("readers see leaves of two objects apart, as far as they are spelled alike") {
  Translated code(R"(
    struct S { float *p; };
    void move(S &);
    float two(S &s, int i) { float first = s.p[i]; move(s); return first * s.p[i]; }
    float one(float *p, int i) { return p[i] * p[i + 1]; })");
  order::InfixOptions readers;
  readers.forReaders = true;
  const auto text = [&](const std::string &function) {
    const order::Procedure &in = code.procedure(function);
    return order::printInfix(in.graph, computed(in, Op::Mul)[0], readers);
  };
  CHECK(text("one") == "p[i] * p[i + 1]");
  CHECK(text("two") == "s.p[i] * s.p'[i]");
}
