#include "analyzer/frontend/values/math_functions.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using namespace fporder;
using fporder::frontend::mathFunction;
using fporder::frontend::MathResult;
using fporder::order::Op;
using fporder::test::Snippet;

TEST_CASE("spellings of one function") {
  for (const char *name : {"exp", "expf", "expl", "__builtin_exp", "__builtin_expf", "__builtin_expf128", "expf16"}) {
    CAPTURE(name);
    auto function = mathFunction(llvm::StringRef(name));
    REQUIRE(function);
    CHECK(function->op == Op::Call);
    CHECK(function->canonical == "exp");
  }
  CHECK(mathFunction(llvm::StringRef("sqrtf"))->op == Op::Sqrt);
  CHECK(mathFunction(llvm::StringRef("sqrtf"))->suffixFormat == format::Format::Binary32);
  CHECK(mathFunction(llvm::StringRef("fmaf"))->op == Op::Fma);
  CHECK(mathFunction(llvm::StringRef("fabsl"))->op == Op::Abs);
  CHECK(mathFunction(llvm::StringRef("fmaxf"))->op == Op::Max);
  CHECK(mathFunction(llvm::StringRef("copysignf"))->op == Op::CopySign);
  CHECK(mathFunction(llvm::StringRef("scalbnf"))->canonical == "ldexp");
}

TEST_CASE("names that end in a suffix letter are themselves") {
  for (const char *name : {"erf", "ceil", "modf"}) {
    CAPTURE(name);
    CHECK(mathFunction(llvm::StringRef(name))->canonical == name);
  }
  CHECK(mathFunction(llvm::StringRef("erff"))->canonical == "erf");
  CHECK(mathFunction(llvm::StringRef("ceilf"))->canonical == "ceil");
}

TEST_CASE("other names are nothing") {
  for (const char *name : {"printf", "half", "scale", "f", "l", "", "__builtin_", "step", "expo", "memcpy"}) {
    CAPTURE(name);
    CHECK_FALSE(mathFunction(llvm::StringRef(name)));
  }
}

TEST_CASE("kinds of results") {
  CHECK(mathFunction(llvm::StringRef("lround"))->result == MathResult::Integer);
  CHECK(mathFunction(llvm::StringRef("isnan"))->result == MathResult::Boolean);
  CHECK(mathFunction(llvm::StringRef("isless"))->op == Op::Compare);
  CHECK(mathFunction(llvm::StringRef("frexp"))->result == MathResult::FirstByRef);
  CHECK(frontend::isRoundingFunction("nearbyint"));
  CHECK_FALSE(frontend::isRoundingFunction("fmod"));
}

TEST_CASE("declarations decide: the library's functions and nobody else's") {
  Snippet snippet(R"(
    #include <cmath>
    extern "C" double tanh(double);
    namespace mine { double sqrt(double x) { return x; } double exp(double); }
    struct Layer { float tanh(float); };
    float a(float x) { return std::sqrt(x); }
    double b(double x) { return mine::sqrt(x); }
    double c(double x) { return mine::exp(x); }
    float d(Layer &l, float x) { return l.tanh(x); }
    double e(double x) { return ::tanh(x); }
    float g(float x) { return __builtin_floorf(x); })");
  auto calls = snippet.all<clang::CallExpr>();
  auto inFunction = [&](const char *name) {
    const auto *function = snippet.find<clang::FunctionDecl>(name);
    for (const auto *call : calls)
      if (snippet.context().getSourceManager().isPointWithin(call->getBeginLoc(), function->getBeginLoc(), function->getEndLoc()))
        return mathFunction(call->getDirectCallee());
    return std::optional<frontend::MathFunction>();
  };
  REQUIRE(inFunction("a"));
  CHECK(inFunction("a")->op == Op::Sqrt);
  CHECK_FALSE(inFunction("b"));
  CHECK_FALSE(inFunction("c"));
  CHECK_FALSE(inFunction("d"));
  CHECK(inFunction("e"));
  CHECK(inFunction("g"));
}
