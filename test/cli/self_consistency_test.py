#!/usr/bin/env python3
"""--self-consistency: which functions are compared, with which base, the verdicts, the table and the exit status."""

import unittest

from checker import EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

SCALAR = """#include <cmath>
void adam_ref(float *out, const float *w, const float *m, const float *v, float lr, float eps, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = w[i] - lr * (m[i] / (std::sqrt(v[i]) + eps));
}
"""
AVX2 = """#include <cmath>
#include <immintrin.h>
__attribute__((target("avx2"))) void adam_avx2(float *out, const float *w, const float *m, const float *v, float lr, float eps, int n) {
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    const __m256 step = _mm256_mul_ps(_mm256_set1_ps(lr), _mm256_loadu_ps(m + i));
    const __m256 update = _mm256_div_ps(step, _mm256_add_ps(_mm256_sqrt_ps(_mm256_loadu_ps(v + i)), _mm256_set1_ps(eps)));
    _mm256_storeu_ps(out + i, _mm256_sub_ps(_mm256_loadu_ps(w + i), update));
  }
  for (; i < n; ++i)
    out[i] = w[i] - lr * (m[i] / (std::sqrt(v[i]) + eps));
}
"""
CUDA = """__global__ void adam_kernel(float *out, const float *w, const float *m, const float *v, float lr, float eps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = w[i] - (lr * m[i]) / (sqrtf(v[i]) + eps);
}
"""
PLAIN_SUM = "float norm(const float *x, int n) {\n  float s = 0;\n  for (int i = 0; i < n; ++i)\n    s += x[i] * x[i];\n  return s;\n}\n"
TILED_SUM = """float energy(const float *x, int n) {
  float s = 0;
  for (int t = 0; t < n / 16; ++t) {
    float part = 0;
    for (int k = 0; k < 16; ++k)
      part += x[t * 16 + k] * x[t * 16 + k];
    s += part;
  }
  return s;
}
"""


class SelfConsistency(CheckerTest):
    def groups(self, outcome):
        return {(group["group"], group["evidence"]): group for group in outcome.report["selfConsistency"]}

    def verdicts(self, group):
        return {(member["function"], entry["output"]): entry["verdict"] for member in group["members"] for entry in member["outputs"]}

    def run_on(self, *names, status, options=()):
        outcome = self.run_checker("--format=json", "--self-consistency", *options, *names)
        self.assertEqual(outcome.status, status, outcome)
        return outcome

    def test_a_cuda_kernel_against_the_cpu(self):
        self.write("adam.cpp", SCALAR)
        self.write("adam.cu", CUDA)
        outcome = self.run_on("adam.cu", "adam.cpp", status=EXIT_FINDINGS)
        ((_, group),) = self.groups(outcome).items()
        self.assertEqual((group["group"], group["evidence"], group["base"]["function"], group["base"]["file"]), ("adam", "name and value", "adam_ref", "adam.cpp"))
        self.assertEqual(self.verdicts(group), {("adam_kernel", "out"): "different-order"})
        (entry,) = group["members"][0]["outputs"]
        self.assertEqual((entry["class"], entry["file"], entry["line"], entry["refLine"]), ("multiply-then-divide", "adam.cu", 4, 4))
        # A warning like another, in every format.
        self.assertIn(("different-order", "adam.cu"), [(finding["rule"], finding["file"]) for finding in outcome.findings])

    def test_a_vector_body_against_its_tail_and_against_the_scalar_function(self):
        self.write("scalar.cpp", SCALAR)
        self.write("avx2.cpp", AVX2)
        groups = self.groups(self.run_on("scalar.cpp", "avx2.cpp", status=EXIT_FINDINGS))
        self.assertEqual(self.verdicts(groups["adam", "elements"]), {("adam_avx2", "out"): "different-order"})
        self.assertEqual(groups["adam", "elements"]["base"]["line"], 11)
        self.assertEqual(self.verdicts(groups["adam", "name and value"]), {("adam_avx2", "out"): "different-order"})

    def test_functions_of_other_names_that_compute_the_same(self):
        self.write("sums.cpp", PLAIN_SUM + TILED_SUM)
        outcome = self.run_on("sums.cpp", status=EXIT_CLEAN)
        group = self.groups(outcome)["norm", "value"]
        self.assertEqual(self.verdicts(group), {("energy", "return"): "different-schedule"})
        self.run_on("sums.cpp", status=EXIT_FINDINGS, options=["--fail-on=warning,different-schedule"])

    def test_specialisations_of_a_template(self):
        self.write(
            "lerp.cpp",
            "template <bool Fast> float blend(float a, float b, float t);\n"
            "template <> float blend<true>(float a, float b, float t) { return (1 - t) * a + t * b; }\n"
            "template <> float blend<false>(float a, float b, float t) { return a + t * (b - a); }\n",
        )
        ((_, group),) = self.groups(self.run_on("lerp.cpp", status=EXIT_FINDINGS)).items()
        self.assertEqual(list(self.verdicts(group).values()), ["different-order"])

    def test_branches_of_a_template_are_its_instances(self):
        self.write(
            "blend.cpp",
            "template <bool Fast> float blend(float a, float b, float t, float s) {\n"
            "  if constexpr (Fast)\n    return (a + t * (b - a)) * s;\n  else\n    return ((1 - t) * a + t * b) * s;\n}\n"
            "float both(float a, float b, float t, float s) { return blend<true>(a, b, t, s) - blend<false>(b, a, t, s); }\n",
        )
        groups = self.groups(self.run_on("blend.cpp", status=EXIT_FINDINGS))
        self.assertEqual(self.verdicts(groups["blend", "name and value"]), {("blend", "return"): "different-order"})
        self.assertEqual(len(groups["blend", "name and value"]["members"]), 1)

    def test_a_template_and_its_instances_are_one_function(self):
        self.write(
            "mean.cpp",
            "template <class T> struct Mean { static T of(T a, T b, T c) { return (a + b + c) / 3; } };\n"
            "float single(float a, float b, float c) { return Mean<float>::of(a, b, c); }\n",
        )
        names = [member["function"] for group in self.run_on("mean.cpp", status=EXIT_CLEAN).report["selfConsistency"] for member in group["members"]]
        self.assertEqual(names, ["single"])

    def test_unrelated_functions_are_no_group(self):
        self.write("other.cpp", PLAIN_SUM + "float scaled(float a, float b) { return a * b; }\nfloat product(float x, float y) { return x * y; }\n")
        outcome = self.run_on("other.cpp", status=EXIT_CLEAN)
        self.assertEqual(outcome.report["selfConsistency"], [])
        told = self.run_checker("--self-consistency", "other.cpp")
        self.assertIn("self-consistency: no two functions compute the same or have one name", told.out)
        self.assertNotIn("selfConsistency", self.run_checker("--format=json", "other.cpp").report)

    def test_a_name_is_a_reason_to_compare_and_no_proof(self):
        self.write("mix.cpp", "float mix_ref(float a, float b) { return a * b + 1; }\nfloat mix_fast(float a, float b) { return a * b + 2; }\n")
        outcome = self.run_on("mix.cpp", status=EXIT_CLEAN, options=["--fail-on=warning"])
        group = self.groups(outcome)["mix", "name"]
        self.assertEqual(self.verdicts(group), {("mix_fast", "return"): "different-formula"})
        self.assertEqual([finding for finding in outcome.findings if finding["severity"] == "warning"], [])
        self.run_on("mix.cpp", status=EXIT_FINDINGS, options=["--fail-on=warning,different-formula"])

    def test_the_table(self):
        self.write("adam.cpp", SCALAR)
        self.write("adam.cu", CUDA)
        outcome = self.run_checker("--self-consistency", "adam.cpp", "adam.cu")
        lines = outcome.out[outcome.out.index("self-consistency:") :].splitlines()
        self.assertEqual(lines[1].split(), ["group", "function", "place", "output", "verdict"])
        self.assertRegex(lines[2], r"^adam +adam_ref +adam\.cpp:4 +base; the same name and value$")
        self.assertRegex(lines[3], r"^ +adam_kernel +adam\.cu:4 +out +different-order \(multiply-then-divide\), bits differ in ")

    def test_the_same_whatever_the_jobs(self):
        self.write("scalar.cpp", SCALAR)
        self.write("avx2.cpp", AVX2)
        self.write("adam.cu", CUDA)
        sources = ["scalar.cpp", "avx2.cpp", "adam.cu"]
        self.assertEqual(self.run_checker("--self-consistency", "-j1", *sources).out, self.run_checker("--self-consistency", "-j4", *sources).out)

    def test_shards_cannot_be_compared(self):
        self.write("a.cpp", PLAIN_SUM)
        outcome = self.run_checker("--shard=1/2", "--self-consistency", "a.cpp")
        self.assertEqual(outcome.status, EXIT_USAGE)
        self.assertIn("--shard excludes", outcome.err)


if __name__ == "__main__":
    unittest.main()
