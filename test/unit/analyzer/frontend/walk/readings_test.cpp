#include "test/unit/analyzer/frontend/translated.h"

#include "runtime/order/infix.h"
#include "runtime/order/written_names.h"

#include <doctest/doctest.h>

using fporder::order::NodeId;
using fporder::test::Translated;

namespace {

/// What the function returns, its last operation written out and what that reads called as the source calls it.
std::string written(const Translated &code, const char *function) {
  const auto &procedure = code.procedure(function);
  const NodeId root = procedure.effects.back().node;
  const NodeId opened[] = {root};
  const auto names = fporder::order::writtenNames(procedure, root, opened);
  fporder::order::InfixOptions options;
  options.forReaders = true;
  options.names = &names.names;
  return fporder::order::printInfix(procedure.graph, root, options);
}

} // namespace

TEST_CASE("readings: variables, calls that run in place and elements with a computed index are called as the statement calls them") {
  const Translated code(R"(
    inline float either(float a, float b) { return a > 0 ? a * b : a / b; }
    float variable(float a, float b) { float product = a * b; return product / b; }
    float call(float a, float b) { return either(a, b) / b; }
    float element(const float *x, int i, float b) { int at = 3 * i + 1; return x[at] / b; })");
  CHECK(written(code, "variable") == "product / b");
  CHECK(written(code, "call") == "either(a, b) / b");
  CHECK(written(code, "element") == "x[at] / b");
}

TEST_CASE("readings: what changes something is no name, nor is an operator") {
  const Translated code(R"(
    struct Vector { float x; float operator*(const Vector &other) const { return x * other.x; } };
    inline float square(float a) { return a * a; }
    float changed(const float *p, int i, float b) { const float *q = p + 3; return q[i++] / b; }
    float argument(float a, float b) { return square(a += 1) / b; }
    float product(const Vector &u, const Vector &v, float b) { return u * v / b; })");
  CHECK(written(code, "changed").find("++") == std::string::npos);
  CHECK(written(code, "argument").find("+=") == std::string::npos);
  CHECK(written(code, "product") == "u.x * v.x / b");
}
