#include "test/unit/analyzer/frontend/accelerators/cuda_source.h"
#include "test/unit/analyzer/frontend/accelerators/opencl_source.h"

#include <doctest/doctest.h>

using fporder::test::TranslatedCuda;
using fporder::test::opencl::source;
namespace order = fporder::order;

TEST_CASE("shuffles are sums over lanes, in a tree") {
  TranslatedCuda code(R"(
    __device__ float loop(float v) {
      for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
      return v;
    }
    __device__ float unrolled(float v) {
      v += __shfl_down_sync(0xffffffff, v, 2);
      v += __shfl_down_sync(0xffffffff, v, 1);
      return v;
    }
    __global__ void squares(const float *x, float *out, int n) {
      float s = 0;
      for (int i = threadIdx.x; i < n; i += 32) s += x[i] * x[i];
      out[0] = loop(s);
    }
    __global__ void elements(const float *x, float *out) { out[0] = loop(x[blockIdx.x * 32 + threadIdx.x]); }
    __device__ float greatest(float v) {
      for (int o = 16; o; o /= 2) v = fmaxf(v, __shfl_down_sync(~0u, v, o));
      return v;
    }
    __device__ float running(float v) { v += __shfl_up_sync(~0u, v, 1); return v; })");
  CHECK(code.reductions("loop") == "tree sum v[lane]");
  CHECK(code.reductions("unrolled") == "tree sum v[lane]");
  CHECK(code.reductions("squares") == "tree sum x[i] * x[i]");
  CHECK(code.reductions("elements") == "tree sum x[blockIdx.x * 32 + (threadIdx.x - threadIdx.x % 32 + lane)]");
  CHECK(code.reductions("greatest") == "tree max v[lane]");
  CHECK(code.reductions("running") == "");
  const order::Procedure &loop = code.procedure("loop");
  for (const order::Computation &computation : loop.computations)
    CHECK(loop.graph.reduction(computation.node).width == 32);
}

TEST_CASE("a block's tree in shared memory ends in element 0") {
  TranslatedCuda code(R"(
    __global__ void k(const float *x, float *out) {
      extern __shared__ float part[];
      unsigned t = threadIdx.x;
      part[t] = x[t];
      __syncthreads();
      for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
      }
      if (t == 0) out[blockIdx.x] = part[0] / 3.0f;
    }
    template <class T> __device__ T through(T *x) {
      int t = threadIdx.x + threadIdx.y * blockDim.x;
      for (int i = blockDim.x * blockDim.y / 2; i >= 64; i >>= 1) {
        if (t < i) x[t] = x[t] + x[t + i];
        __syncthreads();
      }
      return x[0];
    }
    template __device__ float through<float>(float *);)");
  CHECK(code.reductions("k") == "tree sum x[lane]");
  CHECK(code.reductions("through") == "tree sum x[lane + threadIdx.y * blockDim.x]");
  CHECK(code.stored("k", "out[blockIdx.x]") == "sum<tree>(lane, x[lane]) / 3");
}

TEST_CASE("a tree in local memory ends in element 0") {
  const std::string code =
      "kernel void k(global const float *in, global float *out) {\n"
      "  local float part[64];\n  const int lid = get_local_id(0);\n  part[lid] = in[lid] * in[lid];\n"
      "  for (int s = 32; s > 0; s >>= 1) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n    if (lid < s) part[lid] += part[lid + s];\n  }\n"
      "  if (lid == 0) out[0] = part[0];\n}\n";
  CHECK(source(code).reductions("k") == "tree sum in[lane] * in[lane]");
}

TEST_CASE("only a lane's own value and another's of the same make a step of a sum") {
  TranslatedCuda code(R"(
    __device__ float broadcast(float v) { v += __shfl_sync(0xffffffff, v, 0); return v; }
    __device__ float others(float v, float w) { v += __shfl_xor_sync(~0u, w, 1); return v; }
    __device__ float later(float v) { float w = __shfl_xor_sync(~0u, v, 1); v = v * 2; v += w; return v; })");
  for (const char *name : {"broadcast", "others", "later"}) {
    CAPTURE(name);
    CHECK(code.reductions(name) == "");
  }
  CHECK(code.returned("broadcast") == "v + v[0]");
  CHECK(code.returned("others") == "v + w[1]");
  CHECK(code.returned("later") == "v * 2 + v[1]");
}

TEST_CASE("a broadcast from one lane is another value than one from another") {
  TranslatedCuda code(R"(
    __device__ float other(float v) { return __shfl_sync(0xffffffff, v, 0) - __shfl_sync(0xffffffff, v, 1); }
    __device__ float same(float v) { return __shfl_sync(0xffffffff, v, 2) - __shfl_sync(0xffffffff, v, 2); })");
  const auto equal = [&](const char *name) {
    const order::Procedure &procedure = code.procedure(name);
    const order::NodeId difference = procedure.computations.back().node;
    return procedure.graph.sameValue(procedure.graph.operand(difference, 0), procedure.graph.operand(difference, 1));
  };
  CHECK_FALSE(equal("other"));
  CHECK(equal("same"));
}

TEST_CASE("each step by hand doubles the lanes, and products are trees as well") {
  TranslatedCuda code(R"(
    __device__ float steps(float v) {
      v += __shfl_down_sync(~0u, v, 4);
      v += __shfl_down_sync(~0u, v, 2);
      v += __shfl_down_sync(~0u, v, 1);
      return v * 2;
    }
    __device__ float product(float v) { for (int o = 16; o > 0; o >>= 1) v *= __shfl_xor_sync(~0u, v, o); return v; })");
  const order::Procedure &steps = code.procedure("steps");
  REQUIRE(steps.computations.size() == 2);
  CHECK(steps.graph.reduction(steps.computations[0].node).width == 8);
  CHECK(code.reductions("product") == "tree product v[lane]");
}

TEST_CASE("an array that another is added to is not folded onto itself, nor one at no thread's place") {
  TranslatedCuda code(R"(
    __global__ void other(const float *x, const float *y, float *out) {
      __shared__ float part[64];
      int t = threadIdx.x;
      part[t] = x[t];
      for (int s = 32; s > 0; s >>= 1) { if (t < s) part[t] += y[t + s]; __syncthreads(); }
      out[0] = part[0];
    }
    __global__ void plain(float *part, float *out, int n) { for (int s = 32; s > 0; s >>= 1) part[n] += part[n + s]; out[0] = part[0]; })");
  CHECK(code.reductions("other").find("tree") == std::string::npos);
  CHECK(code.reductions("plain").find("tree") == std::string::npos);
  CHECK(code.stored("other", "out[0]") == "part[0]");
}
