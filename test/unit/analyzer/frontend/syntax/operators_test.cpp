#include "test/unit/analyzer/frontend/accelerators/cuda_source.h"

#include <doctest/doctest.h>

using fporder::test::TranslatedCuda;

TEST_CASE("operators are counted whether or not a graph has them") {
  TranslatedCuda code(R"(
    #include "not_there.h"
    __global__ void k(float *x, int n) {
      int i = n * 3 + 1;
      x[i] = x[0] * 2.0f + -x[1];
      const float half = 1.0f / 2.0f;
      x[2] = half;
      x[3] = undeclared * x[4] + x[5];
      Unknown u = x[6] * x[7];
    })");
  CHECK(code.operators.size() == 6);
  CHECK(code.missing() == 2); // the statement that names what is not declared
  TranslatedCuda lost("__global__ void k(float *x) { float a = x[0] * ; float b = x[1] * x[2]; Unknown<3 u = x[1] / x[2] / x[3]; }");
  CHECK(lost.operators.size() >= 3);
  CHECK(lost.missing() >= 1);
}

TEST_CASE("pointers of a template move although operators of other types are about") {
  TranslatedCuda code(R"(
    #include <cuda_fp16.h>
    template <class T> __global__ void k(T *out, const T *in, int n) {
      const T *row = in + blockIdx.x * n;
      out += n;
      out[0] = row[1] * row[2] / row[1];
    })");
  const std::string row = "in[blockIdx.x * n + ";
  CHECK(code.stored("k", "out[n]") == row + "1] * " + row + "2] / " + row + "1]");
  CHECK(code.missing() == 0);
  CHECK(code.operators.size() == 2);
}

TEST_CASE("a token that no tree holds is no operator of numbers between integers or pointers") {
  const auto counted = [](const std::string &lost) {
    return TranslatedCuda("void f(float *x, float y, int k, int n) { x[0] = y * y; lost::call(" + lost + "); }").operators.size() - 1;
  };
  CHECK(counted("x, x + n, k - 1, n * 0x1e") == 0);
  CHECK(counted("y * k") == 1);
  CHECK(counted("2 * y") == 1);
  CHECK(counted("x[k] * 2") == 1);
  CHECK(counted("k * x[1]") == 1);
  CHECK(counted("n * 2.5 + n * 1e3") == 3);
  CHECK(counted("unseen * 2") == 1);
  CHECK(counted("*x + 1") == 1);
  CHECK(counted("y * k + n") == 2);
  CHECK(counted("-y * 2, (float)k * n") == 2);
  CHECK(counted("(k + n) * 2") == 1);
  const auto countedIn = [](const std::string &code) { return TranslatedCuda(code).operators.size(); };
  CHECK(countedIn("void g(int k) {} void f(float *x) { Unseen k = x[0]; lost::call(k * 2); }") == 1);
  CHECK(countedIn("void g(int k) {} float k; void f() { lost::call(k * 2); }") == 1);
  CHECK(countedIn("void f(int k) { { double k = 1; } lost::call(k * 2); }") == 1);
  CHECK(countedIn("void f(int k) { auto g = [](int n) { lost::call(n * 2); }; }") == 0);
  CHECK(counted("n * k.y + n * k()") == 3);
}

TEST_CASE("of operators at one place one that reached a graph stays") {
  using fporder::frontend::Operator;
  std::vector<Operator> operators{{{2, 1, 0}, "b"}, {{1, 4, 7}, "x"}, {{2, 1, 0}, ""}, {{1, 4, 0}, "first"}, {{1, 4, 0}, "second"}, {{2, 1, 0}, "c"}};
  fporder::frontend::arrange(operators);
  REQUIRE(operators.size() == 3);
  CHECK(operators[0].why == "first");
  CHECK(operators[1].why == "x");
  CHECK(operators[2].why == "");
}

TEST_CASE("only operators of floating-point arithmetic are counted") {
  const auto counted = [](const std::string &body) { return TranslatedCuda("void f(float *x, int *k, int n) { " + body + " }").operators.size(); };
  CHECK(counted("x[0] = x[1] * x[2] + x[3] / x[4] - x[5];") == 4);
  CHECK(counted("x[0] += x[1]; x[0] -= 1; x[0] *= 2; x[0] /= 3;") == 4);
  CHECK(counted("k[0] = k[1] * n + 3; k[0] /= 2;") == 0);
  CHECK(counted("x[0] = -x[1]; float *p = x + 1; *p = +x[2]; p -= n;") == 0);
  CHECK(counted("k[0] = sizeof(x[0] * x[1]); enum { E = 3 * 4 };") == 0);
}

TEST_CASE("a builtin function is an operation by what it returns, whatever its arguments are") {
  const auto counted = [](const std::string &body) {
    return TranslatedCuda("template <class T> void f(T *x, float *y, T n) { " + body + " }").operators.size();
  };
  CHECK(counted("__builtin_memset(x, 0, n); if (__builtin_memcmp(x, y, n)) __builtin_memcpy(y, x, n);") == 0);
  CHECK(counted("y[0] = __builtin_sqrtf(n);") == 1);
}

TEST_CASE("an operator in a macro is one for each of its places") {
  const TranslatedCuda code("#define TWICE(a) ((a) * 2 + (a) * 2)\nvoid f(float *x) { x[0] = TWICE(x[1]);\n  x[1] = TWICE(x[2]); }");
  CHECK(code.operators.size() == 6);
  CHECK(code.missing() == 0);
}

TEST_CASE("operators that reach no graph say in what code they stand") {
  const TranslatedCuda code(
      "float outside = 2.0f; float made = outside * 3;\nvoid f(float *x) { auto never = [x] { return 0; x[0] * x[1]; }; x[2] = x[3] * 2; }");
  std::vector<std::string> why;
  for (const fporder::frontend::Operator &entry : code.operators)
    why.push_back(entry.why);
  CHECK(why == std::vector<std::string>{"outside functions", "in code that is not followed", ""});
}

TEST_CASE("constants of class templates say as variables do whether they are computed in integers") {
  const auto counted = [](const std::string &constant) {
    return TranslatedCuda("template <class P, class T> struct S { static constexpr " + constant + "; };").operators.size();
  };
  CHECK(counted("unsigned block = P::size / sizeof(T)") == 0);
  CHECK(counted("int count = (P::a + 1) * P::b") == 0);
  CHECK(counted("int fixed = P::a * 2.5") == 1);
  CHECK(counted("double scale = P::a * P::b") == 1);
  CHECK(counted("T sum = P::a + P::b") == 1);
}

TEST_CASE("constants are computed in advance, and miss in no graph") {
  const TranslatedCuda code("void f(float *x) { const float h = 1.0f / 3; x[0] = 2.0f * 4 + h; }\nconstexpr double pi = 3 + 0.14;");
  CHECK(code.operators.size() == 4);
  CHECK(code.missing() == 0);
}
