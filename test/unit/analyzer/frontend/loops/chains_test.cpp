#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

namespace {

/// float f(const float *x, const float *y, const double *d, float a, int n) with this body.
Translated translated(const std::string &body) {
  return Translated("#include <cmath>\nfloat f(const float *x, const float *y, const double *d, float a, int n) { float s = 0; " + body +
                    " return s; }");
}
std::string chains(const std::string &body) { return translated(body).chains("f"); }
std::string notHeld(const std::string &body) { return translated(body).notHeld("f"); }

} // namespace

TEST_CASE("what is added to an accumulator in one iteration is one chain") {
  CHECK(chains("for (int i = 0; i < n; ++i) { s += x[i]; s += y[i]; }") == "x[i], y[i]");
  CHECK(chains("for (int i = 0; i < n; ++i) s = s + x[i] + y[i];") == "x[i], y[i]");
  CHECK(chains("for (int i = 0; i < n; ++i) s += x[i] + y[i];") == "x[i] + y[i]");
  CHECK(chains("for (int i = 0; i < n; ++i) s = y[i] + (x[i] + s);") == "x[i], y[i]");
  CHECK(chains("for (int i = 0; i < n; ++i) s = s - x[i] + y[i];") == "-x[i], y[i]");
  CHECK(chains("s = 1; for (int i = 0; i < n; ++i) { s *= x[i]; s *= y[i]; }") == "x[i], y[i]");
  CHECK(chains("for (int i = 0; i < n; ++i) s = x[i] - s;") == "");
  CHECK(chains("for (int i = 0; i < n; ++i) { s += x[i]; s *= y[i]; }") == "");
}

TEST_CASE("an inner loop goes on with the accumulator of the outer one") {
  CHECK(chains("for (int i = 0; i < n; ++i) for (int j = 0; j < i; ++j) s += x[j];") == "(i: x[j])");
  CHECK(chains("for (int i = 0; i < n; ++i) { s += y[i]; for (int j = 0; j < 4; ++j) s += x[j]; s -= a; }") == "y[i], (4: x[j]), -a");
  CHECK(chains("for (int i = 0; i < n; ++i) { float u = 0; for (int j = 0; j < 4; ++j) u += x[j]; s += u; }") == "x[j]; sum(j, x[j], 0, 4)");
}

TEST_CASE("fused steps stay fused") {
  CHECK(chains("for (int i = 0; i < n; ++i) s = std::fma(x[i], y[i], s);") == "fused x[i] * y[i]");
  CHECK(chains("for (int i = 0; i < n; ++i) { s = std::fma(x[i], y[i], s); s += x[i]; }") == "fused x[i] * y[i], x[i] * 1");
  CHECK(chains("for (int i = 0; i < n; ++i) { s = std::fma(x[i], y[i], s); s += x[i] * a; }") == "fused x[i] * y[i], x[i] * a * 1");
  CHECK(chains("for (int i = 0; i < n; ++i) { s += x[i] * y[i]; }") == "x[i] * y[i]");
  CHECK(chains("for (int i = 0; i < n; ++i) if (x[i] > 0) s = std::fma(x[i], y[i], s);") == "fused (x[i] > 0 ? x[i] : -0) * (x[i] > 0 ? y[i] : 1)");
}

TEST_CASE("what is skipped changes no bit") {
  CHECK(chains("for (int i = 0; i < n; ++i) if (x[i] > 0) s += x[i];") == "x[i] > 0 ? x[i] : 0");
  CHECK(chains("s = a; for (int i = 0; i < n; ++i) if (x[i] > 0) s += x[i];") == "x[i] > 0 ? x[i] : -0"); // -0 + 0 is 0
  CHECK(chains("for (int i = 0; i < n; ++i) if (x[i] > 0) { s += x[i]; s += y[i]; }") == "x[i] > 0 ? x[i] : 0, x[i] > 0 ? y[i] : 0");
  CHECK(chains("for (int i = 0; i < n; ++i) if (x[i] > 0) s += x[i]; else { s -= x[i]; s += a; }") ==
        "x[i] > 0 ? x[i] : 0, x[i] > 0 ? 0 : -x[i], x[i] > 0 ? 0 : a");
  CHECK(chains("for (int i = 0; i < n; ++i) if (x[i] > 0) for (int j = 0; j < 3; ++j) s += y[j];") == "(3: x[i] > 0 ? y[j] : 0)");
  CHECK(chains("for (int i = 0; i < n; ++i) if (x[i] > 0) for (int j = 0; j < 3; ++j) s += d[j];") == "(3: x[i] > 0 ? d[j] : -0)"); // may round to -0
}

TEST_CASE("an accumulator is held that is rounded once in every addition") {
  CHECK(notHeld("for (int i = 0; i < n; ++i) s += d[i];") == "");
  CHECK(notHeld("for (int i = 0; i < n; ++i) { s += d[i]; s += x[i]; }") == "");
  CHECK(notHeld("for (int i = 0; i < n; ++i) s = (float)(_Float16)(s + x[i]);") == "");
  const std::string twice = "not every addition to 's' is rounded once, to the format that it is kept in";
  CHECK(notHeld("for (int i = 0; i < n; ++i) s = s + d[i] + x[i];") == twice);
  CHECK(notHeld("for (int i = 0; i < n; ++i) s = (float)(_Float16)(float)(s + d[i]);") == twice);
  CHECK(notHeld("s = a; for (int i = 0; i < n; ++i) s = (float)(_Float16)(s + x[i]);") == twice); // a may be no binary16
}
