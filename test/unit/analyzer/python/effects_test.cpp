#include "runtime/conform/outputs.h"
#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

using namespace fporder;
using test::numpyScript;
using test::torchScript;

namespace {

/// The names of what `function` computes for others, with a comma behind each.
std::string outputs(const test::TranslatedScript &script, const std::string &function) {
  order::Procedure &procedure = const_cast<order::Procedure &>(script.procedure(function));
  bool ranged = false;
  std::string names;
  for (const conform::Output &output : conform::outputsOf(procedure, ranged))
    names += output.name + ",";
  return names;
}

} // namespace

TEST_CASE("each value of a returned tuple is an output, by its variable's name or its place") {
  CHECK(outputs(numpyScript("def f(w, m):\n    m = m * 2\n    return w - m, m\n"), "f") == "return[0],m,");
  CHECK(outputs(numpyScript("def f(w):\n    return w * 2\n"), "f") == "return,");
}

TEST_CASE("what is changed in place is an output of the caller's array, not of an array of the function's own") {
  CHECK(outputs(torchScript("def f(w, g, lr=0.1):\n    w.sub_(g, alpha=lr)\n"), "f") == "w,");
  CHECK(outputs(numpyScript("def f(w):\n    v = w.copy()\n    v *= 2\n    return v[0]\n"), "f") == "return,");
}

TEST_CASE("what is saved is an output, what is printed one where nothing else is") {
  const std::string made = "def f():\n    x = np.random.uniform(-1, 1, [8]).astype(np.float32)\n    y = x * 3\n    z = y + 1\n    print(z)\n";
  CHECK(outputs(numpyScript(made), "f") == "z,");
  CHECK(outputs(numpyScript(made + "    y.tofile('y.bin')\n"), "f") == "y,");
}
