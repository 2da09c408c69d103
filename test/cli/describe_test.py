#!/usr/bin/env python3
"""--describe: what is said of each output, and that two variants differ in the lines that they should."""

import unittest

from checker import EXIT_CLEAN, CheckerTest

ADAM = """#include <cmath>
void adam(float *w, float *m, float *v, const float *g, float lr, float b1, float b2, float eps, int t, int n) {
  for (int i = 0; i < n; ++i) {
    m[i] = b1 * m[i] + (1 - b1) * g[i];
    v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
    const float mhat = m[i] / (1 - std::pow(b1, (float)t));
    const float vhat = v[i] / (1 - std::pow(b2, (float)t));
    w[i] -= lr * mhat / (std::sqrt(vhat) + eps);
  }
}
"""


class Describe(CheckerTest):
    def facts(self, source, name="kernel.cpp"):
        """By output: the list of (about, text)."""
        self.write(name, source)
        outcome = self.run_checker("--format=json", "--describe", "--fail-on=never", name)
        self.assertEqual(outcome.status, EXIT_CLEAN, outcome)
        (description,) = outcome.report["descriptions"]
        return {output["name"]: [(fact["about"], fact["text"]) for fact in output["facts"]] for output in description["outputs"]}

    def about(self, facts, *names):
        return [fact for fact in facts if fact[0] in names]

    def test_an_optimizer(self):
        facts = self.facts(ADAM)
        self.assertEqual(list(facts), ["m[i]", "v[i]", "w[i]"])
        self.assertEqual(self.about(facts["m[i]"], "average"), [("average", "multiply-add: 'b1 * m[i] + (1 - b1) * g[i]'")])
        self.assertEqual([about for about, _ in self.about(facts["v[i]"], "average")], ["average"])
        w = facts["w[i]"]
        self.assertEqual(w[1], ("format", "binary32"))
        self.assertEqual([text.split(":")[0] for _, text in self.about(w, "epsilon", "quotient")], ["outside of the root", "divided first, then multiplied, then divided"])
        self.assertEqual(len(self.about(w, "bias correction")), 2)
        self.assertIn("in 'new m[i] / (1 - pow(b1, t))'", self.about(w, "bias correction")[0][1])

    def test_variants_differ_in_the_lines_that_they_should(self):
        first = self.facts(ADAM)
        inside = self.facts(ADAM.replace("std::sqrt(vhat) + eps", "std::sqrt(vhat + eps)"))
        self.assertEqual(first["m[i]"], inside["m[i]"])
        self.assertEqual(first["v[i]"], inside["v[i]"])
        changed = {about for about, _ in set(first["w[i]"]) ^ set(inside["w[i]"])}
        self.assertEqual(changed, {"formula", "epsilon", "root", "quotient"})
        self.assertIn("inside of the root", [text.split(":")[0] for _, text in self.about(inside["w[i]"], "epsilon")])
        lerp = self.facts(ADAM.replace("b1 * m[i] + (1 - b1) * g[i]", "m[i] + (1 - b1) * (g[i] - m[i])"))
        self.assertEqual(lerp["w[i]"], first["w[i]"])
        self.assertEqual(lerp["v[i]"], first["v[i]"])
        self.assertEqual({about for about, _ in set(lerp["m[i]"]) ^ set(first["m[i]"])}, {"formula", "average"})
        self.assertEqual(self.about(lerp["m[i]"], "average"), [("average", "lerp: 'm[i] + (1 - b1) * (g[i] - m[i])'")])
        divided = self.facts(ADAM.replace("lr * mhat / (std::sqrt(vhat) + eps)", "lr * (mhat / (std::sqrt(vhat) + eps))"))
        self.assertEqual({about for about, _ in set(divided["w[i]"]) ^ set(first["w[i]"])}, {"formula", "quotient"})
        self.assertEqual(self.about(divided["w[i]"], "quotient")[-1][1].split(":")[0], "divided first, then multiplied")

    def test_reductions_have_their_schedule(self):
        plain = "float dot(const float *x, const float *y, int n) {\n  float s = 0;\n  for (int i = 0; i < n; ++i)\n    s += x[i] * y[i];\n  return s;\n}\n"
        facts = self.facts(plain)["the result"]
        self.assertEqual(self.about(facts, "sum"), [("sum", "of 'x[i] * y[i]', 'n' terms, in order, in binary32")])
        wide = self.facts(plain.replace("float s", "double s"))["the result"]
        self.assertEqual(self.about(wide, "sum"), [("sum", "of 'x[i] * y[i]', 'n' terms, in order, in binary64")])
        self.assertIn("conversion", [about for about, _ in wide])

    def test_text_and_other_formats(self):
        self.write("kernel.cpp", ADAM)
        outcome = self.run_checker("--describe", "--fail-on=never", "kernel.cpp")
        self.assertIn("kernel.cpp:4: adam\n  m[i]\n    formula: ", outcome.out)
        self.assertNotIn("descriptions", self.run_checker("--format=json", "kernel.cpp").report)

    def test_a_long_expression_ends(self):
        terms = " + ".join(f"x[{i}] * y[{i}]" for i in range(600))
        self.assertIn("more", [about for about, _ in self.facts(f"float f(const float *x, const float *y) {{ return {terms}; }}\n")["the result"]])


if __name__ == "__main__":
    unittest.main()
