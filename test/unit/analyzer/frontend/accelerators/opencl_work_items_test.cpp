#include "test/unit/analyzer/frontend/accelerators/opencl_source.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::test::opencl;
using fporder::test::Translated;

TEST_CASE("sums over a group are trees") { CHECK(kernel("out[0] = work_group_reduce_add(in[0] * s);").reductions("k") == "tree sum in[0] * s"); }

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

TEST_CASE("one question has one answer, another dimension or index another") {
  const auto same = [](const std::string &left, const std::string &right) {
    const Translated code =
        source("kernel void k(global float *out, global const float *in, int n) { out[0] = in[" + left + "] - in[" + right + "]; }");
    const order::Procedure &procedure = code.procedure("k");
    const order::NodeId difference = procedure.effects.back().node;
    return procedure.graph.sameValue(procedure.graph.operand(difference, 0), procedure.graph.operand(difference, 1));
  };
  CHECK(same("get_global_id(0)", "get_global_id(0)"));
  CHECK(same("get_local_id(n)", "get_local_id(n)"));
  CHECK_FALSE(same("get_global_id(0)", "get_global_id(1)"));
  CHECK_FALSE(same("get_global_id(0)", "get_local_id(0)"));
  CHECK_FALSE(same("get_local_id(n)", "get_local_id(n + 1)"));
}

TEST_CASE("maxima over a group, broadcasts and exclusive sums are values of others, and no sums") {
  for (const char *call :
       {"work_group_reduce_max(s)", "sub_group_broadcast(s, 2)", "work_group_broadcast(s, 0)", "work_group_scan_exclusive_add(s)"}) {
    CAPTURE(call);
    const Translated code = kernel(std::string("out[0] = ") + call + " - s;");
    CHECK(code.reductions("k") == "");
    CHECK(code.stored("k", "out[0]") == "`" + std::string(call) + "` - s");
  }
}
