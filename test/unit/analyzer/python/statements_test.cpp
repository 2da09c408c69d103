#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;
using test::torchScript;

TEST_CASE("arguments that are changed in place are stores") {
  const test::TranslatedScript script = numpyScript("def f(w, g, lr=0.1):\n    w -= lr * g\n    g[:] = 0\n");
  CHECK(script.stored("f", "w[i]") == "w[i] - cast<dependent>(lr) * g[i]");
  CHECK(script.stored("f", "g[i]") == "0");
  // Another name for the same array.
  CHECK(numpyScript("def f(w):\n    v = w\n    v *= 2\n    return w / 3\n").returned("f") == "w[i] * 2 / 3");
  // A copy is another array.
  CHECK(numpyScript("def f(w):\n    v = w.copy()\n    v *= 2\n    return w / 3\n").returned("f") == "w[i] / 3");
}

TEST_CASE("torch's optimizers in their single-tensor form") {
  const test::TranslatedScript script = torchScript("def step(params, grads, exp_avgs, exp_avg_sqs, lr, beta1, beta2, eps):\n"
                                                    "    for p, grad, exp_avg, exp_avg_sq in zip(params, grads, exp_avgs, exp_avg_sqs):\n"
                                                    "        exp_avg.mul_(beta1).add_(grad, alpha=1 - beta1)\n"
                                                    "        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)\n"
                                                    "        denom = exp_avg_sq.sqrt().add_(eps)\n"
                                                    "        p.data.addcdiv_(exp_avg, denom, value=-lr)\n");
  CHECK(script.procedure("step").unanalysed.empty());
  CHECK(script.stored("step", "exp_avg[i]") == "fma(cast<dependent>(1 - beta1), grad[i], exp_avg[i] * cast<dependent>(beta1))");
  CHECK(script.stored("step", "p[i]").find("p[i] + cast<dependent>(-lr) * fma(") == 0);
}

TEST_CASE("functions of the script are inlined, classes with their attributes") {
  CHECK(numpyScript("def g(x, s=2):\n    return x * s\ndef f(x):\n    return g(x) + g(x, 3)\n").returned("f") == "x[i] * 2 + x[i] * 3");
  const test::TranslatedScript script =
      numpyScript("class Scale:\n    def __init__(self, by):\n        self.by = by\n    def forward(self, x):\n        return x / self.by\n"
                  "def f(x):\n    return Scale(4)(x) if False else Scale(4).forward(x)\n");
  CHECK(script.returned("f") == "x[i] / 4");
  CHECK(script.returned("Scale.forward") == "x[i] / by[i]");
  CHECK(numpyScript("def f(x):\n    return f(x) * 2\n").procedure("f").unanalysed.at(0).why == "the call is recursive");
}

TEST_CASE("tuples are returned one by one under the names of their variables") {
  const test::TranslatedScript script = numpyScript("def f(x, y):\n    a, b = x * 2, y * 3\n    return a, b, x - y\n");
  const order::Procedure &procedure = script.procedure("f");
  REQUIRE(procedure.effects.size() == 3);
  CHECK(procedure.effects[0].target == "a");
  CHECK(procedure.effects[1].target == "b");
  CHECK(test::Procedures::text(procedure, procedure.effects[2].node) == "x[i] - y[i]");
  CHECK(procedure.effects[0].indices.size() == 1);
}

TEST_CASE("the top level's outputs are what is saved, printed and compared") {
  const test::TranslatedScript script =
      numpyScript("x = np.random.rand(8).astype(np.float32)\ny = x * 2\nz = y / 3\ny.tofile('y.bin')\nx.tofile('x.bin')\n"
                  "np.testing.assert_allclose(z, np.load('device.npy'))\nprint('done', len(x))\n");
  const order::Procedure &module = script.procedure("<module>");
  REQUIRE(module.effects.size() == 2);
  CHECK(module.effects[0].target == "y");
  CHECK(module.effects[1].target == "z");
  CHECK(script.stored("<module>", "z") == "x[j] * 2 / 3");
}

TEST_CASE("places are those of the operators and names") {
  const test::TranslatedScript script = numpyScript("def f(x, y):\n    return np.sqrt(x) * (\n        y)\n");
  const order::Procedure &procedure = script.procedure("f");
  const order::NodeId product = procedure.effects.at(0).node;
  const order::Place &place = procedure.graph.place(procedure.graph[product].place);
  CHECK(place.line == 4);
  CHECK(place.column == 23);
  const order::Place &root = procedure.graph.place(procedure.graph[procedure.graph.operand(product, 0)].place);
  CHECK(root.column == 15);
  CHECK(root.tokenLength == 4);
  CHECK(procedure.graph.file(place.file) == "golden.py");
}
