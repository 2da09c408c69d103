#include "test/unit/analyzer/frontend/accelerators/cuda_source.h"

#include <doctest/doctest.h>

using fporder::order::Contraction;
using fporder::order::Op;
using fporder::test::TranslatedCuda;

TEST_CASE("kernels, shared memory, launches: one thread is followed") {
  TranslatedCuda code(R"(
    #include <cuda_runtime.h>
    __global__ void k(float *w, const float *m, const float *v, float lr, int n) {
      __shared__ float step[256];
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      step[threadIdx.x] = lr * m[i];
      __syncthreads();
      w[i] = step[threadIdx.x] / v[i];
    }
    void host(float *w, float *m, int n) { float before = w[0]; k<<<(n + 255) / 256, 256>>>(w, m, m, 0.5f, n); w[0] = w[0] - before; })");
  CHECK(code.parsed.errors == 0);
  const std::string index = "[blockIdx.x * blockDim.x + threadIdx.x]";
  CHECK(code.stored("k", "w[...]") == "lr * m" + index + " / v" + index);
  // The kernel may have changed w.
  CHECK(code.stored("host", "w[0]") != "0");
  CHECK(code.procedure("host").unanalysed.empty());
}

TEST_CASE("contraction is the device's default and an intrinsic's refusal") {
  const char *source = R"(
    __device__ float plain(float a, float b, float c) { return a * b + c; }
    __device__ float kept(float a, float b, float c) { return __fmul_rn(a, b) + c; }
    __global__ void divides(float *p) { p[0] = p[1] / p[2]; }
    float host(float a, float b, float c) { return a * b + c; })";
  TranslatedCuda code(source);
  CHECK(code.environment("plain", Op::Mul).contraction == Contraction::Fast);
  CHECK(code.environment("kept", Op::Mul).contraction == Contraction::Off);
  CHECK(code.environment("host", Op::Mul).contraction == Contraction::Off);
  CHECK_FALSE(code.environment("divides", Op::Div).reciprocal);
  TranslatedCuda off(source, {"--fmad=false"});
  CHECK(off.environment("plain", Op::Mul).contraction == Contraction::Off);
  TranslatedCuda fast(source, {"-use_fast_math"});
  CHECK(fast.environment("divides", Op::Div).reciprocal);
  CHECK_FALSE(fast.environment("divides", Op::Div).reassociate);
}

TEST_CASE("rounded intrinsics are the operations they name") {
  TranslatedCuda code(R"(
    __device__ float f(float a, float b, float c) { return __fdiv_rn(__fadd_rn(a, __fsqrt_rn(b)), __frcp_rn(c)); }
    __device__ double g(double a, double b, double c) { return __fma_rn(a, __dsub_rn(b, c), __dmul_rn(b, b)); }
    __device__ float up(float a, float b) { return __fadd_ru(a, b); }
    __device__ float quotient(float a, float b) { return __fdiv_rd(a, b); })");
  CHECK(code.returned("f") == "(a + sqrt(b)) / (1 / c)");
  CHECK(code.returned("g") == "fma(a, b - c, b * b)");
  CHECK(code.returned("up") == "`add-up`(a, b)"); // in binary64 it would round twice
  CHECK(code.returned("quotient") == "cast<binary32, down>(a / b)");
}

TEST_CASE("libraries' reductions over a block or a tile") {
  TranslatedCuda code(R"(
    #include <cooperative_groups.h>
    #include <cooperative_groups/reduce.h>
    #include <cub/cub.cuh>
    namespace cg = cooperative_groups;
    __device__ float block(float v) {
      using Reduce = cub::BlockReduce<float, 128>;
      __shared__ typename Reduce::TempStorage storage;
      return Reduce(storage).Sum(v);
    }
    __device__ float tile(float v) {
      cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
      return cg::reduce(warp, v, cg::plus<float>());
    })");
  CHECK(code.parsed.errors == 0);
  CHECK(code.reductions("block") == "tree sum v[lane]");
  CHECK(code.reductions("tile") == "tree sum v[lane]");
}

TEST_CASE("atomic additions have no order, integer ones no place in the graph") {
  TranslatedCuda code(R"(
    __global__ void sum(const float *x, float *total) { atomicAdd(total, x[threadIdx.x]); }
    __global__ void count(int *n, float *x) { atomicAdd(n, 1); x[0] = x[1] * x[2]; })");
  CHECK(code.reductions("sum").find("unordered sum") == 0);
  CHECK(code.reductions("count") == "");
}

TEST_CASE("vectors, cached loads, halves") {
  TranslatedCuda code(R"(
    #include <cuda_fp16.h>
    __global__ void lanes(const float4 *x, float *out) { float4 v = x[threadIdx.x]; out[0] = v.x * v.y / v.z; }
    __device__ float made(float a, float b) { float2 v = make_float2(a, b); return v.x / v.y; }
    __device__ float loaded(const float *p) { return __ldg(p + 1) / __ldcg(p); }
    __device__ __half narrow(__half a, __half b, __half c) { return a * b / c; })");
  CHECK(code.stored("lanes", "out[0]") == "x[threadIdx.x].x * x[threadIdx.x].y / x[threadIdx.x].z");
  CHECK(code.returned("made") == "a / b");
  CHECK(code.returned("loaded") == "p[1] / p[0]");
  CHECK(code.returned("narrow") == "a * b / c");
  CHECK(code.missing() == 0);
}

TEST_CASE("min and max of the global namespace") {
  TranslatedCuda code(R"(
    __device__ float own(float a, float b, int i, int n) { return max(a, min(b, 2.0f)) * a / b; }
    __device__ int index(int i, int n) { return min(i, n - 1); }
    __device__ float element(const float *x, int i, int n) { return x[index(i, n)] * x[0] / x[1]; }
    template <class T> __device__ T open(T a, T b) { return max(a, b) * b / a; }
    namespace mine { template <class T> __device__ T max(T a, T b); __device__ float f(float a, float b) { return max(a, b) * a / b; } })");
  CHECK(code.returned("own") == "max(a, min(b, 2)) * a / b");
  CHECK(code.returned("element") == "x[min(i, n - 1)] * x[0] / x[1]");
  CHECK(code.returned("open") == "max(a, b) * b / a");
  CHECK(code.returned("mine::f").find("`max(a, b)`") == 0);
}
