#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

/// What is returned of `float f(const float *x, int n, int m)` with this body, versions left out.
std::string returned(const std::string &body) {
  return Translated("float f(const float *x, int n, int m) { float s = 0; " + body + " return s; }").returned("f");
}

} // namespace

TEST_CASE("loops that start at a multiple below their bound run for the rest") {
  CHECK(returned("for (int i = n / 4 * 4; i < n; ++i) s += x[i];") == "sum(i, x[i], 0, min(n - n / 4 * 4, 3))");
  CHECK(returned("for (int i = 4 * (n / 4); i < n; ++i) s += x[i];") == "sum(i, x[i], 0, min(n - 4 * (n / 4), 3))");
  CHECK(returned("for (int i = n - n % 8; i < n; ++i) s += x[i];") == "sum(i, x[i], 0, min(n - (n - n % 8), 7))");
  CHECK(returned("for (int i = n & ~15; i < n; ++i) s += x[i];") == "sum(i, x[i], 0, min(n - (n & ~(15)), 15))");
  CHECK(returned("for (int i = (n >> 2) << 2; i < n; ++i) s += x[i];") == "sum(i, x[i], 0, min(n - (n >> 2 << 2), 3))");
}

TEST_CASE("a group less leaves a group more") {
  const std::string sum = " s += x[i];", groups = "int e = n / 4 - 2; ";
  CHECK(returned(groups + "e = e > 0 ? e : 0; for (int i = e * 4; i < n; ++i)" + sum).ends_with(", 11))"));
  CHECK(returned(groups + "e = 0 < e ? e : 0; for (int i = e << 2; i < n; ++i)" + sum).ends_with(", 11))"));
  CHECK(returned(groups + "for (int i = e * 4; i < n; ++i)" + sum).ends_with(", 11))"));
  CHECK(returned(groups + "e = e > 0 ? e : 1; for (int i = e * 4; i < n; ++i)" + sum) == "sum(i, x[i])");
  CHECK(returned("int e = n / 4 + 1; for (int i = e * 4; i < n; ++i)" + sum) == "sum(i, x[i])");
}

TEST_CASE("a loop through an array has no more iterations than the array has elements") {
  const std::string array = "float a[6]; for (int k = 0; k < 6; ++k) a[k] = x[k]; ";
  CHECK(returned(array + "for (int i = m; i < n; ++i) s += a[i] * x[i];").ends_with(", 6))"));
  CHECK(returned(array + "for (int i = m; i < n; i += 2) s += a[i] * x[i];").ends_with(", 3))"));
  CHECK(returned(array + "for (int i = m; i < n; ++i) s += *(a + i - m) * x[i];").ends_with(", 6))"));
  CHECK(returned(array + "for (int i = m; i < n; ++i) s += a[2 * i] * x[i];").ends_with(", 6))"));
}

TEST_CASE("elements that not every iteration uses, or several use, bound nothing") {
  const std::string array = "float a[6]; for (int k = 0; k < 6; ++k) a[k] = x[k]; ";
  CHECK_FALSE(returned(array + "for (int i = m; i < n; ++i) s += i < 6 ? a[i] : x[i];").ends_with(", 6))"));
  CHECK_FALSE(returned(array + "for (int i = m; i < n; ++i) { if (i < 6) s += a[i]; }").ends_with(", 6))"));
  CHECK_FALSE(returned(array + "for (int i = m; i < n; ++i) s += a[i % 6] * x[i];").ends_with(", 6))"));
}

TEST_CASE("other starts say nothing of how often a loop runs") {
  CHECK(returned("for (int i = m; i < n; ++i) s += x[i];") == "sum(i, x[i])");
  CHECK(returned("for (int i = n / 4 * 3; i < n; ++i) s += x[i];") == "sum(i, x[i])");
  CHECK(returned("for (int i = m / 4 * 4; i < n; ++i) s += x[i];") == "sum(i, x[i])");
  CHECK(returned("for (int i = 1; i < n; ++i) s += x[i];") == "sum(i, x[i])");
}

TEST_CASE("a loop that goes on where an unrolled one stopped has its rest") {
  const std::string unrolled = "int i = 0; for (; i + 3 < n; i += 4) s += x[i] + x[i + 1] + x[i + 2] + x[i + 3]; ";
  CHECK(returned(unrolled + "for (; i < n; ++i) s += x[i];").ends_with(", min(n - i, 3))"));
  CHECK(returned(unrolled + "for (; i < m; ++i) s += x[i];").ends_with("x[i + 3]))"));
  CHECK(returned("int i = m; for (; i <= n - 8; i += 8) s += x[i] + x[i + 7]; for (; i < n; ++i) s += x[i];").ends_with(", min(n - i, 7))"));
  CHECK(returned("int i = m; while (i + 2 <= n) { s += x[i] + x[i + 1]; i += 2; } for (; i < n; ++i) s += x[i];").ends_with(", min(n - i, 1))"));
}

TEST_CASE("a loop that may break leaves any rest") {
  CHECK(returned("int i = 0; for (; i + 3 < n; i += 4) { if (x[i] < 0) break; m += 4; } for (; i < n; ++i) s += x[i];") == "sum(i, x[i])");
}

TEST_CASE("a loop that halves or doubles its variable runs a few times") {
  CHECK(returned("for (int o = n; o > 0; o /= 2) s += x[o];").ends_with(", 63))"));
  CHECK(returned("for (int o = 1; o < n; o <<= 1) s += x[o];").ends_with(", 63))"));
  CHECK_FALSE(returned("for (int o = n; o > 0; o -= 2) s += x[o];").ends_with(", 63))"));
}
