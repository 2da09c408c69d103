#include "analyzer/models/model.h"
#include "runtime/order/infix.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using namespace fporder;
using fporder::test::Translated;

namespace {

Translated source(const std::string &code) {
  frontend::Options options;
  options.vendors = models::Models::builtIn()->vendorsOf({"input.cl", {code.data(), code.size()}, {}});
  return Translated(code, {"-x", "cl", "-cl-std=CL2.0", "--target=spir64"}, "input.cl", options);
}

Translated kernel(const std::string &body) {
  return source("kernel void k(global float *out, global const float *in, global float4 *v, global half *h, float4 a, float4 b, float s) {\n" + body +
                "\n}\n");
}

std::string stored(const std::string &body, const std::string &target = "out[0]") { return kernel(body).stored("k", target); }

} // namespace

TEST_CASE("an elementwise expression on vectors is one order of operations") {
  CHECK(stored("v[0] = a * s / b;", "v[0]") == "a * s / b");
  CHECK(stored("float4 t = a * s; t /= b; v[0] = t;", "v[0]") == "a * s / b");
}

TEST_CASE("a lane of an elementwise expression is the expression of the lanes") {
  CHECK(stored("float4 t = a * s; out[0] = t.y / b.x;") == "a.y * s / b.x");
  CHECK(stored("out[0] = (a * b).hi.y;") == "a.w * b.w");
  CHECK(stored("out[0] = a.s0 + a.x;") == "a.x + a.x");
}

TEST_CASE("lanes written one by one") {
  CHECK(stored("float4 t = a; t.x = s * t.x; out[0] = t.x; out[1] = t.y;") == "s * a.x");
  CHECK(stored("float4 t = a; t.x = s; out[0] = t.y;") == "a.y");
  CHECK(stored("float4 t = a; t.zw = b.xy / s; out[0] = t.w;") == "b.y / s");
  CHECK(stored("float4 t = a; t.zw *= s; out[0] = t.z + t.x;") == "a.z * s + a.x");
  CHECK(stored("float4 t = a; t.x = s; t = b; out[0] = t.x;") == "b.x");
}

TEST_CASE("vectors put together") {
  CHECK(stored("float4 t = (float4)(s, a.zy, 2.0f); out[0] = t.y;") == "a.z");
  CHECK(stored("float4 t = (float4)(s); out[0] = t.w;") == "s");
  CHECK(stored("float4 c = a * s; float4 t = (float4)(c.x, c.y, c.z, c.w); v[0] = t * b;", "v[0]") == "a * s * b");
}

TEST_CASE("mad may be fused, fma is; native functions are what they approximate") {
  CHECK(stored("out[0] = mad(in[0], in[1], s);") == "in[0] * in[1] + s");
  CHECK(stored("out[0] = fma(in[0], in[1], s);") == "fma(in[0], in[1], s)");
  CHECK(stored("out[0] = native_divide(s * in[0], native_sqrt(in[1]));") == "s * in[0] / sqrt(in[1])");
  CHECK(stored("out[0] = in[0] * native_recip(s);") == "in[0] * rcp(s)");
  CHECK(stored("out[0] = clamp(in[0], 0.0f, s);") == "min(max(in[0], 0), s)");
}

TEST_CASE("loads and stores of vectors and halves") {
  CHECK(stored("float4 t = vload4(2, in); vstore4(t * s, 0, out);") == "in[8] * s");
  CHECK(stored("out[0] = vload_half(3, h) * s;") == "h[3] * s");
  CHECK(stored("vstore_half(s * s, 0, h);", "h[0]") == "cast<binary16>(s * s)");
  CHECK(stored("out[0] = convert_float(convert_half(s));") == "cast<binary16>(s)");
}

TEST_CASE("inner products are reductions over the lanes") {
  CHECK(kernel("out[0] = dot(a, b);").reductions("k") == "tree sum a[lane] * b[lane]");
  CHECK(kernel("out[0] = distance(a, b);").reductions("k") == "tree sum (a[lane] - b[lane]) * (a[lane] - b[lane])");
}

TEST_CASE("sums over a group are trees, atomic additions have no order") {
  CHECK(kernel("out[0] = work_group_reduce_add(in[0] * s);").reductions("k") == "tree sum in[0] * s");
  const std::string atomic = "kernel void k(global atomic_float *t, global const float *in) { atomic_fetch_add_explicit(t, in[get_global_id(0)], "
                             "memory_order_relaxed); }";
  CHECK(source(atomic).reductions("k") == "unordered sum in[`get_global_id(0)`]");
}

TEST_CASE("a tree in local memory ends in element 0") {
  const std::string code =
      "kernel void k(global const float *in, global float *out) {\n"
      "  local float part[64];\n  const int lid = get_local_id(0);\n  part[lid] = in[lid] * in[lid];\n"
      "  for (int s = 32; s > 0; s >>= 1) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n    if (lid < s) part[lid] += part[lid + s];\n  }\n"
      "  if (lid == 0) out[0] = part[0];\n}\n";
  CHECK(source(code).reductions("k") == "tree sum in[lane] * in[lane]");
}

TEST_CASE("an addition by compare and swap has no order") {
  const std::string code = "void add(volatile global float *p, float x) {\n"
                           "  union { uint u; float f; } old, next;\n"
                           "  do { old.f = *p; next.f = old.f + x; }\n"
                           "  while (atomic_cmpxchg((volatile global uint *)p, old.u, next.u) != old.u);\n}\n";
  CHECK(source(code).reductions("add") == "unordered sum x");
}

TEST_CASE("texels are elements of their image") {
  const std::string code = "kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t s) {\n"
                           "  int2 p = (int2)(get_global_id(0), 3);\n"
                           "  write_imagef(out, p, read_imagef(in, s, p) * 3.0f);\n}\n";
  const Translated unit = source(code);
  const order::Procedure &procedure = unit.procedure("k");
  REQUIRE(procedure.computations.size() == 1);
  CHECK(order::printInfix(procedure.graph, procedure.computations[0].node) == "in[`get_global_id(0)`][3] * 3");
}

TEST_CASE("barriers keep what is known") {
  CHECK(stored("local float t[4]; t[1] = s * in[0]; barrier(CLK_LOCAL_MEM_FENCE); out[0] = t[1] / s;") == "s * in[0] / s");
}

TEST_CASE("shuffles within a sub-group are sums over lanes, in a tree") {
  const std::string declared = "float __attribute__((overloadable)) intel_sub_group_shuffle_xor(float, uint);\n"
                               "float __attribute__((overloadable)) intel_sub_group_shuffle(float, uint);\n";
  const auto reductions = [&](const std::string &body) {
    return source(declared + "kernel void k(global float *out, global const float *in) { float v = in[get_global_id(0)]; " + body + " out[0] = v; }")
        .reductions("k");
  };
  CHECK(reductions("for (int o = 16; o > 0; o >>= 1) v += intel_sub_group_shuffle_xor(v, o);").starts_with("tree sum in["));
  CHECK(reductions("v += intel_sub_group_shuffle(v, 3);").empty());
}
