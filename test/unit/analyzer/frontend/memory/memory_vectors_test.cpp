#include "test/unit/analyzer/frontend/accelerators/opencl_source.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::test::opencl;
using fporder::test::Translated;

TEST_CASE("lanes written one by one") {
  CHECK(stored("float4 t = a; t.x = s * t.x; out[0] = t.x; out[1] = t.y;") == "s * a.x");
  CHECK(stored("float4 t = a; t.x = s; out[0] = t.y;") == "a.y");
  CHECK(stored("float4 t = a; t.zw = b.xy / s; out[0] = t.w;") == "b.y / s");
  CHECK(stored("float4 t = a; t.zw *= s; out[0] = t.z + t.x;") == "a.z * s + a.x");
  CHECK(stored("float4 t = a; t.x = s; t = b; out[0] = t.x;") == "b.x");
}

TEST_CASE("a vector that is written as a whole is read lane by lane, and the other way round") {
  CHECK(stored("v[1] = a; out[0] = v[1].z;") == "a.z");
  CHECK(stored("v[1] = a; v[1].z = s; out[0] = v[1].z + v[1].w;") == "s + a.w");
  CHECK(stored("v[1] = a; v[1].z = s; float4 t = v[1]; out[0] = t.z * t.x;") == "s * a.x");
  CHECK(stored("float4 u; u.xy = b.zw * s; u.zw = a.xy; out[0] = u.y + u.w;") == "b.w * s + a.y");
}

TEST_CASE("one number in all lanes is what each lane holds") {
  CHECK(stored("float4 q = s; q += a; out[0] = q.x;") == "s + a.x");
  CHECK(stored("float4 q = (float4)(1.0f); q.y = s; out[0] = q.y * q.z;") == "s * 1");
}

TEST_CASE("a lane that a loop writes leaves the others as they were") {
  const std::string loop = "float4 w = b; for (int i = 0; i < 5; ++i) w.x += s; ";
  CHECK(stored(loop + "out[0] = w.y;") == "b.y");
  CHECK(stored(loop + "out[0] = w.x;") == "sum(_, s, b.x, 5)");
}

TEST_CASE("a vector of another element is another one") {
  CHECK(stored("v[1] = a; v[2].x = s; out[0] = v[1].x;") == "a.x");
  CHECK(stored("v[1] = a; v[2] = b; out[0] = v[1].x - v[2].x;") == "a.x - b.x");
}
