#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("elements of containers and views are elements") {
  Translated code(R"(
    #include <array>
    #include <deque>
    #include <span>
    #include <vector>
    float vec(const std::vector<float> &v, int i, float c) { return v[i] * c / v.at(i + 1); }
    float arr(const std::array<float, 4> &v, float c) { return v[0] * c / v.back(); }
    float deq(const std::deque<float> &v, float c) { return v.front() * c / v[1]; }
    float view(std::span<const float> v, float c) { return v[0] * c / v[1]; }
    float nested(const std::vector<std::vector<float>> &m, int i, int j, float c) { return m[i][j] * c / m[j][i]; }
    float data(std::vector<float> &v, float c) { float *p = v.data(); return p[1] * c / v[1]; })");
  CHECK(code.returned("vec") == "v[i] * c / v[i + 1]");
  CHECK(code.returned("arr") == "v[0] * c / v[3]");
  CHECK(code.returned("deq") == "v[0] * c / v[1]");
  CHECK(code.returned("view") == "v[0] * c / v[1]");
  CHECK(code.returned("nested") == "m[i][j] * c / m[j][i]");
  CHECK(code.returned("data") == "v[1] * c / v[1]");
}

TEST_CASE("what is written is read back, and other elements are kept apart") {
  Translated code(R"(
    #include <array>
    #include <vector>
    float sized(float x, float y) { std::vector<float> t(4); t[0] = x * y; t[1] = y; return t[0] / t[1]; }
    float grown(float x, float y) { std::vector<float> t; t.reserve(2); t.push_back(x * y); t.emplace_back(y); return t[0] / t[1]; }
    float listed(float x, float y) { std::vector<float> t{x * y, y}; return t[0] / t[1]; }
    float array(float x, float y) { std::array<float, 2> t = {x * y, y}; return t[0] / t[1]; }
    float overwritten(float x, float y) { std::array<float, 2> t = {x * y, y}; t[0] = x; return t[0] / t[1]; }
    float cleared(float x, float y, int i) { std::vector<float> t{x * y, y}; t[i] = y; return t[0] / y; }
    float copied(float x, float y) { std::vector<float> t{x * y, y}, u = t; t[0] = 1; return u[0] / u[1]; })");
  CHECK(code.returned("sized") == "x * y / y");
  CHECK(code.returned("grown") == "x * y / y");
  CHECK(code.returned("listed") == "x * y / y");
  CHECK(code.returned("array") == "x * y / y");
  CHECK(code.returned("overwritten") == "x / y");
  CHECK(code.returned("cleared").find("x * y") == std::string::npos);
  CHECK(code.returned("copied") == "x * y / y");
}

TEST_CASE("a view of a local array is that array") {
  Translated code(R"(
    #include <span>
    float whole(float x, float y) { float t[2] = {x * y, y}; std::span<float> s(t); return s[0] / s[1]; }
    float part(float x, float y) { float t[3] = {1, x * y, y}; std::span<float> s(t); auto u = s.subspan(1); return u[0] / u[1]; }
    float through(float x, float y) { float t[2]; std::span<float> s(t); s[0] = x * y; return t[0] / y; })");
  CHECK(code.returned("whole") == "x * y / y");
  CHECK(code.returned("part") == "x * y / y");
  CHECK(code.returned("through") == "x * y / y");
}

TEST_CASE("loops over containers accumulate") {
  Translated code(R"(
    #include <list>
    #include <vector>
    float ranged(const std::vector<float> &v, float c) { float s = 0; for (float x : v) s += x / c; return s; }
    float indexed(const std::vector<float> &v) { float s = 0; for (std::size_t i = 0; i < v.size(); ++i) s += v[i]; return s; }
    float iterated(const std::vector<float> &v) { float s = 0; for (auto i = v.begin(); i != v.end(); ++i) s += *i; return s; }
    float advanced(const std::vector<float> &v) { float s = 0; for (auto i = v.cbegin(); i < v.cend(); i++) s += *i * *i; return s; }
    float linked(const std::list<double> &v) { double s = 0; for (double x : v) s += x; return s; })");
  CHECK(code.reductions("ranged") == "sequential sum v[i] / c");
  CHECK(code.reductions("indexed") == "sequential sum v[i]");
  CHECK(code.reductions("iterated") == "sequential sum v[i]");
  CHECK(code.reductions("advanced") == "sequential sum v[i] * v[i]");
  CHECK(code.reductions("linked") == "sequential sum v[i]");
}

TEST_CASE("element access on classes that nobody knows") {
  Translated code(R"(
    #include <map>
    struct Matrix { float operator()(int, int) const; float &operator[](int); };
    float matrix(const Matrix &m, Matrix &n, int i, float c) { return m(i, 0) * c / n[i]; }
    float mapped(std::map<int, float> &m, int k, float c) { return m[k] * c / m[k + 1]; })");
  CHECK(code.returned("matrix") == "m[i][0] * c / n[i]");
  CHECK(code.returned("mapped") == "m[k] * c / m[k + 1]");
}
