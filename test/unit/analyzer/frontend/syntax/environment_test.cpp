#include "analyzer/frontend/syntax/environment.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using namespace fporder;
using fporder::order::Contraction;
using fporder::test::Snippet;

namespace {

order::Environment environmentOf(const std::string &code, std::vector<std::string> arguments, format::Format format = format::Format::Binary64) {
  Snippet snippet(code, std::move(arguments));
  frontend::Environments environments(snippet.context());
  for (const auto *operation : snippet.all<clang::BinaryOperator>())
    if (operation->getOpcode() == clang::BO_Add) {
      environments.enterFunction(snippet.find<clang::FunctionDecl>("f"));
      return environments.of(operation, format);
    }
  FAIL("no addition");
  return {};
}

const std::string plain = "double f(double a, double b, double c) { return a * b + c; }";

} // namespace

TEST_CASE("contraction needs a target that fuses") {
  CHECK(environmentOf(plain, {"--target=x86_64-linux-gnu"}).contraction == Contraction::Off);
  CHECK(environmentOf(plain, {"--target=x86_64-linux-gnu", "-mfma"}).contraction == Contraction::Statement);
  CHECK(environmentOf(plain, {"--target=x86_64-linux-gnu", "-march=x86-64-v3"}).contraction == Contraction::Statement);
  CHECK(environmentOf(plain, {"--target=x86_64-linux-gnu", "-mfma", "-ffp-contract=fast"}).contraction == Contraction::Fast);
  CHECK(environmentOf(plain, {"--target=x86_64-linux-gnu", "-mfma", "-ffp-contract=off"}).contraction == Contraction::Off);
  CHECK(environmentOf(plain, {"--target=aarch64-linux-gnu"}).contraction == Contraction::Statement);
  CHECK(environmentOf(plain, {"--target=powerpc64le-linux-gnu"}).contraction == Contraction::Statement);
  CHECK(environmentOf(plain, {"--target=s390x-linux-gnu"}).contraction == Contraction::Statement);
  CHECK(environmentOf(plain, {"--target=riscv64-linux-gnu", "-march=rv64gc"}).contraction == Contraction::Statement);
  CHECK(environmentOf(plain, {"--target=riscv64-linux-gnu", "-march=rv64imac", "-mabi=lp64"}).contraction == Contraction::Off);
  CHECK(environmentOf(plain, {"--target=wasm32-unknown-unknown"}).contraction == Contraction::Off);
}

TEST_CASE("a function's target attribute counts") {
  CHECK(environmentOf("__attribute__((target(\"fma\"))) " + plain, {"--target=x86_64-linux-gnu"}).contraction == Contraction::Statement);
}

TEST_CASE("extended formats never fuse") {
  CHECK(environmentOf(plain, {"--target=x86_64-linux-gnu", "-mfma"}, format::Format::X87Extended).contraction == Contraction::Off);
  CHECK(environmentOf(plain, {"--target=aarch64-linux-gnu"}, format::Format::Binary128).contraction == Contraction::Off);
}

TEST_CASE("fast-math sets every licence") {
  order::Environment fast = environmentOf(plain, {"--target=x86_64-linux-gnu", "-mfma", "-ffast-math"});
  CHECK(fast.reassociate);
  CHECK(fast.reciprocal);
  CHECK(fast.approximateCalls);
  CHECK(fast.noSignedZeros);
  CHECK(fast.finiteMathOnly);
  CHECK(fast.contraction == Contraction::Fast);
  CHECK_FALSE(fast.strict);
  order::Environment normal = environmentOf(plain, {});
  CHECK_FALSE(normal.reassociate);
  CHECK_FALSE(normal.reciprocal);
  CHECK(environmentOf(plain, {"-freciprocal-math"}).reciprocal);
  CHECK_FALSE(environmentOf(plain, {"-freciprocal-math"}).reassociate);
}

TEST_CASE("pragmas apply where they stand") {
  const std::vector<std::string> fma = {"--target=x86_64-linux-gnu", "-mfma"};
  CHECK(environmentOf("double f(double a, double b, double c) {\n#pragma STDC FP_CONTRACT OFF\n return a * b + c; }", fma).contraction ==
        Contraction::Off);
  CHECK(environmentOf("double f(double a, double b, double c) {\n#pragma clang fp contract(fast) reassociate(on)\n return a * b + c; }", fma)
            .reassociate);
  CHECK(environmentOf("double f(double a, double b, double c) {\n#pragma STDC FENV_ACCESS ON\n return a * b + c; }", fma).strict);
  CHECK(environmentOf("double f(double a, double b, double c) {\n#pragma STDC FENV_ACCESS ON\n return a * b + c; }", fma).dynamicRounding);
  CHECK(environmentOf("#pragma float_control(precise, off)\n" + plain, fma).reassociate);
}
