#include "analyzer/frontend/dump.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

#include <regex>

using fporder::test::Translated;

namespace {

/// The dump of the function `name`, without the versions that tell apart values of one spelling.
std::string dumped(const std::string &code, const std::string &name) {
  return std::regex_replace(fporder::frontend::dump(Translated(code).procedure(name)), std::regex("@[0-9]+"), "");
}

} // namespace

TEST_CASE("a dump has what a procedure stores, returns and decides by, in order") {
  const std::string text = dumped("float f(float *x, float a) { if (a > 2) x[0] = a * 3; return a / 3; }", "f");
  CHECK(text.starts_with("procedure f\n"));
  const std::size_t condition = text.find("  condition a > 2\n"), store = text.find("  store x[0] = a * 3\n"),
                    returned = text.find("  return a / 3\n");
  CHECK(condition < store);
  CHECK(store < returned);
  CHECK(returned != std::string::npos);
}

TEST_CASE("a computation stands with its place, and the condition that it runs under") {
  const std::string text = dumped("float f(float a, bool c) {\n  float t = a;\n  if (c)\n    t = a * 2;\n  return t;\n}\n", "f");
  CHECK(text.find("  compute 4:11 a * 2  if c\n") != std::string::npos);
}

TEST_CASE("values that are not held say why, and what a loop carries is written out") {
  const std::string called = dumped("float f(float x, int n) { return n <= 0 ? x : f(x * 2, n - 1); }", "f");
  CHECK(called.find("    not held: the call to 'f' is not followed: the call is recursive\n") != std::string::npos);
  const std::string carried = dumped("float f(const float *x, int n) { float m = 0; for (int i = 0; i < n; ++i) m = x[i] - m; return m; }", "f");
  CHECK(carried.find("  loop i = 0 + 1 * k, n times: m = 0 then x[i] - m\n") != std::string::npos);
  CHECK(dumped("float f(float a) { return a * 2; }", "f").find("not held") == std::string::npos);
}

TEST_CASE("what is assumed and what is not analysed is listed") {
  const std::string text = dumped("void any(); float unseen(float); float g;\nfloat f(float a) { g = a * a; any(); return g / unseen(a); }", "f");
  CHECK(text.find("  assumed: 'any' is not seen") != std::string::npos);
  CHECK(text.find("  unanalysed 2:") != std::string::npos);
}
