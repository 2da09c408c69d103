"""A vendor's API that no C++ of ours knows: described in one data file, analysed and measured."""

import unittest

from checker import CLEAN, EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

# A made-up NPU: destination-first vector calls, an in/out fused multiply-add, a cast with a rounding mode, a reduction, a slice type.
VNPU = """vendor: VNPU
headers: [vnpu.h]
namespaces: [vnpu]
buffers: [Strip]
rounding-modes: {RM_NEAR: nearest-even, RM_CHOP: toward-zero}
declarations: |
  #define __kernel__
  namespace vnpu {
  enum class Rm { RM_NEAR, RM_CHOP };
  template <class T> struct Strip {
    Strip from(int offset) const;
  };
  template <class T> void xmul(Strip<T> dst, Strip<T> a, Strip<T> b, int n);
  template <class T> void xscale(Strip<T> dst, Strip<T> a, float s, int n);
  template <class T> void xdiv(Strip<T> dst, Strip<T> a, Strip<T> b, int n);
  template <class T> void xsub(Strip<T> dst, Strip<T> a, Strip<T> b, int n);
  template <class T> void xsqrt(Strip<T> dst, Strip<T> a, int n);
  template <class T> void xadds(Strip<T> dst, Strip<T> a, float s, int n);
  template <class T> void xmac(Strip<T> dst, Strip<T> a, Strip<T> b, int n);
  template <class T, class U> void xcvt(Strip<T> dst, Strip<U> a, Rm mode, int n);
  template <class T> void xsum(Strip<T> dst, Strip<T> a, int n);
  void fence();
  }
calls:
  xmul(dst, a, b, _): dst = a * b
  xscale(dst, a, s, _): dst = a * s
  xdiv(dst, a, b, _): dst = a / b
  xsub(dst, a, b, _): dst = a - b
  xsqrt(dst, a, _): dst = sqrt(a)
  xadds(dst, a, s, _): dst = a + s
  xmac(dst, a, b, _): dst = fma(a, b, dst)
  xcvt(dst, a, mode, _): {does: dst = cast(a), rounding: mode}
  xsum(dst, a, n): "dst = sum<tree 32>(i, a, 0, n)"
  fence(): nothing
  Strip::from(offset): "return &this[offset]"
"""

KERNEL = """#include "vnpu.h"
using namespace vnpu;

__kernel__ void adam(Strip<float> w, Strip<float> m, Strip<float> v, Strip<float> tmp, float lr, float eps, int n) {
  auto num = tmp.from(0), den = tmp.from(256);
  xsqrt(den, v, n);
  xadds(den, den, eps, n);
  xscale(num, m, lr, n);
  fence();
  xdiv(num, num, den, n);
  xsub(w, w, num, n);
}

__kernel__ void power_of_two(Strip<float> w, Strip<float> m, Strip<float> d, Strip<float> t, int n) {
  xscale(t, m, 0.5f, n);
  xdiv(t, t, d, n);
  xsub(w, w, t, n);
}

__kernel__ void narrow(Strip<_Float16> h, Strip<float> x, Strip<float> t, int n) {
  xmac(t, x, x, n);
  xcvt(h, t, Rm::RM_CHOP, n);
}
"""
MUL_LINE, DIV_LINE = 8, 10


class VendorModels(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("models/vnpu.yaml", VNPU)
        self.write("adam.cpp", KERNEL)

    def test_analysed(self):
        outcome = self.check_json("--models", "models", "adam.cpp")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual([(finding["rule"], finding["line"]) for finding in outcome.findings if finding["severity"] == "warning"],
                         [("mul-then-div", DIV_LINE)])
        (finding,) = [finding for finding in outcome.findings if finding["rule"] == "mul-then-div"]
        self.assertEqual(finding["column"], 3)
        self.assertIn(MUL_LINE, [note.get("line") for note in finding["notes"]])
        self.assertEqual(outcome.report["notAnalysed"], [])

    def test_measured(self):
        outcome = self.check_json("--models", "models", "--measure", "--range", "v=[1e-4,1]", "--range", "lr=[1e-3,1e-3]", "--range", "eps=[1e-8,1e-8]",
                                  "adam.cpp")
        (finding,) = [finding for finding in outcome.findings if finding["rule"] == "mul-then-div"]
        written, *others = [order["measured"] for order in finding["orders"]]
        self.assertTrue(all(order["samples"] > 1000 for order in (written, *others)))
        # Some 35 % of the quotients differ between multiplying and dividing first; neither is closer in more than 20 % or so.
        dividing_first = next(order["measured"] for order in finding["orders"] if "m[k] /" in order["expression"])
        self.assertAlmostEqual(dividing_first["bitsDiffer"], 0.35, delta=0.05)
        self.assertLess(dividing_first["maxUlp"], 2.5)

    def test_configured(self):
        self.write(".fporder", "models: models\n")
        outcome = self.check_json("adam.cpp")
        self.assertIn("mul-then-div", [finding["rule"] for finding in outcome.findings])

    def test_without_the_document_nothing_is_known(self):
        outcome = self.check_json("adam.cpp")
        self.assertEqual(outcome.findings, [])
        self.assertTrue(outcome.report["notAnalysed"])

    def test_mistakes(self):
        self.write("broken/bad.yaml", "vendor: Bad\ncalls:\n  f(a, b): return a * c\n")
        self.write("clean.c", CLEAN)
        outcome = self.run_checker("--models", "broken", "clean.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("broken/bad.yaml:3:23: error: 'c' is no parameter of this call", outcome.err)
        outcome = self.run_checker("--models", "nowhere", "clean.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("nowhere", outcome.err)
        self.assertStatus(self.run_checker("--models", "models", "clean.c"), EXIT_CLEAN)


if __name__ == "__main__":
    unittest.main()
