#include "analyzer/frontend/openmp.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <doctest/doctest.h>

using namespace fporder;
using fporder::order::Schedule;
using fporder::test::Snippet;

namespace {

std::vector<std::string> parseOnly() {
  std::vector<std::string> flags;
  for (llvm::StringRef flag : frontend::parseOnlyFlags())
    flags.push_back(flag.str());
  return flags;
}

std::optional<Schedule> scheduleOf(const std::string &pragma) {
  Snippet snippet("void f(float *x, int n) { float s = 0;\n#pragma omp " + pragma + "\n for (int i = 0; i < n; i++) s += x[i]; }", parseOnly());
  auto directives = snippet.all<clang::OMPExecutableDirective>();
  REQUIRE(directives.size() >= 1);
  return frontend::reductionSchedule(directives[0]);
}

} // namespace

TEST_CASE("pragmas are read without -fopenmp, and _OPENMP stays undefined") {
  Snippet snippet("#ifdef _OPENMP\n#error defined\n#endif\nvoid f(float *x, int n) { float s = 0, t = 0;\n"
                  "#pragma omp parallel for reduction(+ : s, t)\n for (int i = 0; i < n; i++) s += x[i]; }",
                  parseOnly());
  CHECK_FALSE(snippet.context().getDiagnostics().hasErrorOccurred());
  auto directives = snippet.all<clang::OMPExecutableDirective>();
  REQUIRE(directives.size() == 1);
  auto variables = frontend::reductionVariables(directives[0]);
  REQUIRE(variables.size() == 2);
  CHECK(llvm::cast<clang::DeclRefExpr>(variables[1])->getDecl()->getName() == "t");
  CHECK(llvm::isa<clang::ForStmt>(frontend::associatedStatement(directives[0])));
}

TEST_CASE("threads combine in no order, lanes in the compiler's") {
  CHECK(scheduleOf("parallel for reduction(+ : s)") == Schedule::Unordered);
  CHECK(scheduleOf("parallel for schedule(static) reduction(+ : s)") == Schedule::Unordered);
  CHECK(scheduleOf("parallel for simd reduction(+ : s)") == Schedule::Unordered);
  CHECK(scheduleOf("target teams distribute parallel for reduction(+ : s)") == Schedule::Unordered);
  CHECK(scheduleOf("taskloop reduction(+ : s)") == Schedule::Unordered);
  CHECK(scheduleOf("simd reduction(+ : s)") == Schedule::Unspecified);
}

TEST_CASE("directives that reorder nothing") {
  Snippet snippet("void f(float &s) {\n#pragma omp critical\n s += 1;\n#pragma omp barrier\n}", parseOnly());
  auto directives = snippet.all<clang::OMPExecutableDirective>();
  REQUIRE(directives.size() == 2);
  CHECK_FALSE(frontend::reductionSchedule(directives[0]));
  CHECK(frontend::associatedStatement(directives[0]) != nullptr);
  CHECK(frontend::associatedStatement(directives[1]) == nullptr);
}
