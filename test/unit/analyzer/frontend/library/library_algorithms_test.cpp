#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("algorithms of <numeric> are reductions with the schedule the standard gives them") {
  Translated code(R"(
    #include <functional>
    #include <numeric>
    #include <span>
    #include <vector>
    float accumulated(const std::vector<float> &v) { return std::accumulate(v.begin(), v.end(), 0.0f); }
    float backwards(const std::vector<float> &v) { return std::accumulate(v.rbegin(), v.rend(), 0.0f); }
    float reduced(std::span<const float> v) { return std::reduce(v.begin(), v.end()); }
    float inner(const float *a, const float *b, int n) { return std::inner_product(a, a + n, b, 0.0f); }
    float dot(const std::vector<float> &a, const std::vector<float> &b) { return std::transform_reduce(a.begin(), a.end(), b.begin(), 0.0f); }
    float mapped(const std::vector<float> &a) { return std::transform_reduce(a.begin(), a.end(), 0.0f, std::plus<>{}, [](float x) { return x * x; }); }
    float product(const std::vector<float> &v) { return std::accumulate(v.begin(), v.end(), 1.0f, std::multiplies<float>()); })");
  CHECK(code.reductions("accumulated") == "sequential sum v[i]");
  CHECK(code.reductions("reduced") == "unspecified sum v[i]");
  CHECK(code.reductions("inner") == "sequential sum a[i] * b[i]");
  CHECK(code.reductions("dot") == "unspecified sum a[i] * b[i]");
  CHECK(code.reductions("mapped") == "unspecified sum a[i] * a[i]");
  CHECK(code.reductions("product") == "sequential product v[i]");
  CHECK(code.reductions("backwards").starts_with("reverse sum"));
}

TEST_CASE("the accumulator has the type of the initial value") {
  Translated code(R"(
    #include <numeric>
    #include <vector>
    float narrow(const std::vector<double> &v) { return std::accumulate(v.begin(), v.end(), 0.0f); }
    double wide(const std::vector<float> &v) { return std::accumulate(v.begin(), v.end(), 0.0); })");
  auto formatOf = [&](const char *name) {
    const auto &procedure = code.procedure(name);
    for (const auto &effect : procedure.effects)
      if (effect.kind == fporder::order::Effect::Kind::Return)
        return procedure.graph[effect.node].type.format;
    return fporder::format::Format::Unknown;
  };
  CHECK(formatOf("narrow") == fporder::format::Format::Binary32);
  CHECK(formatOf("wide") == fporder::format::Format::Binary64);
}

TEST_CASE("the accumulator of a template has the type of an initial value that depends on nothing") {
  Translated code(R"(
    #include <numeric>
    #include <vector>
    template <class V> int counted(const V &v) { return std::accumulate(begin(v), end(v), 0); }
    template <class V> double wide(const V &v) { return std::reduce(begin(v), end(v), 0.0); })");
  CHECK(code.reductions("counted") == "");
  CHECK(code.reductions("wide") == "unspecified sum pointer[i]");
}

TEST_CASE("callbacks are inlined, with captures by value and by reference") {
  Translated code(R"(
    #include <algorithm>
    #include <vector>
    void scale(std::vector<float> &a, float s, float c) { std::transform(a.begin(), a.end(), a.begin(), [=](float x) { return x * s / c; }); }
    void inPlace(std::vector<float> &a, float s, float c) { std::for_each(a.begin(), a.end(), [&](float &x) { x = x * s / c; }); }
    void two(const float *x, const float *y, float *z, int n) { std::transform(x, x + n, y, z, [](float p, float q) { return p * q / 3; }); }
    float outer(const std::vector<float> &a) { float s = 0; std::for_each(a.begin(), a.end(), [&s](float x) { s += x * x; }); return s; })");
  CHECK(code.stored("scale", "a[i]") == "a[i] * s / c");
  CHECK(code.stored("inPlace", "a[i]") == "a[i] * s / c");
  CHECK(code.stored("two", "z[i]") == "x[i] * y[i] / 3");
  CHECK(code.reductions("outer") == "sequential sum a[i] * a[i]");
}

TEST_CASE("fill and copy are followed") {
  Translated code(R"(
    #include <algorithm>
    float filled(float x, float y) { float t[4]; std::fill(t, t + 4, x * y); return t[2] / y; }
    float copied(float x, float y) { float a[2] = {x * y, y}, b[2]; std::copy(a, a + 2, b); return b[0] / b[1]; })");
  CHECK(code.returned("filled") == "x * y / y");
  CHECK(code.returned("copied") == "x * y / y");
}

TEST_CASE("an algorithm that permutes loses the values") {
  Translated code("#include <algorithm>\nfloat f(float x, float y) { float t[2] = {x * y, y}; std::sort(t, t + 2); return t[0] / y; }");
  CHECK(code.returned("f").find("x * y") == std::string::npos);
}

TEST_CASE("a reduction called in a loop is one in every iteration") {
  Translated code(R"(
    #include <numeric>
    float nested(const float *x, const float *w, int n, int m) {
      float total = 0;
      for (int i = 0; i < m; ++i)
        total += std::accumulate(x, x + n, 0.0f) * w[i];
      return total;
    }
    void rows(const float *x, float *out, int n, int m) {
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < m; ++j)
          out[j] = std::accumulate(x + i, x + i + n, 0.0f);
    })");
  CHECK(code.returned("nested") == "sum(i, sum(i, x[i], 0, n) * w[i], 0, m)");
  CHECK(code.stored("rows", "out[j]").starts_with("sum(i"));
}
