#include "runtime/measure/held.h"
#include "test/unit/analyzer/frontend/accelerators/cuda_source.h"

#include <doctest/doctest.h>

#include <algorithm>

using fporder::test::TranslatedCuda;
namespace order = fporder::order;

TEST_CASE("a sum over lanes is of the thread's own part of its warp, in the order of the offsets") {
  TranslatedCuda code(R"(
    __global__ void parts(const float *x, float *out) {
      float v = x[threadIdx.x];
      for (int k = 4; k > 0; k /= 2) v += __shfl_xor_sync(~0u, v, k, 8);
      out[threadIdx.x] = v;
    }
    __global__ void neighbours(const float *x, float *out) {
      float v = x[threadIdx.x];
      for (int k = 1; k < 32; k *= 2) v += __shfl_xor_sync(~0u, v, k);
      out[threadIdx.x] = v;
    }
    __global__ void far(const float *x, float *out) { float v = x[threadIdx.x]; v += __shfl_xor_sync(~0u, v, 16); out[threadIdx.x] = v; }
    __global__ void steps(const float *x, float *out) {
      float v = x[threadIdx.x];
      v *= __shfl_xor_sync(~0u, v, 2);
      v *= __shfl_xor_sync(~0u, v, 1);
      out[threadIdx.x] = v;
    })");
  CHECK(code.stored("parts", "out[threadIdx.x]") == "sum<tree 8>(lane, x[threadIdx.x - threadIdx.x % 8 + lane], -0, 8)");
  CHECK(code.stored("neighbours", "out[threadIdx.x]") == "sum<pairwise 1>(lane, x[threadIdx.x - threadIdx.x % 32 + lane], -0, 32)");
  CHECK(code.stored("far", "out[threadIdx.x]") == "sum<tree 2>(lane, x[threadIdx.x - threadIdx.x % 32 + threadIdx.x % 16 + lane * 16], -0, 2)");
  CHECK(code.stored("steps", "out[threadIdx.x]") == "product<tree 4>(lane, x[threadIdx.x - threadIdx.x % 4 + lane], 1, 4)");
}

TEST_CASE("what lanes have is held only where the shuffles say which") {
  TranslatedCuda code(R"(
    __device__ float down(float v) { for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(~0u, v, k); return v; }
    __global__ void first(const float *x, float *out) {
      float v = down(x[threadIdx.x]);
      if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
    }
    __global__ void half(const float *x, float *out) {
      float v = down(x[threadIdx.x]);
      if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = v;
    }
    __global__ void all(const float *x, float *out) { out[threadIdx.x] = down(x[threadIdx.x]); }
    __global__ void odd(const float *x, float *out) {
      float v = x[threadIdx.x];
      for (int k = 0; k < 3; ++k) v += __shfl_xor_sync(~0u, v, 5);
      out[threadIdx.x] = v;
    }
    __global__ void twice(const float *x, float *out, int most) {
      float v = x[threadIdx.x];
      for (int k = most; k > 0; k /= 2) v += __shfl_xor_sync(~0u, v, k);
      out[threadIdx.x] = v;
    }
    __global__ void carried(const float *x, float *out) {
      float v = 0;
      for (int i = 0; i < 3; ++i) {
        v = v * 0.5f + x[threadIdx.x];
        v += __shfl_xor_sync(~0u, v, 1);
      }
      out[threadIdx.x] = v;
    })");
  const auto why = [&](const char *name) {
    const order::Procedure &procedure = code.procedure(name);
    for (const order::Effect &effect : procedure.effects)
      if (effect.kind == order::Effect::Kind::Store)
        return fporder::measure::notHeldUnder(procedure, effect.node);
    return std::string("no store");
  };
  CHECK(why("first") == "");
  CHECK(why("half") == "it is the sum of all lanes in the first lane only");
  CHECK(why("all") == "it is the sum of all lanes in the first lane only");
  CHECK(why("odd") == "which lanes the shuffles combine is not known");
  CHECK(why("twice") == "which lanes the shuffles combine is not known");
  CHECK(why("carried") != "");
}

TEST_CASE("what another way of exchange gives is another value") {
  TranslatedCuda code("__device__ float f(float v) { return __shfl_xor_sync(~0u, v, 1) - __shfl_down_sync(~0u, v, 1); }");
  const order::Procedure &procedure = code.procedure("f");
  const order::NodeId difference = procedure.computations.back().node;
  CHECK_FALSE(procedure.graph.sameValue(procedure.graph.operand(difference, 0), procedure.graph.operand(difference, 1)));
}

TEST_CASE("lanes of a warp are assumed to share their row") {
  TranslatedCuda code(R"(
    template <unsigned N> __device__ float sum(float v) {
      if (N >= 32) v += __shfl_down_sync(~0u, v, 16);
      if (N >= 16) v += __shfl_down_sync(~0u, v, 8);
      if (N >= 8) v += __shfl_down_sync(~0u, v, 4);
      if (N >= 4) v += __shfl_down_sync(~0u, v, 2);
      if (N >= 2) v += __shfl_down_sync(~0u, v, 1);
      return v;
    }
    __global__ void rows(const float *a, float *y, int n) {
      int row = blockIdx.x * blockDim.y + threadIdx.y;
      float s = sum<32>(a[row * n + threadIdx.x]);
      if (threadIdx.x == 0) y[row] = s;
    })");
  const auto &procedure = code.procedure("rows");
  CHECK(code.notHeld("rows", "y[...]") == "");
  CHECK(std::ranges::any_of(procedure.assumptions,
                            [](const auto &each) { return each.reason == "the lanes of a warp have the same threadIdx.y and threadIdx.z"; }));
}
