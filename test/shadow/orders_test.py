#!/usr/bin/env python3
"""Whole expressions at the places of a program: what its report keeps of them, and what fporder-check --shadow-report measures on the operands that it met.

Environment as for whole_program_test.py; FPORDER_CHECK the checker, FPORDER_REPORT the program fporder-report.
"""

import fractions
import json
import math
import operator
import os
import pathlib
import random
import re
import sys
import unittest

from differential_test import error_in_ulp
from whole_program_test import HEAD, LEVELS, Program, run

CHECK = pathlib.Path(os.environ["FPORDER_CHECK"])
REPORT = pathlib.Path(os.environ["FPORDER_REPORT"])
ADAM = ("void step(float *w, float *m, float *v, const float *g, int n, float lr) {\n  for (int i = 0; i < n; ++i) {\n    m[i] = 0.9f * m[i] + 0.1f * g[i];\n    v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];\n"
        "    w[i] = w[i] - lr * m[i] / (std::sqrt(v[i]) + 1e-8f); } }\n"
        "double cancels(double x) {\n  return std::sqrt(x * x + 1) - x; }\n"
        "int main() { static float w[50], m[50], v[50], g[50]; for (int t = 0; t < 40; ++t) { for (int i = 0; i < 50; ++i) g[i] = ((i * 37 + t * 11) % 101) * 0.01f - 0.5f; step(w, m, v, g, 50, 1e-3f); }\n"
        '  double s = 0; for (int i = 1; i < 500; ++i) s += cancels(i * 1e3); printf("%.9g %.17g\\n", double(w[7]), s); }\n')


def shadow_report(report, *options, expected=0):
    return run([CHECK, f"--shadow-report={report}", "--no-config", *options], expected=expected)


def tree_at(report, line):
    """The one with the most operations."""
    return max((tree for tree in report["trees"] if tree["place"]["line"] == line), key=lambda tree: len(tree["fpcore"]))


class Trees(unittest.TestCase):
    def test_a_statement_is_one_expression(self):
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + ADAM, flags=(level,)) as program:
                report = program.report()
                update = tree_at(report, 8)
                self.assertEqual(update["fpcore"].replace("! :precision ", ""),
                                 "(FPCore ((binary32 a) (binary32 b) (binary32 c) (binary32 d)) (binary32 (- a (binary32 (/ (binary32 (* b c)) (binary32 (+ (binary32 (sqrt d)) 0x1.5798eep-27)))))))")
                self.assertEqual(update["leaves"], ["a", "b", "c", "d"])
                self.assertEqual((len(update["samples"]), len(update["furthest"])), (64, 8))
                self.assertEqual([one["ulp"] for one in update["furthest"]], sorted((one["ulp"] for one in update["furthest"]), reverse=True))
                # Each sample is of one execution: lr is the learning rate in all of them.
                self.assertEqual({sample[1] for sample in update["samples"]}, {1.0000000474974513e-3})
                self.assertEqual(sorted(place["operation"] for place in update["operations"]), ["*", "+", "-", "/", "sqrt"])
                self.assertEqual({place["line"] for place in update["operations"]}, {8})
                # One variable that is read twice is one leaf.
                self.assertEqual(tree_at(report, 10)["leaves"], ["a"])
                self.assertGreater(tree_at(report, 10)["share"], 0)
                self.assertEqual(report["treesLeftOut"], 0)

    def test_what_only_moves_values_does_not_part_an_expression(self):
        # std::vector's operator[], a getter, a setter and one around another: an expression spans them, and no value is lost on its way.
        source = ("#include <vector>\nstruct grid { std::vector<double> cells; int columns; double &at(int i, int j) { return cells[i * columns + j]; }\n"
                  "  double height() const { return high; } void set(double h) { high = h; } double high; };\nstruct outer { grid inner; double &at(int i) { return inner.at(i, 1); } };\n"
                  "double f(outer &o, std::vector<double> &x, int i) {\n  o.inner.set(1.0 / x[2]);\n  return (x[i] * x[i + 1] - o.inner.height()) / (o.at(i) + x[i]); }\n"
                  'int main() { outer o{{{1, 2, 3, 4, 5, 6}, 2, 0}}; std::vector<double> x = {1.5, 2.5, 3}; printf("%g\\n", f(o, x, 1)); }')
        for level in LEVELS:
            with self.subTest(level=level), Program(HEAD + source, flags=(level,)) as program:
                report = program.report()
                self.assertEqual(report["restarts"], [])
                if level != "-O0":  # where one around another has a variable for each of its arguments
                    self.assertEqual(sorted(place["operation"] for place in tree_at(report, 10)["operations"]), ["*", "+", "+", "/"])  # a * b - c is one of these
                self.assertGreater(max(place["operandUlp"]["max"] for place in report["places"] if place["place"]["line"] == 10), 0.1)  # the quotient's rounding

    def test_elements_that_may_have_changed_are_two_leaves(self):
        source = ("double f(double *x, double *y) {\n  double a = *x;\n  *y = a + 1;\n  return a * (*x + 3); }\n" 'int main() { double x = 3; printf("%g\\n", f(&x, &x)); }')
        with Program(HEAD + source, flags=("-O2", "-fno-inline")) as program:
            tree = tree_at(program.report(), 7)
            self.assertEqual(len(tree["leaves"]), 2)
            self.assertEqual(tree["samples"], [[3, 4]])

    def test_lanes_and_formats(self):
        source = ('#include <immintrin.h>\ndouble x[4], r[4]; float f;\nvoid g() {\n  _mm256_storeu_pd(r, _mm256_sub_pd(_mm256_sqrt_pd(_mm256_add_pd(_mm256_loadu_pd(x), _mm256_set1_pd(1))), _mm256_loadu_pd(x))); }\n'
                  'float h() {\n  return float(double(f) * x[1] + 0.5); }\nint main(int argc, char **) { for (int i = 0; i < 4; ++i) x[i] = argc + i; g(); f = 3; printf("%g\\n", h()); }')
        with Program(HEAD + source, flags=("-O1", "-mavx2")) as program:
            report = program.report()
            vector, mixed = tree_at(report, 7), tree_at(report, 9)
            self.assertEqual((vector["leaves"], vector["offered"], len(vector["samples"])), (["a"], 4, 4))
            self.assertIn("(! :precision binary32 (cast (! :precision binary64 (+ (! :precision binary64 (* a b)) 0x1p-1))))", mixed["fpcore"])
            self.assertEqual(mixed["samples"], [[3, 2]])
            # Both sides of the sum are one value, and so are both uses of a variable, whatever the format.
            self.assertTrue(vector["fpcore"].startswith("(FPCore ((! :precision binary64 a)) "))

    def test_a_program_of_many_places_names_those_that_matter(self):
        functions = "".join(f"double f{number}(double x) {{ return x * 1.{number}1 / (x + {number}.5); }}\n" for number in range(400))
        main = "int main() { double s = 0;\n" + "".join(f"  s += f{number}({number} + 0.25);\n" for number in range(400)) + '  printf("%g\\n", s); }'
        with Program(HEAD + functions + main, flags=("-O0",)) as program:
            report = program.report()
            self.assertEqual((len(report["trees"]), report["treesLeftOut"]), (256, 144))
            shares = [tree["share"] for tree in report["trees"]]
            self.assertEqual(shares, sorted(shares, reverse=True))


class RandomExpressions(unittest.TestCase):
    """What the report calls the expression of a place, read by a reader of this test's own: on the operands of the largest errors it gives these errors."""

    COUNT = 150 if os.environ.get("FPORDER_FULL") else 40

    def expression(self, draw, depth):
        """C++ of type T over x[0..3], with constants, changes of sign and shared subexpressions."""
        kind = draw.randrange(10)
        if depth == 0 or kind == 0:
            return draw.choice(["x[0]", "x[1]", "x[2]", "x[3]", "T(0.7)", "T(-3)", self.shared])
        if kind == 1:
            return f"-({self.expression(draw, depth - 1)})"
        if kind == 2:
            return f"T(U({self.expression(draw, depth - 1)}) {draw.choice('+-*/')} U({self.expression(draw, depth - 1)}))"
        return f"({self.expression(draw, depth - 1)} {draw.choice('+-*/')} {self.expression(draw, depth - 1)})"

    def source(self, draw):
        functions, calls = [], []
        for number in range(self.COUNT):
            own, other = draw.choice((("double", "float"), ("float", "double"), ("double", "double"), ("float", "float")))
            functions.append(f"__attribute__((noinline)) {own} f{number}(const {own} *x) {{ using T = {own}; using U = {other}; T t = x[0] * x[1]; return {self.expression(draw, 3)}; }}\n")
            values = ", ".join(f"{draw.choice((1, -1)) * draw.randrange(1 << 20, 1 << 24)} * 0x1p-{draw.randrange(18, 26)}" for _ in range(4))
            calls.append(f"  {{ {own} x[] = {{{values}}}; sum += f{number}(x) > 0; }}\n")
        return HEAD + "".join(functions) + "int main() { int sum = 0;\n" + "".join(calls) + '  printf("%d\\n", sum); }\n'

    def test_trees_are_what_the_program_computes(self):
        if not os.environ.get("FPORDER_FULL"):
            print("reduced: 40 expressions (FPORDER_FULL=1: 150)")
        for level in LEVELS:
            self.shared = "x[0]" if level == "-O0" else "t"  # a variable in memory is a leaf, with an error
            with self.subTest(level=level), Program(self.source(random.Random(7)), flags=(level, "-ffp-contract=off", "-Wno-unused")) as program:
                report = program.report()
                compared = 0
                for tree in report["trees"]:
                    for one in tree["furthest"]:
                        result, exact = evaluated(tree, one["operands"])
                        if result is None:
                            continue
                        # One chunk: the leaves are the function's arguments and have no errors.
                        truth = error_in_ulp(result, exact, 24 if tree["place"]["format"] == "binary32" else 53)
                        self.assertAlmostEqual(one["ulp"], truth, delta=max(truth, 1) / 32, msg=f"{tree['fpcore']} at {one['operands']}")
                        compared += 1
                self.assertGreater(compared, self.COUNT / 2)


def parsed(text):
    """Nested lists of an S-expression."""
    stack = [[]]
    for token in re.findall(r"[()\[\]]|[^\s()\[\]]+", text):
        if token in "([":
            stack.append([])
        elif token in ")]":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def rounded(value, form):
    """Of a fraction, to nearest even; None beyond the range."""
    bits, least = (24, -149) if form == "binary32" else (53, -1074)
    if value == 0:
        return value
    exponent = max(math.floor(math.log2(abs(value))) - bits + 1, least)
    for candidate in (exponent, exponent + 1):  # the logarithm may be off by one
        scaled = value / fractions.Fraction(2) ** candidate
        if abs(scaled) < 2**bits:
            return round(scaled) * fractions.Fraction(2) ** candidate
    raise AssertionError(value)


def evaluated(tree, operands):
    """As the program rounds it, and exactly; None where something is divided by zero."""
    core = parsed(tree["fpcore"])
    names = {argument[-1]: (fractions.Fraction(value),) * 2 for argument, value in zip(core[1], operands)}

    def both(node, form):
        if isinstance(node, str):
            return names[node] if node in names else (fractions.Fraction(float.fromhex(node)) if "x" in node else fractions.Fraction(node),) * 2
        if node[0] == "!":
            return both(node[3], node[2])
        if node[0] == "let*":
            for name, value in node[1]:
                names[name] = both(value, form)
            return both(node[2], form)
        values = [both(operand, form) for operand in node[1:]]
        if node[0] == "cast":
            return rounded(values[0][0], form), values[0][1]
        if len(values) == 1:
            return -values[0][0], -values[0][1]
        operation = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}[node[0]]
        return rounded(operation(values[0][0], values[1][0]), form), operation(values[0][1], values[1][1])

    try:
        return both(core[2], "binary64")
    except ZeroDivisionError:
        return None, None


class Orders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = Program(HEAD + ADAM, flags=("-O2",))
        cls.program.report()
        cls.file = cls.program.path / "report.json"
        cls.report = json.loads(cls.file.read_text(encoding="utf-8"))

    @classmethod
    def tearDownClass(cls):
        cls.program.directory.cleanup()

    def test_orders_are_measured_on_the_operands_met(self):
        done = shadow_report(self.file)
        self.assertIn("part0.cpp:10:", done.stdout)
        self.assertRegex(done.stdout, r"1 / \(sqrt\(a \* a \+ 1\) \+ a\) .* sqrt-difference")
        self.assertIn("expressions have no clearly more accurate order on the operands met (--level=audit shows them)", done.stderr)
        self.assertRegex(done.stdout, r"its operations bring \d+\.\d+ % of the error that the program's operations add; with '1 / \(sqrt\(a \* a \+ 1\) \+ a\)' an estimated [0-9.e-]+ %\n")
        self.assertIn(f"a: {self.file}", done.stdout)

    def test_audit_shows_every_expression_with_the_orders_of_rules(self):
        report = json.loads(shadow_report(self.file, "--level=audit", "--format=json").stdout)
        lines = {finding["line"]: finding for finding in report["findings"]}
        self.assertEqual(set(lines) & {6, 7, 8, 10}, {6, 7, 8, 10})
        update = lines[8]["orders"]
        self.assertEqual(update[0]["expression"], "a - (b * c) / (sqrt(d) + 1e-08)")
        self.assertIn(("a - b * (c / (sqrt(d) + 1e-08))", "mul-then-div"), {(order["expression"], order["note"]) for order in update})
        self.assertEqual(update[0]["measured"]["samples"], len(tree_at(self.report, 8)["samples"]))

    def test_the_written_order_is_what_the_program_computed(self):
        """The worst result of the written order is off by what the program's report says of that place, where the leaves have no errors of their own."""
        report = json.loads(shadow_report(self.file, "--level=audit", "--format=json").stdout)
        place = next(place for place in self.report["places"] if place["place"]["line"] == 10 and place["place"]["operation"] == "-")
        finding = next(finding for finding in report["findings"] if finding["line"] == 10)
        written = next(order for order in finding["orders"] if order["written"])
        self.assertLess(written["measured"]["maxUlp"], 1.01 * place["resultUlp"]["max"])
        furthest = tree_at(self.report, 10)["furthest"][0]["ulp"]
        self.assertAlmostEqual(furthest / place["resultUlp"]["max"], 1, delta=0.01)
        (note,) = [note["message"] for note in finding["notes"] if "furthest off" in note["message"]]
        self.assertRegex(note, r"^where the program's results were furthest off \(8 operands\) the mean error is [0-9.e+]+ ulp as written, 0\.\d+ with '1 / \(sqrt")

    def test_merged_reports_keep_the_expressions(self):
        other = self.program.path / "other.json"
        run([self.program.binary], {"FPORDER_SHADOW_REPORT": str(other)})
        merged = json.loads(run([REPORT, "merge", self.file, other]).stdout)
        self.assertEqual({(tree["place"]["line"], tree["fpcore"]) for tree in merged["trees"]}, {(tree["place"]["line"], tree["fpcore"]) for tree in self.report["trees"]})
        for tree in merged["trees"]:
            own = next(each for each in self.report["trees"] if each["fpcore"] == tree["fpcore"] and each["place"] == tree["place"])
            self.assertEqual(sorted(map(tuple, tree["samples"])), sorted(map(tuple, own["samples"])))
            self.assertEqual(sorted(one["ulp"] for one in tree["furthest"]), sorted(one["ulp"] for one in own["furthest"]))
            self.assertEqual(tree["offered"], 2 * own["offered"])
            self.assertAlmostEqual(tree["share"], own["share"], delta=1e-9)
        target = self.program.path / "merged.json"
        target.write_text(json.dumps(merged), encoding="utf-8")
        self.assertIn("sqrt-difference", shadow_report(target).stdout)

    def test_a_comment_silences_and_a_fragile_order_is_none(self):
        text = (self.program.path / "part0.cpp").read_text(encoding="utf-8")
        try:
            (self.program.path / "part0.cpp").write_text(text.replace("return std::sqrt(x * x + 1) - x; }", "return std::sqrt(x * x + 1) - x; } // NOLINT(fporder-better-order)"), encoding="utf-8")
            for level in ((), ("--level=audit",)):
                self.assertNotIn("part0.cpp:10:", shadow_report(self.file, *level).stdout)
        finally:
            (self.program.path / "part0.cpp").write_text(text, encoding="utf-8")
        # Of few operands nothing is concluded: one of many orders is better by chance. Nor of errors below a unit.
        report = json.loads(json.dumps(self.report))
        for tree in report["trees"]:
            tree["samples"], tree["furthest"] = tree["samples"][:7], tree["furthest"][:7]
        few = self.program.path / "few.json"
        few.write_text(json.dumps(report), encoding="utf-8")
        self.assertEqual(shadow_report(few).stdout, "")
        # exp(-b) / exp(-a) is more accurate on these operands, and has no result where both overflow.
        source = ('int main() { static float x[40]; float s = 0; for (int i = 0; i < 40; ++i) x[i] = 5 + (i * 37 % 101) * 0.0371f;\n  for (int i = 0; i < 40; ++i)\n    s += std::exp(x[i] - 9);\n  printf("%g\\n", s); }')
        with Program(HEAD + source, flags=("-O2",)) as program:
            program.report()
            self.assertNotIn("/ exp", shadow_report(program.path / "report.json").stdout)

    def test_zeros_keep_their_signs(self):
        source = "double f(double x, double y) {\n  return std::atan2(x, y) * 0.3; }\n" + 'int main(int argc, char **) { volatile double z = -0.0; printf("%g\\n", f(z * argc, -1)); }'
        with Program(HEAD + source, flags=("-O2", "-fno-inline")) as program:
            self.assertIn("[-0.0,-1]", json.dumps(tree_at(program.report(), 5)["samples"]).replace(" ", "").replace("-1.0", "-1"))

    def test_sarif(self):
        results = json.loads(shadow_report(self.file, "--format=sarif").stdout)["runs"][0]["results"]
        self.assertIn(10, {result["locations"][0]["physicalLocation"]["region"]["startLine"] for result in results})
        self.assertEqual({result["ruleId"] for result in results}, {self.rule_id()})
        self.assertIn("is more accurate on the operands that the program met", results[0]["message"]["text"])

    def rule_id(self):
        return next(rule["id"] for rule in json.loads(run([CHECK, "--list-rules=json"]).stdout)["rules"] if rule["slug"] == "better-order")

    def test_the_summary_counts_them(self):
        summary = json.loads(shadow_report(self.file, "--level=audit", "--format=json").stdout)["summary"]
        self.assertEqual((summary["files"], summary["remarks"]), (1, len(self.report["trees"])))

    def test_html(self):
        page = self.program.path / "page.html"
        shadow_report(self.file, f"--format=html:{page}")
        self.assertIn("sqrt(a * a + 1) - a", page.read_text(encoding="utf-8"))

    def test_refusals(self):
        bad = self.program.path / "bad.json"

        def changed(**fields):
            report = json.loads(json.dumps(self.report))
            report["trees"][0].update(fields)
            return json.dumps(report)

        for text, message in (("", "is not JSON"), ("[]", "is not a report of shadow execution: "), ('{"version":2}', "expected 1 at report.version"),
                              (changed(fpcore="(FPCore (a) (+ a"), "report.trees[0]: "), (changed(samples=[[1, 2], [3]]), "each of its samples needs a value for each of its"),
                              (changed(samples=[]), "it has no operands"), (changed(furthest=[{"operands": []}]), "each of its samples needs a value for each of its"), (changed(furthest=[3]), "expected object at report.trees[0].furthest[0]"), (changed(samples=[["x"]]), "expected number at report.trees[0].samples[0][0]"), ("[" * 100000, "nesting")):
            bad.write_text(text, encoding="utf-8")
            done = shadow_report(bad, expected=2)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stdout, "")
        for report in ({**self.report, "trees": []}, {key: value for key, value in self.report.items() if key != "trees"}):
            bad.write_text(json.dumps(report), encoding="utf-8")
            self.assertIn("the report holds no expressions", shadow_report(bad).stderr)
        self.assertIn("cannot read '/no/such'", shadow_report("/no/such", expected=2).stderr)
        for options, message in ((("x.cpp",), "leave out 'x.cpp'"), (("--expr=a+b",), "leave out other expressions and values"), (("--range=a=[0,1]",), "leave out other expressions and values")):
            self.assertIn(message, shadow_report(self.file, *options, expected=2).stderr)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
