#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("a function of the user's own is not the library's of that name") {
  Translated code(R"(
    namespace mine {
    float max(float a, float b) { return a - b; }
    struct W { float sqrt(float x) const { return x * 2; } float max(float, float) const; };
    }
    float free(float a, float b) { return mine::max(a, b); }
    float member(mine::W w, float x) { return w.sqrt(x); }
    float unseen(mine::W w, float a) { return w.max(a, a) * a; })");
  CHECK(code.returned("free") == "a - b");
  CHECK(code.returned("member") == "x * 2");
  CHECK(code.returned("unseen") == "`w.max(a, a)` * a");
}

TEST_CASE("functions of std and of C are known, in templates by what the lookup finds") {
  Translated code(R"(
    #include <algorithm>
    #include <cmath>
    extern "C" float fmaf(float, float, float);
    float sqrtx(float);
    float plain(float a, float b) { return std::max(a, b) / std::sqrt(b); }
    float c(float a, float b) { return fmaf(a, b, a); }
    template <class T> T open(T a, T b) { using std::max; return max(a, b) * a; }
    float like(float a) { return sqrtx(a) * a; })");
  CHECK(code.returned("plain") == "max(a, b) / sqrt(b)");
  CHECK(code.returned("c") == "fma(a, b, a)");
  CHECK(code.returned("open") == "max(a, b) * a");
  CHECK(code.returned("like") == "`sqrtx(a)` * a");
}

TEST_CASE("function objects of std::ranges are the algorithms of their names") {
  Translated code(R"(
    #include <algorithm>
    #include <vector>
    float swapped(float a, float b) { std::ranges::swap(a, b); return a / b; }
    void scaled(std::vector<float> &v, float s) { std::ranges::for_each(v, [s](float &x) { x *= s; }); })");
  CHECK(code.returned("swapped") == "b / a");
  CHECK(code.stored("scaled", "v[i]") == "v[i] * s");
}
