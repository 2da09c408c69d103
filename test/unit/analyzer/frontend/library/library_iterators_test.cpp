#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("iterator arithmetic designates elements") {
  Translated code(R"(
    #include <iterator>
    #include <vector>
    float offset(const std::vector<float> &v, float c) { auto i = v.begin() + 2; return *i * c / i[1]; }
    float stepped(const std::vector<float> &v, float c) { auto i = v.begin(); ++i; i += 2; return *i * c / *std::next(i); }
    float post(const std::vector<float> &v, float c) { auto i = v.begin(); float a = *i++; return a * c / *i; }
    float reverse(const std::vector<float> &v, float c) { std::vector<float> t{1, 2, 3}; t[2] = c * v[0]; return *t.rbegin() / c; }
    float advanced(const std::vector<float> &v, float c) { auto i = std::begin(v); std::advance(i, 3); return *i * c / v[3]; }
    long apart(const std::vector<float> &v) { return std::distance(v.begin(), v.begin() + 5); })");
  CHECK(code.returned("offset") == "v[2] * c / v[3]");
  CHECK(code.returned("stepped") == "v[3] * c / v[4]");
  CHECK(code.returned("post") == "v[0] * c / v[1]");
  CHECK(code.returned("reverse") == "c * v[0] / c");
  CHECK(code.returned("advanced") == "v[3] * c / v[3]");
  CHECK(code.returned("apart") == "5");
}

TEST_CASE("smart pointers are pointers") {
  Translated code(R"(
    #include <memory>
    float single(float x, float y) { auto p = std::make_unique<float>(x * y); return *p / y; }
    float shared(float x, float y) { auto p = std::make_shared<float>(x); *p = x * y; auto q = p; return *q / y; }
    float array(std::unique_ptr<float[]> &p, float y) { return p[0] * y / p[1]; })");
  CHECK(code.returned("single") == "x * y / y");
  CHECK(code.returned("shared") == "x * y / y");
  CHECK(code.returned("array") == "p[0] * y / p[1]");
}
