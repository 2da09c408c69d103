#include "runtime/measure/held.h"
#include "runtime/order/infix.h"
#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;

TEST_CASE("a loop that accumulates is a sum in the order of its terms") {
  CHECK(numpyScript("def f(x, n: int):\n    s = 0.0\n    for i in range(n):\n        s += x[i]\n    return s\n").returned("f") ==
        "sum(i, x[i], 0, n)");
  CHECK(numpyScript("def f(x, y, n: int):\n    s = 0.0\n    for i in range(n):\n        s = s + x[i] * y[i]\n        s += x[i]\n    return s / n\n")
            .returned("f") == "sum(i, x[i] * y[i]; x[i], 0, n) / cast<dependent>(n)");
}

TEST_CASE("elements that a loop stores are the array behind it") {
  CHECK(numpyScript("def f(x, n: int):\n    y = np.zeros(n)\n    for i in range(n):\n        y[i] = x[i] * 2\n    return y / 3\n").returned("f") ==
        "cast<binary64>(x[j] * 2) / 3");
}

TEST_CASE("what a loop carries otherwise is a recurrence") {
  const test::TranslatedScript script =
      numpyScript("def f(x: float, n: int):\n    s = 1.0\n    for i in range(n):\n        s = s * x + 0.5\n    return s\n");
  const order::Procedure &procedure = script.procedure("f");
  REQUIRE(procedure.carryingLoops.size() == 1);
  const order::CarryingLoop &loop = procedure.carryingLoops.begin()->second;
  REQUIRE(loop.phis.size() == 1);
  CHECK(test::Procedures::text(procedure, loop.phis[0].next) == "s * x + 0.5");
  CHECK(test::Procedures::text(procedure, loop.phis[0].initial) == "1");
  CHECK(procedure.loopResults.contains(procedure.graph.value(procedure.effects.at(0).node).index));
}

TEST_CASE("short loops run one by one") {
  CHECK(numpyScript("def f(x):\n    for k in range(3):\n        x = x * 2 + k\n    return x\n").returned("f") == "((x[i] * 2 + 0) * 2 + 1) * 2 + 2");
  CHECK(numpyScript("def f(x):\n    y = 0\n    for c in (0.5, 0.25):\n        y = y * x + c\n    return y\n").returned("f") ==
        "(0 * x[i] + 0.5) * x[i] + 0.25");
}

TEST_CASE("loops that are not followed lose what they assign, and say so") {
  const test::TranslatedScript script = numpyScript(
      "def f(x, n: int):\n    s = x * 2\n    for i in range(n):\n        if s > 4:\n            break\n        s = s / 3\n    return s\n");
  const order::Procedure &procedure = script.procedure("f");
  CHECK(procedure.unanalysed.size() == 1);
  CHECK(procedure.notHeld.contains(procedure.graph.value(procedure.effects.at(0).node).index));
}

TEST_CASE("what a 'while' loop leaves is followed, how often it runs is not") {
  const test::TranslatedScript script =
      numpyScript("def f(x, n: int):\n    s = x * 2\n    while n > 0:\n        s = s / 3\n        n -= 1\n    return s\n");
  const order::Procedure &procedure = script.procedure("f");
  CHECK(procedure.unanalysed.empty());
  CHECK(procedure.carryingLoops.size() == 1);
  CHECK(!measure::notHeldUnder(procedure, procedure.effects.at(0).node).empty());
}

TEST_CASE("a loop over an array sums its elements") {
  CHECK(numpyScript("def f(x):\n    s = 0.0\n    for v in x:\n        s += v\n    return s\n").returned("f") == "sum(v, x[v], 0, `x.shape[0]`)");
  CHECK(numpyScript("def f(x, n: int):\n    s = 0\n    for k in range(n):\n        s = s + x[:, k]\n    return s\n").returned("f") ==
        "sum(k, x[j][k], 0, n)");
}

TEST_CASE("what a loop leaves is read at other indices") {
  const test::TranslatedScript script = numpyScript("def f(x, n: int):\n"
                                                    "    o = np.zeros((n, 4))\n"
                                                    "    for i in range(n):\n"
                                                    "        acc = np.zeros(4)\n"
                                                    "        for k in range(n):\n"
                                                    "            acc = acc * 0.5 + x[i, k]\n"
                                                    "        o[i] = acc * 2\n"
                                                    "    return o\n");
  const order::Procedure &procedure = script.procedure("f");
  CHECK(procedure.unanalysed.empty());
  CHECK(measure::loopResult(procedure, procedure.graph.operand(procedure.effects.at(0).node, 0)) != nullptr);
}

TEST_CASE("other elements of an array than those that an iteration changes are no known values") {
  const test::TranslatedScript script =
      numpyScript("def f(x, n: int):\n    a = np.zeros(n)\n    for i in range(1, n):\n        a[i] = a[i - 1] + x[i]\n    return a\n");
  const order::Procedure &procedure = script.procedure("f");
  CHECK(procedure.unanalysed.empty());
  CHECK(!measure::notHeldUnder(procedure, procedure.effects.back().node).empty());
}

TEST_CASE("an iteration that ends early adds nothing") {
  const test::TranslatedScript script = test::numpyScript("def f(x, n: int):\n"
                                                          "    s = 0.0\n"
                                                          "    for k in range(n):\n"
                                                          "        with np.errstate(all='ignore'):\n"
                                                          "            if k % 2 == 0:\n"
                                                          "                continue\n"
                                                          "        s += x[k]\n"
                                                          "    return s\n");
  const order::Procedure &procedure = script.procedure("f");
  CHECK(procedure.unanalysed.empty());
  REQUIRE(procedure.carryingLoops.size() == 1);
  const order::LoopPhi &phi = procedure.carryingLoops.begin()->second.phis.front();
  CHECK(order::printInfix(procedure.graph, phi.next, {.forReaders = true}).find(" ? ") != std::string::npos);
}

TEST_CASE("a loop whose number of iterations is not known runs that often") {
  const test::TranslatedScript script = test::torchScript("def f(q, v):\n"
                                                          "    b, t, d, e = *q.shape, v.shape[-1]\n"
                                                          "    s = torch.zeros(b, d)\n"
                                                          "    for i in range(t):\n"
                                                          "        s = s + q[:, i].float()\n"
                                                          "    return s\n");
  CHECK(script.procedure("f").unanalysed.empty());
  CHECK(script.returned("f") == "sum(i, cast<binary32>(q[k][i][j]), 0, `q.shape[1]`)");
}
