#include "runtime/measure/held.h"
#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using test::numpyScript;
using test::torchScript;

namespace {

/// The sole result is followed, and depends on what the graph does not hold.
bool isOpen(const test::TranslatedScript &script) {
  const order::Procedure &procedure = script.procedure("f");
  return procedure.unanalysed.empty() && !measure::notHeldUnder(procedure, procedure.effects.back().node).empty();
}

bool assumes(const test::TranslatedScript &script, const std::string &reason) {
  return std::ranges::any_of(script.procedure("f").assumptions, [&](const order::Assumption &each) { return each.reason == reason; });
}

} // namespace

TEST_CASE("arrays of indices choose elements") {
  const test::TranslatedScript rows = torchScript("def f(x, r, c):\n    return x[r.long(), c.long()] * 2\n");
  CHECK(rows.returned("f") == "x[cast<integer>(r[i])][cast<integer>(c[i])] * 2");
  CHECK(assumes(rows, "'r' is taken for indices that are not negative"));
  CHECK(torchScript("def f(x, r):\n    return x[:, r.long()] * 2\n").returned("f") == "x[k][cast<integer>(r[j])] * 2");
  CHECK(torchScript("def f(x, r):\n    return torch.gather(x, -1, r) * 2\n").returned("f") == "x[i][r[i][j]] * 2");
  CHECK(torchScript("def f(x, r):\n    return x.index_select(0, r.long()) * 2\n").returned("f") == "x[cast<integer>(r[i])][j] * 2");
  CHECK(numpyScript("def f(x, r: np.ndarray):\n    return x[0, :, r.astype(int)] * 2\n").returned("f") == "x[0][j][cast<integer>(r[i])] * 2");
  CHECK(torchScript("def f(k):\n    return F.one_hot(k.long(), 5) * 2.0\n").returned("f") == "cast<binary32>(cast<integer>(k[i]) == j) * 2");
}

TEST_CASE("which elements a mask, a sort or a maximum chooses depends on values") {
  CHECK(isOpen(numpyScript("def f(x, y):\n    return x[y > 0] * 2\n")));
  CHECK(isOpen(torchScript("def f(x):\n    values, where = torch.topk(x, 2, dim=-1)\n    return values * 2\n")));
  CHECK(isOpen(torchScript("def f(x):\n    return x[x.argmax(dim=-1)] * 2\n")));
  CHECK(torchScript("def f(x):\n    return x.max(dim=-1).values * 2\n").returned("f") == "max<unspecified>(r, x[i][r], -inf, `x.shape[-1]`) * 2");
  CHECK(torchScript("def f(x):\n    return x.max(dim=-1)[0] * 2\n").returned("f") == "max<unspecified>(r, x[i][r], -inf, `x.shape[-1]`) * 2");
}

TEST_CASE("what is stored where a mask holds is there and nowhere else") {
  CHECK(torchScript("def f(x):\n    y = x.clone()\n    y[x > 0] = 0.5\n    return y\n").returned("f") == "x[i] > 0 ? 0.5 : x[i]");
  CHECK(torchScript("def f(x):\n    y = x.clone()\n    m = x > 0\n    y[m] = x[m] * 2\n    return y\n").returned("f") ==
        "x[j] > 0 ? x[j] * 2 : x[j]");
  // The elements of z are stored one by one, by their number.
  CHECK(isOpen(torchScript("def f(x, z):\n    y = x.clone()\n    y[x > 0] = z\n    return y\n")));
}

TEST_CASE("stores by indices leave an array that is not known") {
  CHECK(isOpen(torchScript("def f(x, r, v):\n    y = torch.zeros_like(x)\n    y.index_add_(0, r, v)\n    return y\n")));
  CHECK(isOpen(torchScript("def f(x, r, v):\n    y = torch.zeros_like(x)\n    y[r.long()] = v\n    return y\n")));
}

TEST_CASE("rows that a loop stores are the generic row") {
  const test::TranslatedScript script =
      numpyScript("def f(x, n: int):\n    y = np.zeros((n, 4))\n    for i in range(n):\n        y[i] = x[i] * 2\n    return y\n");
  CHECK(script.procedure("f").unanalysed.empty());
  CHECK(script.returned("f") == "cast<binary64>(x[k] * 2)");
}
