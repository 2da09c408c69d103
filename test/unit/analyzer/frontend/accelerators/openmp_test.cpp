#include "analyzer/frontend/accelerators/openmp.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using namespace fporder;
using fporder::order::Schedule;
using fporder::test::Snippet;
using fporder::test::Translated;

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

TEST_CASE("what parallel loops accumulate has no order") {
  Translated code(R"(
    float dot(const float *x, const float *y, int n) { float s = 0;
    #pragma omp parallel for reduction(+ : s)
      for (int i = 0; i < n; i++) s += x[i] * y[i];
      return s; }
    float lanes(const float *x, int n) { float s = 0;
    #pragma omp simd reduction(+ : s)
      for (int i = 0; i < n; i++) s += x[i];
      return s; }
    double atomic(const float *x, int n) { double a = 0;
    #pragma omp parallel for
      for (int i = 0; i < n; i++) {
    #pragma omp atomic
        a += x[i];
      }
      return a; }
    double critical(const float *x, int n) { double a = 0;
    #pragma omp parallel for
      for (int i = 0; i < n; i++) {
        double t = x[i] * 2.0;
    #pragma omp critical
        a += t;
      }
      return a; }
    void histogram(const float *x, const int *bin, float *h, int n) {
    #pragma omp parallel for
      for (int i = 0; i < n; i++) {
    #pragma omp atomic
        h[bin[i]] += x[i];
      } })",
                  parseOnly());
  CHECK(code.reductions("dot") == "unordered sum x[i] * y[i]");
  CHECK(code.reductions("lanes") == "unspecified sum x[i]");
  CHECK(code.reductions("atomic") == "unordered sum x[i]");
  CHECK(code.reductions("critical") == "unordered sum x[i] * 2");
  CHECK(code.reductions("histogram") == "unordered sum x[i]");
}

TEST_CASE("worksharing without a reduction is a plain loop") {
  Translated code(R"(
    void scale(const float *x, float *y, int n, float a, float b) {
    #pragma omp parallel for
      for (int i = 0; i < n; i++) y[i] = x[i] * a / b; }
    void rows(const float *x, float *y, int n) {
    #pragma omp parallel for
      for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < n; j++) s += x[i * n + j]; y[i] = s; } })",
                  parseOnly());
  CHECK(code.stored("scale", "y[i]") == "x[i] * a / b");
  CHECK(code.reductions("rows") == "sequential sum x[i * n + j]");
}
