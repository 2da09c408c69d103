#include "test/unit/analyzer/frontend/accelerators/opencl_source.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::test::opencl;
using fporder::test::Translated;

TEST_CASE("mad may be fused, fma is, native functions are what they approximate") {
  CHECK(stored("out[0] = mad(in[0], in[1], s);") == "in[0] * in[1] + s");
  CHECK(stored("out[0] = fma(in[0], in[1], s);") == "fma(in[0], in[1], s)");
  CHECK(stored("out[0] = native_divide(s * in[0], native_sqrt(in[1]));") == "s * in[0] / sqrt(in[1])");
  CHECK(stored("out[0] = in[0] * native_recip(s);") == "in[0] * rcp(s)");
  CHECK(stored("out[0] = clamp(in[0], 0.0f, s);") == "min(max(in[0], 0), s)");
}

TEST_CASE("inner products are reductions over the lanes") {
  CHECK(kernel("out[0] = dot(a, b);").reductions("k") == "tree sum a[lane] * b[lane]");
  CHECK(kernel("out[0] = distance(a, b);").reductions("k") == "tree sum (a[lane] - b[lane]) * (a[lane] - b[lane])");
}

TEST_CASE("common and relational functions are the operations that their definitions say") {
  CHECK(stored("out[0] = step(s, in[0]);") == "in[0] < s ? 0 : 1");
  CHECK(stored("out[0] = select(in[0], in[1], in[2] > s);") == "in[2] > s ? in[1] : in[0]");
  CHECK(stored("out[0] = mix(in[0], in[1], s);") == "lerp(in[0], in[1], s)");
  CHECK(stored("out[0] = fmin(s, in[0]) / fmax(s, in[0]);") == "min(s, in[0]) / max(s, in[0])");
  CHECK(stored("out[0] = isnan(s) ? in[0] : s;") == "isnan(s) ? in[0] : s");
  CHECK(stored("int n = 7; out[0] = s * mad24(n, 3, n);") == "s * 28");
}

TEST_CASE("functions of vectors are taken lane by lane, scalars stand in all lanes") {
  CHECK(stored("out[0] = clamp(a, 0.0f, s).y;") == "min(max(a.y, 0), s)");
  CHECK(stored("out[0] = max(max(a, b).x, s);") == "max(max(a.x, b.x), s)");
}

TEST_CASE("an inner product has as many terms as its vectors have lanes") {
  CHECK(kernel("out[0] = length(a.xy);").counts("k") == "2");
  CHECK(kernel("out[0] = dot(a, b);").counts("k") == "4");
  CHECK(stored("out[0] = length(a);") == "sqrt(sum<tree 4>(lane, a[lane] * a[lane], 0, 4))");
  CHECK(stored("out[0] = dot(s * s, in[0]);") == "s * s * in[0]"); // of scalars
}

TEST_CASE("what a function writes through a pointer is not what lay there") {
  CHECK(stored("float w = 7; float m = modf(s, &w); out[0] = w * m;") == "modf * modf(s)");
  CHECK(stored("int e = 7; float m = frexp(s, &e); out[0] = m * e;") == "frexp(s) * cast<binary32>(frexp)");
  CHECK(stored("float w = 7; float m = fract(s, &w); out[0] = w * s;") != "7 * s");
}
