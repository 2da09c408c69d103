"""OpenCL C: the language by the file's name, names that the build would define, profiles, images that store halves."""

import unittest

from checker import ADAM_RULE, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

KERNEL = """__kernel void step(__global float *w, __global const float *m, __global const float *v, float lr, float eps) {
  int i = get_global_id(0);
  w[i] -= lr * m[i] / (sqrt(v[i]) + eps);
}
"""


class Language(CheckerTest):
    def test_a_kernel_needs_no_flags(self):
        self.write("k.cl", KERNEL)
        outcome = self.check_json("k.cl")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual([(f["rule"], f["line"]) for f in outcome.findings], [(ADAM_RULE, 3)])
        self.assertEqual(outcome.report["notAnalysed"], [])

    def test_flags_of_a_neighbouring_source_do_not_matter(self):
        self.write("k.cl", KERNEL)
        self.write("compile_commands.json", f'[{{"directory": "{self.root}", "file": "a.cpp", "command": "c++ -std=c++20 -c a.cpp"}}]')
        self.write("a.cpp", "int x;\n")
        self.assertEqual(len(self.check_json("k.cl").findings), 1)

    def test_the_users_standard_and_definitions_count(self):
        self.write("k.cl", "#ifdef ON\n" + KERNEL + "#endif\n#if __OPENCL_C_VERSION__ != 300\n#error version\n#endif\n")
        self.assertEqual(len(self.check_json("k.cl", "--", "-cl-std=CL3.0", "-DON").findings), 1)
        self.assertEqual(len(self.check_json("k.cl", "--extra-arg=-cl-std=CL3.0", "--extra-arg=-DON").findings), 1)

    def test_half_and_double(self):
        self.write("k.cl", "kernel void f(global half *h, global double *d) { d[0] = h[0] * h[1]; }\n")
        self.assertEqual(self.check_json("k.cl").report["notAnalysed"], [])


class Guessing(CheckerTest):
    def test_undefined_names_get_a_meaning_and_the_report_says_which(self):
        self.write(
            "k.cl",
            "KERNEL(step)(DIMS __global FLOAT4 *w, __global const FLOAT4 *m, __global const FLOAT4 *d, float lr) {\n"
            "  CHECK_BOUNDS(n);\n"
            "  int i = get_global_id(0);\n"
            "  w[i] -= lr * m[i] / CONVERT_FLOAT4(d[i]);\n"
            "}\n",
        )
        outcome = self.check_json("k.cl")
        self.assertEqual([(f["rule"], f["line"]) for f in outcome.findings], [(ADAM_RULE, 4)])
        self.assertEqual(len(outcome.report["notAnalysed"]), 1)
        for said in ("FLOAT4 = float4", "DIMS = nothing", "CHECK_BOUNDS = nothing", "CONVERT_FLOAT4 = convert_float4(x)"):
            self.assertNotAnalysed(outcome, "undefined name", said)
        self.assertIn("guessed: ", self.run_checker("k.cl").out)
        # What the guesses say of the operands is assumed: no warning.
        self.assertEqual([f["severity"] for f in outcome.findings], ["remark"])
        self.assertEqual(outcome.findings[0]["assumed"], ["'FLOAT4' is taken for 'float4' by its name"])

    def test_a_guessed_number_is_no_constant(self):
        source = (
            "__kernel void f(__global float *w, __global const float *x, float d) {\n"
            "  __local float t[TILE];\n"
            "  t[0] = x[0];\n"
            "  w[0] = t[0] * x[1] * TILE / d;\n"
            "  w[1] = ACTIVATE(x[2]) * x[3] / d - x[2] * x[3] / d;\n"
            "  const int twice = 2 * TILE;\n"
            "  w[2] = x[4] * twice / d;\n"
            "}\n"
        )
        self.write("k.cl", source)
        graph = self.run_checker("--dump-graph", "k.cl").out
        self.assertIn("t[0] * x[1] * cast<binary32>(TILE) / d".replace("t[0]", "x[0]"), graph)
        self.assertIn("ACTIVATE@1 * x[3] / d", graph)
        self.assertIn("x[4] * cast<binary32>(2 * TILE) / d", graph)
        # With the definition the product is exact, and nothing is to be said.
        self.assertEqual([f["line"] for f in self.check_json("k.cl", "--", "-DTILE=4", "-DACTIVATE(x)=(x)").findings if f["line"] == 7], [])
        [scaled] = [f for f in self.check_json("k.cl").findings if any(place["line"] == 7 for place in f["places"])]
        self.assertEqual(scaled["severity"], "remark")

    def test_definitions_of_the_user_are_not_guessed_over(self):
        self.write("k.cl", "__kernel void f(__global REAL *a) { a[0] = a[1] * a[2] / LIMIT; }\n")
        outcome = self.check_json("k.cl", "--", "-DREAL=float", "-DLIMIT=a[3]")
        self.assertEqual(outcome.report["notAnalysed"], [])
        self.assertIn("a[3]", outcome.findings[0]["expression"])

    def test_what_cannot_be_guessed_stays_an_error(self):
        self.write("k.cl", "__kernel void f(__global float *a) { a[0] = = 2; }\n" + KERNEL)
        outcome = self.check_json("k.cl")
        self.assertNotAnalysed(outcome, "syntax error", "expected expression")
        self.assertEqual(len(outcome.findings), 1)

    def test_nothing_is_guessed_for_other_languages(self):
        self.write("k.c", "void f(FLOAT *a) { a[0] = 1; }\n")
        self.assertNotAnalysed(self.check_json("k.c"), "syntax error", "unknown type name 'FLOAT'")


class Profiles(CheckerTest):
    SOURCE = KERNEL + "#ifdef WIDE\n" + KERNEL.replace("step", "wide") + "#endif\n"

    def test_a_finding_of_one_profile_says_so_and_others_are_there_once(self):
        self.write("k.cl", self.SOURCE)
        self.write(".fporder", "profiles:\n  wide: [-DWIDE]\n  other: [-DOTHER=1]\n")
        found = self.check_json("k.cl").findings
        self.assertEqual([f["line"] for f in found], [3, 8])
        notes = [[note["message"] for note in f["notes"]] for f in found]
        self.assertNotIn("found with the profile 'wide' only", notes[0])
        self.assertIn("found with the profile 'wide' only", notes[1])

    def test_profiles_serve_every_language_and_mistakes_are_named(self):
        self.write("a.c", "float f(float a, float b, float c, float w) {\n#ifdef ON\n  return w - a * b / c;\n#else\n  return a;\n#endif\n}\n")
        self.write(".fporder", "profiles: {on: -DON}\n")
        self.assertEqual([f["line"] for f in self.check_json("a.c").findings], [3])
        for text in ("profiles: 3\n", "profiles: {on: }\n", "image-storage: fp8\n"):
            self.write(".fporder", text)
            outcome = self.run_checker("a.c")
            self.assertStatus(outcome, EXIT_USAGE)
            self.assertIn(".fporder:1:", outcome.err)


class Images(CheckerTest):
    LAYERS = """__constant sampler_t S = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
__kernel void layer(__read_only image2d_t a, __read_only image2d_t b, __write_only image2d_t out, float4 bias) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, p, read_imagef(a, S, p) * read_imagef(b, S, p) - bias);
}
"""

    def test_storage_in_half_is_a_rounding(self):
        self.write("k.cl", self.LAYERS)
        self.assertNotIn("cast<binary16>", self.run_checker("k.cl", "--dump-graph").out)
        self.write(".fporder", "image-storage: half\n")
        self.assertIn("cast<binary16>", self.run_checker("k.cl", "--dump-graph").out)


if __name__ == "__main__":
    unittest.main()
