#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("the usual conversions decide the format, unless the function object states one") {
  Translated code(R"(
    #include <functional>
    #include <numeric>
    #include <vector>
    double stated(float a, float b) { return std::plus<double>()(a, b); }
    float product(const std::vector<float> &v) { return std::accumulate(v.begin(), v.end(), 1.0f, std::multiplies<float>()); }
    float wide(const std::vector<float> &v) { return std::accumulate(v.begin(), v.end(), 0.0f, std::plus<double>()); })");
  const auto format = [&](const char *name) {
    const auto &procedure = code.procedure(name);
    return procedure.graph[procedure.computations.at(0).node].type.format;
  };
  CHECK(format("stated") == fporder::format::Format::Binary64);
  CHECK(code.returned("product") == "product(i, v[i], 1, `v.size()`)");
  CHECK(code.notHeld("wide") == ""); // a sum in binary64 that is stored in binary32 each time
}

TEST_CASE("braced lists are as many arguments as stand in them") {
  Translated code("#include <algorithm>\nfloat f(float a, float b) { return std::max({a, b, 2.0f, a * b}); }");
  CHECK(code.returned("f") == "max(max(max(a, b), 2), a * b)");
}

TEST_CASE("callbacks get references where they ask for them, and one without a body is named") {
  Translated code(R"(
    #include <algorithm>
    #include <vector>
    void scaled(std::vector<float> &v, float s) { std::for_each(v.begin(), v.end(), [s](float &x) { x *= s; }); }
    void copies(std::vector<float> &v, float s) { std::for_each(v.begin(), v.end(), [s](float x) { x *= s; }); }
    float unseen(std::vector<float> v, float (*f)(float)) { std::transform(v.begin(), v.end(), v.begin(), f); return v[0] / 2; })");
  CHECK(code.stored("scaled", "v[i]") == "v[i] * s");
  CHECK(code.stored("copies", "v[i]") == "nothing");
  CHECK(code.procedure("unseen").unanalysed.at(0).what == "function object passed to 'transform'");
}
