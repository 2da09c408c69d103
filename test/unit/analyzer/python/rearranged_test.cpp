#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;
using test::torchScript;

namespace {

std::string torch(const std::string &body) { return torchScript("def f(x, y):\n    return " + body + "\n").returned("f"); }
std::string numpy(const std::string &body) { return numpyScript("def f(x, y):\n    return " + body + "\n").returned("f"); }

} // namespace

TEST_CASE("triangles are zero beside a diagonal") {
  CHECK(torch("torch.tril(x) * 2") == "(j <= k ? x[i][k][j] : 0) * 2");
  CHECK(torch("x.triu(1) * 2") == "(j >= k + 1 ? x[i][k][j] : 0) * 2");
  CHECK(numpy("np.tril(x, k=-1)") == "j <= k - 1 ? x[i][k][j] : 0");
}

TEST_CASE("padding is zero outside of what was there") {
  CHECK(torch("F.pad(x, (1, 0))") == "j >= 1 ? x[i][j - 1] : 0");
  CHECK(torch("F.pad(x, (0, 2), value=1.0)") == "j < `x.shape[-1]` ? x[i][j] : 1");
  const test::TranslatedScript mirrored = torchScript("def f(x):\n    return F.pad(x, (1, 1), mode='reflect')\n");
  CHECK(mirrored.procedure("f").unanalysed.size() == 1);
}

TEST_CASE("joined arrays follow one another") {
  CHECK(torch("torch.cat([x, y], dim=-1)") == "j < `x.shape[-1]` ? x[i][j] : y[i][j - `x.shape[-1]`]");
  CHECK(numpy("np.stack([x, y], axis=-1)") == "j < 1 ? x[i] : y[i]");
  CHECK(numpy("np.concatenate((-y, x), axis=-1)") == "j < `y.shape[-1]` ? -y[i][j] : x[i][j - `y.shape[-1]`]");
}

TEST_CASE("parts of a split start where those before them end") {
  CHECK(torchScript("def f(x):\n    a, b = torch.split(x, [3, 5], dim=-1)\n    return b * 2\n").returned("f") == "x[i][3 + j] * 2");
  const test::TranslatedScript halves = torchScript("def f(x):\n    a, b = x.chunk(2, dim=-1)\n    return a * b\n");
  CHECK(halves.returned("f") == "x[i][j] * x[i][`x.shape[-1]` / 2 + j]");
  REQUIRE(halves.procedure("f").assumptions.size() == 1);
  CHECK(halves.procedure("f").assumptions[0].reason == "'x' is cut into 2 equal parts");
}

TEST_CASE("a running sum ends at its own place") {
  CHECK(numpy("np.cumsum(x, axis=-1)") == "sum(r, x[i][r], 0, j + 1)");
  CHECK(torch("x.cumsum(-1)") == "sum<unspecified>(r, x[i][r], 0, j + 1)");
}

TEST_CASE("elements repeated and in reverse") {
  CHECK(torch("x.repeat_interleave(4, dim=-1) * 2") == "x[i][j / 4] * 2");
  CHECK(torch("torch.flip(x, dims=[-1]) * 2") == "x[i][`x.shape[-1]` - 1 - j] * 2");
}

TEST_CASE("what is stored to a part holds there and what was there elsewhere") {
  CHECK(torchScript("def f(x, y):\n    o = torch.zeros_like(x)\n    o[..., 0] = y[..., 0] * 2\n    return o\n").returned("f") ==
        "j == 0 ? y[i][0] * 2 : 0");
  CHECK(torchScript("def f(x, y):\n    o = torch.zeros_like(x)\n    o[..., 1:3] = y\n    return o\n").returned("f") ==
        "j >= 1 && j < 3 ? y[i][j - 1] : 0");
  CHECK(torchScript("def f(x, y):\n    o = x.clone()\n    o[:, 2:] = y\n    return o\n").returned("f") == "j >= 2 ? y[k][j - 2] : x[k][j]");
  CHECK(torchScript("def f(x):\n    o = x.clone()\n    o[..., ::2] = 1.0\n    return o\n").returned("f") == "j % 2 == 0 ? 1 : x[i][j]");
}

TEST_CASE("finfo has the limits of a format") {
  CHECK(torch("x / torch.finfo(torch.float16).max") == "x[i] / 65504");
  CHECK(torch("x / torch.finfo(torch.float8_e4m3fn).max") == "x[i] / 448");
  CHECK(torch("x / torch.finfo(torch.float8_e5m2).max") == "x[i] / 57344");
  CHECK(numpy("x + np.finfo(np.float32).eps") == "x[i] + 1.1920928955078125e-07");
}
