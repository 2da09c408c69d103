#include "analyzer/frontend/types/recovered_types.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

#include <algorithm>

using fporder::order::Op;
using fporder::test::Snippet;
using fporder::test::Translated;

TEST_CASE("the int that stands for an unknown type is unknown, a written one is an int") {
  Snippet snippet("Missing f(const Gone &a, Lost *b, int c, unsigned d) { Nowhere local = c; return local; }");
  fporder::frontend::forgetRecoveredTypes(snippet.context());
  CHECK(snippet.typeOf("a")->getPointeeType()->isDependentType());
  CHECK(snippet.typeOf("b")->isPointerType());
  CHECK(snippet.typeOf("b")->isDependentType());
  CHECK(snippet.typeOf("c")->isSpecificBuiltinType(clang::BuiltinType::Int));
  CHECK(snippet.typeOf("d")->isSpecificBuiltinType(clang::BuiltinType::UInt));
  CHECK(snippet.typeOf("local")->isDependentType());
  CHECK(snippet.find<clang::FunctionDecl>("f")->getReturnType()->isDependentType());
}

TEST_CASE("a result of unknown type is no conversion to an integer") {
  Translated code("Missing scaled(float v, float s, float t) { return v * s / t; }");
  CHECK(code.returned("scaled") == "v * s / t");
}

TEST_CASE("a parameter of unknown type costs that parameter only") {
  Translated code("float f(const Missing &m, float x, float y) { return x * y / 3; }");
  CHECK(code.returned("f") == "x * y / 3");
  CHECK(code.procedure("f").assumptions.empty());
}

TEST_CASE("a variable of unknown type is one value until it is written") {
  Translated code(R"(
    float twice(const Missing &m, float x) { auto y = m.c * x + m.c; use(y); return x; }
    void local(float x) { Missing t = x * x; auto y = t * x + t; use(y); }
    void written(Missing t, float x) { auto a = t * x; t = x; auto b = a + t; use(b); })");
  const auto used = [&](const char *function) {
    const auto &procedure = code.procedure(function);
    return fporder::test::Procedures::text(procedure, procedure.computations.back().node);
  };
  CHECK(used("twice") == "m.c * cast<dependent>(x) + m.c");
  CHECK(used("local") == "cast<dependent>(x * x * x + x * x)");
  CHECK(used("written") == "cast<dependent>(cast<binary32>(t) * x) + cast<dependent>(x)");
}

TEST_CASE("a name whose own type was not found is of unknown type wherever it stands") {
  Translated code(R"(
    namespace Gone { typedef Matrix<double, 3, 1> Vector; typedef Vector Point; typedef int Count; }
    struct Body { Gone::Vector velocity; Gone::Count steps; };
    void push(Body &body, double w, double dt) { body.velocity = dt * (1 / w); }
    void step(Gone::Point &point, double w, double dt) { point += dt * (1 / w); }
    void count(Body &body, double w, double dt) { body.steps = dt * w; })");
  const auto converts = [&](const char *function) {
    const auto &in = code.procedure(function);
    const auto isConversion = [&](const auto &each) {
      return in.graph[each.node].op == Op::Cast && in.graph[each.node].type.format == fporder::format::Format::Integer;
    };
    return std::ranges::any_of(in.computations, isConversion);
  };
  CHECK(!converts("push"));
  CHECK(!converts("step"));
  CHECK(converts("count"));
}
