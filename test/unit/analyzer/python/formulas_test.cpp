#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;
using test::torchScript;

namespace {

std::string torch(const std::string &expression, const std::string &profile = "") {
  python::Options options;
  options.profile = profile;
  return torchScript("def f(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor):\n    return " + expression + "\n", options).returned("f");
}
std::string numpy(const std::string &expression) { return numpyScript("def f(a, b):\n    return " + expression + "\n").returned("f"); }

} // namespace

TEST_CASE("torch's compound functions by profile") {
  CHECK(torch("torch.addcdiv(a, b, c, value=-0.5)") == "a[i] + -0.5 * b[i] / c[i]");
  CHECK(torch("torch.addcdiv(a, b, c, value=-0.5)", "torch-cuda") == "a[i] + -0.5 * (b[i] / c[i])");
  CHECK(torch("torch.addcdiv(a, b, c, value=-0.5)", "torch-cuda-fma") == "fma(-0.5, b[i] / c[i], a[i])");
  CHECK(torch("a.addcmul(b, c, value=0.5)") == "a[i] + 0.5 * b[i] * c[i]");
  CHECK(torch("a.addcmul(b, c, value=0.5)", "torch-cuda") == "a[i] + 0.5 * (b[i] * c[i])");
  CHECK(torch("a.add(b, alpha=0.5)") == "fma(0.5, b[i], a[i])");
  CHECK(torch("a.add(b, alpha=0.5)", "torch-cuda") == "a[i] + 0.5 * b[i]");
  CHECK(torch("torch.rsqrt(a)") == "1 / sqrt(a[i])");
  CHECK(torch("torch.rsqrt(a)", "torch-cuda") == "rsqrt(a[i])");
}

TEST_CASE("lerp has two formulas, and a constant weight has one") {
  CHECK(torch("a.lerp(b, 0.25)") == "fma(0.25, b[i] - a[i], a[i])");
  CHECK(torch("a.lerp(b, 0.75)") == "fma(-0.25, b[i] - a[i], b[i])");
  CHECK(torch("a.lerp(b, c)").find("abs(c[i]) < 0.5 ? fma") == 0);
  CHECK(torch("a.lerp(b, 0.25)", "torch-cuda") == "a[i] + 0.25 * (b[i] - a[i])");
}

TEST_CASE("functions of several operations") {
  CHECK(torch("F.silu(a)") == "a[i] / (1 + exp(-a[i]))");
  CHECK(torch("F.softmax(a, dim=-1)") == "exp(a[i][j] - max<unspecified>(r, a[i][r], -inf, `a.shape[-1]`)) / sum<unspecified>(r, exp(a[i][r] - "
                                         "max<unspecified>(r, a[i][r], -inf, `a.shape[-1]`)), 0, `a.shape[-1]`)");
  CHECK(torch("F.gelu(a)").find("erf(a[i]") != std::string::npos);
  CHECK(torch("F.gelu(a, approximate='tanh')").find("tanh(") != std::string::npos);
  CHECK(numpy("np.maximum(a, 0) + np.square(b)") == "max(a[i], 0) + b[i] * b[i]");
  CHECK(numpy("np.where(a > b, a, b * 2)") == "a[i] > b[i] ? a[i] : b[i] * 2");
}

TEST_CASE("what has no model is named and becomes an unknown value") {
  const test::TranslatedScript script = numpyScript("def f(a):\n    return np.i0(a) * 2\n");
  const order::Procedure &procedure = script.procedure("f");
  REQUIRE(procedure.unanalysed.size() == 1);
  CHECK(procedure.unanalysed[0].why == "'numpy.i0' has no model");
  CHECK(procedure.unanalysed[0].line == 4);
  CHECK(procedure.unanalysed[0].column == 12);
  REQUIRE(procedure.effects.size() == 1);
  CHECK(procedure.graph[procedure.effects[0].node].op == order::Op::Mul);
}

TEST_CASE("halves are computed in binary32 and rounded once a call") {
  const std::string text = torch("torch.addcdiv(a.half(), b.half(), c.half(), value=0.5)");
  CHECK(text.starts_with("cast<binary16>("));
  CHECK(text.find("/ cast<binary32>") == std::string::npos); // widening casts are not printed
}

TEST_CASE("functions of Python's math are themselves") {
  CHECK(test::numpyScript("def f(x: float, y: float):\n    return math.hypot(x, y)\n").returned("f") == "hypot(x, y)");
  CHECK(test::numpyScript("def f(x: float, y: float):\n    return math.atan2(x, y)\n").returned("f") == "atan2(x, y)");
}
