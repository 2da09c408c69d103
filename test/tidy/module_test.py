"""The clang-tidy module in the clang-tidy it was built for: module_test.py MAJOR."""

import json
import os
import shutil
import subprocess
import sys

from client import ADAM, ADAM_PLACE, CHECKER, CLEAN, REMARK, VERSINE, VERSINE_FIXED, ClientTest, diagnostics, main, module, need_module

MAJOR = sys.argv[1]
OTHER = {"22": "19", "19": "22"}[MAJOR]


class Module(ClientTest):
    def tidy(self, *arguments, **options):
        return self.clang_tidy(MAJOR, *arguments, **options)

    def places(self, done):
        return [found[1:3] + found[4:] for found in diagnostics(done.stdout)]

    def test_every_rule_is_a_check(self):
        listed = self.tidy("--list-checks", "--")
        self.assertStatus(listed, 0)
        checks = {line.strip() for line in listed.stdout.splitlines() if line.strip().startswith("fporder-")}
        rules = json.loads(subprocess.run([CHECKER, "--list-rules=json"], stdout=subprocess.PIPE, check=True).stdout)
        slugs = {f"fporder-{rule['slug']}" for rule in (rules["rules"] if isinstance(rules, dict) else rules)}
        self.assertGreater(len(slugs), 30)
        self.assertEqual(checks, slugs | {"fporder-unused-suppression", "fporder-malformed-suppression", "fporder-not-analysed"})

    def test_warning_with_notes(self):
        done = self.tidy(self.write("a.c", ADAM), "--")
        self.assertStatus(done, 0)
        self.assertEqual(self.places(done), [ADAM_PLACE])
        self.assertIn("a.c:4:23: warning: product formed before the division", done.stdout)
        self.assertIn("a.c:4:10: note: the result feeds", done.stdout)
        self.assertIn("note: another order: 'lr * (m[i] / (sqrt(v[i]) + eps))': divides first", done.stdout)

    def test_remark(self):
        done = self.tidy(self.write("a.cpp", REMARK), "--", "-std=c++20")
        self.assertStatus(done, 0)
        self.assertEqual([found[3] for found in diagnostics(done.stdout)], ["remark"], done.stdout)

    def test_nothing_to_say(self):
        done = self.tidy("--quiet", self.write("a.cpp", CLEAN), "--")
        self.assertStatus(done, 0)
        self.assertEqual(done.stdout, "")

    def test_one_check_alone(self):
        source = self.write("a.c", ADAM + REMARK)
        both = self.tidy(source, "--")
        self.assertEqual(len(self.places(both)), 2, both.stdout)
        self.assertEqual(self.places(self.tidy(source, "--", checks="-*,fporder-mul-then-div")), self.places(both))
        self.assertEqual(self.places(self.tidy(source, "--", checks="-*,fporder-sum-order,misc-*")), [])

    def test_several_units_in_one_run(self):
        names = [self.write(f"{i}.c", ADAM) for i in range(3)]
        done = self.tidy(*names, "--")
        self.assertEqual(sorted(found[0] for found in diagnostics(done.stdout)), [str(name) for name in names])

    def test_warnings_as_errors(self):
        done = self.tidy(self.write("a.c", ADAM + REMARK), "--warnings-as-errors=fporder-*", "--")
        self.assertStatus(done, 1)
        self.assertEqual([found[3] for found in diagnostics(done.stdout)], ["error", "remark"])

    def test_fix(self):
        source = self.write("a.c", VERSINE + REMARK)
        self.assertStatus(self.tidy("--fix", source, "--"), 0)
        self.assertEqual(source.read_text(), VERSINE.replace("1 - cos(x)", VERSINE_FIXED) + REMARK)
        self.assertEqual(self.places(self.tidy(source, "--")), [(3, 58, "mul-then-div")])  # whose fix nothing speaks for

    def test_all_fixes(self):
        source = self.write("a.c", REMARK)
        self.tidy("--fix", "--config={CheckOptions: {Fixes: all}}", source, "--")
        self.assertIn("return a * (b / c);", source.read_text())

    def test_export_fixes(self):
        source = self.write("a.c", VERSINE)
        self.tidy("--export-fixes=fixes.yaml", source, "--")
        fixes = self.read("fixes.yaml")
        self.assertIn("DiagnosticName:  fporder-one-minus-cos", fixes)
        self.assertIn(f"ReplacementText: '{VERSINE_FIXED}'", fixes)
        self.assertEqual(source.read_text(), VERSINE)

    def test_check_options(self):
        source = self.write("a.c", REMARK)

        def levels(options):
            return [found[3] for found in diagnostics(self.tidy(f"--config={{CheckOptions: {{{options}}}}}", source, "--").stdout)]

        self.assertEqual(levels(""), ["remark"])
        self.assertEqual(levels("fporder-mul-then-div.Severity: warning"), ["warning"])
        self.assertEqual(levels("Severity: warning"), ["warning"])
        self.assertEqual(levels("Severity: warning, fporder-mul-then-div.Severity: remark"), ["remark"])
        wrong = self.tidy("--config={CheckOptions: {fporder-mul-then-div.Severity: loud}}", source, "--")
        self.assertIn("invalid value 'loud' for the option Severity", wrong.stdout + wrong.stderr)
        quiet = self.tidy("--config={CheckOptions: {Orders: false}}", source, "--")
        self.assertNotIn("another order", quiet.stdout)

    def test_clang_tidy_file(self):
        self.write(".clang-tidy", "Checks: '-*,fporder-*'\nCheckOptions:\n  fporder-mul-then-div.Severity: warning\n")
        source = self.write("a.c", REMARK)
        done = self.run_program(f"clang-tidy-{MAJOR}", "-load", module(MAJOR), source, "--")
        self.assertEqual([found[3] for found in diagnostics(done.stdout)], ["warning"], done.stdout + done.stderr)
        dumped = self.run_program(f"clang-tidy-{MAJOR}", "-load", module(MAJOR), "--dump-config", source, "--")
        self.assertRegex(dumped.stdout, r"fporder-mul-then-div\.Severity: +warning")
        self.assertRegex(dumped.stdout, r"fporder-sum-order\.Fixes: +evidence")

    def test_fporder_file(self):
        self.write(".fporder", "severity: {mul-then-div: warning}\n")
        source = self.write("a.c", REMARK)
        self.assertEqual([found[3] for found in diagnostics(self.tidy(source, "--").stdout)], ["warning"])
        self.write(".fporder", "rules: '*,-mul-then-div'\n")
        self.assertEqual(self.places(self.tidy(source, "--")), [])
        self.write(".fporder", "rulse: '*'\n")
        wrong = self.tidy(source, "--")
        self.assertIn("unknown key 'rulse'", wrong.stdout + wrong.stderr)

    def test_suppressions(self):
        body = "float f(float a, float b, float c) {\n  return a * b / c;%s\n}\n"
        for comment in ("// NOLINT", "// NOLINT(fporder-mul-then-div)", "// fporder: allow(mul-then-div)", "// fporder: allow(mul-then-div) reason=\"x\""):
            with self.subTest(comment):
                done = self.tidy(self.write("a.c", body % (" " + comment)), "--")
                self.assertEqual(diagnostics(done.stdout), [], done.stdout)
        self.assertEqual(len(self.places(self.tidy(self.write("a.c", body % " // NOLINT(misc-*)"), "--"))), 1)

    def test_unused_suppressions_are_reported_once(self):
        allow = "double f(double a) {\n  return a; // fporder: allow(mul-then-div)\n}\n"
        self.assertEqual([found[4] for found in diagnostics(self.tidy(self.write("a.c", allow), "--").stdout)], ["unused-suppression"])
        # A NOLINT is clang-tidy's own.
        nolint = "double f(double a) {\n  return a; // NOLINT(fporder-mul-then-div)\n}\n"
        self.assertEqual(diagnostics(self.tidy(self.write("a.c", nolint), "--").stdout), [])
        # Silence of a check that did not run proves nothing.
        self.assertEqual(diagnostics(self.tidy(self.write("a.c", allow), "--", checks="-*,fporder-sum-order,fporder-unused-suppression").stdout), [])

    def test_headers_as_clang_tidy_filters_them(self):
        header = self.write("include/kernel.h", "static inline float f(float a, float b, float c) { return a * b / c; }\n")
        source = self.write("a.c", '#include "kernel.h"\ndouble g(double x) { return f(x, x, 2); }\n')
        flags = ("--", "-Iinclude")
        shown = diagnostics(self.tidy("--header-filter=.*", source, *flags).stdout)
        self.assertEqual([os.path.join(self.root, found[0]) for found in shown], [str(header)])
        self.assertEqual(diagnostics(self.tidy("--header-filter=elsewhere", source, *flags).stdout), [])
        self.assertEqual(diagnostics(self.tidy("--header-filter=", source, *flags).stdout), [])

    def test_line_filter(self):
        source = self.write("a.c", ADAM + REMARK)
        done = self.tidy('--line-filter=[{"name":"a.c","lines":[[1,5]]}]', source, "--")
        self.assertEqual(self.places(done), [ADAM_PLACE])

    def test_relative_paths_of_a_compile_database(self):
        self.write("src/a.c", VERSINE)
        self.write("build/compile_commands.json", json.dumps([{"directory": str(self.root / "build"), "command": "cc -c ../src/a.c", "file": "../src/a.c"}]))
        done = self.tidy("-p", "build", "--fix", "src/a.c")
        self.assertStatus(done, 0)
        self.assertIn(VERSINE_FIXED, self.read("src/a.c"))

    def test_openmp_without_fopenmp(self):
        source = self.write("a.c", "double f(const double *x, int n) {\n  double s = 0;\n#pragma omp parallel for reduction(+ : s)\n  for (int i = 0; i < n; ++i)\n    s += x[i];\n  return s;\n}\n")
        self.assertEqual([found[4] for found in diagnostics(self.tidy(source, "--").stdout)], ["unordered-reduction"])
        asCompiled = self.tidy("--config={CheckOptions: {ReadOpenMP: false}}", source, "--")
        self.assertNotIn("unordered-reduction", asCompiled.stdout)

    def test_message_with_a_per_cent_sign(self):
        source = self.write("a.c", "#include <math.h>\nfloat f(float a, float b, int i, float c) { float t[8] = {a, b}; return t[i % 8] * b / c; }\n")
        done = self.tidy(source, "--")
        self.assertEqual(len(self.places(done)), 1, done.stdout)
        self.assertIn("%", done.stdout.split("\n")[0])

    def test_broken_source_is_still_checked(self):
        source = self.write("a.c", "#include <no_such_header.h>\n" + REMARK)
        done = self.tidy(source, "--")
        self.assertStatus(done, 1)
        self.assertIn("clang-diagnostic-error", done.stdout)
        self.assertEqual(len(self.places(done)), 1, done.stdout)

    def test_not_analysed(self):
        source = self.write("a.c", "double f(double x) {\n  __asm__(\"\" : \"+x\"(x));\n  return x * 2;\n}\n")
        self.assertEqual(self.places(self.tidy(source, "--")), [])
        listed = self.tidy("--config={CheckOptions: {fporder-not-analysed.Listed: true}}", source, "--")
        self.assertRegex(listed.stdout, r"a\.c:2:\d+: remark: not analysed: .* \[fporder-not-analysed\]")

    def test_vendor_headers_without_the_toolkit(self):
        kernel = """#include "kernel_operator.h"
using namespace AscendC;
__aicore__ inline void Step(LocalTensor<float> m, LocalTensor<float> v, LocalTensor<float> w, LocalTensor<float> t, float lr, int n) {
  Muls(t, m, lr, n);
  Div(t, t, v, n);
  Sub(w, w, t, n);
}
"""
        sources = [self.write(name, kernel) for name in ("a.cpp", "b.cpp")]
        sources.append(self.write("c.cpp", kernel.split("\n", 1)[1]))  # known by its words
        done = self.tidy(*sources, "--", "-std=c++17")
        self.assertStatus(done, 0)
        self.assertEqual([found[4] for found in diagnostics(done.stdout)], ["mul-then-div"] * 3, done.stdout + done.stderr)

    def test_opencl(self):
        source = self.write("a.cl", "kernel void f(global float *w, global const float *m, float lr, float d) {\n  int i = get_global_id(0);\n  w[i] -= lr * m[i] / d;\n}\n")
        done = self.tidy(source, "--", "-cl-std=CL2.0", "-target", "spir64")
        self.assertEqual([found[4] for found in diagnostics(done.stdout)], ["mul-then-div"], done.stdout + done.stderr)

    def test_cuda(self):
        text = """#define __global__ __attribute__((global))
struct Index { int x; };
extern const Index threadIdx;
__global__ void f(float *w, const float *m, float lr, float d) {
  int i = threadIdx.x;
  w[i] -= lr * m[i] / d;
}
"""
        done = self.tidy(self.write("a.cu", text), "--", "-nocudainc", "-nocudalib", "--cuda-host-only")
        self.assertEqual([found[4] for found in diagnostics(done.stdout)], ["mul-then-div"], done.stdout + done.stderr)

    def test_loud_failure_in_another_version(self):
        other = module(OTHER)
        if not other:
            self.skipTest(f"no module for LLVM {OTHER}")
        for checks in ("-*,fporder-*", "misc-*,fporder-*"):
            done = self.run_program(f"clang-tidy-{MAJOR}", "-load", other, f"-checks={checks}", self.write("a.c", ADAM), "--")
            self.assertStatus(done, 2)
            self.assertIn(f"built for clang-tidy {OTHER}.", done.stderr)
            self.assertIn(f"version {MAJOR}.", done.stderr)
            self.assertEqual(done.stdout, "")

    def test_loud_failure_without_its_checks(self):
        alone = self.root / "FporderTidyModule.so"
        shutil.copy(module(MAJOR), alone)
        done = self.run_program(f"clang-tidy-{MAJOR}", "-load", alone, "-checks=misc-*", self.write("a.c", ADAM), "--")
        self.assertStatus(done, 2)
        self.assertIn("fporder: error: the checks cannot be loaded", done.stderr)


if __name__ == "__main__":
    need_module(MAJOR)
    main([f"clang-tidy-{MAJOR}"])
