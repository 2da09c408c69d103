#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

/// How often the sums of `float f(const float *x, int n, int m)` with this body run, versions left out.
std::string counts(const std::string &body) {
  return Translated("float f(const float *x, int n, int m) { float s = 0; " + body + " return s; }").counts("f");
}

} // namespace

TEST_CASE("a loop that halves or doubles its variable runs a few times") {
  CHECK(counts("for (int o = n; o > 0; o /= 2) s += x[o];").ends_with(", 63)"));
  CHECK(counts("for (int o = 1; o < n; o <<= 1) s += x[o];").ends_with(", 63)"));
  CHECK_FALSE(counts("for (int o = n; o > 0; o -= 2) s += x[o];").ends_with(", 63)"));
}

TEST_CASE("ranges walked by pointers and iterators are ranges too") {
  Translated code(R"(
    #include <vector>
    float pointers(const float *x, int n) { float s = 0; for (const float *p = x; p != x + n; ++p) s += *p; return s; }
    float iterators(std::vector<float> &v) {
      float s = 0;
      for (auto it = v.begin(); it != v.end(); ++it) *it = *it * *it;
      for (auto &x : v) s += x / 3;
      return s;
    })");
  CHECK(code.returned("pointers") == "sum(i, x[i], 0, n)");
  CHECK(code.reductions("iterators") == "sequential sum v[i] * v[i] / 3");
}

TEST_CASE("a body that is run once is no loop, and break leaves it") {
  Translated code(R"(
    float left(float x, float y) { do { x = y; if (y > 3) break; x = x * 2; } while (0); return x; }
    float around(const float *x, int n) { float s = 0; for (int i = 0; i < n; ++i) do { s += x[i]; } while (0); return s; })");
  CHECK(code.returned("left") == "y > 3 ? y : y * 2");
  CHECK(code.returned("around") == "sum(i, x[i], 0, n)");
}

TEST_CASE("a range has the elements between its ends, also where a template leaves its type open") {
  Translated code(R"(
    #include <vector>
    float array(const float (&x)[4]) { float s = 0; for (float e : x) s += e * e; return s; }
    template <class V> float open(const V &v) { float s = 0; for (float e : v) s += e; return s; }
    void written(std::vector<float> &v, float s) { for (float &e : v) e *= s; }
    void copies(std::vector<float> &v, float s) { for (float e : v) e *= s; })");
  CHECK(code.returned("array") == "sum(i, x[i] * x[i], 0, 4)");
  CHECK(code.reductions("open") == "sequential sum v[i]");
  CHECK(code.stored("written", "v[i]") == "v[i] * s");
  CHECK(code.stored("copies", "v[i]") == "nothing");
}

TEST_CASE("what the loop's head declares and what two loops call alike are two variables") {
  Translated code(R"(
    float heads(const float *x, int n) { float s = 0; int i = 3; for (int i = 0; i < n; ++i) s += x[i]; return s * x[i]; }
    float twice(const float *x, int n, int m) {
      float s = 0, t = 0;
      for (int i = 0; i < n; ++i) s += x[i];
      for (int i = 0; i < m; ++i) t += x[i];
      return s - t;
    })");
  CHECK(code.returned("heads") == "sum(i, x[i], 0, n) * x[3]");
  CHECK(code.returned("twice") == "sum(i, x[i], 0, n) - sum(i, x[i], 0, m)");
}

TEST_CASE("dividing by one halves nothing") {
  CHECK(counts("for (int o = n; o > 0; o = o / 2) s += x[o];").ends_with(", 63)"));
  CHECK(counts("for (int o = n; o > 0; o /= 1) s += x[o];") == "?");
  CHECK(counts("for (int o = n; o > 0; o = m / 2) s += x[o];") == "?");
}

TEST_CASE("a variable that halves bounds the loop only where the loop's test is of it") {
  const auto bounded = [](const std::string &head) { return counts("for (" + head + ") { s += x[0]; ++m; }").ends_with(", 63)"); };
  CHECK(bounded("int o = n; o > m; o >>= 1"));
  CHECK(bounded("int o = 1; o * 2 <= n && m < 7; o *= 2"));
  CHECK(bounded("int o = n; o; o /= 2"));
  CHECK_FALSE(bounded("int o = n; m < n; o /= 2"));
  CHECK_FALSE(bounded("int o = n; o > 0 || m < n; o /= 2"));
  CHECK_FALSE(bounded("int o = n; x[o] > 0; o /= 2"));
}
