"""One finding for statements of one shape in a function: its places, each suppressed, known, filtered and fixed by itself."""

import json
import unittest
import xml.etree.ElementTree

from checker import EXIT_CLEAN, EXIT_FINDINGS, CheckerTest

# Lines 3 to 7 are one pattern, of whatever its operands are made.
UNROLLED = """void scale(float *w, const float *m, const float *v, float lr) {
  // four lanes
  w[0] -= lr * m[0] / v[0];
  w[1] -= lr * m[1] / v[1];
  w[2] -= lr * m[2] / v[2];
  w[3] -= lr * m[3] / v[3];
  w[4] -= lr * (m[4] + m[5]) / v[4];
}
void other(float *w, float lr, float m, float v) {
  *w -= lr * m / v;
}
"""
MACRO = """#define STEP(name) float name(float w, float lr, float m, float v) { return w - lr * m / v; }
STEP(first)
STEP(second)
STEP(third)
"""


class Places(CheckerTest):
    def rows(self, *arguments):
        """(line, lines of all places) of each mul-then-div finding."""
        report = self.check_json("--rules=mul-then-div", *arguments).report
        return [(finding["line"], [place["line"] for place in finding["places"]]) for finding in report["findings"]]

    def test_statements_of_one_shape_in_a_function_are_one_finding(self):
        self.write("u.c", UNROLLED)
        self.assertEqual(self.rows("u.c"), [(3, [3, 4, 5, 6, 7]), (10, [10])])

    def test_expansions_of_one_macro_are_one_finding(self):
        self.write("m.c", MACRO)
        self.assertEqual(self.rows("m.c"), [(2, [2, 3, 4])])

    def test_each_place_has_its_fingerprint_and_its_own_expression(self):
        self.write("u.c", UNROLLED)
        places = self.check_json("--rules=mul-then-div", "u.c").findings[0]["places"]
        self.assertEqual(len({place["fingerprint"] for place in places}), 5)
        self.assertEqual([place["expression"] for place in places],
                         [f"(lr * m[{lane}]) / v[{lane}]" for lane in range(4)] + ["(lr * (m[4] + m[5])) / v[4]"])

    def test_counts_of_all_formats_agree(self):
        self.write("u.c", UNROLLED)
        report = self.check_json("--rules=mul-then-div", "u.c").report
        summary = report["summary"]
        self.assertEqual((summary["findings"], summary["warnings"] + summary["remarks"], summary["places"]), (2, 2, 6))
        text = self.run_checker("--rules=mul-then-div", "--statistics", "u.c")
        self.assertStatus(text, EXIT_FINDINGS)
        self.assertIn("2 findings at 6 places (2 warnings, 0 remarks, 0 suppressed)", text.err)
        self.assertRegex(text.err, r"mul-then-div +FPO101 +2 +0 +6 +0")
        self.assertIn("      = also at lines 4, 5, 6 and 7\n", text.out)
        self.assertEqual(text.out.count("[fporder-mul-then-div]"), 2)
        sarif = self.run_checker("--rules=mul-then-div", "--format=sarif", "u.c").report["runs"][0]["results"]
        self.assertEqual([len(result.get("relatedLocations", [])) for result in sarif][1:], [len(f["notes"]) for f in report["findings"]][1:])
        self.assertEqual([place["fingerprint"] for place in sarif[0]["properties"]["places"]],
                         [place["fingerprint"] for place in report["findings"][0]["places"]])
        junit = xml.etree.ElementTree.fromstring(self.run_checker("--rules=mul-then-div", "--format=junit", "u.c").out)
        self.assertEqual((junit.get("tests"), junit.get("failures")), ("2", "2"))
        github = self.run_checker("--rules=mul-then-div", "--format=github", "u.c").out
        self.assertEqual(github.count("::warning "), 2)
        self.assertIn("also at lines 4, 5, 6 and 7", github)

    def test_all_places_are_listed_on_demand(self):
        self.write("u.c", UNROLLED)
        for option in ("--places=all", "--verbose"):
            out = self.run_checker("--rules=mul-then-div", option, "u.c").out
            self.assertIn("      = also at u.c:6:21: '(lr * m[3]) / v[3]'\n", out)
        self.assertStatus(self.run_checker("--places=some", "u.c"), 2)

    def test_a_suppressed_place_leaves_the_others(self):
        self.write("u.c", UNROLLED.replace("v[0];", "v[0]; // NOLINT(fporder-mul-then-div)"))
        self.assertEqual(self.rows("u.c")[0], (4, [4, 5, 6, 7]))
        self.assertEqual(self.check_json("--rules=mul-then-div", "u.c").report["summary"]["suppressed"], 1)
        everywhere = UNROLLED.replace(";\n", "; // fporder: allow(mul-then-div) reason=\"as the reference\"\n")
        self.write("u.c", everywhere)
        self.assertStatus(self.run_checker("--rules=mul-then-div", "u.c"), EXIT_CLEAN)

    def test_a_baseline_knows_places(self):
        self.write("u.c", UNROLLED.replace("  w[2] -= lr * m[2] / v[2];\n", ""))
        self.run_checker("--rules=mul-then-div", "--write-baseline=known.json", "u.c")
        self.assertEqual(len(json.loads(self.read("known.json"))["findings"]), 5)
        self.write("u.c", UNROLLED)
        self.assertEqual(self.rows("--baseline=known.json", "u.c"), [(5, [5])])

    def test_a_line_filter_comes_before_grouping(self):
        self.write("u.c", UNROLLED)
        self.assertEqual(self.rows('--line-filter=[{"name":"u.c","lines":[[5,6]]}]', "u.c"), [(5, [5, 6])])

    def test_every_place_is_fixed(self):
        self.write("u.c", UNROLLED)
        self.run_checker("--rules=mul-then-div", "--fix=all", "--fail-on=never", "u.c")
        for lane in range(4):
            self.assertIn(f"w[{lane}] -= lr * (m[{lane}] / v[{lane}]);", self.read("u.c"))

    def test_cache_jobs_and_shards_make_no_difference(self):
        self.write("u.c", UNROLLED)
        self.write("m.c", MACRO)
        once = self.run_checker("u.c", "m.c")
        cached = {"FPORDER_NO_CACHE": "", "FPORDER_CACHE_DIR": str(self.root / "cache")}
        for _ in range(2):
            self.assertEqual(self.run_checker("u.c", "m.c", environment=cached).out, once.out)
        self.assertEqual(self.run_checker("-j2", "u.c", "m.c").out, once.out)
        for index in (1, 2):
            self.run_checker(f"--shard={index}/2:{index}.shard", "u.c", "m.c")
        self.assertEqual(self.run_checker("merge", "1.shard", "2.shard").out, once.out)

    def test_measured_places_have_their_own_figures(self):
        self.write("u.c", UNROLLED)
        report = self.check_json("--rules=mul-then-div", "--measure", "--samples=100", "u.c").report
        self.assertEqual([len(finding["places"]) for finding in report["findings"]], [1] * 6)
        self.assertTrue(all("measured" in finding["orders"][0] for finding in report["findings"]))


class Words(CheckerTest):
    def test_an_element_of_a_result_is_called_as_the_statement_calls_it(self):
        finding = self.finding("#include <vector>\nstd::vector<float> solved(const std::vector<float> &b) {\n  std::vector<float> x(b.size());\n"
                               "  for (int i = 0; i < (int)b.size(); i++)\n    x[i] = b[i] + 1;\n  return x;\n}\n"
                               "void f(const std::vector<float> &rhs, float h, float d, float *out, int n) {\n"
                               "  std::vector<float> c = solved(rhs);\n  out[n] -= c[n] * h / d;\n}\n")
        self.assertIn("'(c[n] * h) / d'", finding["message"])

    def test_one_warning_for_an_operation_whatever_its_operand_is_on_other_paths(self):
        self.finding("void f(float *z, float *d, float a, float g, float h, int p) {\n  float t;\n  if (g < 1)\n    t = h / a;\n"
                     "  else\n    t = 1 / g;\n  z[p] -= t * a;\n}\n")

    def test_calls_and_computed_elements_are_called_as_the_statement_calls_them(self):
        text = (
            "static inline float either(float a, float b) { return a > 0 ? a * b : a / b; }\n"
            "void f(float *y, const float *x, float a, float b, int n, int stride) {\n"
            "  for (int i = 0; i < n; ++i) {\n    int at = i * stride + 1;\n    y[at] = x[at] * either(a, b) / b;\n  }\n}\n"
        )
        self.write("named.cpp", text)
        messages = [finding["message"] for finding in self.check_json("--rules=mul-then-div", "named.cpp").findings]
        self.assertIn("product formed before the division: '(x[at] * either(a, b)) / b'", messages)

    def test_an_index_that_changes_is_no_name(self):
        finding = self.finding("void f(float *w, const float *p, float lr, float d, int i) {\n  const float *q = p + 3;\n"
                               "  w[0] -= q[i++] * lr / d;\n}\n")
        self.assertNotIn("++", finding["message"])

    def finding(self, source):
        self.write("w.cpp", source)
        (finding,) = self.check_json("w.cpp").findings
        return finding

    def test_a_name_that_the_statement_reads_stands_for_what_it_holds(self):
        finding = self.finding("#include <cmath>\nvoid f(float *w, const float *m, const float *v, float lr, float eps, int n) {\n"
                               "  for (int i = 0; i < n; i++) {\n    const float d = std::sqrt(v[i]) + eps;\n    w[i] -= lr * m[i] / d;\n  }\n}\n")
        self.assertIn("'(lr * m[i]) / d'", finding["message"])
        self.assertEqual(finding["expression"], "(lr * m[i]) / (sqrt(v[i]) + eps)")
        self.assertEqual(finding["values"], [{"name": "d", "expression": "sqrt(v[i]) + eps", "line": 4}])

    def test_a_value_that_branches_make_has_its_name(self):
        finding = self.finding("float f(float w, float m, float v, float a, float b, bool c) {\n  float r = a * b;\n  if (c)\n    r = b / a;\n"
                               "  return w - r * m / v;\n}\n")
        self.assertIn("'(r * m) / v'", finding["message"])

    def test_the_consumer_is_named_as_its_statement_does(self):
        finding = self.finding("void f(float *w, const float *a, const float *b, const float *c, int n) {\n  for (int i = 0; i < n; i++) {\n"
                               "    float u = a[i] * b[i] / c[i];\n    w[i] = w[i] - u;\n  }\n}\n")
        self.assertTrue(any("'w[i] - u'" in note["message"] for note in finding["notes"]), finding["notes"])


if __name__ == "__main__":
    unittest.main()
