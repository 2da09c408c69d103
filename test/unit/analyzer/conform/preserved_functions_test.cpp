#include "analyzer/conform/preserved_functions.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::conform;

namespace {

constexpr order::ValueType binary32{format::Format::Binary32, order::Shape::Scalar};
const std::vector<findings::Edit> edits{{{"kernel.cpp", 1, 1, 1, 9}, 0, 8, "..."}};

/// A function that returns `formula`, whose operations stand at `offset`.
std::shared_ptr<order::Procedure> function(const std::string &name, std::string_view formula, std::uint32_t offset = 0) {
  auto made = std::make_shared<order::Procedure>();
  made->name = name;
  order::Effect &effect = made->effects.emplace_back();
  effect.kind = order::Effect::Kind::Return;
  effect.node = std::get<order::NodeId>(order::parseInfix(formula, made->graph, binary32));
  order::Place place;
  place.file = made->graph.addFile("/src/kernel.cpp");
  place.beginOffset = offset;
  place.endOffset = offset + 8;
  const order::PlaceId id = made->graph.addPlace(place);
  made->computations.push_back({.node = made->graph.unary(order::Op::Neg, effect.node, binary32, id)});
  return made;
}

UnitFunctions unit(std::vector<std::shared_ptr<order::Procedure>> procedures) {
  return {"kernel", "/src/kernel.cpp", "kernel.cpp", std::move(procedures), Platform::stated(*findProfile("cpu"))};
}

std::optional<std::string> why(const UnitFunctions &before, const UnitFunctions &after) { return whyNotPreserved(before, after, edits); }

} // namespace

TEST_CASE("functions keep their values in another order, each overload its own") {
  CHECK_FALSE(why(unit({function("f", "a * b / c"), function("f", "a")}), unit({function("f", "a * (b / c)"), function("f", "a")})));
  CHECK(why(unit({function("f", "a * b / c")}), unit({function("f", "a * b * c")})) == "'the result' of f is not shown to be the same value with it");
  CHECK(why(unit({function("f", "a"), function("f", "a * b")}), unit({function("f", "a"), function("f", "a / b")})));
}

TEST_CASE("what is not edited is not compared, unless the edit is in another file") {
  UnitFunctions before = unit({function("f", "a * b", 100)}), after = unit({function("f", "a / b", 100)});
  CHECK_FALSE(why(before, after));
  before.displayName = after.displayName = "other.cpp";
  CHECK(why(before, after));
}

TEST_CASE("other functions than before are not compared") {
  const char *const others = "the source would have other functions with it";
  CHECK(why(unit({function("f", "a")}), unit({function("g", "a")})) == others);
  CHECK(why(unit({function("f", "a")}), unit({function("f", "a"), function("f", "a")})) == others);
  CHECK(why(unit({function("f", "a")}), unit({})) == others);
}
