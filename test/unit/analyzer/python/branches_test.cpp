#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;

TEST_CASE("what differs behind a branch is a choice") {
  CHECK(numpyScript("def f(x, big: bool):\n    y = x * 2\n    if big:\n        y = y / 3\n    return y\n").returned("f") ==
        "big ? x[i] * 2 / 3 : x[i] * 2");
  CHECK(numpyScript("def f(x, big: bool):\n    if big:\n        return x * 2\n    return x / 3\n").returned("f") == "big ? x[i] * 2 : x[i] / 3");
  CHECK(numpyScript("def f(x, big: bool):\n    if big:\n        x *= 2\n").stored("f", "x[i]") == "big ? x[i] * 2 : x[i]");
}

TEST_CASE("conditions that are known choose their side") {
  CHECK(numpyScript("def f(x):\n    mode = 'sum'\n    if mode == 'mean':\n        return x / 2\n    return x * 2\n").returned("f") == "x[i] * 2");
  CHECK(numpyScript("def g(x, w=None):\n    if w is not None:\n        x = x * w\n    return x / 3\ndef f(x):\n    return g(x)\n").returned("f") ==
        "x[i] / 3");
}

TEST_CASE("a side that raises is none") {
  CHECK(numpyScript("def f(x, n: int):\n    if n < 0:\n        raise ValueError('n')\n    return x * 2\n").returned("f") == "x[i] * 2");
}

TEST_CASE("a choice that returns on one side has what stands behind on the other, however deep") {
  const test::TranslatedScript script = test::numpyScript("def f(x, a, b):\n"
                                                          "    if a > 0:\n"
                                                          "        if b > 0:\n"
                                                          "            return x * 2\n"
                                                          "        y = x * 3\n"
                                                          "    else:\n"
                                                          "        y = x * 4\n"
                                                          "    return y + 1\n");
  CHECK(script.returned("f") == "a[i] > 0 ? b[i] > 0 ? x[i] * 2 : x[i] * 3 + 1 : x[i] * 4 + 1");
  CHECK(script.procedure("f").unanalysed.empty());
}
