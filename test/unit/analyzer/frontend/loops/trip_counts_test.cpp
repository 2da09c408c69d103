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
