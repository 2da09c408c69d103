// Functions that the interpreter executes against Clang's constant evaluator, bit for bit; and what it refuses, with the reason.
#include "analyzer/execute/interpreter.h"
#include "analyzer/execute/limits.h"

#include "test/unit/analyzer/frontend/snippet.h"

#include <bit>
#include <doctest/doctest.h>

using namespace fporder;
using execute::Interpreter;
using execute::Memory;
using execute::Value;
using execute::Watch;

namespace {

struct Outcome {
  bool returned = false;
  Value value;
  std::string reason;
  std::vector<execute::Given> given;
};

Outcome executed(test::Snippet &snippet, const std::string &function, const execute::Draw &draw = {}) {
  const Watch nothing;
  Memory memory(snippet.context(), draw);
  Interpreter interpreter(memory, nothing);
  Outcome outcome;
  outcome.returned = interpreter.run(snippet.find<clang::FunctionDecl>(function));
  outcome.value = interpreter.returned;
  outcome.reason = interpreter.reason;
  outcome.given = memory.given();
  return outcome;
}

/// What Clang computes for the constant `name` + "Is".
std::optional<double> constant(test::Snippet &snippet, const std::string &name) {
  const clang::APValue *value = snippet.find<clang::VarDecl>(name + "Is")->evaluateValue();
  if (!value)
    return std::nullopt;
  if (value->isInt())
    return value->getInt().isSigned() ? static_cast<double>(value->getInt().getExtValue()) : static_cast<double>(value->getInt().getZExtValue());
  llvm::APFloat number = value->getFloat();
  bool inexact = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
  return number.convertToDouble();
}

/// Each of `functions` is NAME BODY: a constexpr function of that name without parameters.
void agreeWithClang(const std::string &prelude, const std::vector<std::pair<std::string, std::string>> &functions,
                    std::vector<std::string> arguments = {"-std=c++20"}) {
  std::string code = prelude;
  for (const auto &[name, body] : functions)
    code += "constexpr auto " + name + "() " + body + "\nconstexpr auto " + name + "Is = " + name + "();\n";
  test::Snippet snippet(code, std::move(arguments));
  for (const auto &[name, body] : functions) {
    CAPTURE(body);
    const std::optional<double> expected = constant(snippet, name);
    REQUIRE(expected.has_value());
    const Outcome outcome = executed(snippet, name);
    CAPTURE(outcome.reason);
    REQUIRE(outcome.returned);
    const double computed = outcome.value.kind == Value::Kind::Integer ? static_cast<double>(outcome.value.wide()) : outcome.value.number;
    CHECK(std::bit_cast<std::uint64_t>(computed) == std::bit_cast<std::uint64_t>(*expected));
  }
}

/// Values without structure: fractions of a linear congruential generator.
const std::string values = R"(
struct Values {
  unsigned state = 12345;
  constexpr float operator()() { state = state * 1664525u + 1013904223u; return (state >> 8) * 0x1p-23f - 1; }
};
template <class T, int N> struct Array {
  T at[N] = {};
  constexpr Array() { Values v; for (int i = 0; i < N; i++) at[i] = (T)v(); }
};
)";

} // namespace

TEST_SUITE("interpreter") {

  TEST_CASE("loops give what Clang's constant evaluator gives") {
    agreeWithClang(
        values,
        {
            {"nest", "{ Array<float, 64> x; float s = 0; for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) s += x.at[i * 8 + j]; return s; }"},
            {"several",
             "{ Array<float, 64> x; float s = 0, t = 1; for (int i = 0; i < 64; i++) { s += x.at[i]; t -= s * x.at[i]; s += t; } return s / t; }"},
            {"unrolled",
             "{ Array<float, 64> x; float s = 0; int i = 0; for (; i + 4 <= 62; i += 4) { s += x.at[i]; s += x.at[i + 1]; s += x.at[i + 2]; "
             "s += x.at[i + 3]; } for (; i < 62; ++i) s += x.at[i]; return s; }"},
            {"tiled",
             "{ Array<double, 64> x; double s = 0; for (int b = 0; b < 64; b += 8) { double u = 0; for (int i = b; i < b + 8; i++) u += x.at[i]; "
             "s += u; } return s; }"},
            {"strided", "{ Array<float, 64> x; float s = 0; for (unsigned i = 1; i < 64u; i += 3) s += x.at[i]; return s; }"},
            {"triangular",
             "{ Array<float, 64> x; float s = 0; for (int i = 0; i < 8; i++) for (int j = 0; j <= i; j++) s += x.at[i * 8 + j]; return s; }"},
            {"backwards", "{ Array<float, 64> x; float s = 0; for (int i = 64; i-- > 0;) s += x.at[i]; return s; }"},
            {"whiles", "{ Array<float, 64> x; float s = 0; int i = 0; while (i < 64 && s < 3) s += x.at[i++]; do { s *= 0.75f; --i; } while (i > "
                       "40); return s; }"},
            {"breaks",
             "{ Array<float, 64> x; float s = 0; for (float v : x.at) { if (v > 0.9f) break; if (v < -0.5f) continue; s += v; } return s; }"},
            {"early", "{ Array<float, 64> x; float s = 0; for (int i = 0; i < 64; i++) { if (s > 1) return s; s += x.at[i]; } return s; }"},
            {"carried", "{ Array<float, 64> x; float m = 0; for (int i = 0; i < 64; i++) m += (x.at[i] - m) / (i + 1); return m; }"},
            {"lanes",
             "{ Array<float, 64> x; float a[8] = {0}, s = 0; for (int i = 0; i + 8 <= 64; i += 8) for (int l = 0; l < 8; l++) a[l] += x.at[i + l]; "
             "for (int l = 0; l < 8; l++) s += a[l]; return s; }"},
            {"kahan", "{ Array<float, 64> x; float s = 0, c = 0; for (int i = 0; i < 64; i++) { float y = x.at[i] - c, t = s + y; c = (t - s) - y; s "
                      "= t; } return s; }"},
            {"switched",
             "{ Array<float, 64> x; float s = 0; for (int i = 0; i < 64; i++) switch (i % 5) { case 0: s += x.at[i]; break; case 1: case 2: s *= "
             "0.5f; [[fallthrough]]; case 3: s -= x.at[i]; break; default: continue; } return s; }"},
        });
  }

  TEST_CASE("expressions, conversions and integers give what Clang's constant evaluator gives") {
    agreeWithClang(
        values,
        {
            {"narrow",
             "{ Values v; float s = 0; for (int i = 0; i < 20; i++) { double d = (double)v() * 3; s += d; s = (float)(s * d); } return s; }"},
            {"fromIntegers", "{ return (float)16777217 + (float)9007199254740993ull - (double)9007199254740993ull * (float)-33554433ll; }"},
            {"toIntegers", "{ int n = (int)-2.75 + (unsigned char)200.9f; long long m = (long long)-1e15; return n * 1.0 + m; }"},
            {"wraps",
             "{ unsigned char c = 250; for (int i = 0; i < 20; i++) c++; unsigned u = 3; u -= 5; short h = (short)70000; return c * 1.0 + u + h; }"},
            {"bits", "{ unsigned x = 0xdeadbeef; int y = -77; x ^= x << 13; x ^= x >> 17; x |= 5; return (x & 0xffff) + (y >> 2) - (~y) + (y % 10) + "
                     "y / 10 + 0.0; }"},
            {"choices", "{ Values v; double s = 0; for (int i = 0; i < 9; i++) { float a = v(); s += a > 0 ? a : i ? -2.5 : 1; s += (a < 0.25f || a "
                        "> 0.5f) && !(i & 1); } return s; }"},
            {"comma", "{ float a = 1, b = 2; for (int i = 0; i < 4; a *= 1.5f, b -= a, ++i) ; return a += b, a - b; }"},
            {"prefix", "{ float a = 1; float b = a++ + 2; (++a) *= 3; int i = 5; i -= -i--; return a * 16 + b + i; }"},
            {"signs", "{ double z = 0.5; double n = -z; return 1 / n < 0 ? -z : z; }"},
            {"sizes",
             "{ double a[7] = {1, 2, 3}; enum E { first = 3, second }; return sizeof a / sizeof a[0] + second + 'a' + a[1] + a[5] + true; }"},
        });
  }

  TEST_CASE("functions, records, pointers and references give what Clang's constant evaluator gives") {
    agreeWithClang(
        values + R"(
struct Point { float x, y; constexpr Point operator*(float f) const { return {x * f, y * f}; } constexpr float dot(const Point &o) const { return x * o.x + y * o.y; } };
struct Body : Point { float mass = 2; float at[3]; constexpr Body(float m) : Point{m, m + 1}, mass(m * 3), at{m, 2, m} {} };
template <class T> constexpr T square(T v) { return v * v; }
constexpr void accumulate(float &into, const float *x, int n) { for (const float *p = x; p != x + n; ++p) into += *p; }
constexpr float power(float b, int n) { return n == 0 ? 1 : b * power(b, n - 1); }
constexpr float table[4] = {0.1f, 0.2f, 0.3f};
)",
        {
            {"points", "{ Point p{1.1f, 2.3f}, q = p * 3.7f; Point r[2] = {p, q}; r[1].x += 1; return r[1].dot(p) + r[0].y; }"},
            {"bodies", "{ Body b(0.3f), c = b; c.at[1] /= b.mass; const Point &p = c; return c.at[1] + p.x * c.at[2] + b.y; }"},
            {"templates", "{ return square(1.1f) + square(1.1) + square(7); }"},
            {"through", "{ Array<float, 9> x; float s = 0.5f; accumulate(s, x.at + 1, 8); float *p = &x.at[3]; p[-1] = s; *p++ = 2; return x.at[2] + "
                        "*p + (p - x.at); }"},
            {"recursion", "{ return power(1.1f, 10) + table[1] * table[3]; }"},
            {"lambdas", "{ float s = 0, f = 1.3f; auto add = [&s, f](float v) { s += v * f; return s; }; for (int i = 0; i < 5; i++) add(i * 0.1f); "
                        "return add(1) + s; }"},
            {"aggregates",
             "{ float m[3][4] = {{1, 2}, {3}}; m[2][3] = 0.1f; float s = 0; for (auto &row : m) for (float v : row) s = s * 1.1f + v; return s; }"},
            {"references", "{ float a = 1, b = 2; float &r = a > b ? a : b; r += 0.3f; auto swap = [](float &x, float &y) { float t = x; x = y; y = "
                           "t; }; swap(a, b); return a - b; }"},
        });
  }

  TEST_CASE("half types round after each operation where the target computes in them") {
    agreeWithClang(
        "",
        {
            {"half", "{ _Float16 s = 0; for (int i = 1; i < 50; i++) s += (_Float16)(1.0f / i) * (_Float16)0.7f; return (float)s; }"},
            {"brain", "{ __bf16 s = (__bf16)1.0f; for (int i = 1; i < 50; i++) s = s + (__bf16)(0.3f * i) * (__bf16)0.7f; return (float)s; }"},
        },
        {"-std=c++20", "-Xclang", "-ffloat16-excess-precision=none", "-Xclang", "-fbfloat16-excess-precision=none"});
  }

  TEST_CASE("the library's exact functions") {
    test::Snippet snippet(R"(
double f() { return __builtin_fma(0.1, 0.1, -0.01) + __builtin_sqrt(2.0) + __builtin_fabsf(-1.5f) + __builtin_floor(-1.5) + __builtin_fmin(2.0, 3.0); }
)");
    const Outcome outcome = executed(snippet, "f");
    REQUIRE(outcome.returned);
    CHECK(outcome.value.number == __builtin_fma(0.1, 0.1, -0.01) + __builtin_sqrt(2.0) + 1.5 - 2.0 + 2.0);
  }

  TEST_CASE("what is undefined or not executed ends the run with the reason") {
    const std::vector<std::pair<std::string, std::string>> refused{
        {"float f() { float a[4] = {}; return a[4]; }", "out of bounds"},
        {"float f() { float a[4] = {}; return *(a - 1); }", "out of bounds"},
        {"float f() { float a; return a + 1; }", "never set"},
        {"float f() { float *p = nullptr; return *p; }", "null pointer"},
        {"int f() { int z = 0; return 3 / z; }", "undefined"},
        {"int f() { int m = 2147483647; return m + 1; }", "undefined"},
        {"int f() { int m = -2147483647 - 1; return m % -1; }", "undefined"},
        {"int f() { int n = 40; return 1 << n; }", "undefined"},
        {"int f() { double d = 1e30; return (int)d; }", "does not hold it"},
        {"float g(float); float f() { return g(1); }", "calls 'g', whose body is not seen"},
        {"float f() { int e; return __builtin_frexpf(1.0f, &e); }", "calls '__builtin_frexpf', whose body is not seen"},
        {"namespace std { template <class T> class vector { T *a, *b; public: T &operator[](int); void erase(T *); }; }\n"
         "float f(std::vector<float> &v) { v.erase(nullptr); return v[0]; }",
         "calls 'erase' of a container"},
        {"float f() { float s = 0; for (;;) s += 1; return s; }", "floating-point operations"},
        {"float f() { for (;;) ; return 0; }", "steps"},
        {"float f(float x) { return f(x) + 1; }", "deeper"},
        {"long double f() { return 1.0L; }", "long double"},
        {"float f() { goto l; l: return 1; }", "GotoStmt"},
        {"float f() { union { int i; float f; } u; u.i = 5; return u.f; }", "object of type"},
        {"float f(int x) { return *(float *)&x; }", "another type"},
        {"float f(void *p) { return *(float *)p; }", "another type"},
        {"float f(float x) { volatile float y = x; return y; }", "object of type"},
        {"float f(float (*g)(float)) { return g(1); }", "through a pointer"},
        {"float f() { static float s = 0; return s += 1; }", "static"},
        {"template <class T> T f(T x) { return x + 1; }", "template"},
        {"float f() { float *p = new float; return *p; }", "CXXNewExpr"},
        {"float f(int n) { float a[n]; a[0] = 1; return a[0]; }", "object of type"},
        {"int f(int n) { switch (n) { if (n) { case 8: return 1; } } return 0; }", "case"},
        {"struct N { N &next; float x; }; float f(N &n) { return n.next.next.next.x + 1; }", ""},
    };
    for (const auto &[code, reason] : refused) {
      CAPTURE(code);
      test::Snippet snippet(code);
      const Outcome outcome = executed(snippet, "f");
      CAPTURE(outcome.reason);
      CHECK(outcome.returned == reason.empty());
      CHECK(outcome.reason.find(reason) != std::string::npos);
    }
  }

  TEST_CASE("options by which the compiler may compute something else end the run") {
    const std::string code = "float f() { float a = 1.1f, b = 1.3f, c = 2; return a * b + c; }";
    const auto reason = [&](std::vector<std::string> arguments) {
      test::Snippet snippet(code, std::move(arguments));
      return executed(snippet, "f").reason;
    };
    CHECK(reason({}) == "");
    CHECK(reason({"-ffast-math"}).find("fast-math") != std::string::npos);
    CHECK(reason({"-mfma"}).find("contract") != std::string::npos);
    CHECK(reason({"-mfma", "-ffp-contract=off"}) == "");
    CHECK(reason({"-mfma", "-ffp-contract=fast"}).find("contract") != std::string::npos);
  }

  TEST_CASE("arguments are drawn, and told as they were before the run") {
    test::Snippet snippet("struct S { float a; int k[3]; }; float f(float *x, const int *ix, int n, S &s, float lr, float (*m)[4]) {\n"
                          "  for (int i = 0; i < n; i++) x[i] = lr * x[ix[i]] + s.a + s.k[1] + m[i][2]; return x[0]; }");
    const execute::Draw draw{7, 6};
    const Outcome outcome = executed(snippet, "f", draw);
    CAPTURE(outcome.reason);
    REQUIRE(outcome.returned);
    const auto given = [&](const std::string &name) {
      for (const execute::Given &each : outcome.given)
        if (each.name == name)
          return each;
      FAIL("not given: " << name);
      return execute::Given{};
    };
    CHECK(given("n").values == std::vector<double>{6});
    CHECK(given("ix").shape == std::vector<std::size_t>{6});
    CHECK(given("s.k").shape == std::vector<std::size_t>{3});
    CHECK(given("m").shape == std::vector<std::size_t>{6, 4});
    CHECK(given("lr").shape.empty());
    CHECK(given("x").format == format::Format::Binary32);
    CHECK(given("x").shape == std::vector<std::size_t>{6});
    CHECK(executed(snippet, "f", draw).value.number == outcome.value.number);
    CHECK(executed(snippet, "f", {8, 6}).value.number != outcome.value.number);
    // As the source says, in binary32.
    std::vector<double> x = given("x").values;
    const auto first = static_cast<std::size_t>(given("ix").values[0]);
    const float product = static_cast<float>(given("lr").values[0]) * static_cast<float>(x[first]);
    const float sum =
        product + static_cast<float>(given("s.a").values[0]) + static_cast<float>(given("s.k").values[1]) + static_cast<float>(given("m").values[2]);
    CHECK(outcome.value.number == sum);
  }
}
