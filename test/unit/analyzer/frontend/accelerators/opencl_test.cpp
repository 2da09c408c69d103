#include "test/unit/analyzer/frontend/accelerators/opencl_source.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::test::opencl;
using fporder::test::Translated;

TEST_CASE("built-in functions are known where the language has them only") {
  CHECK(stored("out[0] = clamp(s, 0.0f, 1.0f);") == "min(max(s, 0), 1)");
  const Translated other("float clamp(float, float, float); float f(float s) { return clamp(s, 0.0f, 1.0f); }");
  CHECK(other.returned("f") == "`clamp(s, 0.0f, 1.0f)`");
}

TEST_CASE("the user's own functions are followed, whatever they are called") {
  const Translated code = source("float native_clamp(float x) { return x * 2; }\nfloat get_global_part(float x) { return x * 3; }\n"
                                 "kernel void k(global float *out, float s) { out[0] = native_clamp(s) + get_global_part(s); }");
  CHECK(code.stored("k", "out[0]") == "s * 2 + s * 3");
}

TEST_CASE("each family of built-in functions is asked") {
  CHECK(stored("out[0] = native_sqrt(s);") == "sqrt(s)");
  CHECK(stored("out[0] = vload2(1, in).y;") == "in[2].y");
  CHECK(stored("out[0] = in[get_local_id(0)];") == "in[`get_local_id(0)`]");
  CHECK(source("kernel void k(global atomic_float *t, float x) { atomic_fetch_add(t, x); }").reductions("k") == "unordered sum x");
}
