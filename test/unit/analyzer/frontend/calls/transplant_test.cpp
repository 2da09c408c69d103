#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("the parameter of one function is no parameter of another") {
  Translated code("class N { public: explicit N(float s) : inv_(1 / s) {} float apply(float x, float s) { return x * inv_ * s; } float inv_; };");
  const auto &procedure = code.procedure("N::apply");
  std::vector<std::uint32_t> versions;
  for (std::uint32_t i = 0; i < procedure.graph.size(); ++i)
    if (procedure.graph[{i}].op == fporder::order::Op::Input && procedure.graph.symbol({i}) == "s")
      versions.push_back(procedure.graph[{i}].version);
  REQUIRE(versions.size() == 2);
  CHECK(versions[0] != versions[1]);
}

TEST_CASE("what a parameter is called in the functions that store a field decides nothing") {
  Translated code(R"(
    struct Same { Same(float s) : i(1 / s) {} void set(float rate) { i = 1 / rate; } float run(float x) { return x * i; } float i; };
    struct Crossed { Crossed(float a, float b) : i(a / b) {} void set(float b, float a) { i = a / b; } float run(float x) { return x * i; } float i; };
    struct Mixed { Mixed(float a, float b) : i(a / b) {} void set(float a) { i = a / a; } float run(float x) { return x * i; } float i; };
    struct Kept { float a, i; Kept(float s) : a(s), i(1 / s) {} void set(float s) { i = 1 / s; } float run(float x) { return x * i; } };)");
  CHECK(code.returned("Same::run") == "x * (1 / rate)");
  CHECK(code.returned("Crossed::run") == "x * (a / b)");
  CHECK(code.returned("Mixed::run") == "x * i");
  CHECK(code.returned("Kept::run") == "x * (1 / s)");
}

TEST_CASE("what lies in an object on entry is one value for the function that stored it and the one that reads it") {
  Translated code(R"(
    struct Part {
      float gain, i;
      Part(float s) : i(gain / s) {}
      float run(float x) { return x * i + gain; }
    };)");
  const auto &in = code.procedure("Part::run");
  std::vector<fporder::order::ValueId> gains;
  for (std::uint32_t i = 0; i < in.graph.size(); ++i)
    if (in.graph[{i}].op == fporder::order::Op::Input && in.graph.symbol({i}) == "gain")
      gains.push_back(in.graph.value({i}));
  REQUIRE(code.returned("Part::run") == "x * (gain / s) + gain");
  CHECK(gains.size() == 1);
}
