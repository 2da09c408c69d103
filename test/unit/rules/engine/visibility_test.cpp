#include "rules/engine/visibility.h"

#include "test/unit/rules/engine/build_procedure.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::NodeId;
using rules::Visibility;

namespace {

/// Statements with what is seen of them.
struct Seen {
  explicit Seen(const std::string &statements) {
    builder.run(statements);
    procedure = builder.take();
  }
  /// As the procedure is now.
  Visibility visible() {
    const auto strip = [&graph = procedure.graph](NodeId node) {
      const auto formatOf = [&](NodeId each) { return graph[each].type.format; };
      while (graph[node].op == order::Op::Cast && format::widensExactly(formatOf(graph.operand(node, 0)), formatOf(node)))
        node = graph.operand(node, 0);
      return node;
    };
    return {procedure, strip};
  }
  NodeId operator[](const char *name) const { return builder.value(name); }
  order::ValueId value(const char *name) const { return procedure.graph.value(builder.value(name)); }
  order::PlaceId place(const char *name) const { return procedure.graph[builder.value(name)].place; }

  test::ProcedureBuilder builder;
  order::Procedure procedure;
};

} // namespace

TEST_CASE("visibility: effects of a node are its own, those of a value are seen through exact conversions") {
  Seen seen("t = x * y; wide = cast<binary128>(t); narrow = cast<binary16>(t); again = y * x");
  Visibility visible = seen.visible();
  REQUIRE(visible.effects(seen["t"]).size() == 1);
  CHECK(visible.effects(seen["t"])[0]->target == "t");
  CHECK(visible.effectsOf(seen.value("t")).size() == 3); // t, wide, again: the product commutes
  CHECK(visible.effectsOf(seen.value("narrow")).size() == 1);
  CHECK(visible.effectsOf(seen.value("wide")).empty());
  CHECK(visible.definitionsOf(seen.value("t")).size() == 3);
  CHECK(visible.definitionsOf(seen.value("narrow")).size() == 1);
}

TEST_CASE("visibility: values that a loop reads from where another wrote them") {
  Seen seen("t = x * y; wide = cast<binary128>(t); u = x + y");
  CHECK_FALSE(seen.visible().isReadByLoop(seen.value("t")));
  seen.procedure.carried.push_back({seen["u"], seen["wide"]});
  Visibility visible = seen.visible();
  CHECK(visible.isReadByLoop(seen.value("t")));
  CHECK_FALSE(visible.isReadByLoop(seen.value("u")));
}

TEST_CASE("visibility: stores tell what ran before a loop from what runs in it") {
  Seen seen("t = x * y");
  const auto ranBefore = [&](std::uint32_t loop) { return seen.visible().ranBefore(seen["t"], loop); };
  CHECK_FALSE(ranBefore(7)); // of the loop nothing is known
  seen.procedure.loopEntries[7] = 2;
  CHECK(ranBefore(7));
  CHECK_FALSE(ranBefore(8));
  order::Computation again = seen.procedure.computations.at(0);
  again.stores = 1;
  seen.procedure.computations.push_back(again);
  CHECK(ranBefore(7));
  again.stores = 2;
  seen.procedure.computations.push_back(again); // and once more, inside
  CHECK_FALSE(ranBefore(7));
}

TEST_CASE("visibility: what stands at a place") {
  Seen seen("t = x * y; s = sum(k, a[k] * t); r = t + w; v = -cast<binary128>(t)");
  Visibility visible = seen.visible();
  const std::uint32_t loop = seen.procedure.graph.reduction(seen["s"]).loop;
  CHECK(visible.reducesAt(seen.place("s"), loop));
  CHECK_FALSE(visible.reducesAt(seen.place("s"), loop + 1));
  CHECK_FALSE(visible.reducesAt(seen.place("t"), loop));
  CHECK_FALSE(visible.reducesAt({}, loop));
  CHECK(visible.effectsAt(seen.place("t")).size() == 1);
  CHECK(visible.effectsAt(seen.place("s")).size() == 1);
  CHECK(visible.operandsAt(seen.place("t")).size() == 4); // of the product in the sum, the sum r, the conversion and its negation
  for (const NodeId operand : visible.operandsAt(seen.place("t")))
    CHECK(operand == seen["t"]);
  CHECK(visible.operandsAt(seen.place("r")).empty());
}
