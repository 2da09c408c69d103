#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("compensated sums are recognised") {
  Translated code(R"(
    #include <cmath>
    float kahan(const float *x, int n) {
      float s = 0, c = 0;
      for (int i = 0; i < n; i++) { float y = x[i] - c; float t = s + y; c = (t - s) - y; s = t; }
      return s;
    }
    double neumaier(const double *x, int n) {
      double s = 0, c = 0;
      for (int i = 0; i < n; ++i) {
        double t = s + x[i];
        if (std::fabs(s) >= std::fabs(x[i])) c += (s - t) + x[i]; else c += (x[i] - t) + s;
        s = t;
      }
      return s + c;
    })");
  CHECK(code.reductions("kahan") == "kahan sum x[i]");
  CHECK(code.reductions("neumaier").starts_with("compensated sum x[i]"));
}

TEST_CASE("Kahan's and Neumaier's sums are told apart, their kin is not held") {
  const std::string head = "float s = 0, c = 0; for (int i = 0; i < n; ++i) { ";
  const auto code = [&](const std::string &body) { return Translated("#include <cmath>\nfloat f(const float *x, int n) { " + head + body + " }"); };
  const Translated kahan = code("float y = x[i] - c, t = s + y; c = (t - s) - y; s = t; } return s;");
  CHECK(kahan.returned("f") == "sum<kahan>(i, x[i], 0, n)");
  CHECK(kahan.notHeld("f").empty());
  const Translated turned = code("float y = x[i] + c, t = s + y; c = y - (t - s); s = t; } return s;");
  CHECK(turned.returned("f") == "sum<kahan>(i, x[i], 0, n)");
  const std::string neumaier = "float t = s + x[i]; if (std::fabs(s) >= std::fabs(x[i])) c += (s - t) + x[i]; else c += (x[i] - t) + s; s = t; } ";
  const Translated both = code(neumaier + "return s + c;");
  CHECK(both.returned("f") == "sum<compensated>(i, x[i], 0, n)");
  CHECK(both.notHeld("f").empty());
  CHECK(code(neumaier + "return s;").notHeld("f") == "the sum in 's' is corrected in another way than Kahan's and Neumaier's sums are");
  CHECK(code(neumaier + "return s - c;").notHeld("f") != "");
  const Translated lost = code("float y = x[i] - c, t = s + y; c = (t - s) - x[i]; s = t; } return s;");
  CHECK(lost.reductions("f").starts_with("compensated sum"));
  CHECK(lost.notHeld("f") != "");
  const Translated started =
      Translated("float f(const float *x, int n) { float s = 0, c = 1; for (int i = 0; i < n; ++i) { float y = x[i] - c, t = s + y; "
                 "c = (t - s) - y; s = t; } return s; }");
  CHECK(started.notHeld("f") != "");
}

TEST_CASE("a correction in another format, of the wrong sign or of a term that the sum is part of, is not Kahan's") {
  const auto sum = [](const std::string &body) {
    return Translated("float f(const float *x, int n) { float s = 0, c = 0; for (int i = 0; i < n; ++i) { " + body + " s = t; } return s; }");
  };
  CHECK(sum("float y = x[i] * x[i] - c, t = s + y; c = (t - s) - y;").returned("f") == "sum<kahan>(i, x[i] * x[i], 0, n)");
  CHECK(sum("float y = x[i] - c, t = y + s; c = (t - s) - y;").returned("f") == "sum<kahan>(i, x[i], 0, n)");
  CHECK(sum("float y = x[i] - c, t = s + y; c = (s - t) + y;").notHeld("f") != "");
  CHECK(sum("float y = x[i] - c, t = s + y; c = (float)(((double)t - s) - y);").reductions("f").find("kahan") == std::string::npos);
  CHECK(sum("float y = s * x[i] - c, t = s + y; c = (t - s) - y;").reductions("f") == "");
}

TEST_CASE("Neumaier's branches may stand the other way round, not with their errors exchanged") {
  const auto sum = [](const std::string &branches) {
    return Translated("#include <cmath>\nfloat f(const float *x, int n) { float s = 0, c = 0; for (int i = 0; i < n; ++i) { float t = s + x[i]; " +
                      branches + " s = t; } return s + c; }");
  };
  const Translated turned = sum("if (std::fabs(s) < std::fabs(x[i])) c += (x[i] - t) + s; else c += (s - t) + x[i];");
  CHECK(turned.returned("f") == "sum<compensated>(i, x[i], 0, n)");
  CHECK(turned.notHeld("f") == "");
  CHECK(sum("if (std::fabs(s) < std::fabs(x[i])) c += (s - t) + x[i]; else c += (x[i] - t) + s;").notHeld("f") != "");
  CHECK(sum("if (s >= x[i]) c += (s - t) + x[i]; else c += (x[i] - t) + s;").notHeld("f") != ""); // without magnitudes
}
