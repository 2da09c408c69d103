#!/usr/bin/env python3
"""Sources whose headers are missing: their macros and their libraries' mathematical functions."""

import unittest

from checker import CheckerTest

MACROS = """BEGIN_NS(math)
STATIC FORCE_INLINE float f1(float a, float b, float c) { return a * b / c; }
KERNEL(float) f2(float a, float b, float c) { return a * b / c; }
inline float f3(float a, float b, float c) MY_NOEXCEPT { return a * b / c; }
template <typename T> HOSTDEV T f4(T a, T b, T c) { return a * b / c; }
struct MY_EXPORT P { MY_INLINE float f5(float a, float b, float c) const { return a * b / c; } };
END_NS(math)
INSTANTIATE(f4)
EXPORT_C void f6(float *x, int n) { for (int i = 0; i < n; ++i) x[i] = x[i] * x[0] / x[n]; }
ALIGN(16) static const float table[4] = {1, 2, 3, 4};
float f7(float x) { return x * table[0] / x; }
"""
CALLS = """float f1(float x) { return Kokkos::exp(x) - 1.0f; }
float f2(float x) { return sycl::exp(x) - 1.0f; }
double f3(double x) { return Eigen::numext::exp(x) - 1.0; }
double f4(double x) { return cuda::std::exp(x) - 1.0; }
double f5(double x) { return boost::math::exp(x) - 1.0; }
double f6(double x) { return elsewhere::exp(x) - 1.0; }
"""


class MissingMacros(CheckerTest):
    def functions(self, outcome, rule):
        return sorted({finding["function"].split("::")[-1] for finding in outcome.findings if finding["rule"] == rule})

    def test_a_macro_costs_no_function(self):
        self.write("macros.cpp", MACROS)
        outcome = self.check_json("macros.cpp", "--level=audit")
        self.assertEqual(self.functions(outcome, "mul-then-div"), [f"f{i}" for i in range(1, 7)])
        (entry,) = outcome.report["coverage"]
        self.assertEqual(entry["operators"], entry["inGraphs"], entry)
        self.assertNotAnalysed(outcome, "undefined names", "taken for an attribute, or for nothing: ")

    def test_a_macro_that_is_defined_is_left_alone(self):
        self.write("own.cpp", "#define MY_NOEXCEPT noexcept\n" + MACROS)
        names = next(entry["why"] for entry in self.check_json("own.cpp").report["notAnalysed"] if "undefined names" in entry["what"])
        self.assertNotIn("MY_NOEXCEPT", names)
        self.assertIn("FORCE_INLINE", names)

    def test_mathematical_functions_of_libraries(self):
        self.write("calls.cpp", CALLS)
        outcome = self.check_json("calls.cpp")
        self.assertEqual(self.functions(outcome, "expm1-form"), [f"f{i}" for i in range(1, 6)])
        self.assertNotAnalysed(outcome, "undeclared namespaces", "mathematical functions are taken for those of std: ")
        self.assertFalse(any("prelude" in entry["file"] for entry in outcome.report["notAnalysed"]), outcome)


if __name__ == "__main__":
    unittest.main()
