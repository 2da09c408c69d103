#include "test/unit/analyzer/frontend/accelerators/cuda_source.h"

#include <doctest/doctest.h>

using fporder::test::TranslatedCuda;

TEST_CASE("pairs of halves are put together, taken apart and converted") {
  TranslatedCuda code(R"(
    #include <cuda_fp16.h>
    __global__ void pairs(const float *x, const half2 *h, half2 *o, float *out) {
      half2 p = __floats2half2_rn(x[0] * x[1], x[2]);
      o[0] = p;
      o[1] = __hmul2(h[0], __float2half2_rn(x[2]));
      float2 w = __half22float2(h[0]);
      out[0] = w.x * w.y;
      out[1] = __low2float(h[1]) + __high2float(h[1]);
      out[2] = __low2float(p);
      out[3] = __high2float(__lowhigh2highlow(p));
    })");
  CHECK(code.stored("pairs", "o[0]") == "lanes(cast<binary16>(x[0] * x[1]), cast<binary16>(x[2]))");
  CHECK(code.stored("pairs", "out[0]") == "h[0].x * h[0].y");
  CHECK(code.stored("pairs", "out[1]") == "h[1].x + h[1].y");
  CHECK(code.stored("pairs", "out[2]") == "cast<binary16>(x[0] * x[1])");
  CHECK(code.stored("pairs", "out[3]") == "cast<binary16>(x[0] * x[1])");
}

TEST_CASE("lanes are chosen from both arguments, by position") {
  TranslatedCuda code(R"(
    #include <cuda_fp16.h>
    __device__ float lows(half2 a, half2 b) { half2 p = __lows2half2(a, b); return __low2float(p) / __high2float(p); }
    __device__ float highs(half2 a, half2 b) { half2 p = __highs2half2(a, b); return __low2float(p) / __high2float(p); }
    __device__ float same(half2 a) { half2 p = __high2half2(a); return __low2float(p) - __high2float(p); }
    __device__ float turned(float x, float y) { half2 p = __lowhigh2highlow(__floats2half2_rn(x, y)); return __low2float(p) / __high2float(p); })");
  CHECK(code.returned("lows") == "a.x / b.x");
  CHECK(code.returned("highs") == "a.y / b.y");
  CHECK(code.returned("same") == "a.y - a.y");
  CHECK(code.returned("turned") == "cast<binary16>(y) / cast<binary16>(x)");
}

TEST_CASE("a pair of bfloat16 rounds each of its numbers once, to bfloat16") {
  TranslatedCuda code(R"(
    #include <cuda_bf16.h>
    __global__ void k(const float *x, __nv_bfloat162 *o, float *out) {
      __nv_bfloat162 p = __floats2bfloat162_rn(x[0], x[1] * x[2]);
      o[0] = p;
      out[0] = __high2float(p);
    })");
  CHECK(code.stored("k", "o[0]") == "lanes(cast<bfloat16>(x[0]), cast<bfloat16>(x[1] * x[2]))");
  CHECK(code.stored("k", "out[0]") == "cast<bfloat16>(x[1] * x[2])");
}

TEST_CASE("a pair that is written over leaves its copies as they were") {
  TranslatedCuda code(R"(
    #include <cuda_fp16.h>
    __device__ float f(half2 a, half2 b) { half2 p = a, kept = p; p = b; return __low2float(p) * __high2float(kept); })");
  CHECK(code.returned("f") == "b.x * a.y");
}

TEST_CASE("a vector that is made of numbers is stored with them") {
  TranslatedCuda code(R"(
    struct float2 { float x, y; };
    float2 make_float2(float, float);
    __global__ void whole(const float *x, float2 *y, int i) { y[i] = make_float2(x[0] * 3, x[1]); }
    __global__ void elements(const float *x, float *y, int i) { reinterpret_cast<float2 *>(y)[i] = make_float2(x[0] * 3, x[1]); })");
  CHECK(code.stored("whole", "y[i].x") == "x[0] * 3");
  CHECK(code.stored("elements", "y[...]") == "x[1]");
}
