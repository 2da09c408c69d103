#include "analyzer/conform/reference_spec.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::conform;

namespace {

/// "file|function|formula", or the error; golden.cpp and "odd:name.py" are files.
std::string parsed(const std::string &text) {
  llvm::Expected<ReferenceSpec> spec = parseReference(text, [](const std::string &path) { return path == "golden.cpp" || path == "odd:name.py"; });
  return spec ? spec->file + "|" + spec->function + "|" + spec->formula : "error: " + llvm::toString(spec.takeError());
}

std::string formula(const std::string &text) {
  llvm::Expected<order::Procedure> made = formulaProcedure(text);
  if (!made)
    return "error: " + llvm::toString(made.takeError());
  return made->effects[0].target + " <- " + order::printInfix(made->graph, made->effects[0].node, {.forReaders = true});
}

} // namespace

TEST_CASE("a reference is a file, a file and a function, or a formula") {
  CHECK(parsed("golden.cpp") == "golden.cpp||");
  CHECK(parsed("golden.cpp:adam") == "golden.cpp|adam|");
  CHECK(parsed("golden.cpp:golden::adam") == "golden.cpp|golden::adam|");
  CHECK(parsed("odd:name.py") == "odd:name.py||");
  CHECK(parsed("odd:name.py:Adam.step") == "odd:name.py|Adam.step|");
  CHECK(parsed("w - lr * m") == "||w - lr * m");
  CHECK(parsed("formula: a") == "||a");
  CHECK(parsed("missing.cpp").find("error: no such reference: 'missing.cpp'") == 0);
  CHECK(parsed("missing.py:adam").find("error: ") == 0);
}

TEST_CASE("a formula may name its output, and says where it is wrong") {
  CHECK(formula("w - lr * m") == " <- w - lr * m");
  CHECK(formula("w = w - lr * m") == "w <- w - lr * m");
  CHECK(formula("(FPCore (a b) (+ a b))") == " <- a + b");
  CHECK(formula("w = a + (b").find("at offset") != std::string::npos);
}
