#include "analyzer/check/build_types.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

UnknownNames errors(const std::string &text, const std::vector<std::string> &names) {
  UnknownNames unknown;
  unknown.texts["k.cpp"] = text;
  for (const std::string &name : names)
    unknown.names.push_back({name, "k.cpp"});
  return unknown;
}

bool noMacro(const std::string &) { return false; }

} // namespace

TEST_CASE("types of an AscendC operator's arguments are taken for float, those of indices for int") {
  BuildTypes types;
  const UnknownNames unknown = errors("__aicore__ void k() {}", {"DTYPE_X", "DTYPE_INDICES", "TYPE_X", "DTYPE_"});
  CHECK(types.learn(unknown, noMacro));
  CHECK_FALSE(types.learn(unknown, noMacro));
  CHECK(types.prelude() == "#define DTYPE_X float\n#define DTYPE_INDICES int\n");
  CHECK(types.report("k.cpp")->what == "2 types of the build");
  CHECK(types.report("k.cpp")->why == "taken for float: DTYPE_X; for int: DTYPE_INDICES");
  CHECK(types.report("k.cpp")->incomplete);
}

TEST_CASE("other sources, and names that are macros, are left alone") {
  BuildTypes types;
  CHECK_FALSE(types.learn(errors("void k() {}", {"DTYPE_X"}), noMacro));
  CHECK_FALSE(types.learn(errors("__aicore__ void k() {}", {"DTYPE_X"}), [](const std::string &) { return true; }));
  CHECK(types.prelude().empty());
  CHECK_FALSE(types.report("k.cpp"));
}

TEST_CASE("float values rest on it, and operations on these") {
  fporder::order::Procedure procedure;
  fporder::order::Graph &graph = procedure.graph;
  const auto single = fporder::order::ValueType{fporder::format::Format::Binary32};
  const auto wide = fporder::order::ValueType{fporder::format::Format::Binary64};
  const auto x = graph.input("x", single), y = graph.input("y", wide);
  assumeBuildTypes(procedure, {"DTYPE_INDICES"});
  CHECK(procedure.assumedNodes.empty());
  assumeBuildTypes(procedure, {"DTYPE_X"});
  CHECK(procedure.assumedNodes.contains(x.index));
  CHECK_FALSE(procedure.assumedNodes.contains(y.index));
  CHECK(procedure.assumptions[0].reason == "the build's types are taken for float: DTYPE_X");
}
