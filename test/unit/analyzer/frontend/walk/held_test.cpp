#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

/// Why what `float f(const float *x, int n)` with this body returns is not held.
std::string notHeld(const std::string &body, const std::string &before = {}) {
  return Translated("#include <cmath>\n" + before + "float f(const float *x, int n) { " + body + " }").notHeld("f");
}

} // namespace

TEST_CASE("values that a loop carries otherwise than by a sum are not held") {
  CHECK(notHeld("float m = 0; for (int i = 0; i < n; ++i) m += (x[i] - m) / (i + 1); return m;") ==
        "'m' is carried by the loop over 'i' in another way than a sum");
  CHECK(notHeld("float s = 0, p = 1; for (int k = 0; k < n; ++k) { s += x[k] * p; p *= x[0]; } return s;") ==
        "'p' is carried by the loop over 'k' in another way than a sum");
  CHECK(notHeld("float last = 0; for (int i = 0; i < n; ++i) last = x[i]; return last * 2;") ==
        "'last' is carried by the loop over 'i' in another way than a sum");
}

TEST_CASE("sums of loops that are left early are not held") {
  CHECK(notHeld("float s = 0; for (int i = 0; i < n; ++i) { if (x[i] < 0) break; s += x[i]; } return s;") == "the loop over 'i' is left by 'break'");
  CHECK(notHeld("float s = 0; for (int i = 0; i < 100; ++i) { s += x[i]; if (s > 9) break; } return s;") != "");
  CHECK(notHeld("float s = 0; for (int i = 0; i < n; ++i) { if (x[i] < 0) return 0; s += x[i]; } return s;") ==
        "the loop over 'i' is left by 'return'");
  CHECK(notHeld("float s = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) { if (x[j] < 0) break; s += x[j]; } return s;") ==
        "the loop over 'j' is left by 'break'");
  CHECK(notHeld("float s = 0; for (int i = 0; i < n; ++i) { if (x[i] < 0) goto out; s += x[i]; } out: return s;") != "");
  CHECK(notHeld("float s = 0; for (int i = 0; i < n; ++i) { if (x[i] < 0) continue; s += x[i]; } return s;") == "");
}

TEST_CASE("what a function returns out of a loop is no value of its last iteration") {
  const std::string find = "static float find(const float *x, int n) { for (int i = 0; i < n; ++i) if (x[i] > 0) return x[i]; return 0; }\n";
  CHECK(notHeld("return find(x, n) * 2;", find) != "");
  const std::string some =
      "static float some(const float *x, int n) { float s = 0; for (int i = 0; i < n; ++i) { s += x[i]; if (s > 1) return s; } return s; }\n";
  CHECK(notHeld("return some(x, n) * 2;", some) != "");
}

TEST_CASE("counts that the program's values decide are not known") {
  CHECK(notHeld("float s = 0; for (int i = 0; x[i] > 0; ++i) s += x[i]; return s;") == "how often the loop over 'i' runs is not known");
  CHECK(notHeld("float s = 0; for (int i = 0; i < n && s < 3; ++i) s += x[i]; return s;") == "how often the loop over 'i' runs is not known");
  CHECK(notHeld("float s = 0; for (int i = n; i > 0; i /= 2) s += x[i]; return s;") != "");
}

TEST_CASE("a loop's test that is lost with an error is none that the caller decides") {
  const Translated code(
      "float f(const float *x, int n) { float s = 0; int i = 0; while (i < n && missing::test(x[i]) > 1) { s = s + x[i]; ++i; } return s; }",
      {"-std=c++20", "-ferror-limit=0", "-Wno-everything"});
  CHECK(code.notHeld("f") != "");
}

TEST_CASE("what comes from outside is held, what the function made of it unseen is not") {
  CHECK(notHeld("return sample() * x[0];", "extern float sample();\n") == "");
  CHECK(notHeld("float t[4]; fill(t); return t[1] * x[0];", "extern void fill(float *);\n") == "");
  CHECK(notHeld("float t[8] = {0}; for (int i = 0; i < n; ++i) t[i % 8] += x[i]; return t[1] * x[0];") != "");
  CHECK(notHeld("float t[8] = {0}; t[n] = x[0]; return t[1] * 3;") != "");
}
