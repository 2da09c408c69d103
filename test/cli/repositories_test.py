"""Sources as they lie in repositories: parts of other sources, headers that nothing includes, words of a newer standard."""

import unittest

from checker import CheckerTest

PART = """void TYPE_(scale)(T *y, const T *x, T a, T b, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] / b;
}
void TYPE_(late)(T *d, T a, T b, T c) { *d -= a * b / c; }
"""
MAIN = """#define T float
#define TYPE_(name) name##_f
#include "scale.part.c"
float own(float a, float b, float c) { return a * b / c; }
"""


class Parts(CheckerTest):
    def places(self, *arguments):
        outcome = self.check_json(*arguments)
        return outcome, sorted((finding["file"], finding["line"]) for finding in outcome.findings)

    def test_a_part_is_analysed_where_it_is_included(self):
        self.write("scale.part.c", PART)
        self.write("scale.c", MAIN)
        wanted = [("scale.c", 4), ("scale.part.c", 3), ("scale.part.c", 5)]
        for order in (["scale.c", "scale.part.c"], ["scale.part.c", "scale.c"]):
            outcome, found = self.places(*order, "--", "-std=gnu17")
            self.assertEqual(wanted, found)
            self.assertEqual(1, outcome.status)
            self.assertEqual([], [entry for entry in outcome.report["notAnalysed"] if entry["what"] != "compile database"])
            self.assertEqual({"scale.c", "scale.part.c"}, {entry["file"] for entry in outcome.report["coverage"]})

    def test_its_text_is_printed_once_and_with_the_others(self):
        self.write("scale.part.c", PART)
        self.write("scale.c", MAIN)
        text = self.run_checker("scale.c", "scale.part.c", "--", "-std=gnu17").out
        self.assertEqual(1, text.count("scale.part.c:3:"), text)
        self.assertLess(text.index("scale.c:4:"), text.index("scale.part.c:3:"))

    def test_alone_it_has_errors(self):
        self.write("scale.part.c", PART)
        self.assertNotAnalysed(self.check_json("scale.part.c", "--", "-std=gnu17"), "syntax error", "unknown type name 'T'")

    def test_a_fix_in_a_part(self):
        self.write("scale.part.c", "T TYPE_(late)(T a, T b, T c, T d) { return d - a * b / c; }\n")
        self.write("scale.c", MAIN)
        plain = self.check_json("scale.c", "scale.part.c", "--", "-std=gnu17")
        fixable = [finding for finding in plain.findings if finding["file"] == "scale.part.c" and finding.get("fix")]
        self.assertEqual(1, len(fixable))
        self.run_checker("--fix=all", "scale.c", "scale.part.c", "--", "-std=gnu17")
        self.assertNotIn("a * b / c", self.read("scale.part.c"))

    def test_a_whole_source_that_another_includes_speaks_for_itself(self):
        self.write("whole.c", "float f(float a, float b, float c, float d) { return d - a * b / c; }\n")
        self.write("main.c", '#include "whole.c"\n')
        outcome, places = self.places("main.c", "whole.c", "--")
        self.assertEqual([("whole.c", 1)], places)
        self.assertEqual(["whole.c"], [entry["file"] for entry in outcome.report["coverage"]])


class Environment(CheckerTest):
    def entries(self, outcome, what):
        return [entry["why"] for entry in outcome.report["notAnalysed"] if what in entry["what"]]

    def test_standard_headers_that_a_missing_header_includes(self):
        self.write("a.cpp", '#include "missing.h"\nfloat f(const std::vector<float> &v, float a, float b, uint32_t i) { return a * v[i] / b; }\n')
        outcome = self.check_json("a.cpp", "--", "-std=c++17")
        self.assertEqual(["mul-then-div"], [finding["rule"] for finding in outcome.findings])
        self.assertEqual(["used and not included, taken for included: <cstdint>, <vector>"], self.entries(outcome, "standard header"))
        self.assertEqual([], self.entries(outcome, "syntax error"))

    def test_standard_headers_of_a_cuda_source_come_behind_the_dialects_own(self):
        self.write("k.cu", "#include \"lost.h\"\n__global__ void k(float *x, float a, float b) {\n  x[blockIdx.x] = std::clamp(x[blockIdx.x] * a / b, 0.0f, a);\n}\n")
        outcome = self.check_json("k.cu")
        self.assertEqual(["mul-then-div"], [finding["rule"] for finding in outcome.findings])
        self.assertEqual(["used and not included, taken for included: <algorithm>"], self.entries(outcome, "standard header"))
        self.assertEqual([], self.entries(outcome, "syntax error"))

    def test_macros_of_the_build_that_types_need(self):
        self.write("real.h", "#if defined(USE_FLOAT)\ntypedef float real;\n#elif defined(USE_DOUBLE)\ntypedef double real;\n#endif\n")
        self.write("a.c", '#include "real.h"\nreal f(real a, real b, real c) { return a * b / c; }\n')
        outcome = self.check_json("a.c")
        self.assertEqual(["mul-then-div"], [finding["rule"] for finding in outcome.findings])
        self.assertEqual(["taken for defined, as a name is declared only where it is: USE_FLOAT ('real')"], self.entries(outcome, "macro of the build"))
        self.assertEqual([], self.entries(self.check_json("a.c", "--", "-DUSE_DOUBLE"), "macro of the build"))

    def test_a_name_that_the_source_declares_is_its_own(self):
        self.write("a.cpp", "namespace std { struct nothing; }\nfloat f(float a, float b, float c) { return a * b / c; }\n")
        self.assertEqual([], self.entries(self.check_json("a.cpp", "--"), "standard header"))

    def test_a_newer_standard_where_nobody_named_one(self):
        source = "template <class T> concept Number = requires(T a) { a * a; };\ntemplate <Number T> T f(T a, T b, T c) { return a * b / c; }\ntemplate float f(float, float, float);\n"
        self.write("a.cpp", source)
        self.write("a.cu", source)
        for name in ("a.cpp", "a.cu"):
            outcome = self.check_json(name)
            self.assertEqual(["mul-then-div"], [finding["rule"] for finding in outcome.findings], name)
            self.assertEqual([], self.entries(outcome, "syntax error"))
        self.assertNotEqual([], self.entries(self.check_json("a.cpp", "--", "-std=c++17"), "syntax error"))


TESTS = """#include <unit_test_library/library.h>
float a(int), b(int), c(int);
struct Grid : unit::Fixture { float h, w[8]; };
TEST_F(Grid, spacing) {
  for (int i = 0; i < 8; ++i)
    w[i] = h * w[i] / 3.0f;
}
namespace sums {
TEST(Sums, ratio) { float x = a(1) * b(2) / c(3); use(x); }
}
TEST_CASE("quotients", "[slow]") { float x = a(1) * b(2) / c(3); use(x); }
TEST_CASE("more quotients", "[slow]") { float x = a(4) * b(5) / c(6); use(x); }
"""


class TestLibraries(CheckerTest):
    def test_bodies_behind_macros_that_a_missing_header_defines_are_functions(self):
        self.write("sums_test.cpp", TESTS)
        outcome = self.check_json("--level=audit", "sums_test.cpp", "--")
        self.assertEqual(
            [(6, "Grid_spacing_TEST_F::body"), (9, "sums::Sums_ratio_TEST"), (11, "TEST_CASE_0"), (12, "TEST_CASE_1")],
            [(finding["line"], finding["function"]) for finding in outcome.findings if finding["rule"] == "mul-then-div"],
        )
        named = [entry["why"] for entry in outcome.report["notAnalysed"] if entry["what"] == "3 undefined names"]
        self.assertEqual(["taken for the head of a function, for an attribute, or for nothing: TEST_F, TEST, TEST_CASE"], named)
        self.assertEqual([(8, 8)], [(entry["operators"], entry["inGraphs"]) for entry in outcome.report["coverage"]])

    def test_in_c(self):
        self.write("sums_test.c", "#include <library.h>\nfloat a(int), b(int), c(int);\nTEST(Sums, ratio) { float x = a(1) * b(2) / c(3); use(x); }\n")
        self.assertEqual(["Sums_ratio_TEST"], [finding["function"] for finding in self.check_json("--level=audit", "sums_test.c", "--").findings])


class Switches(CheckerTest):
    SOURCE = '#include "scale.h"\nAPI float f(const std::vector<float> &v, float a, float b) { return scale(a * v[0] / b); }\n'

    def test_repairs_can_be_switched_off_alone_and_with_the_search_for_headers(self):
        (self.root / ".git").mkdir()
        self.write("src/a.cpp", self.SOURCE)
        self.write("include/scale.h", "inline float scale(float x) { return x; }\n")
        whole = self.check_json("src/a.cpp")
        self.assertEqual(["mul-then-div"], [finding["rule"] for finding in whole.findings])
        self.assertIn("foundHeaders", whole.report)
        bare = self.check_json("--no-repairs", "src/a.cpp")
        self.assertIn("foundHeaders", bare.report)
        self.assertEqual([], [entry for entry in bare.report["notAnalysed"] if "undefined name" in entry["what"] or "standard header" in entry["what"]])
        self.assertIn("unknown type name 'API'", str(bare.report["notAnalysed"]))
        neither = self.check_json("--no-header-search", "src/a.cpp")
        self.assertNotIn("foundHeaders", neither.report)
        self.assertIn("unknown type name 'API'", str(neither.report["notAnalysed"]))

    def test_a_warm_run_with_another_switch_is_another_run(self):
        self.write("a.cpp", self.SOURCE)
        cached = ["--cache-dir=" + str(self.root / "cache"), "a.cpp"]
        environment = {"FPORDER_NO_CACHE": ""}
        first = self.check_json(*cached, environment=environment).report["notAnalysed"]
        self.assertNotEqual(first, self.check_json("--no-repairs", *cached, environment=environment).report["notAnalysed"])
        self.assertEqual(first, self.check_json(*cached, environment=environment).report["notAnalysed"])


if __name__ == "__main__":
    unittest.main()
