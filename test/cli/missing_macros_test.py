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


BOUND = """#include <stddef.h>
#include <string.h>
#include "generated.h"
struct Shape { int dims[MAX_DIMS]; float after; };
void scaled(const struct Shape *shape, const float *x, float *y, float a, float c) {
#pragma omp parallel for
  for (int i = 0; i < shape->dims[1]; ++i)
    y[i] = a * x[i] / c;
}
float tables(const struct Shape *shape, const float *x, float *y, float z) {
  enum { TWICE = 2 * MAX_DIMS };
  static const int more = TWICE + 1;
  float parts[MAX_DIMS];
  memcpy(parts, x, sizeof parts);
  memcpy(y, parts, sizeof(parts));
  return z * more + *(const float *)((const char *)shape + offsetof(struct Shape, after));
}
float total(float x) {
  float parts[MAX_DIMS], sum = 0;
  for (int i = 0; i < MAX_DIMS; ++i) parts[i] = x * i / 7.0f;
  for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i) sum += parts[i];
  return sum;
}
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

    def test_the_bound_of_an_array_costs_no_loop(self):
        self.write("bound.c", BOUND)
        outcome = self.check_json("bound.c", "--level=audit")
        self.assertEqual(self.functions(outcome, "mul-then-div"), ["scaled", "total"])
        (entry,) = outcome.report["coverage"]
        self.assertEqual(entry["operators"], entry["inGraphs"], entry)
        self.assertNotAnalysed(outcome, "an undefined name", "taken for the bound of an array, of unknown value: MAX_DIMS")

    def test_the_number_that_stands_for_a_bound_is_no_knowledge(self):
        self.write("bound.c", BOUND)
        graph = self.run_checker("--dump-graph", "bound.c").out
        self.assertIn("procedure tables", graph)
        for number in ("4093", "8186", "8187", "16372"):
            self.assertNotIn(number, graph)

    def test_no_bound_is_declared_in_cpp(self):
        self.write("bound.cpp", BOUND)
        self.assertFalse([entry for entry in self.check_json("bound.cpp").report["notAnalysed"] if "undefined name" in entry["what"]])

    def test_a_bound_that_a_file_declares_is_left_alone(self):
        self.write("generated.h", "#define MAX_DIMS 8\n")
        self.write("bound.c", BOUND)
        self.assertFalse([entry for entry in self.check_json("bound.c").report["notAnalysed"] if "undefined name" in entry["what"]])


if __name__ == "__main__":
    unittest.main()
