"""Values whose types a template, a missing header or an unknown word leaves open: integers are no findings."""

import unittest

from checker import CheckerTest

INTEGERS = """#include <cstdint>
#include <string>
template <class T> struct Sizes { uint32_t count_ = 0, capacity_ = 1; };
template <class T> struct Tiler : Sizes<T> {
  uint32_t blocks() { return (this->count_ + this->capacity_ - 1) / this->capacity_; }
  uint64_t offset(uint64_t row) { return row * this->count_ / this->capacity_; }
};
template <class Self> uint64_t address(Self *self, uint32_t i) { return i * self->ctx.width * self->ctx.depth + self->ctx.base; }
template <class E> std::string info(const E &t) {
  std::string s = "type: " + name_of<typename E::value_type>();
  s += ")\\nsize: " + std::to_string(t.size()) + "\\n";
  return s;
}
long stride(const MissingType &m) { return m.c * m.d / m.e; }
"""

SCALED = "B_INLINE float scaled(float v, float s, float t) { return v * s / t; }\n"

POSITIONS = """#include "kernel_operator.h"
using namespace AscendC;
template <typename U> __aicore__ inline void Positions(__ubuf__ U *out, uint32_t width, uint32_t channels) {
  __VEC_SCOPE__ {
    MicroAPI::RegTensor<U> lane, w, c, row, cell;
    MicroAPI::MaskReg all = MicroAPI::CreateMask<U, MicroAPI::MaskPattern::ALL>();
    MicroAPI::Arange((MicroAPI::RegTensor<int32_t> &)lane, 0);
    MicroAPI::Duplicate(w, (U)width, all);
    MicroAPI::Duplicate(c, (U)channels, all);
    MicroAPI::Div(row, lane, c, all);
    MicroAPI::Div(cell, row, w, all);
    MicroAPI::DataCopy(out, cell, all);
  }
}
"""

# A filter whose state may be a number or a matrix, and a step on elements, which are numbers.
FILTER = """template <class State, class Transpose> struct Filter {
  State h, p, r, k;
  void update(Transpose t) {
    k = p * t(h) / (h * p * t(h) + r);
    p = p - k * h * p;
  }
};
template <class T> void step(T *w, const T *m, const T *v, T rate, int n) {
  for (int i = 0; i < n; ++i)
    w[i] -= rate * m[i] / v[i];
}
"""


class OpenTypes(CheckerTest):
    def rules(self, name, text):
        self.write(name, text)
        return [(finding["rule"], finding["severity"]) for finding in self.check_json(name).findings]

    def test_integers_are_silent(self):
        self.assertEqual(self.rules("integers.cpp", INTEGERS), [])

    def test_index_registers_are_silent(self):
        self.assertEqual(self.rules("positions.h", POSITIONS), [])

    def test_what_may_be_matrices_is_for_audit(self):
        self.assertEqual(self.rules("filter.cpp", FILTER), [("mul-then-div", "remark")])
        findings = self.check_json("--level=audit", "filter.cpp").findings
        kept = {finding["quietedBy"] for finding in findings if finding["line"] < 8 and finding["rule"] in ("mul-then-div", "product-order")}
        self.assertIn("nothing says that its operands are numbers: they may be matrices", kept)

    def test_integers_are_no_matrices(self):
        text = "void f(double *out, unsigned n) {\n  for (unsigned p = 0; p < n; ++p)\n    out[p] = (double)p / n * 100.0;\n}\n"
        self.write("share.cpp", text)
        kept = [finding["quietedBy"] for finding in self.check_json("--level=audit", "share.cpp").findings if finding["rule"] == "div-then-mul"]
        self.assertEqual(kept, ["only the last bits differ, in a format wider than binary32"])

    def test_what_proves_a_number_is_looked_for(self):
        rooted = "#include <cmath>\ntemplate <class T> void f(T &w, T m, T v, T lr) { w = w - lr * m / std::sqrt(v); }\n"
        added = "template <class T> void f(T &w, T m, T v, T lr) { w = w - lr * m / (T(1) + v); }\n"
        device = "template <class T> __device__ void f(T &w, T g, T lr, T d) { w = w - lr * g / d; }\n"
        self.assertEqual(self.rules("rooted.cpp", rooted), [("mul-then-div", "warning")])
        self.assertEqual(self.rules("added.cpp", added), [("mul-then-div", "remark")])
        self.assertEqual(self.rules("device.cu", device), [("mul-then-div", "remark")])

    def test_a_word_before_a_result_is_no_type(self):
        self.assertEqual(self.rules("scaled.cpp", SCALED), [("mul-then-div", "remark")])

    def test_the_word_is_named(self):
        self.write("scaled.cpp", SCALED)
        report = self.check_json("scaled.cpp").report
        self.assertIn("taken for an attribute: B_INLINE", [entry["why"] for entry in report["notAnalysed"]])
        self.assertEqual([entry["what"] for entry in report["notAnalysed"] if entry["what"] == "syntax error"], [])

    def test_a_conversion_to_an_integer_harms_nothing_unknown(self):
        text = "template <class M> int cells(const M &m) { int n = m.a * m.b / m.c; return n; }\n"
        self.assertEqual(self.rules("cells.cpp", text), [])


if __name__ == "__main__":
    unittest.main()
