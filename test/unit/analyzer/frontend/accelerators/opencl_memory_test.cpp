#include "runtime/order/infix.h"
#include "test/unit/analyzer/frontend/accelerators/opencl_source.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::test::opencl;
using fporder::test::Translated;

TEST_CASE("loads and stores of vectors and halves") {
  CHECK(stored("float4 t = vload4(2, in); vstore4(t * s, 0, out);") == "in[8] * s");
  CHECK(stored("out[0] = vload_half(3, h) * s;") == "h[3] * s");
  CHECK(stored("vstore_half(s * s, 0, h);", "h[0]") == "cast<binary16>(s * s)");
  CHECK(stored("out[0] = convert_float(convert_half(s));") == "cast<binary16>(s)");
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

TEST_CASE("vectors of three lie at every third element, aligned ones at every fourth") {
  CHECK(kernel("vstore3((float3)(s, s * s, 2.0f), 1, out);").stored("k", "out[3]") == "lanes(s, s * s, 2)");
  CHECK(kernel("vstorea_half3((float3)(s, s, s * s), 1, h);").stored("k", "h[4]") == "cast<binary16>(lanes(s, s, s * s))");
  CHECK(stored("vstorea_half3((float3)(s, s, s * s), 2, h); out[0] = vloada_half3(2, h).z;") == "cast<binary16>(s * s)");
}

TEST_CASE("conversions round as their names say") {
  CHECK(stored("vstore_half_rtz(s * s, 1, h);", "h[1]") == "cast<binary16, toward-zero>(s * s)");
  CHECK(stored("out[0] = convert_int_rtp(s * s);") == "cast<binary32>(cast<integer, toward-zero>(ceil(s * s)))");
  CHECK(stored("out[0] = convert_int_rtn(s);") == "cast<binary32>(cast<integer, toward-zero>(floor(s)))");
  CHECK(stored("out[0] = convert_int_rte(s);") == "cast<binary32>(cast<integer, toward-zero>(rint(s)))");
  CHECK(stored("out[0] = convert_int(s);") == "cast<binary32>(cast<integer, toward-zero>(s))");
}

TEST_CASE("texels at other coordinates are other values, filtered ones are new each time") {
  const Translated code = source("kernel void k(read_only image2d_t in, sampler_t s, global float *out, float x) {\n"
                                 "  out[0] = read_imagef(in, s, (int2)(1, 2)).y - read_imagef(in, s, (int2)(1, 2)).y;\n"
                                 "  out[1] = read_imagef(in, s, (int2)(1, 2)).y - read_imagef(in, s, (int2)(2, 1)).y;\n"
                                 "  out[2] = read_imagef(in, s, (float2)(x, x)).y - read_imagef(in, s, (float2)(x, x)).y;\n}\n");
  const order::Procedure &procedure = code.procedure("k");
  std::vector<bool> same;
  for (const order::Effect &effect : procedure.effects)
    if (effect.kind == order::Effect::Kind::Store)
      same.push_back(procedure.graph.sameValue(procedure.graph.operand(effect.node, 0), procedure.graph.operand(effect.node, 1)));
  CHECK(same == std::vector<bool>{true, false, false});
}
