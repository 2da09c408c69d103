// OpenCL kernels translated to procedures.
#pragma once

#include "analyzer/models/model.h"
#include "test/unit/analyzer/frontend/translated.h"

namespace fporder::test::opencl {

/// An OpenCL source as fporder-check reads it, with the vendors' documents that it calls for.
inline Translated source(const std::string &code) {
  frontend::Options options;
  options.vendors = models::Models::builtIn()->vendorsOf({"input.cl", {code.data(), code.size()}, {}});
  return Translated(code, {"-x", "cl", "-cl-std=CL2.0", "--target=spir64"}, "input.cl", options);
}

/// The kernel `k` with this body.
inline Translated kernel(const std::string &body) {
  return source("kernel void k(global float *out, global const float *in, global float4 *v, global half *h, float4 a, float4 b, float s) {\n" + body +
                "\n}\n");
}

/// What that kernel stores last to `target`.
inline std::string stored(const std::string &body, const std::string &target = "out[0]") { return kernel(body).stored("k", target); }

} // namespace fporder::test::opencl
