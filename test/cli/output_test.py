"""What is printed where: the JSON contract, text, several formats at once, listings."""

import json
import re
import unittest

from checker import ADAM, ADAM_LINE, ADAM_RULE, CLEAN, REMARK, EXIT_CLEAN, EXIT_FINDINGS, CheckerTest

FINDING_KEYS = {"rule", "id", "family", "severity", "evidence", "file", "line", "column", "endLine", "endColumn", "function", "expression", "orders", "places",
                "message", "notes", "fix", "fingerprint"}


class Json(CheckerTest):
    def test_contract(self):
        self.write("adam.c", ADAM)
        report = self.check_json("adam.c").report
        self.assertEqual(report["version"], 1)
        self.assertEqual(report["tool"]["name"], "fporder-check")
        self.assertLessEqual({"version", "tool", "findings", "notAnalysed", "summary"}, set(report))
        finding, = report["findings"]
        self.assertLessEqual(FINDING_KEYS, set(finding))
        self.assertEqual(finding["rule"], ADAM_RULE)
        self.assertRegex(finding["id"], r"^FPO\d{3}$")
        self.assertEqual(finding["severity"], "warning")
        self.assertEqual(finding["function"], "adam")
        self.assertTrue(finding["orders"] and all("expression" in order for order in finding["orders"]))
        # The place is the operator token of the last operation: the division.
        line = ADAM.splitlines()[ADAM_LINE - 1]
        self.assertEqual((finding["file"], finding["line"], finding["column"]), ("adam.c", ADAM_LINE, line.index("/") + 1))
        self.assertEqual((finding["endLine"], finding["endColumn"]), (ADAM_LINE, line.index("/") + 2))

    def test_the_place_of_a_call_is_the_name_called(self):
        calls = ["std::log(1 + x)", "::log(1 + x)", "log(1 + x)", "(std::log)(1 + x)", "::std::log(1 + x)", "std::\n  log(1 + x)",
                 "maths().log(1 + x)", "Maths::log(1 + x)"]
        head = "#include <cmath>\nstruct Maths { static double log(double y) { return std::log(y); } };\nMaths maths();\n"
        functions = "".join(f"double f{i}(double x) {{ return {call}; }}\n" for i, call in enumerate(calls))
        functions += "template <class T> T g(T x) { return std::log(T(1) + x); }\n"
        functions += "template <class T> T h(T x) { using std::log; return log(T(1) + x); }\n"
        self.write("calls.cpp", head + functions)
        lines = self.read("calls.cpp").splitlines()
        places = [(finding["line"], finding["column"], finding["endColumn"]) for finding in self.check_json("calls.cpp").findings]
        self.assertEqual({lines[line - 1][begin - 1 : end - 1] for line, begin, end in places}, {"log"})
        self.assertGreaterEqual(len(places), 8)

    def test_not_analysed(self):
        self.write("opaque.c", "#include \"nowhere.h\"\ndouble f(double x) { return undeclared(x); }\n" + CLEAN)
        for entry in self.check_json("opaque.c").report["notAnalysed"]:
            self.assertEqual(set(entry), {"file", "line", "what", "why"})

    def test_columns_count_bytes(self):
        self.write("wide.c", REMARK.replace("return", "/* \u00e4\u20ac */ return"))
        text = self.read("wide.c")
        finding, = self.check_json("wide.c").findings
        self.assertEqual(finding["column"], text[: text.index("/ c")].encode().__len__() + 1)

    def test_fix_edits_are_places(self):
        self.write("remark.c", REMARK)
        finding, = self.check_json("remark.c").findings
        self.assertIn(finding["fix"]["class"], ("evidence", "on-demand"))
        for edit in finding["fix"]["edits"]:
            self.assertEqual(set(edit), {"file", "line", "column", "endLine", "endColumn", "text"})

    def test_fingerprint_survives_moved_lines_and_renamed_temporaries(self):
        source = "float f(float a, float b, float c, float w) {\n  float step = a * b;\n  float update = step / c;\n  return w - update;\n}\n"
        self.write("one.c", source)
        self.write("two.c", "\n\n// moved\n" + source.replace("step", "numerator").replace("update", "delta"))
        one, = self.check_json("one.c").findings
        two, = self.check_json("two.c").findings
        self.assertEqual(one["fingerprint"], two["fingerprint"])
        self.write("three.c", source.replace("a * b", "a * a"))
        three = self.check_json("three.c").findings
        self.assertNotIn(one["fingerprint"], [finding["fingerprint"] for finding in three])


class Text(CheckerTest):
    def test_finding(self):
        self.write("adam.c", ADAM)
        outcome = self.run_checker("adam.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertRegex(outcome.out.splitlines()[0], rf"^adam\.c:{ADAM_LINE}:\d+: warning: .* \[fporder-{ADAM_RULE}\]$")
        self.assertIn("w[i] -= lr * m[i] / (sqrtf(v[i]) + eps);", outcome.out)
        self.assertRegex(outcome.out, r"~+\^~+")
        self.assertIn("      = why: what is added to 'w[i]' ", outcome.out)
        self.assertIn("; the result feeds 'w[i] - ...'", outcome.out)
        self.assertRegex(outcome.err, r"1 file, 1 function, 1 finding \(1 warning, 0 remarks")

    def test_quiet_prints_nothing_on_success(self):
        self.write("clean.c", CLEAN)
        outcome = self.run_checker("--quiet", "clean.c")
        self.assertEqual((outcome.status, outcome.out, outcome.err), (EXIT_CLEAN, "", ""))

    def test_remarks_fold(self):
        self.write("many.c", "".join(REMARK.replace("fraction", f"fraction{i}") for i in range(9)))
        folded = self.run_checker("many.c").out
        self.assertEqual(len(re.findall(r": remark: '?.*\[fporder-", folded)), 5, folded)
        self.assertRegex(folded, r"4 more remarks")
        everything = self.run_checker("--remarks=all", "many.c").out
        self.assertEqual(len(re.findall(r": remark: '?.*\[fporder-", everything)), 9)
        self.assertEqual(len(self.check_json("many.c").findings), 9)

    def test_colour(self):
        self.write("adam.c", ADAM)
        self.assertNotIn("\x1b", self.run_checker("adam.c").out)
        self.assertIn("\x1b", self.run_checker("--use-color", "adam.c").out)
        self.assertIn("\x1b", self.run_checker("adam.c", environment={"NO_COLOR": "", "CLICOLOR_FORCE": "1"}).out)
        self.assertNotIn("\x1b", self.run_checker("--use-color=false", "adam.c", environment={"NO_COLOR": "", "CLICOLOR_FORCE": "1"}).out)

    def test_statistics(self):
        self.write("adam.c", ADAM)
        outcome = self.run_checker("--statistics", "adam.c")
        self.assertIn(ADAM_RULE, outcome.err)


class ForReaders(CheckerTest):
    SOURCE = """
    class Scale {
     public:
      void prepare(float lo, float hi) { if (hi < lo) hi = lo; range = hi - lo; inverse = 1 / range; }
      float apply(float x) { x = x * 2.5F; x = x * inverse; return x - range; }
     private:
      float range = 1, inverse = 1;
    };
    float random(unsigned state, float from, float to) {
      state ^= state >> 7;
      float unit = (state & 0xffffff) * (1.0F / 0x1001);
      unit = unit * from / to;
      return from - unit;
    }
    """

    def test_versions_are_never_shown(self):
        self.write("scale.cpp", self.SOURCE)
        for form in ("text", "json", "sarif"):
            out = self.run_checker(f"--format={form}", "scale.cpp").out
            self.assertIn("fporder", out)
            self.assertNotRegex(out, r"[\w\])]@\d")

    def test_operators_of_integers_are_written_as_in_c(self):
        self.write("scale.cpp", self.SOURCE)
        shown = [finding["expression"] for finding in self.check_json("scale.cpp").findings if finding["function"] == "random"]
        self.assertTrue(any("& 16777215" in expression for expression in shown), shown)
        self.assertFalse(any(re.search(r"[&^>]+\(", expression) for expression in shown), shown)

    def test_one_order_a_line(self):
        self.write("adam.c", ADAM)
        lines = self.run_checker("adam.c").out.splitlines()
        first = lines.index("      = orders, the written one marked:") + 1
        self.assertRegex(lines[first], r"^        \* \(lr \* m\[i\]\) / \(sqrt\(v\[i\]\) \+ eps\)$")
        self.assertRegex(lines[first + 1], r"^          lr \* \(m\[i\] / \(sqrt\(v\[i\]\) \+ eps\)\)")


class Several(CheckerTest):
    def test_formats_at_once(self):
        self.write("adam.c", ADAM)
        outcome = self.run_checker("--format=json:out.json", "--format=sarif:out.sarif", "--format=text", "adam.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertIn("warning:", outcome.out)
        self.assertEqual(len(json.loads(self.read("out.json"))["findings"]), 1)
        sarif = json.loads(self.read("out.sarif"))
        self.assertEqual(sarif["version"], "2.1.0")
        self.assertEqual(len(sarif["runs"][0]["results"]), 1)

    def test_machine_output_is_alone_on_standard_output(self):
        self.write("broken.c", ADAM + "int g(void) { return undeclared; }\n")
        for form in ("json", "sarif"):
            json.loads(self.run_checker(f"--format={form}", "--statistics", "broken.c", "nowhere.c").out)


class Listings(CheckerTest):
    def test_rules(self):
        outcome = self.run_checker("--list-rules")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn(ADAM_RULE, outcome.out)
        rules = json.loads(self.run_checker("--list-rules=json").out)["rules"]
        self.assertGreaterEqual(len(rules), 32)
        self.assertEqual(len({rule["id"] for rule in rules}), len(rules))

    def test_every_rule_is_explained(self):
        rules = json.loads(self.run_checker("--list-rules=json").out)["rules"]
        for rule in rules:
            outcome = self.run_checker(f"--explain={rule['slug']}")
            with self.subTest(rule["slug"]):
                self.assertStatus(outcome, EXIT_CLEAN)
                self.assertIn(rule["id"], outcome.out)
        self.assertLessEqual({"FPO001", "FPO002"}, {rule["id"] for rule in rules})
        by_id = self.run_checker(f"--explain={rules[0]['id']}").out
        self.assertEqual(by_id, self.run_checker(f"--explain=fporder-{rules[0]['slug']}").out)


if __name__ == "__main__":
    unittest.main()
