#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;

namespace {

test::TranslatedScript einops(const std::string &body, const std::string &parameters = "x, n") {
  return test::TranslatedScript("import torch\nfrom einops import rearrange, repeat\ndef f(" + parameters + "):\n    return " + body + "\n");
}
std::string moved(const std::string &call) { return einops(call + " * 2").returned("f"); }

} // namespace

TEST_CASE("patterns say ranks and where elements go") {
  CHECK(moved("rearrange(x, 'b c -> c b')") == "x[j][k] * 2");
  CHECK(moved("rearrange(x, 'b c -> b c 1')") == "x[l][k] * 2");
  CHECK(moved("rearrange(x, 'b 1 c -> b c')") == "x[k][0][j] * 2");
  CHECK(moved("repeat(x, 'b d -> b g d', g=4)") == "x[l][j] * 2");
}

TEST_CASE("axes in parentheses are one, by the sizes that are given or known") {
  CHECK(moved("rearrange(x, 'b (h d) -> b h d', d=16)") == "x[l][k * 16 + j] * 2");
  CHECK(moved("rearrange(x, 'b (h d) -> b h d', d=n)") == "x[l][k * n + j] * 2");
  CHECK(moved("repeat(x, 'b h -> b (h g)', g=4)") == "x[k][j / 4] * 2");
  CHECK(moved("rearrange(x, 'b h d -> b (h d)')") == "x[k][j / `x.shape[2]`][j % `x.shape[2]`] * 2");
  CHECK(moved("rearrange(rearrange(x, 'b (h d) -> b h d', d=16), 'b h d -> b (h d)')") == "x[k][j] * 2");
}

TEST_CASE("dots are the axes that have no letter") {
  CHECK(moved("rearrange(x, '... p n -> ... n p')") == "x[i][j][k] * 2");
  CHECK(moved("rearrange(x, '... n -> ... n 1')") == "x[i][k] * 2");
}

TEST_CASE("patterns that do not fit are named") {
  for (const char *call :
       {"rearrange(x, 'b (h d) -> b h d')", "rearrange(x, 'b c -> b')", "rearrange(x, 'b (c -> b c')", "rearrange(x[:, None], 'b -> b')"}) {
    const test::TranslatedScript script = einops(call);
    CAPTURE(call);
    CHECK(!script.procedure("f").unanalysed.empty());
  }
}
