#!/usr/bin/env python3
"""--reference: which values of the two sides belong together, and which conditions are on values."""

import unittest

from checker import CheckerTest


class ReferenceMatching(CheckerTest):
    def conformance(self, implementation, golden, *, golden_name="golden.cpp", function=""):
        self.write(golden_name, golden)
        self.write("kernel.cpp", implementation)
        return self.run_checker("--format=json", "--fail-on=never", f"--reference={golden_name}{function}", "kernel.cpp").report["conformance"]

    def output_verdicts(self, *arguments, **options):
        """Of each output: "y same-order"."""
        return [entry["output"] + " " + entry["verdict"] for entry in self.conformance(*arguments, **options) if entry["output"]]

    def test_arrays_that_calls_hand_out_go_by_the_names_they_are_kept_under(self):
        handle = """struct Memory { void *base(); };
struct Block {
  Memory *memory;
  unsigned long offset;
  template <class T> T *pointer() { return reinterpret_cast<T *>(reinterpret_cast<unsigned char *>(memory->base()) + offset); }
};
struct Blob { Block *block(); float *seen() { return block()->pointer<float>(); } float *unseen(); int size(); };
"""
        implementation = handle + """void scale(Blob &x, Blob &y, float c, float d) {
  const float *input = x.seen();
  float *output = y.unseen();
  const int n = x.size();
  for (int i = 0; i < n; ++i) output[i] = input[i] * c / d;
}
"""
        golden = "void scale(const float *input, float *output, float c, float d, int n) { for (int i = 0; i < n; ++i) output[i] = input[i] * (c / d); }\n"
        self.assertEqual(self.output_verdicts(implementation, golden), ["output different-order"])

    def test_assertions_and_tests_of_pointers_guard_no_values(self):
        implementation = """#include <cassert>
void scale(const float *x, float *y, int n) {
  assert(x != nullptr);
  assert(n % 4 == 0);
  if (!y) throw 1;
  for (int i = 0; i < n; ++i) if (y != nullptr) y[i] = x[i] * 3;
}
"""
        golden = "void scale(const float *x, float *y, int n) { for (int i = 0; i < n; ++i) y[i] = 3 * x[i]; }\n"
        (entry,) = self.conformance(implementation, golden)
        self.assertEqual((entry["output"], entry["verdict"]), ("y", "same-order"))
        self.assertIn("no assertion fails and nothing is thrown", entry["assumed"])

    def test_a_condition_that_returns_is_no_assertion(self):
        implementation = "void f(const float *x, float *y, int n) { for (int i = 0; i < n; ++i) { if (x[i] < 0) continue; y[i] = x[i] * 3; } }\n"
        golden = "void f(const float *x, float *y, int n) { for (int i = 0; i < n; ++i) y[i] = 3 * x[i]; }\n"
        self.assertNotIn("y same-order", self.output_verdicts(implementation, golden))

    def test_an_assertion_on_some_paths_holds_on_those(self):
        implementation = """#include <cassert>
void f(const float *x, float *y, float c, int n, bool strict) {
  if (strict) assert(c > 0);
  for (int i = 0; i < n; ++i) if (c > 0) y[i] = x[i] * 3;
}
"""
        golden = "void f(const float *x, float *y, float c, int n) { for (int i = 0; i < n; ++i) y[i] = 3 * x[i]; }\n"
        self.assertNotIn("y same-order", self.output_verdicts(implementation, golden))

    def test_what_outputs_hold_before_belongs_together(self):
        implementation = "void step(float *g, const float *grad, int n) { for (int i = 0; i < n; ++i) g[i] += grad[i] * grad[i]; }\n"
        golden = "def step(g, G):\n    G[...] = G + g * g\n"
        self.assertEqual(self.output_verdicts(implementation, golden, golden_name="golden.py", function=":step"), ["g same-order"])

    def test_other_names_that_make_them_equal_decide_nothing(self):
        other = "void f(const float *grad, const float *a, const float *b, float *y, int n) { for (int i = 0; i < n; ++i) y[i] = a[i] + grad[i] * grad[i] - b[i] * 2; }\n"
        golden = "void f(const float *acc, const float *a, const float *b, float *y, int n) { for (int i = 0; i < n; ++i) y[i] = acc[i] + a[i] * a[i] - b[i] * 2; }\n"
        (entry,) = self.conformance(other, golden)
        self.assertEqual((entry["verdict"], entry["settle"]), ("undecided", "// fporder: input grad = a"))
        implementation = "void f(const float *a, const float *b, float *y, int n) { for (int i = 0; i < n; ++i) y[i] = a[i] - b[i]; }\n"
        swapped = "void f(const float *a, const float *b, float *y, int n) { for (int i = 0; i < n; ++i) y[i] = b[i] - a[i]; }\n"
        self.assertEqual(self.output_verdicts(implementation, swapped), ["y different-formula"])

    def test_what_one_side_updates_is_no_other_formula(self):
        implementation = "struct State { int t; };\nvoid f(State &state, const float *x, float *y, int n) { state.t = state.t + 1; for (int i = 0; i < n; ++i) y[i] = x[i] / state.t; }\n"
        golden = "void f(const float *x, float *y, int t, int n) { for (int i = 0; i < n; ++i) y[i] = x[i] / t; }\n"
        self.assertIn("y undecided", self.output_verdicts(implementation, golden))

    def test_counts_that_loops_compute_are_compared(self):
        body = "void f(const float *x, float *y, const int *lengths, int n) {{ int m = 1; for (int j = 0; j < n; ++j) m = {next}; for (int i = 0; i < m; ++i) y[i] = x[i] * 3; }}\n"
        golden = "void f(const float *x, float *y, int n) { for (int i = 0; i < n; ++i) y[i] = 3 * x[i]; }\n"
        for count in ("m + lengths[j]", "m * 2 + j"):
            implementation = body.format(next=count)
            self.assertEqual(self.output_verdicts(implementation, implementation), ["y same-order"])
        self.assertEqual(self.output_verdicts(body.format(next="m * 2 + j"), golden), ["y undecided"])
        (entry,) = self.conformance(body.format(next="m + lengths[j]"), golden)  # a count that nothing here tells
        self.assertIn("both write the same elements", entry["assumed"])

    def test_arrays_belong_together_where_a_number_leaves_one_side_only(self):
        implementation = "struct State { float t; };\nvoid f(State &state, const float *x, float *theta, int n) { state.t = state.t * 2; for (int i = 0; i < n; ++i) theta[i] = x[i] * 3; }\n"
        golden = "void f(const float *x, float *p, int n) { for (int i = 0; i < n; ++i) p[i] = 3 * x[i]; }\n"
        self.assertIn("theta same-order", self.output_verdicts(implementation, golden))

    def test_maxima_from_a_bound_and_from_the_first_number_are_one(self):
        loop = "#include <algorithm>\n#include <cmath>\nfloat f(const float *x, int n) {{ float m = {start}; for (int i = {first}; i < n; ++i) m = std::max(m, x[i]); return m * 3; }}\n"
        own = loop.format(start="x[0]", first=1)
        for start, first, expected in (("x[0]", 0, "same-order"), ("-INFINITY", 0, "same-order"), ("-HUGE_VALF", 0, "same-order"), ("-3.4e38f", 0, "same-order"), ("-1e30f", 0, "same-order"),
                                       ("-10.f", 0, "undecided"), ("0", 0, "undecided"), ("-INFINITY", 1, "different-formula"), ("x[1]", 1, "different-formula")):
            with self.subTest(start=start, first=first):
                (entry,) = self.conformance(loop.format(start=start, first=first), own)
                self.assertEqual(entry["verdict"], expected, entry["message"])
                if expected == "same-order":
                    self.assertEqual(start != "x[0]", "a maximum or minimum is taken of one number at least, and of none beyond what it starts from" in entry["assumed"])

    def test_a_number_that_a_kernel_is_given_is_what_the_reference_computes_by_its_name(self):
        implementation = "__global__ void step(const float *m, float *w, float step_size, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) w[i] = w[i] - step_size * m[i]; }\n"
        golden = """#include <cmath>
void step(const float *m, float *w, float lr, float beta, int t, int n) {
  const float step_size = lr / (1 - std::pow(beta, t));
  for (int i = 0; i < n; ++i) w[i] = w[i] - step_size * m[i];
}
"""
        script = """def step(m, w, lr, beta, t):
    step_size = lr / (1 - beta ** t)
    w[...] = w - step_size * m
"""
        self.write("kernel.cu", implementation)
        for name, text in (("golden.cpp", golden), ("golden.py", script)):
            with self.subTest(golden=name):
                self.write(name, text)
                (entry,) = self.run_checker("--format=json", "--fail-on=never", f"--reference={name}", "kernel.cu").report["conformance"]
                self.assertIn(entry["verdict"], ("same-order", "different-operators"), entry["message"])
                self.assertIn("the reference's 'step_size' is the number that the implementation is given", entry["assumed"])
        self.write("golden.py", script.replace("beta ** t", "m ** t"))  # another one for each element
        self.write("golden.cpp", """void step(const float *m, float *w, const float *rates, int n) {
  for (int i = 0; i < n; ++i) { const float step_size = rates[i] / 3; w[i] = w[i] - step_size * m[i]; }
}
""")
        for name in ("golden.cpp", "golden.py"):
            with self.subTest(golden=name):
                (entry,) = self.run_checker("--format=json", "--fail-on=never", f"--reference={name}", "kernel.cu").report["conformance"]
                self.assertEqual(entry["verdict"], "undecided", entry["message"])

    def test_template_parameters_are_given_and_results_of_unseen_calls_are_not(self):
        body = "template <class> struct Limits;\ntemplate <class T, bool add> void f(const T *x, T *y, int n) {{ for (int i = 0; i < n; ++i) y[i] = (add ? y[i] : T(0)) + x[i] * {factor}; }}\n"
        known = body.format(factor="3")
        self.assertEqual(self.output_verdicts(known, known), ["y same-order"])
        for factor in ("Limits<T>::max()", "(Limits<T>::count() % 2)"):
            golden = "void f(const float *x, float *y, int n, float factor, int count) { for (int i = 0; i < n; ++i) y[i] = x[i] * factor; }\n"
            with self.subTest(factor=factor):
                (entry,) = self.conformance(body.format(factor=factor), golden)
                self.assertEqual(entry["verdict"], "undecided", entry["message"])

    def test_numbers_of_elements_are_rows_and_columns(self):
        implementation = """__global__ void f(const float *x, const float *scale, float *y, int total, int C, int H, int W) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
    const int w = i % W, h = i / W % H, c = i / (W * H) % C, n = i / W / H / C;
    y[i] = x[((n * H + h) * W + w) * C + c] * scale[c] / 3;
  }
}
"""
        golden = """void f(const float *x, const float *scale, float *y, int N, int C, int H, int W) {
  for (int n = 0; n < N; ++n)
    for (int c = 0; c < C; ++c)
      for (int h = 0; h < H; ++h)
        for (int w = 0; w < W; ++w)
          y[((n * C + c) * H + h) * W + w] = x[((n * H + h) * W + w) * C + c] * scale[{of}] / 3;
}
"""
        for of, expected in (("c", "same-order"), ("h", "undecided")):
            with self.subTest(of=of):
                self.write("golden.cpp", golden.replace("{of}", of))
                self.write("kernel.cu", implementation)
                (entry,) = self.run_checker("--format=json", "--fail-on=never", "--reference=golden.cpp", "kernel.cu").report["conformance"]
                self.assertEqual(entry["verdict"], expected, entry["message"])

    def test_all_elements_of_a_vector_are_written(self):
        body = "struct Four {{ float x, y, z, w; }};\nvoid f(const float *x, float *y, int n) {{ for (int i = 0; i < n; ++i) {{ Four v = ((const Four *)x)[i]; {change} ((Four *)y)[i] = v; }} }}\n"
        golden = "void f(const float *x, float *y, int n) { for (int i = 0; i < n * 4; ++i) y[i] = 2 * x[i]; }\n"
        self.assertEqual(self.output_verdicts(body.format(change="v.x *= 2; v.y *= 2; v.z *= 2; v.w *= 2;"), golden), ["y same-order"])
        self.assertNotEqual(self.output_verdicts(body.format(change="v.y *= 2;"), golden), ["y same-order"])


if __name__ == "__main__":
    unittest.main()
