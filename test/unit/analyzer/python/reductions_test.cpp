#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;
using test::torchScript;

namespace {

std::string numpy(const std::string &body) { return numpyScript("def f(x, y):\n    return " + body + "\n").returned("f"); }

} // namespace

TEST_CASE("NumPy's sums are pairwise along memory and sequential across it") {
  CHECK(numpy("np.sum(x)") == "sum<pairwise 128>(r, x[r], 0, x.size)");
  CHECK(numpy("x.sum(axis=-1)") == "sum<pairwise 128>(r, x[i][r], 0, `x.shape[-1]`)");
  CHECK(numpy("x.sum(axis=0)") == "sum(r, x[r][j], 0, `x.shape[0]`)");
  CHECK(numpy("x.T.sum(axis=-1)").find("sum<unspecified>") == 0);
  CHECK(numpy("(x * y).sum(-1)") == "sum<pairwise 128>(r, x[i][r] * y[i][r], 0, `x.shape[-1]`)");
}

TEST_CASE("axes that are kept broadcast, those that are not move up") {
  CHECK(numpy("x - x.max(axis=-1, keepdims=True)") == "x[i][j] - max<unspecified>(r, x[i][r], -inf, `x.shape[-1]`)");
  CHECK(numpy("x.sum(axis=1)[:, None] * x") == "sum<pairwise 128>(r, x[k][r], 0, `x.shape[1]`) * x[k][j]");
}

TEST_CASE("the mean of squares, the variance, and its bias") {
  CHECK(numpy("np.var(x, axis=-1)").find("/ cast<dependent>(`x.shape[-1]`)") != std::string::npos);
  CHECK(numpy("np.var(x, axis=-1, ddof=1)").find("cast<dependent>(`x.shape[-1]` - 1)") != std::string::npos);
  const auto torch = [](const std::string &call) { return torchScript("def f(x: torch.Tensor):\n    return " + call + "\n").returned("f"); };
  CHECK(torch("x.var(-1)").find("- 1)") != std::string::npos);
  CHECK(torch("x.var(-1, unbiased=False)").find("- 1)") == std::string::npos);
  CHECK(torch("x.mean(-1)") == "sum<unspecified>(r, x[i][r], 0, `x.shape[-1]`) / cast<dependent>(`x.shape[-1]`)");
}

TEST_CASE("products of matrices are sums whose schedule a library decides") {
  CHECK(numpy("x @ y") == "sum<unspecified>(r, x[k][r] * y[r][j], 0, `x.shape[1]`)");
  CHECK(numpy("np.dot(x, y.T)") == "sum<unspecified>(r, x[k][r] * y[j][r], 0, `x.shape[1]`)");
  CHECK(numpy("np.einsum('ij,kj->ik', x, y)") == "sum<unspecified>(j, x[k][j] * y[j][j], 0, `x.shape[1]`)");
}

TEST_CASE("an axis that is named says how many there are, which is an assumption") {
  const test::TranslatedScript script = numpyScript("def f(x):\n    return x.sum(axis=1)\n");
  const order::Procedure &procedure = script.procedure("f");
  REQUIRE(!procedure.assumptions.empty());
  CHECK(procedure.assumptions[0].reason == "'x' is taken for an array of 2 axes");
  CHECK(numpyScript("def f(x):\n    n, d = x.shape\n    return x.sum(axis=1) / d\n").procedure("f").effects.size() == 1);
}
