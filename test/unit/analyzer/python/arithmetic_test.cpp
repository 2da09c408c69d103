#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;
using test::torchScript;

namespace {

/// What the top level saves as 'result', with its format.
std::string result(const test::TranslatedScript &script) {
  const order::Procedure &module = script.procedure("<module>");
  const auto effect = std::ranges::find(module.effects, std::string("result"), &order::Effect::target);
  if (effect == module.effects.end())
    return "none";
  return std::string(format::name(module.graph[effect->node].type.format)) + " " + test::Procedures::text(module, effect->node);
}

std::string numpy(const std::string &expression, const std::string &profile = "") {
  python::Options options;
  options.profile = profile;
  return result(numpyScript("f = np.random.rand(4).astype(np.float32)\nh = np.random.rand(4).astype('float16')\nd = np.random.rand(4)\n"
                            "k = np.random.randint(0, 9, 4)\nresult = " +
                                expression + "\nnp.save('r', result)\n",
                            options));
}
std::string torch(const std::string &expression) {
  return result(torchScript(
      "f = torch.randn(4)\nh = torch.randn(4).half()\nb = torch.randn(4, dtype=torch.bfloat16)\nk = torch.randint(0, 9, (4,))\nresult = " +
      expression + "\ntorch.save(result, 'r')\n"));
}

} // namespace

TEST_CASE("NumPy's promotion: numbers of Python give way, NumPy's own do not") {
  CHECK(numpy("f * 0.5") == "binary32 f[j] * 0.5");
  CHECK(numpy("f + h") == "binary32 f[j] + h[j]");
  CHECK(numpy("f + d") == "binary64 f[j] + d[j]");
  CHECK(numpy("k / 2") == "binary64 cast<binary64>(k[j]) / 2");
  CHECK(numpy("k * f") == "binary64 cast<binary64>(k[j]) * f[j]");
  CHECK(numpy("f * np.float64(3)") == "binary64 f[j] * 3");
  CHECK(numpy("f * np.sqrt(2)").starts_with("binary64"));
  CHECK(numpy("f * math.sqrt(2)").starts_with("binary32"));
  CHECK(numpy("h * np.float32(3)") == "binary32 h[j] * 3");
  // Up to NumPy 1 scalars of a kind gave way to arrays.
  CHECK(numpy("f * np.float64(3)", "numpy-1") == "binary32 f[j] * 3");
}

TEST_CASE("torch's promotion") {
  CHECK(torch("f * 0.5") == "binary32 f[j] * 0.5");
  CHECK(torch("h + b") == "binary32 h[j] + b[j]");
  CHECK(torch("h * 2") == "binary16 h[j] * 2");
  CHECK(torch("k / 2") == "binary32 cast<binary32>(k[j]) / 2");
  CHECK(torch("k * 0.5") == "binary32 cast<binary32>(k[j]) * 0.5");
  CHECK(torch("h.float() * b.to(torch.float32)") == "binary32 h[j] * b[j]");
}

TEST_CASE("numbers of Python are binary64 until they meet an array") {
  const test::TranslatedScript script = numpyScript("def f(g, m, beta1=0.9):\n    return beta1 * m + (1 - beta1) * g\n");
  CHECK(script.returned("f") == "cast<dependent>(beta1) * m[i] + cast<dependent>(1 - beta1) * g[i]");
  // Constants are computed once, as Python does, and rounded once.
  CHECK(numpy("(1 - 0.9) * f").find("0xccccc") != std::string::npos);
  CHECK(numpy("(1 - 0.75) * f") == "binary32 0.25 * f[j]");
}

TEST_CASE("powers with small exponents are products and roots") {
  CHECK(numpy("f ** 2") == "binary32 f[j] * f[j]");
  CHECK(numpy("f ** 0.5") == "binary32 sqrt(f[j])");
  CHECK(numpy("f ** 3") == "binary32 pow(f[j], 3)");
  CHECK(torch("f ** 3") == "binary32 f[j] * f[j] * f[j]");
  CHECK(torch("f.pow(2)") == "binary32 f[j] * f[j]");
}
