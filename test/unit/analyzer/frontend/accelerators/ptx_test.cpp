#include "test/unit/analyzer/frontend/accelerators/cuda_source.h"

#include <doctest/doctest.h>

using fporder::test::TranslatedCuda;

TEST_CASE("inline PTX of one instruction is what it computes") {
  const TranslatedCuda code(R"(
    __device__ float exponential(float x) { float y; asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
    __device__ float reciprocal(float x) { float y; asm("rcp.approx.f32 %0, %1;\n" : "=f"(y) : "f"(x)); return y; }
    __device__ float fused(float a, float b, float c) { float d; asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c)); return d; }
    __device__ float exchanged(float x, int lanes) {
      float y;
      asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=f"(y) : "f"(x), "r"(lanes));
      return y;
    }
    __device__ float warpSum(float s) {
      for (int lanes = 16; lanes > 0; lanes /= 2) s += exchanged(s, lanes);
      return s;
    }
    __device__ float loaded(const float *p, float d) { float y; asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(y) : "l"(p)); return y / d; }
    __device__ float clamped(float x) { float y; asm("add.sat.f32 %0, %1, %1;" : "=f"(y) : "f"(x)); return y / x; }
    __device__ float downwards(float x) { float y; asm("mul.rm.f32 %0, %1, %1;" : "=f"(y) : "f"(x)); return y / x; }
    __device__ float added(float *p, float v) {
      float old, before = *p = v * v;
      asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(old) : "l"(p), "f"(v)); // no "memory" clobber, as often
      return before + *p;
    }
    __device__ float several(float x) { float y; asm("{ .reg .f32 t; add.f32 t, %1, %1; mul.f32 %0, t, t; }" : "=f"(y) : "f"(x)); return y; }
    __device__ float drawn(int n) {
      float s = 0;
      for (int i = 0; i < n; ++i) { float y; asm volatile("mov.f32 %0, %%noise;" : "=f"(y)); s += y; }
      return s;
    })");
  CHECK(code.returned("exponential") == "exp2(x)");
  CHECK(code.returned("reciprocal") == "1 / x");
  CHECK(code.returned("fused") == "fma(a, b, c)");
  CHECK(code.reductions("warpSum").find("tree sum") != std::string::npos);
  CHECK(code.returned("loaded") == "y / d");
  CHECK(code.returned("clamped") == "y / x");
  CHECK(code.returned("downwards") == "y / x");
  CHECK(code.returned("added") == "v * v + p[0]");
  CHECK(code.returned("several") == "y");
  CHECK(code.reductions("drawn") == "sequential sum y[i]"); // another one in every iteration
}

TEST_CASE("operands of PTX are taken in the instruction's order, and computed once") {
  const TranslatedCuda code(R"(
    __device__ float turned(float a, float b) { float y; asm("sub.f32 %0, %2, %1;" : "=f"(y) : "f"(a), "f"(b)); return y; }
    __device__ float computed(float a, float b) { float y; asm("div.rn.f32 %0, %1, %2;" : "=f"(y) : "f"(a * b), "f"(b)); return y; }
    __device__ double wide(double a) { double y; asm("sqrt.rn.f64 %0, %1;" : "=d"(y) : "d"(a * a)); return y; })");
  CHECK(code.returned("turned") == "b - a");
  CHECK(code.returned("computed") == "a * b / b");
  CHECK(code.procedure("computed").computations.size() == 2);
  CHECK(code.returned("wide") == "sqrt(a * a)");
}

TEST_CASE("PTX that is not one plain instruction on one result leaves the result unknown, and says so") {
  const TranslatedCuda code(R"(
    __device__ float two(float a) { float y, z; asm("add.f32 %0, %2, %2; mul.f32 %1, %2, %2;" : "=f"(y), "=f"(z) : "f"(a)); return y - a; }
    __device__ float unheard(float a) { float y; asm("foo.f32 %0, %1;" : "=f"(y) : "f"(a)); return y - a; }
    __device__ float both(float a) { float y = a; asm("add.f32 %0, %0, %1;" : "+f"(y) : "f"(a)); return y - a; }
    __device__ float integer(float a, int i) { int k = 1; asm("add.s32 %0, %1, %1;" : "=r"(k) : "r"(i)); return a * k; })");
  for (const char *name : {"two", "unheard", "both"}) {
    CAPTURE(name);
    CHECK(code.returned(name) == "y - a");
    CHECK(code.procedure(name).unanalysed.size() == 1);
  }
  CHECK(code.returned("integer") == "a * cast<binary32>(k)"); // not a * 1
}

TEST_CASE("a broadcast in PTX is no step of a sum, an exchange is") {
  const TranslatedCuda code(R"(
    __device__ float idx(float v) { float y; asm("shfl.sync.idx.b32 %0, %1, 0, 0x1f, 0xffffffff;" : "=f"(y) : "f"(v)); return v + y; }
    __device__ float down(float v) { float y; asm("shfl.sync.down.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=f"(y) : "f"(v)); return v + y; })");
  CHECK(code.reductions("idx") == "");
  CHECK(code.reductions("down") == "tree sum v[lane]");
}
