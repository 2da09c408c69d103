#include "analyzer/check/cuda.h"
#include "analyzer/check/resource_directory.h"
#include "analyzer/check/translation_unit.h"
#include "analyzer/frontend/syntax/operators.h"
#include "analyzer/models/model.h"
#include "test/unit/analyzer/frontend/translated.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <doctest/doctest.h>

using fporder::order::Contraction;
using fporder::order::Op;
namespace order = fporder::order;
namespace check = fporder::check;

namespace {

/// A .cu file as fporder-check reads it, without a toolkit.
class TranslatedCuda : public fporder::test::Procedures {
public:
  explicit TranslatedCuda(const std::string &code, const std::vector<std::string> &flags = {}) {
    llvm::SmallString<128> file;
    int descriptor = 0;
    REQUIRE(!llvm::sys::fs::createTemporaryFile("kernel", "cu", descriptor, file));
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << code;
    const auto models = fporder::models::Models::builtIn();
    check::CompileCommand command{"/", {"clang"}, file.str().str(), ""};
    command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
    check::translateCuda(command);
    command.arguments.insert(command.arguments.end(), {"--", command.source});
    auto resources = check::resolveResourceDirectory("");
    REQUIRE(bool(resources));
    check::ParseRequest request{&command, command.source, *resources, {}, false, nullptr, &included, {}};
    request.preprocessing = [this](clang::Preprocessor &preprocessor) { census.watch(preprocessor); };
    fporder::frontend::Options options;
    options.vendors = models->vendorsOf({command.source, code, {}});
    options.folded = [this](clang::SourceLocation token) { census.folded(token); };
    parsed = check::parseTranslationUnit(request, [&](clang::ASTContext &context) {
      fporder::frontend::translate(context, options, [this](order::Procedure &&procedure) {
        census.reached(procedure);
        take(std::move(procedure));
      });
      operators = census.count(context, [](const std::string &) { return false; });
    });
    llvm::sys::fs::remove(file);
  }

  /// The environment of the only operation `op` that `function` computes.
  order::Environment environment(const std::string &function, Op op) const {
    const order::Procedure &in = procedure(function);
    for (const order::Computation &computation : in.computations)
      if (in.graph[computation.node].op == op)
        return in.graph.environment(computation.node);
    throw std::runtime_error("no such operation in " + function);
  }

  std::size_t missing() const {
    return static_cast<std::size_t>(llvm::count_if(operators, [](const auto &entry) { return !entry.second.empty(); }));
  }

  check::ParseResult parsed;
  std::vector<std::string> included;
  fporder::frontend::OperatorCensus census;
  fporder::frontend::Operators operators;
};

} // namespace

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
    __device__ float up(float a, float b) { return __fadd_ru(a, b); })");
  CHECK(code.returned("f") == "(a + sqrt(b)) / (1 / c)");
  CHECK(code.returned("g") == "fma(a, b - c, b * b)");
  CHECK(code.returned("up") == "cast<binary32, up>(a + b)");
}

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
  CHECK(code.reductions("elements") == "tree sum x[blockIdx.x * 32 + lane]");
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

TEST_CASE("pointers of a template move although operators of other types are about") {
  TranslatedCuda code(R"(
    #include <cuda_fp16.h>
    template <class T> __global__ void k(T *out, const T *in, int n) {
      const T *row = in + blockIdx.x * n;
      out += n;
      out[0] = row[1] * row[2] / row[1];
    })");
  const std::string row = "in[blockIdx.x * n + ";
  CHECK(code.stored("k", "out[n]") == row + "1] * " + row + "2] / " + row + "1]");
  CHECK(code.missing() == 0);
  CHECK(code.operators.size() == 2);
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

TEST_CASE("operators are counted whether or not a graph has them") {
  TranslatedCuda code(R"(
    #include "not_there.h"
    __global__ void k(float *x, int n) {
      int i = n * 3 + 1;
      x[i] = x[0] * 2.0f + -x[1];
      const float half = 1.0f / 2.0f;
      x[2] = half;
      x[3] = undeclared * x[4] + x[5];
      Unknown u = x[6] * x[7];
    })");
  CHECK(code.operators.size() == 6);
  CHECK(code.missing() == 2); // the statement that names what is not declared
  TranslatedCuda lost("__global__ void k(float *x) { float a = x[0] * ; float b = x[1] * x[2]; Unknown<3 u = x[1] / x[2] / x[3]; }");
  CHECK(lost.operators.size() >= 3);
  CHECK(lost.missing() >= 1);
}

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

TEST_CASE("limits of the hardware bound a loop, and the step that it takes divides them") {
  const auto sum = [](const std::string &head) {
    return TranslatedCuda("__global__ void f(const float *x, float *y, int n) { float s = 0; for (" + head + ") s += x[i]; y[0] = s; }").counts("f");
  };
  CHECK(sum("int i = 1; i < blockDim.x / 32; ++i") == "min(blockDim.x / 32 - 1, 31) from 1");
  CHECK(sum("int i = threadIdx.x / warpSize; i < blockDim.z; i += 4") ==
        "min((blockDim.z - threadIdx.x / warpSize + 3) / 4, 16) from threadIdx.x / warpSize by 4");
  CHECK(sum("int i = threadIdx.x; i < 2048; i += warpSize") ==
        "min((2048 - threadIdx.x + (warpSize - 1)) / warpSize, 64) from threadIdx.x by warpSize");
  CHECK(sum("int i = threadIdx.x; i < n; i += blockDim.x") == "(n - threadIdx.x + (blockDim.x - 1)) / blockDim.x from threadIdx.x by blockDim.x");
  CHECK(sum("int i = n; i < blockDim.x; ++i") == "blockDim.x - n from n");
}

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
