#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
namespace order = fporder::order;

TEST_CASE("what is not known is a value of its own, another one in every iteration and for every call") {
  Translated code(R"(
    struct P { float x, y; };
    P made(float);
    float draw();
    float calls(float a) { return draw() - draw(); }
    float objects(float a) { P p = made(a), q = made(a); return p.x - q.x; }
    float kept(float a) { P p = made(a); return p.x - p.x; }
    float loop(float, int n) { float s = 0; for (int i = 0; i < n; ++i) s += draw(); return s; })");
  const auto same = [&](const char *name) {
    const order::Procedure &procedure = code.procedure(name);
    const order::NodeId difference = procedure.effects.back().node;
    return procedure.graph.sameValue(procedure.graph.operand(difference, 0), procedure.graph.operand(difference, 1));
  };
  CHECK_FALSE(same("calls"));
  CHECK_FALSE(same("objects"));
  CHECK(same("kept"));
  CHECK(code.reductions("loop") == "sequential sum `draw()`[i]");
}

TEST_CASE("only operations on floating-point numbers are computations, each at its operator and under its condition") {
  Translated code("float f(const float *x, int n, bool c) {\n  float t = c ? x[n * 2 + 1] * 3 : 0;\n  return -t;\n}\n");
  const order::Procedure &procedure = code.procedure("f");
  REQUIRE(procedure.computations.size() == 2);
  const auto place = [&](std::size_t which) { return procedure.graph.place(procedure.graph[procedure.computations[which].node].place); };
  CHECK(place(0).line == 2);
  CHECK(place(0).column == 30);
  CHECK(place(1).line == 3);
  CHECK(code.text(procedure, procedure.computations[0].guard) == "c");
  CHECK_FALSE(procedure.computations[1].guard);
}

TEST_CASE("values are named by what the user wrote where that is short, and by what they are where it is not") {
  Translated code(R"(
    float unseen(float, float);
    float brief(float a) { return unseen(a, 2) * a; }
    float lengthy(float abcdefghijklmnop) { return unseen(abcdefghijklmnop * 2, abcdefghijklmnop * 3) * 2; })");
  CHECK(code.returned("brief") == "`unseen(a, 2)` * a");
  CHECK(code.returned("lengthy").find("abcdefghijklmnop") == std::string::npos);
}

TEST_CASE("what a function stores and returns, decides by and hands on are its effects") {
  Translated code("float unseen(float); void f(float *x, float a) { if (a > 2) x[0] = a * 3; unseen(a * 5); }");
  const order::Procedure &procedure = code.procedure("f");
  std::map<order::Effect::Kind, std::string> effects;
  for (const order::Effect &effect : procedure.effects)
    effects[effect.kind] = code.text(procedure, effect.node);
  CHECK(effects[order::Effect::Kind::Condition] == "a > 2");
  CHECK(effects[order::Effect::Kind::Store] == "a * 3");
  CHECK(effects[order::Effect::Kind::Argument] == "a * 5");
}
