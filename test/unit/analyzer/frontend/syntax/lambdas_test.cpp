#include "analyzer/frontend/syntax/lambdas.h"

#include "test/unit/analyzer/frontend/accelerators/cuda_source.h"
#include "test/unit/analyzer/frontend/translated.h"

#include "clang/AST/ExprCXX.h"

#include <doctest/doctest.h>

using fporder::test::Snippet;
using fporder::test::Translated;
using fporder::test::TranslatedCuda;

namespace {

/// What the lambda `[captures](parameters) { body }` returns that a function with these locals hands to nobody.
std::string inside(const std::string &locals, const std::string &captures, const std::string &parameters, const std::string &body) {
  const Translated code("void f(double a, double *p) { " + locals + " auto never = [" + captures + "](" + parameters + ") { " + body +
                        " }; (void)never; }");
  return code.returned("f::(lambda)");
}

std::size_t procedures(const std::string &text) {
  Snippet snippet(text, {"-std=c++20"});
  std::size_t lambdas = 0;
  fporder::frontend::translate(snippet.context(), {},
                               [&](fporder::order::Procedure &&procedure) { lambdas += procedure.name.find("(lambda)") != std::string::npos; });
  return lambdas;
}

} // namespace

TEST_CASE("a lambda that nobody calls takes parameters and captures as inputs") {
  CHECK(inside("", "=", "double b", "return b / a;") == "b / a");
  CHECK(inside("", "&", "double b", "return b / a;") == "b / a");
  CHECK(inside("double s = 1;", "&", "", "return s / a;") == "s / a");
  CHECK(inside("double s = 1;", "s", "", "return s / 3;") == "s / 3");
  CHECK(inside("double &r = a;", "&", "", "return r / 3;") == "r / 3");
  CHECK(inside("", "p", "int i", "return p[i] / 3;") == "p[i] / 3");
  CHECK(inside("", "q = a * 2", "", "return q / 3;") == "q / 3");
  CHECK(inside("", "&", "auto b", "return p[0] / b;") == "p[0] / cast<binary64>(b)");
}

TEST_CASE("of captures no more is known in a lambda than that constants stay what they are") {
  CHECK(inside("const double s = 0.5;", "&", "double b", "return b / s;") == "b / 0.5");
  CHECK(inside("const double s = 0.5;", "s", "double b", "return b / s;") == "b / 0.5");
  CHECK(inside("constexpr double s = 0.5;", "", "double b", "return b / s;") == "b / 0.5");
  CHECK(inside("const double s = a;", "&", "double b", "return b / s;") == "b / s");
  CHECK(inside("static double s = 0.5;", "", "double b", "return b / s;") == "b / 0.5");
  CHECK(inside("static double s = 0.5; s *= a;", "", "double b", "return b / s;") == "b / s");
  const Translated code("void f(const double k = 0.5) { auto never = [k](double b) { return b / k; }; (void)never; }");
  CHECK(code.returned("f::(lambda)") == "b / k");
}

TEST_CASE("what a lambda shares may be written through its parameters and by what it calls") {
  const std::string pair = "double s = 0;", unknown = "s";
  CHECK(inside(pair, "&", "double *q", "s = 2; *q = 1; return s;") == unknown);
  CHECK(inside(pair, "&", "double &q", "s = 2; q = 1; return s;") == unknown);
  CHECK(inside(pair, "s", "double *q", "auto t = s; *q = 1; return t;") == unknown);
  CHECK(inside(pair, "s", "double *q", "*q = 1; return s / 2;") == "s / 2");
  CHECK(inside(pair + " extern void g(double *);", "&", "", "s = 2; g(&s); return s;") == unknown);
  CHECK(inside(pair + " double t = 0;", "&", "", "s = 2; t = 1; return s;") == "2");
  CHECK(inside(pair, "s", "", "extern void g(); double t = s; g(); return t + s;") == "s + s");
}

TEST_CASE("what a lambda stores in what it shares is stored for others") {
  const Translated code("void f(double *y, double b) { double s = 0; auto never = [&](int i) { s = b / 3; y[i] = s; }; (void)never; }");
  CHECK(code.stored("f::(lambda)", "s") == "b / 3");
  CHECK(code.stored("f::(lambda)", "y[i]") == "b / 3");
}

TEST_CASE("a lambda inside a member function uses the object of that function") {
  const Translated code("struct S { double v; void go() { auto never = [this](double x) { v = x / v; return v; }; (void)never; }\n"
                        "double w = [this] { return v / 3; }(); };");
  CHECK(code.returned("S::go::(lambda)") == "x / v");
  CHECK(code.stored("S::go::(lambda)", "v") == "x / v");
  CHECK(code.returned("S::(lambda)") == "v / 3");
}

TEST_CASE("a lambda that runs somewhere has no procedure of its own") {
  CHECK(procedures("double f(double a) { auto g = [=](double b) { return a / b; }; return g(2); }") == 0);
  CHECK(procedures("double f(double a) { auto g = [=](auto b) { return a / b; }; return g(2.0) + g(3.0f); }") == 0);
  CHECK(procedures("template <class R> void f(R r, double *a) { r.run([=](int i) { a[i] /= 3; }); }") == 0);
  CHECK(procedures("template <class F> void run(F f) { f(1); } void f(double *a) { run([=](int i) { a[i] /= 3; }); }") == 0);
  CHECK(procedures("auto g = [](double b) { return 1 / b; }; double f(double a) { return g(a); }") == 0);
  CHECK(procedures("auto made(double a) { return [a](double b) { return a / b; }; } double f(double a) { return made(a)(a); }") == 0);
}

TEST_CASE("a lambda has one procedure for each place where it is written") {
  CHECK(procedures("void f(double a) { auto g = [=](double b) { return a / b; }; (void)g; }") == 1);
  CHECK(procedures("auto g = [](double b) { return 1 / b; };") == 1);
  CHECK(procedures("namespace n { struct S { static inline auto g = [](double b) { return 1 / b; }; }; }") == 1);
  CHECK(procedures("void f(double (*g)(double) = [](double b) { return 1 / b; });") == 1);
  CHECK(procedures(
            "template <class T> void f(T a) { auto g = [=](T b) { return a / b; }; (void)g; } template void f(float); template void f(double);") ==
        1);
  CHECK(procedures("#define MAKE(g) auto g = [](double b) { return 1 / b; }; (void)g;\nvoid f() { MAKE(g) MAKE(h) }") == 2);
  CHECK(procedures("void f() { auto g = [](double a) { auto h = [a](double b) { return a / b; }; (void)h; }; (void)g; }") == 2);
  CHECK(procedures("void f() { auto g = [](double a) { return [a](double b) { return a / b; }(3); }; (void)g; }") == 1);
  CHECK(procedures("void f() { auto g = [](int a) { return a / 3; }; (void)g; }") == 0);
}

TEST_CASE("a function is not run inside its own lambda") {
  const Translated code("double f(double a) { double s = a / 2; auto never = [&] { double t = f(3); return s / t; }; (void)never; return s; }");
  CHECK(code.returned("f::(lambda)").starts_with("s / "));
  CHECK(code.returned("f") == "a / 2");
}

TEST_CASE("operators in lambdas that nobody calls are understood") {
  const TranslatedCuda code("auto g = [](auto a, float b) { return a / b; };\n"
                            "void f(float *x) { auto never = [=](int i, auto c) { x[i] = x[i] / c * 2; }; }");
  CHECK(code.operators.size() == 3);
  CHECK(code.missing() == 0);
}
