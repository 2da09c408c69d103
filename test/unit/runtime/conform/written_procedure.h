// Procedures written as formulas.
#pragma once

#include "runtime/conform/conform.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <string_view>
#include <variant>

namespace fporder::conform {

inline constexpr order::ValueType binary32{format::Format::Binary32, order::Shape::Scalar};

/// A function that returns what the formula says.
inline order::Procedure returning(std::string_view formula, order::ValueType type = binary32) {
  order::Procedure procedure;
  procedure.name = "f";
  const order::Parsed<order::NodeId> parsed = order::parseInfix(formula, procedure.graph, type);
  REQUIRE(std::holds_alternative<order::NodeId>(parsed));
  order::Effect &effect = procedure.effects.emplace_back();
  effect.kind = order::Effect::Kind::Return;
  effect.node = std::get<order::NodeId>(parsed);
  return procedure;
}

inline Conformance comparedFormulas(std::string_view implementation, std::string_view reference, std::string_view platform = "cpu",
                                    std::string_view referencePlatform = "cpu") {
  order::Procedure ours = returning(implementation), theirs = returning(reference);
  std::vector<Conformance> all = compare({{&ours, findProfile(platform)}, {&theirs, findProfile(referencePlatform)}, {}});
  REQUIRE(all.size() == 1);
  return all[0];
}

} // namespace fporder::conform
