#include "analyzer/findings/constant_text.h"

#include <doctest/doctest.h>

using namespace fporder;

TEST_CASE("a constant is made of numbers, names and arithmetic with them, on one line") {
  for (const char *text : {"3.0f", "3.0f * B2_PI", "-(1 / std::numbers::pi_v<float>)", "float(K)"})
    CHECK(findings::isConstantText(text));
  for (const char *text : {"", "x[0]", "x = 1", "x++", "1.0f +\n2.0f", "\"text\"", "a ? 1 : 2", "*p, q", "*p", "2 * *p", "float(*p)"})
    CHECK_FALSE(findings::isConstantText(text));
  CHECK(findings::hasName("2 * K"));
  CHECK_FALSE(findings::hasName("2 * 3.5e-3f"));
}

TEST_CASE("names stay the same where nothing between may give them another meaning") {
  CHECK(findings::namesStaySame("K", "; float w = t; { g(w); } "));
  CHECK_FALSE(findings::namesStaySame("K", ";\n#undef K\n"));
  CHECK_FALSE(findings::namesStaySame("K", "; } return "));
  CHECK_FALSE(findings::namesStaySame("2 * K", "; { float K = p; "));
  CHECK(findings::namesStaySame("K", "; // # } K\n"));
}

TEST_CASE("a variable keeps its value when it has one definition and nothing else can reach it") {
  order::Procedure procedure;
  const auto define = [&](const std::string &name, bool exposed = false) {
    order::Definition definition;
    definition.name = name;
    definition.node = order::NodeId{0};
    definition.exposed = exposed;
    procedure.definitions.push_back(definition);
  };
  define("k");
  define("twice");
  define("reached", true);
  define("twice");
  CHECK(findings::namesKeepValues("2 * k", procedure, 4));
  CHECK(findings::namesKeepValues("MACRO", procedure, 4));
  CHECK(findings::namesKeepValues("twice", procedure, 3));
  CHECK_FALSE(findings::namesKeepValues("twice", procedure, 4));
  CHECK_FALSE(findings::namesKeepValues("k * reached", procedure, 4));
  procedure.effects.push_back({order::Effect::Kind::Store, {}, "this->MEMBER", {}});
  CHECK_FALSE(findings::namesKeepValues("MEMBER", procedure, 4));
  CHECK(findings::namesKeepValues("MACRO", procedure, 4));
}
