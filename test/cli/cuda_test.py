"""CUDA and HIP sources, with no toolkit."""

import json
import os
import pathlib
import unittest

from checker import ADAM, ADAM_RULE, EXIT_FINDINGS, CheckerTest

KERNEL = """#include <cuda_runtime.h>
__global__ void adam(float *w, const float *m, const float *v, float lr, float eps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] -= lr * m[i] / (sqrtf(v[i]) + eps);
}
void run(float *w, float *m, float *v, int n) { adam<<<(n + 255) / 256, 256>>>(w, m, v, 1e-3f, 1e-8f, n); }
"""
HIP = KERNEL.replace("cuda_runtime.h", "hip/hip_runtime.h").replace(
    "adam<<<(n + 255) / 256, 256>>>(w,", "hipLaunchKernelGGL(adam, dim3((n + 255) / 256), dim3(256), 0, 0, w,"
)


class Sources(CheckerTest):
    def found(self, outcome):
        return [(finding["rule"], finding["line"]) for finding in outcome.findings]

    def test_a_kernel_without_a_toolkit(self):
        self.write("adam.cu", KERNEL)
        outcome = self.check_json("adam.cu")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual(self.found(outcome), [(ADAM_RULE, 5)])
        self.assertEqual(outcome.report["notAnalysed"], [])

    def test_conversions_that_name_a_rounding(self):
        """Intrinsics round as they say and yield integers; one ulp before them may be one of these."""
        self.write(
            "bins.cu",
            """#include <cuda_fp16.h>
__global__ void bins(int *q, const float *x, const half *h, float width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  q[i] = __float2int_rd(x[i] / width * 3.0f);
  q[n + i] = __half2int_rz(h[i]);
  q[2 * n + i] = __double2ll_ru(x[i]) + __float2uint_rn(x[i]);
}
""",
        )
        outcome = self.check_json("bins.cu")
        self.assertEqual([("div-then-mul", 6)], self.found(outcome))
        self.assertIn("floor(", outcome.findings[0]["evidenceText"])
        graph = self.run_checker("--dump-graph", "bins.cu").out
        for rounding in ("floor(x[", "trunc(h[", "ceil(", "rint(x["):
            self.assertIn(rounding, graph)

    def test_headers_and_hip(self):
        self.write("adam.cuh", KERNEL.replace("#include <cuda_runtime.h>\n", "\n"))
        self.write("adam.hip", HIP)
        for name in ("adam.cuh", "adam.hip"):
            outcome = self.check_json(name)
            self.assertEqual(self.found(outcome), [(ADAM_RULE, 5)])
            self.assertEqual(outcome.report["notAnalysed"], [])

    def test_the_program_may_lie_anywhere(self):
        self.write("adam.cu", KERNEL)
        self.write("elsewhere/empty", "")
        outcome = self.check_json("../adam.cu", cwd=self.root / "elsewhere")
        self.assertEqual(self.found(outcome), [(ADAM_RULE, 5)])

    def test_a_database_written_for_nvcc(self):
        self.write("adam.cu", "#ifndef SCALE\n#error no SCALE\n#endif\n" + KERNEL)
        command = "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DSCALE=1 --generate-code=arch=compute_80,code=[compute_80,sm_80] -Xptxas -v -x cu -dc adam.cu -o adam.o"
        self.write("compile_commands.json", json.dumps([{"directory": str(self.root), "command": command, "file": "adam.cu"}]))
        outcome = self.check_json("adam.cu")
        self.assertEqual(self.found(outcome), [(ADAM_RULE, 8)])
        self.assertNotAnalysed(outcome, "compiler flag", "'-Xptxas -v' is a flag of another compiler")
        self.assertNotAnalysed(outcome, "compiler flag", "'-dc'")

    def test_device_branches_are_the_active_ones(self):
        self.write("k.cu", "__device__ float f(float a, float b, float c) {\n#if __CUDA_ARCH__ >= 800\n  return a * b / c;\n#else\n  return 0;\n#endif\n}\n")
        self.assertEqual(self.found(self.check_json("k.cu")), [("mul-then-div", 3)])

    def test_pytorch_extensions_without_pytorch(self):
        self.write(
            "k.cu",
            "#include <ATen/ATen.h>\n#include <ATen/cuda/CUDAContext.h>\n#include <torch/extension.h>\n"
            "template <typename scalar_t> __global__ void k(scalar_t *x, const scalar_t *d, float lr) {\n"
            "  using acc_t = at::acc_type<scalar_t, true>;\n"
            "  x[threadIdx.x] = lr * (acc_t)x[threadIdx.x] / (acc_t)d[threadIdx.x];\n}\n"
            "void run(at::Tensor x, at::Tensor d) {\n"
            '  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "k", [&] {\n'
            "    k<scalar_t><<<1, 32, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<scalar_t>(), d.data_ptr<scalar_t>(), 0.1f);\n  });\n}\n",
        )
        outcome = self.check_json("k.cu")
        self.assertEqual(outcome.report["notAnalysed"], [])
        self.assertEqual(self.found(outcome), [("mul-then-div", 6)])


class HostSources(CheckerTest):
    def test_a_header_with_device_code_that_includes_nothing_is_read_in_a_source_of_the_host(self):
        self.write("ray.cuh", "struct Ray { float o, d; };\n__host__ __device__ inline float at(Ray r, float t, float s) { return r.o + t * r.d / s; }\n")
        self.write("main.cpp", '#include "ray.cuh"\nfloat first(Ray r, float s) {\n  cudaDeviceSynchronize();\n  return at(r, 2.5f, s) * r.o / r.d;\n}\n')
        outcome = self.check_json("main.cpp")
        self.assertIn(("mul-then-div", 4), [(finding["rule"], finding["line"]) for finding in outcome.findings])
        self.assertEqual(["used and not included, taken for included: <cuda_runtime.h>"], [entry["why"] for entry in outcome.report["notAnalysed"] if "standard header" in entry["what"]])
        self.assertEqual([], [entry for entry in outcome.report["notAnalysed"] if entry["what"] == "syntax error"])


class Toolkit(CheckerTest):
    @unittest.skipUnless(pathlib.Path("/usr/local/cuda/include/cuda_runtime.h").exists() or os.environ.get("CUDA_PATH"), "no CUDA toolkit here")
    def test_its_headers_are_used_when_it_is_named(self):
        toolkit = os.environ.get("CUDA_PATH", "/usr/local/cuda")
        self.write("adam.cu", "#include <cuda_runtime.h>\n#ifndef CUDART_DEVICE\n#error the toolkit's headers are not in use\n#endif\n" + KERNEL)
        outcome = self.check_json(f"--extra-arg=--cuda-path={toolkit}", "--extra-arg=--cuda-gpu-arch=sm_80", "adam.cu")
        self.assertEqual([(f["rule"], f["line"]) for f in outcome.findings], [(ADAM_RULE, 9)])


if __name__ == "__main__":
    unittest.main()
