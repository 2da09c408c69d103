#include "test/unit/analyzer/frontend/accelerators/opencl_source.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::test::opencl;
using fporder::test::Translated;

TEST_CASE("an elementwise expression on vectors is one order of operations") {
  CHECK(stored("v[0] = a * s / b;", "v[0]") == "a * s / b");
  CHECK(stored("float4 t = a * s; t /= b; v[0] = t;", "v[0]") == "a * s / b");
}

TEST_CASE("a lane of an elementwise expression is the expression of the lanes") {
  CHECK(stored("float4 t = a * s; out[0] = t.y / b.x;") == "a.y * s / b.x");
  CHECK(stored("out[0] = (a * b).hi.y;") == "a.w * b.w");
  CHECK(stored("out[0] = a.s0 + a.x;") == "a.x + a.x");
}

TEST_CASE("vectors put together") {
  CHECK(stored("float4 t = (float4)(s, a.zy, 2.0f); out[0] = t.y;") == "a.z");
  CHECK(stored("float4 t = (float4)(s); out[0] = t.w;") == "s");
  CHECK(stored("float4 c = a * s; float4 t = (float4)(c.x, c.y, c.z, c.w); v[0] = t * b;", "v[0]") == "a * s * b");
}

TEST_CASE("lanes keep their places through any order of names") {
  CHECK(stored("out[0] = a.wzyx.x;") == "a.w");
  CHECK(stored("out[0] = a.lo.y * a.odd.x;") == "a.y * a.y");
  CHECK(stored("out[0] = a[2];") == "a.z");
  CHECK(stored("int i = 1; out[0] = a.s3 - a[i + 2];") == "a.w - a.w");
}

TEST_CASE("functions of whole vectors are not taken lane by lane") {
  CHECK(stored("out[0] = normalize(a).x;") == "lane(normalize(a), 0)");
  CHECK(stored("out[0] = (normalize(a) * s).y;") == "lane(normalize(a), 1) * s");
}

TEST_CASE("the lanes of one vector, in order, are that vector") {
  const auto same = [](const std::string &made) {
    const Translated code = kernel("float4 p = a * s; float4 t = " + made + "; v[0] = t - p;");
    const order::Procedure &procedure = code.procedure("k");
    const order::NodeId difference = procedure.effects.back().node;
    return procedure.graph.sameValue(procedure.graph.operand(difference, 0), procedure.graph.operand(difference, 1));
  };
  CHECK(same("p"));
  CHECK(same("p.xyzw"));
  CHECK(same("(float4)(p.x, p.yz, p.w)"));
  CHECK_FALSE(same("p.yxzw"));
  CHECK_FALSE(same("(float4)(p.xyz, b.w)"));
}

TEST_CASE("comparisons and conversions have lanes of their own") {
  CHECK(stored("out[0] = (a > b ? a : b).x;") == "a.x > b.x ? a.x : b.x");
  CHECK(stored("int4 n = (int4)(1, 2, 3, 4); out[0] = convert_float4(n).y * s;") == "cast<binary32>(2) * s");
}
