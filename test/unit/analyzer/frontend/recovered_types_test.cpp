#include "analyzer/frontend/recovered_types.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

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
