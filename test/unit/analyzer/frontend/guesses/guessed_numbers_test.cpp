#include "test/unit/analyzer/frontend/translated.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <doctest/doctest.h>

using namespace fporder;

namespace {

/// The source after a first line that says "#define TILE 4", which is a guess.
test::Procedures translated(const std::string &source, bool guessed = true) {
  const auto unit = clang::tooling::buildASTFromCodeWithArgs("#define TILE 4\n" + source, {"-w"}, "a.c");
  REQUIRE(unit);
  REQUIRE_FALSE(unit->getDiagnostics().hasErrorOccurred());
  const clang::SourceManager &manager = unit->getASTContext().getSourceManager();
  frontend::Options options;
  if (guessed)
    options.guessedNumber = [&](clang::SourceLocation literal) { return manager.getSpellingLineNumber(literal) == 1 ? "TILE" : ""; };
  test::Procedures result;
  frontend::translate(unit->getASTContext(), options, [&](order::Procedure &&procedure) { result.take(std::move(procedure)); });
  return result;
}

} // namespace

TEST_CASE("a number that is guessed is a value of its name") {
  const std::string product = "double f(double x) { return x * TILE; }\n";
  CHECK(translated(product).returned("f") == "x * cast<binary64>(TILE)");
  CHECK(translated(product, false).returned("f") == "x * 4");
  CHECK(translated("#define SIZE(n) (n)\ndouble f(double x) { return x * SIZE(TILE); }\n").returned("f") == "x * cast<binary64>(TILE)");
  CHECK(translated("double f(double x) { return x * 4; }\n").returned("f") == "x * 4");
}

TEST_CASE("what the compiler computes from it is not known") {
  CHECK(translated("double f(double x) { return x * (2 * TILE); }\n").returned("f") == "x * cast<binary64>(2 * TILE)");
  CHECK(translated("double f(double x) { const int n = TILE; return x * n; }\n").returned("f") == "x * cast<binary64>(TILE)");
  CHECK(translated("enum { Size = TILE, Other = 3 };\ndouble f(double x) { return x * Size; }\ndouble g(double x) { return x * Other; }\n")
            .returned("f") == "x * cast<binary64>(Size)");
  CHECK(translated("enum { Size = TILE, Other = 3 };\ndouble g(double x) { return x * Other; }\n").returned("g") == "x * 3");
}

TEST_CASE("neither branch of a test of it is left out, and no loop over it is run") {
  CHECK(translated("double f(double x) { if (TILE > 8) x = x * 3; return x; }\n").returned("f") == "TILE > 8 ? x * 3 : x");
  CHECK(translated("double f(double x) { if (TILE > 8) x = x * 3; return x; }\n", false).returned("f") == "x");
  const test::Procedures loop = translated("double f(const double *x) { double s = 0; for (int i = 0; i < TILE; ++i) s += x[i]; return s; }\n");
  CHECK(loop.counts("f") == "TILE");
}

TEST_CASE("an enumerator for a bound that no file holds is a value of its name, and no size is known beside it") {
  const std::string bound = "enum { BOUND __attribute__((annotate(\"fporder: unknown bound\"))) = 4096 };\nstruct S { float e[BOUND]; };\n"
                            "struct T { float e[BOUND]; float a; };\n";
  const auto unit = clang::tooling::buildASTFromCodeWithArgs(
      bound + "double f(double x) { return x * BOUND; }\ndouble g(double x) { return x * (2 * BOUND); }\n"
              "double h(double x) { return x * sizeof(struct S); }\ndouble k(double x) { return x * sizeof(float); }\n"
              "double o(double x) { return x * __builtin_offsetof(struct T, a); }\n"
              "double t(double x) { static const int n = BOUND + 1; return x * n; }\n"
              "double s(const struct S *v) { double t = 0; for (int i = 0; i < BOUND; ++i) t += v->e[i]; return t; }\n",
      {"-w"}, "a.c");
  REQUIRE(unit);
  frontend::Options options;
  options.unknownBounds = true;
  test::Procedures result;
  frontend::translate(unit->getASTContext(), options, [&](order::Procedure &&procedure) { result.take(std::move(procedure)); });
  CHECK(result.returned("f") == "x * cast<binary64>(BOUND)");
  CHECK(result.returned("g") == "x * cast<binary64>(2 * BOUND)");
  CHECK(result.returned("h").find("4096") == std::string::npos);
  CHECK(result.returned("h").find("16384") == std::string::npos);
  CHECK(result.returned("o").find("16384") == std::string::npos);
  CHECK(result.returned("t") == "x * cast<binary64>(n)");
  CHECK(result.returned("k") == "x * 4");
  CHECK(result.counts("s") == "BOUND");
}

TEST_CASE("it is a constant where the language wants one") {
  const test::Procedures array = translated("double f(double x) { double t[TILE]; t[1] = x; return t[1]; }\n");
  CHECK(array.returned("f") == "x");
}
