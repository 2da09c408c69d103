#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

/// How often the sums of `float f(const float *x, int n, int m)` with this body run, versions left out.
std::string counts(const std::string &body) {
  return Translated("float f(const float *x, int n, int m) { float s = 0; " + body + " return s; }").counts("f");
}

} // namespace

TEST_CASE("loops that start at a multiple below their bound run for the rest") {
  CHECK(counts("for (int i = n / 4 * 4; i < n; ++i) s += x[i];") == "min(n - n / 4 * 4, 3) from n / 4 * 4");
  CHECK(counts("for (int i = 4 * (n / 4); i < n; ++i) s += x[i];") == "min(n - 4 * (n / 4), 3) from 4 * (n / 4)");
  CHECK(counts("for (int i = n - n % 8; i < n; ++i) s += x[i];") == "min(n % 8, 7) from n - n % 8");
  CHECK(counts("for (int i = n & ~15; i < n; ++i) s += x[i];") == "min(n - (n & ~(15)), 15) from n & ~(15)");
  CHECK(counts("for (int i = (n >> 2) << 2; i < n; ++i) s += x[i];") == "min(n - (n >> 2 << 2), 3) from n >> 2 << 2");
}

TEST_CASE("a group less leaves a group more") {
  const std::string sum = " s += x[i];", groups = "int e = n / 4 - 2; ";
  const auto bound = [](const std::string &count) { return count.find(", 11) from ") != std::string::npos; };
  CHECK(bound(counts(groups + "e = e > 0 ? e : 0; for (int i = e * 4; i < n; ++i)" + sum)));
  CHECK(bound(counts(groups + "e = 0 < e ? e : 0; for (int i = e << 2; i < n; ++i)" + sum)));
  CHECK(bound(counts(groups + "for (int i = e * 4; i < n; ++i)" + sum)));
  CHECK_FALSE(bound(counts(groups + "e = e > 0 ? e : 1; for (int i = e * 4; i < n; ++i)" + sum)));
  CHECK(counts("int e = n / 4 + 1; for (int i = e * 4; i < n; ++i)" + sum) == "n - (n / 4 + 1) * 4 from (n / 4 + 1) * 4");
}

TEST_CASE("a loop through an array has no more iterations than the array has elements") {
  const std::string array = "float a[6]; for (int k = 0; k < 6; ++k) a[k] = x[k]; ";
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += a[i] * x[i];") == "min(n - m, 6) from m");
  CHECK(counts(array + "for (int i = m; i < n; i += 2) s += a[i] * x[i];") == "min((n - m + 1) / 2, 3) from m by 2");
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += *(a + i - m) * x[i];") == "min(n - m, 6) from m");
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += a[2 * i] * x[i];") == "min(n - m, 6) from m");
}

TEST_CASE("elements that not every iteration uses, or several use, bound nothing") {
  const std::string array = "float a[6]; for (int k = 0; k < 6; ++k) a[k] = x[k]; ";
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += i < 6 ? a[i] : x[i];") == "n - m from m");
  CHECK(counts(array + "for (int i = m; i < n; ++i) { if (i < 6) s += a[i]; }") == "n - m from m");
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += a[i % 6] * x[i];") == "n - m from m");
}

TEST_CASE("from where and how far a loop counts") {
  CHECK(counts("for (int i = m; i < n; ++i) s += x[i];") == "n - m from m");
  CHECK(counts("for (int i = n / 4 * 3; i < n; ++i) s += x[i];") == "n - n / 4 * 3 from n / 4 * 3");
  CHECK(counts("for (int i = 1; i <= n; i += 3) s += x[i];") == "(n + 2) / 3 from 1 by 3");
  CHECK(counts("for (int i = n - 1; i >= 0; --i) s += x[i];") == "n from n - 1 by -1");
  CHECK(counts("for (int i = n; i-- > 0;) s += x[i];") == "n from n by -1");
  CHECK(counts("for (int i = 7; i > 0; i -= 2) s += x[i];") == "4 from 7 by -2");
  CHECK(counts("for (int i = 9; i < 4; ++i) s += x[i];") == "0 from 9");
  CHECK(counts("int i = 0; do { s += x[i]; ++i; } while (i < n);") == "max(n, 1)");
  CHECK(counts("int i = 0; do { s += x[i]; } while (++i != 5);") == "5");
  CHECK(counts("int i = 0; while (i + 4 <= n) { s += x[i]; i += 4; }") == "n / 4 from 0 by 4");
  CHECK(counts("for (int i = 0; n - i > m; ++i) s += x[i];") == "n - m");
  CHECK(counts("for (int i = 0; i < n; i += m) s += x[i];") == "(n + (m - 1)) / m from 0 by m");
}

TEST_CASE("what tests say that is no count") {
  CHECK(counts("for (int i = 0; i < n && x[i] > 0; ++i) s += x[i];") == "?");
  CHECK(counts("for (int i = 0; i * i < n; ++i) s += x[i];") == "?");
  CHECK(counts("for (int i = 0; x[i] > 0; ++i) s += x[i];") == "?");
  CHECK(counts("for (int i = 0; i < n; ++i) { s += x[i]; if (x[i] < 0) --n; }") == "?");
  CHECK(counts("for (int i = 0; i < n; ++i) { s += x[i]; if (x[i] < 0) ++i; }") == "?");
  CHECK(counts("for (int i = 0; i < n; --i) s += x[i];") == "?");
}

TEST_CASE("a loop that goes on where an unrolled one stopped has its rest") {
  const std::string unrolled = "int i = 0; for (; i + 3 < n; i += 4) s += x[i] + x[i + 1] + x[i + 2] + x[i + 3]; ";
  CHECK(counts(unrolled + "for (; i < n; ++i) s += x[i];") == "n / 4 from 0 by 4; min(n - max(n / 4, 0) * 4, 3) from max(n / 4, 0) * 4");
  CHECK(counts(unrolled + "for (; i < m; ++i) s += x[i];") == "n / 4 from 0 by 4; m - max(n / 4, 0) * 4 from max(n / 4, 0) * 4");
  CHECK(counts("int i = m; for (; i <= n - 8; i += 8) s += x[i] + x[i + 7]; for (; i < n; ++i) s += x[i];").find(", 7) from ") != std::string::npos);
  CHECK(counts("int i = m; while (i + 2 <= n) { s += x[i] + x[i + 1]; i += 2; } for (; i < n; ++i) s += x[i];").find(", 1) from ") !=
        std::string::npos);
}

TEST_CASE("a loop that may break leaves any rest") {
  CHECK(counts("int i = 0; for (; i + 3 < n; i += 4) { if (x[i] < 0) break; m += 4; } for (; i < n; ++i) s += x[i];") == "n - i from i");
}

TEST_CASE("a loop that halves or doubles its variable runs a few times") {
  CHECK(counts("for (int o = n; o > 0; o /= 2) s += x[o];").ends_with(", 63)"));
  CHECK(counts("for (int o = 1; o < n; o <<= 1) s += x[o];").ends_with(", 63)"));
  CHECK_FALSE(counts("for (int o = n; o > 0; o -= 2) s += x[o];").ends_with(", 63)"));
}
