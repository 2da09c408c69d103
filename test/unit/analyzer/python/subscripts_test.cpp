#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;

namespace {

std::string numpy(const std::string &body) { return numpyScript("def f(x, y):\n    return " + body + "\n").returned("f"); }

} // namespace

TEST_CASE("slices, elements and new axes are index expressions") {
  CHECK(numpy("x[1:] - x[:-1]") == "x[1 + j] - x[j]");
  CHECK(numpy("x[0] * 2") == "x[0] * 2");
  CHECK(numpy("x[:, 0] * 2") == "x[j][0] * 2");
  CHECK(numpy("x[:, None] * y[None, :]") == "x[k] * y[j]");
  CHECK(numpy("x[..., ::2] + 1") == "x[i][j * 2] + 1");
  CHECK(numpy("x[...] + 1") == "x[i] + 1");
}

TEST_CASE("reshaping keeps the order of elements") {
  CHECK(numpy("x.reshape(-1) * 2") == "x[i] * 2");
  CHECK(numpy("x.reshape(1, -1, 1) * 2") == "x[k] * 2");
  CHECK(numpyScript("def f(x):\n    n, d = x.shape\n    flat = x.reshape(-1) * 2\n    return flat\n").returned("f") ==
        "x[j / `x.shape[1]`][j % `x.shape[1]`] * 2");
}
