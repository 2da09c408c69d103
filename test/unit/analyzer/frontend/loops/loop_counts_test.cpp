#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

#include <algorithm>

using fporder::test::Translated;

namespace {

/// How often the sums of `float f(const float *x, int n, int m)` with this body run, versions left out.
std::string counts(const std::string &body) {
  return Translated("int g(); float f(const float *x, int n, int m) { float s = 0; " + body + " return s; }").counts("f");
}

} // namespace

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

TEST_CASE("the count of iterations is an operand only where it is known") {
  Translated code(R"(
    float strided(const float *x, int n) { float s = 0; for (int i = 0; i < n; i += 2) s += x[i]; return s; }
    float late(const float *x, int n) { float s = 0; for (int i = 1; i < n; i++) s += x[i]; return s; }
    float inclusive(const float *x, int n) { float s = 0; for (int i = 0; i <= n; i++) s += x[i]; return s; })");
  CHECK(code.counts("strided") == "(n + 1) / 2 from 0 by 2");
  CHECK(code.counts("late") == "n - 1 from 1");
  CHECK(code.counts("inclusive") == "n + 1");
}

TEST_CASE("tests may stand the other way round, be negated and have the index inside a sum") {
  CHECK(counts("for (int i = 0; n > i; ++i) s += x[i];") == "n");
  CHECK(counts("for (int i = 0; !(i >= n); ++i) s += x[i];") == "n");
  CHECK(counts("for (int i = 0; i + m < n; ++i) s += x[i];") == "n - m");
  CHECK(counts("for (int i = 0; m - i >= n; ++i) s += x[i];") == "m - n + 1");
  CHECK(counts("for (int i = 5; i != 0; --i) s += x[i];") == "5 from 5 by -1");
}

TEST_CASE("counts of known loops are those of the program") {
  const auto truth = [](int start, int end, int step) {
    int count = 0;
    for (int i = start; step > 0 ? i < end : i > end; i += step)
      ++count;
    return count;
  };
  for (const auto &[start, end, step] : {std::array{0, 7, 1}, {0, 7, 2}, {0, 8, 2}, {1, 8, 3}, {9, 4, 1}, {10, 2, -3}, {10, 1, -3}, {3, 3, -1}}) {
    const std::string head = "for (int i = " + std::to_string(start) + "; i " + (step > 0 ? "<" : ">") + " " + std::to_string(end) +
                             "; i += " + std::to_string(step) + ") s += x[0];";
    CAPTURE(head);
    CHECK(counts(head) == std::to_string(truth(start, end, step)));
  }
}

TEST_CASE("a multiple of the index is compared by what the index is compared with") {
  CHECK(counts("for (; n >= 16; n -= 16) s += *x++;") == "n / 16");
  CHECK(counts("for (int i = 0; 4 * i < n; ++i) s += x[i];") == "(n + 3) / 4");
  CHECK(counts("for (int i = 0; n - 4 * i > m; ++i) s += x[i];") == "(n - m + 3) / 4");
  CHECK(counts("for (; n != 0; n -= 4) s += *x++;") == "n / 4");
  CHECK(counts("for (int i = 0; m * i < n; ++i) s += x[i];") == "?");
  for (const int factor : {-5, -3, -1, 2, 4, 7})
    for (const int bound : {-9, -4, -1, 0, 1, 3, 4, 5, 11, 12})
      for (const int start : {-2, 0, 1, 3})
        for (const char *relation : {"<", "<=", ">", ">="}) {
          const bool isLess = relation[0] == '<', orEqual = relation[1] == '=', isUpwards = isLess == (factor > 0);
          int count = 0;
          for (int i = start; isLess ? (orEqual ? factor * i <= bound : factor * i < bound) : (orEqual ? factor * i >= bound : factor * i > bound);
               i += isUpwards ? 1 : -1)
            ++count;
          const std::string head = "for (int i = " + std::to_string(start) + "; " + std::to_string(factor) + " * i " + relation + " " +
                                   std::to_string(bound) + "; " + (isUpwards ? "++i" : "--i") + ") s += x[0];";
          CAPTURE(head);
          CHECK(counts(head) == std::to_string(count));
        }
}

TEST_CASE("a bound that is rounded down to a multiple does not change in the loop") {
  CHECK(counts("for (int i = 0; i < n - n % 4; i += 4) s += x[i];") == "(n - n % 4 + 3) / 4 from 0 by 4");
  CHECK(counts("for (int i = 0; i < (n & ~3); i += 4) s += x[i];") == "((n & ~(3)) + 3) / 4 from 0 by 4");
  CHECK(counts("for (int i = 0; i < n >> 2; ++i) s += x[i];") == "n >> 2");
  CHECK(counts("for (int i = n & ~3; i < n; ++i) s += x[i];") == "min(n - (n & ~(3)), 3) from n & ~(3)");
  CHECK(counts("for (int i = 0; i < (n ^ m); ++i) { ++n; s += x[i]; }") == "?");
  CHECK(counts("for (int i = 0; i < n % g(); ++i) s += x[i];") == "?");
}

TEST_CASE("a quotient of the index that leaves no rest is compared as the index is") {
  CHECK(counts("int b = n >> 2; while (b > 0) { s += *x; x += 4; --b; }") == "((n >> 2) * 4 + 3) / 4 from 0 by 4");
  for (const int blocks : {-1, 0, 1, 5}) {
    const std::string start = "int b = " + std::to_string(blocks) + "; ", body = " { s += *x; x += 4; --b; }";
    const std::string expected = std::to_string(std::max(blocks, 0));
    CHECK(counts(start + "while (b > 0)" + body).starts_with(expected));
    CHECK(counts(start + "while (b >= 1)" + body).starts_with(expected));
    CHECK(counts(start + "while (0 < b)" + body).starts_with(expected));
  }
}

TEST_CASE("a loop that is tested after its body runs once at least") {
  CHECK(counts("int i = 0; do s += x[i]; while (++i < 0);") == "1");
  CHECK(counts("int i = 0; do s += x[i]; while (++i <= 3);") == "4");
  CHECK(counts("for (int i = 0; i++ < n;) s += x[i];") == "n"); // tested before, and written in the test
}

TEST_CASE("a variable behind the loop is what the last iteration left") {
  const std::string after = "int i = 0; for (; i < n; ++i) s += x[i]; ";
  CHECK(counts(after + "for (; i < m; ++i) s += x[i];") == "n; m - max(n, 0) from max(n, 0)");
  CHECK(Translated("float f(const float *x) { int i = 1; for (; i < 8; i += 3) ; return x[i]; }").returned("f") == "x[10]");
  CHECK(Translated("float f(const float *x) { int i = 9; for (; i < 8; i += 3) ; return x[i]; }").returned("f") == "x[9]");
}

TEST_CASE("other ways out, and bounds that the loop writes, leave no count") {
  CHECK(counts("for (int i = 0; i < n; ++i) { s += x[i]; if (i == m) break; }") == "?");
  CHECK(counts("for (int i = 0; i < n; ++i) { n = m; s += x[i]; }") == "?");
  CHECK(counts("for (;;) { s += x[n]; if (s > 3) break; }") == "?");
}
