"""Floating-point code in inactive #if regions is analysed as what it is for."""

import json
import unittest

from checker import ADAM, CheckerTest

BODY = """void adam(float *w, const float *m, const float *v, float lr, float eps, int n) {
  for (int i = 0; i < n; ++i)
    w[i] -= lr * m[i] / (SQRT(v[i]) + eps);
}
float fraction(float a, float b, float c) { return a * b / c; }
"""
HEAD = "#include <math.h>\n#define SQRT sqrtf\n"


def under(condition, body=BODY, rest=""):
    return HEAD + f"#if {condition}\n{body}{rest}#endif\n"


class Waking(CheckerTest):
    def analysed(self, source, *arguments, name="a.c"):
        self.write(name, source)
        outcome = self.check_json(*arguments, name, *([] if arguments else ["--"]))
        found = [(finding["line"], finding["rule"], finding.get("wokenAs")) for finding in outcome.findings]
        inactive = [entry["why"] for entry in outcome.report["notAnalysed"] if entry["what"] == "inactive floating-point code"]
        return found, inactive

    def expect(self, source, label, name="a.c"):
        found, inactive = self.analysed(source, name=name)
        self.assertEqual([(6, "mul-then-div", [label]), (8, "mul-then-div", [label])], found)
        self.assertEqual([], inactive)

    def test_targets(self):
        self.expect(under("defined(__ARM_NEON)"), "aarch64")
        self.expect(under("defined(__ARM_FEATURE_SVE)"), "aarch64 with SVE")
        self.expect(under("defined(__AVX512F__)"), "x86-64 with AVX-512")
        self.expect(under("defined(__AVX2__) && defined(__FMA__)"), "x86-64 with AVX2")
        self.expect(under("defined(__SSE4_1__)"), "x86-64 with SSE4.2")

    def test_accelerators(self):
        self.expect(under("defined(__CUDA_ARCH__)"), "CUDA", name="a.cpp")
        self.expect(under("defined(__HIPCC__)"), "HIP", name="a.cpp")
        self.expect(under("defined(__CCE_AICORE__)"), "AscendC", name="a.cpp")

    def test_a_project_s_own_macros(self):
        self.expect(under("USE_NEON"), "aarch64, -DUSE_NEON")
        self.expect(under("defined(FOO_HAVE_AVX2)"), "x86-64 with AVX2, -DFOO_HAVE_AVX2")
        self.expect(under("FOO_ENABLE_SIMD"), "-DFOO_ENABLE_SIMD")

    def test_what_the_source_or_a_flag_decides_is_not_defined(self):
        self.assertEqual([], self.analysed("#define USE_SIMD 0\n" + under("USE_SIMD"))[0])
        self.write("a.c", under("USE_SIMD"))
        self.assertEqual([], self.check_json("a.c", "--", "-DUSE_SIMD=0").findings)
        self.assertEqual([], self.analysed(under("NO_SIMD"))[0])
        self.assertEqual([], self.analysed(under("defined(FOO)"))[0])

    def test_a_macro_that_the_target_defines_through_the_source(self):
        found, _ = self.analysed("#ifdef __ARM_NEON\n#define FAST 1\n#endif\n" + under("FAST"))
        self.assertEqual([(9, ["aarch64"]), (11, ["aarch64"])], [(line, variants) for line, _, variants in found])

    def test_active_code_is_not_reported_again(self):
        active = "float twice(float a, float b, float c) { return a * b / c; }\n"
        found, _ = self.analysed(under("defined(__ARM_NEON)") + active)
        self.assertEqual([["aarch64"], ["aarch64"], None], [variants for _, _, variants in found])

    def test_branches_of_one_chain_and_intrinsics(self):
        neon = "#include <arm_neon.h>\nfloat32x4_t f(float32x4_t a, float32x4_t b, float32x4_t c) { return vdivq_f32(vmulq_f32(a, b), c); }\n"
        wide = "#include <immintrin.h>\n__m512 f(__m512 a, __m512 b, __m512 c) { return _mm512_div_ps(_mm512_mul_ps(a, b), c); }\n"
        source = f"#ifdef __ARM_NEON\n{neon}#elif defined(__AVX512F__)\n{wide}#else\nfloat f(float a, float b, float c) {{ return a * b / c; }}\n#endif\n"
        found, inactive = self.analysed(source)
        self.assertEqual([(3, "mul-then-div", ["aarch64"]), (6, "mul-then-div", ["x86-64 with AVX-512"]), (8, "mul-then-div", None)], found)
        self.assertEqual([], inactive)

    def test_system_headers_of_the_host_serve_another_target(self):
        headers = "#include <vector>\n#include <cmath>\n#include <string>\n#include <algorithm>\n#include <arm_neon.h>\n"
        body = "float norm(const std::vector<float> &v, float a, float b) { return a * b / std::sqrt(v[0]) * 2.0f * 4.0f * 8.0f * 16.0f * 32.0f; }\n"
        found, inactive = self.analysed(f"#ifdef __aarch64__\n{headers}{body}{BODY.replace('SQRT', 'sqrtf')}#endif\n", name="a.cpp")
        self.assertIn((7, "mul-then-div", ["aarch64"]), found)
        self.assertEqual([], inactive)

    def test_a_header_is_woken_under_its_own_name(self):
        self.write("simd.h", "#pragma once\n" + under("defined(__ARM_NEON)"))
        found = self.check_json("a.c", "--") if self.write("a.c", '#include "simd.h"\n') else None
        self.assertEqual([(str(self.root / "simd.h"), 7), (str(self.root / "simd.h"), 9)], [(each["file"], each["line"]) for each in found.findings])
        self.assertEqual(["aarch64"], found.findings[0]["wokenAs"])

    def test_a_variant_without_its_headers_is_left_out_and_named(self):
        self.write("a.c", under("defined(__ARM_NEON)", rest="#include <nowhere/board.h>\n"))
        outcome = self.check_json("a.c", "--")
        self.assertEqual([], outcome.findings)
        entry = outcome.report["notAnalysed"][0]
        self.assertEqual(("inactive floating-point code", 3), (entry["what"], entry["line"]))
        self.assertRegex(entry["why"], r"^\d+ floating-point tokens under 'defined\(__ARM_NEON\)'; analysing it as aarch64 failed: header <nowhere/board.h>")
        self.assertIn("inactive floating-point code", self.run_checker("a.c", "--").err + self.run_checker("a.c", "--").out)
        self.assertEqual(3, self.run_checker("--strict", "a.c", "--").status)

    def test_code_for_another_compiler_is_left_out_whole(self):
        self.write("a.c", under("defined(__ARM_NEON)", rest="".join(f"board_t x{i} = board({i});\n" for i in range(40))))
        outcome = self.check_json("a.c", "--")
        self.assertEqual([], outcome.findings)
        self.assertIn("syntax errors, the first at a.c:9", outcome.report["notAnalysed"][0]["why"])

    def test_errors_that_repeat_the_unit_s_own_count(self):
        repeated = under("defined(__ARM_NEON)", rest=f"#define USE {'nowhere; ' * 30}\n#else\n#define USE nowhere;\n")
        self.write("a.c", repeated + "void use(void) { USE }\n")
        outcome = self.check_json("a.c", "--")
        self.assertEqual([], outcome.findings)
        self.assertIn("analysing it as aarch64 failed: 30 syntax errors", [entry["why"] for entry in outcome.report["notAnalysed"]][0])

    def test_what_the_unit_needed_is_forgotten_where_a_variant_declares_it(self):
        own = "namespace own { inline float exp(float x) { return x * x; } }\nnamespace tl = own;\n"
        scaled = "float scaled(float a, float b, float c) { return tl::exp(a) * b / c; }\n"
        self.write("a.cpp", under("defined(__ARM_NEON)", own + BODY + scaled) + "float use(float x) { return tl::exp(x); }\n")
        outcome = self.check_json("a.cpp", "--")
        found = [finding for finding in outcome.findings if finding["line"] == 11]
        self.assertEqual([["aarch64"]], [finding["wokenAs"] for finding in found])
        self.assertNotIn("'(exp(a) * b)", found[0]["message"])  # that of std, for which the unit's own parse takes it
        self.assertEqual([], [entry["why"] for entry in outcome.report["notAnalysed"] if "redefinition" in entry["why"]])

    def test_little_inactive_code_is_no_reason(self):
        active = "".join(f"double f{i}(double a, double b) {{ return a + b; }}\n" for i in range(20))
        found, inactive = self.analysed(under("defined(__ARM_NEON)") + active)
        self.assertEqual([], found)
        self.assertEqual(1, len(inactive))
        self.assertEqual(0, self.run_checker("--strict", "a.c", "--").status)

    def test_no_wake_and_flags_for_a_machine(self):
        self.assertEqual(([], []), self.analysed(under("defined(__ARM_NEON)"), "--no-wake"))
        self.write("a.c", under("defined(__AVX2__)"))
        outcome = self.check_json("a.c", "--", "-march=x86-64")
        self.assertEqual([], outcome.findings)
        self.assertEqual(["inactive floating-point code"], [entry["what"] for entry in outcome.report["notAnalysed"]])

    def test_a_compile_database_decides(self):
        self.write("a.c", under("defined(__ARM_NEON)"))
        self.write("compile_commands.json", json.dumps([{"directory": str(self.root), "file": "a.c", "command": "cc -c a.c"}]))
        outcome = self.check_json("a.c")
        self.assertEqual([], outcome.findings)
        self.assertEqual(["inactive floating-point code"], [entry["what"] for entry in outcome.report["notAnalysed"]])

    def test_fixes_reach_inactive_lines_only(self):
        self.write("a.c", under("defined(__ARM_NEON)"))
        self.run_checker("--fix=all", "a.c", "--")
        self.assertEqual(under("defined(__ARM_NEON)").replace("a * b / c", "a * (b / c)").replace("lr * m[i] / (SQRT(v[i]) + eps)", "lr * (m[i] / (SQRT(v[i]) + eps))"), self.read("a.c"))

    def test_text_says_as_what(self):
        self.write("a.c", under("defined(__ARM_NEON)"))
        self.assertIn("note: inactive under the flags of this file; found as aarch64", self.run_checker("a.c", "--").out)

    def test_cache_and_shards_keep_variants(self):
        self.write("a.c", under("defined(__ARM_NEON)"))
        plain = self.check_json("a.c", "--").report["findings"]
        cached = {"FPORDER_NO_CACHE": "", "FPORDER_CACHE_DIR": str(self.root / "cache")}
        arguments = ["--cache-dir=" + str(self.root / "cache"), "--format=json"]
        for _ in range(2):
            outcome = self.run_checker(*arguments, "a.c", "--", environment=cached)
            self.assertEqual(plain, outcome.report["findings"])
        without = self.run_checker(*arguments, "--no-wake", "a.c", "--", environment=cached)
        self.assertEqual([], without.report["findings"])


if __name__ == "__main__":
    unittest.main()
