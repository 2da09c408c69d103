#include "runtime/measure/held.h"
#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;
using test::torchScript;

namespace {

test::TranslatedScript listed(const std::string &body, const std::string &result) {
  return torchScript("def f(x, n: int):\n    out = []\n    for i in range(n):\n" + body + "    return " + result + "\n");
}

} // namespace

TEST_CASE("a list that a loop builds has an item for each iteration") {
  CHECK(listed("        out.append(x[i] * 2)\n", "torch.stack(out)").returned("f") == "x[j] * 2");
  CHECK(listed("        out.append(x[i] * 2)\n", "sum(out)").returned("f") == "sum(r, x[r] * 2, 0, n)");
  CHECK(listed("        out.append(x[i] * 2)\n", "out[3]").returned("f") == "x[3] * 2");
  CHECK(torchScript("def f(x, n: int):\n    return torch.cat([x[i, :4] * 2 for i in range(n)], dim=0)\n").returned("f") == "x[j / 4][j % 4] * 2");
}

TEST_CASE("a list that grows otherwise is named or depends on values") {
  CHECK(listed("        out.append(x[i] * 2)\n        out.append(x[i])\n", "torch.stack(out)").procedure("f").unanalysed.size() == 2);
  const test::TranslatedScript some = listed("        if x[i] > 0:\n            out.append(x[i] * 2)\n", "torch.stack(out)");
  CHECK(some.procedure("f").unanalysed.empty());
  CHECK(measure::notHeldUnder(some.procedure("f"), some.procedure("f").effects.back().node) == "in which iterations 'out' grows depends on values");
}

TEST_CASE("ranges with a step that is not known") {
  const test::TranslatedScript script =
      numpyScript("def f(x, n: int, s: int):\n    a = 0.0\n    for k in range(0, n, s):\n        a += x[k]\n    return a\n");
  CHECK(script.returned("f") == "sum(k, x[k * s], 0, (n + s - 1) / s)");
}
