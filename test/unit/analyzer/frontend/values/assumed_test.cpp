#include "runtime/order/traversal.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

/// Whether the value that a function returns, or what it is made of, rests on something not having been written.
bool restsOnUnchanged(const Translated &code, const char *function) {
  const auto &procedure = code.procedure(function);
  bool rests = false;
  for (const auto &effect : procedure.effects)
    if (effect.kind == fporder::order::Effect::Kind::Return)
      for (const auto below : fporder::order::reachable(procedure.graph, effect.node, [](fporder::order::NodeId) { return false; })) {
        const auto [first, last] = procedure.assumedNodes.equal_range(below.index);
        for (auto each = first; each != last; ++each)
          rests |= procedure.assumptions[each->second].kind == fporder::order::Assumption::Kind::Unchanged;
      }
  return rests;
}

} // namespace

TEST_CASE("code that is not seen and is given no reference is assumed to leave globals and fields as they are") {
  Translated code(R"(
    void any(); float value(float); void look(const float &); void sink(float *);
    float global; static float table[4];
    struct S { float f, g; void go(); float own(float x); float branch(float x, bool b); float loop(float x, int n); float merged(float x, bool b); };
    float S::own(float x) { f = 1; any(); return f / x; }
    float S::branch(float x, bool b) { f = 1; if (b) any(); return f / x; }
    float S::merged(float x, bool b) { f = 1; if (b) any(); else g = 2; return f / x; }
    float S::loop(float x, int n) { f = 1; float s = 0; for (int i = 0; i < n; ++i) { s += f * x; any(); } return s; }
    float afterLoop(float x, int n) { global = 1; for (int i = 0; i < n; ++i) any(); return global / x; }
    float constant(float x) { global = 1; any(); return global / x; }
    float again(float x) { global = 1; any(); global = 2; return global / x; }
    float before(float x) { global = 1; float u = global; any(); return u / x; }
    float element(float x) { table[1] = 1; value(x); return table[1] / x; }
    float reached(float *p, float x) { p[2] = 1; look(x); return p[2] / x; }
    float escaped(float *p, float x) { sink(p); p[2] = 1; any(); return p[2] / x; }
    float written(S &s, float x) { s.f = 1; s.go(); return s.f / x; }
    float elsewhere(S &s, float x) { global = 1; s.go(); return global / x; }
    float leaf(float x) { float u = global; any(); return u - global; }
    float inlined(float x) { global = 1; auto f = [] { any(); }; f(); return global / x; })");
  CHECK(code.returned("S::own") == "1 / x");
  CHECK(restsOnUnchanged(code, "S::own"));
  CHECK(code.returned("S::branch") == "1 / x");
  CHECK(restsOnUnchanged(code, "S::branch"));
  CHECK(code.returned("S::merged") == "1 / x");
  CHECK(restsOnUnchanged(code, "S::merged"));
  CHECK(restsOnUnchanged(code, "S::loop"));
  CHECK(code.returned("afterLoop") == "1 / x");
  CHECK(restsOnUnchanged(code, "afterLoop"));
  CHECK(code.returned("constant") == "1 / x");
  CHECK(restsOnUnchanged(code, "constant"));
  CHECK(code.returned("again") == "2 / x");
  CHECK_FALSE(restsOnUnchanged(code, "again"));
  CHECK(code.returned("before") == "1 / x");
  CHECK_FALSE(restsOnUnchanged(code, "before"));
  CHECK(code.returned("element") == "1 / x");
  CHECK(restsOnUnchanged(code, "element"));
  CHECK(code.returned("reached") == "1 / x");
  CHECK(restsOnUnchanged(code, "reached"));
  CHECK(code.returned("escaped") == "p[2] / x");
  CHECK(code.returned("written") == "s.f / x");
  CHECK(code.returned("elsewhere") == "global / x");
  CHECK(code.returned("leaf") == "global - global");
  CHECK(restsOnUnchanged(code, "leaf"));
  CHECK(restsOnUnchanged(code, "inlined"));
}
