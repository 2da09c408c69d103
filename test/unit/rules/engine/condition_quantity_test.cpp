#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::Effect;
using order::NodeId;
using test::RuleDirectory;

namespace {

const std::string product = "match: (a * b) * c\nwhere: ['quantity(a * b)']\n", quotient = "match: c * (a / b)\nwhere: ['quantity(a / b)']\n";

bool found(const std::string &keys, order::Procedure &procedure) {
  RuleDirectory directory;
  directory.rule("cancellation", "own-rule", "FPO900", keys);
  return !directory.load().match(procedure).empty();
}

/// Where only what "kept" holds is seen outside.
bool found(const std::string &keys, const std::string &statements) {
  order::Procedure procedure = test::procedureOf(statements);
  std::erase_if(procedure.effects, [](const Effect &effect) { return effect.target != "kept"; });
  return found(keys, procedure);
}

} // namespace

TEST_CASE("quantity: other users count through negations and exact conversions") {
  CHECK_FALSE(found(product, "t = x * y; kept = t * z"));
  CHECK_FALSE(found(product, "t = x * y; u = cast<binary128>(t); kept = u * z"));
  CHECK(found(product, "t = x * y; u = -t; v = u + w; kept = t * z"));
  CHECK(found(product, "t = x * y; u = -cast<binary128>(t); v = sqrt(u); kept = t * z"));
}

TEST_CASE("quantity: a value that is stored, returned or passed on, and none that only decides a branch") {
  for (const Effect::Kind kind : {Effect::Kind::Store, Effect::Kind::Return, Effect::Kind::Argument, Effect::Kind::Condition}) {
    test::ProcedureBuilder builder;
    builder.run("t = x * y; u = t * z");
    order::Procedure procedure = builder.take();
    procedure.effects = {Effect{kind, builder.value("t"), "", {}}};
    CHECK(found(product, procedure) == (kind != Effect::Kind::Condition));
  }
}

TEST_CASE("quantity: a value that a loop reads from where another wrote it") {
  for (const bool carried : {false, true}) {
    test::ProcedureBuilder builder;
    builder.run("t = x * y; u = t * z; v = p + q");
    order::Procedure procedure = builder.take();
    procedure.effects.clear();
    if (carried)
      procedure.carried.push_back({builder.value("v"), builder.value("t")});
    CHECK(found(product, procedure) == carried);
  }
}

TEST_CASE("quantity: what ran before the innermost loop around the match") {
  test::ProcedureBuilder builder;
  builder.run("s = sum(k, (x * y) * a[k])");
  order::Procedure procedure = builder.take();
  procedure.effects.clear();
  CHECK_FALSE(found(product, procedure)); // nothing tells the loop from what is before it
  const NodeId sum = builder.value("s"), inner = procedure.graph.operand(procedure.graph.operand(sum, order::termOperand), 0);
  procedure.loopEntries[procedure.graph.reduction(sum).loop] = 1;
  CHECK(found(product, procedure));
  for (order::Computation &computation : procedure.computations)
    if (computation.node == inner)
      computation.stores = 1;
  CHECK_FALSE(found(product, procedure));
}

TEST_CASE("quantity: a component of a unit vector, over the loops that sum its squares and read it") {
  CHECK(found(quotient, "n = sqrt(sum(k, v[k] * v[k])); kept = sum(j, w * (v[j] / n))"));
  CHECK(found(quotient, "n = sqrt(fma(x, x, y * y)); kept = w * (y / n)"));
  CHECK_FALSE(found(quotient, "n = sqrt(sum(k, v[k] * v[k]) / m); kept = sum(j, w * (v[j] / n))"));
  CHECK_FALSE(found(quotient, "n = sqrt(sum(k, v[k] * v[k])); kept = sum(j, w * (u[j] / n))"));
}
