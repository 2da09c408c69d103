#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::order::Op;
using fporder::test::Translated;

namespace {

unsigned products(const Translated &code, const char *function) {
  unsigned count = 0;
  for (const auto &computation : code.procedure(function).computations)
    count += code.procedure(function).graph[computation.node].op == Op::Mul;
  return count;
}

} // namespace

TEST_CASE("products of integers and members of unknown type that become offsets are none of floating point") {
  Translated code(R"(
    template <class Params> void offset(Params p, int batch, float *out) {
      const long start = (long)batch * p.rows * p.stride;
      out[start] = 1;
    }
    template <class Params> void inLoop(Params p, float *out) {
      for (int b = 0; b < 4; ++b) {
        const long start = b * p.rows * p.stride;
        out[start] = 1;
      }
    }
    template <class T> signed char quantised(T x, T scale) { return static_cast<signed char>(x * 127 * scale); }
    template <class T> int truncated(T x, T y, T z) { int i = x * y * z; return i; }
    template <class T> T product(T x, int n, T y) { return x * n * y; })");
  CHECK(products(code, "offset") == 0);
  CHECK(products(code, "inLoop") == 0);
  CHECK(products(code, "quantised") == 2);
  CHECK(products(code, "truncated") == 2); // nothing says that these are integers
  CHECK(products(code, "product") == 2);
}
