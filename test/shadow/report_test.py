#!/usr/bin/env python3
"""fporder-report: merged reports add up, whatever their order; SARIF, HTML, suppressions and thresholds; what is no report is refused.

Environment: FPORDER_COMPILERS and FPORDER_PLAIN as for whole_program_test.py, FPORDER_REPORT the program fporder-report.
"""

import json
import os
import pathlib
import sys
import tempfile
import unittest

from whole_program_test import HEAD, Program, places, run, total

REPORT = pathlib.Path(os.environ["FPORDER_REPORT"])
SOURCE = HEAD + ('double f(double x) {\n  return std::sqrt(x + 1) - std::sqrt(x); }\nint main(int argc, char **arguments) { double s = 0, first = argc > 1 ? atof(arguments[1]) : 1; int n = 0;\n'
                 '  for (int i = 0; i < 50; ++i) { s += f(first * (i + 1));\n    n += s * 10 < 1e-3 * i; }\n  double big = 1e300 * first * 1e10 * 3, q = s * first / (n + 7);\n  printf("%.17g %d %g %g\\n", s, n, big, q); }\n')


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = Program(SOURCE, flags=("-O1",))
        cls.path = cls.program.path
        cls.files = []
        for number, first in enumerate(("1e3", "1e6", "1e9")):
            cls.files.append(cls.path / f"run{number}.json")
            run([cls.program.binary, first], {"FPORDER_SHADOW_REPORT": str(cls.files[-1])})
        cls.reports = [json.loads(file.read_text(encoding="utf-8")) for file in cls.files]

    @classmethod
    def tearDownClass(cls):
        cls.program.directory.cleanup()

    def merge(self, *arguments, expected=0):
        return run([REPORT, "merge", *arguments], expected=expected)

    def test_counts_are_added_and_largest_are_largest(self):
        merged = json.loads(self.merge(*self.files).stdout)
        self.assertEqual(set(merged), set(self.reports[0]))
        for key in ("operations", "decisions", "flips", "undecided"):
            self.assertEqual(merged[key], sum(report[key] for report in self.reports))
        for key in ("count", "overflow", "nonFinite", "undecided"):
            self.assertEqual(total(merged, key), sum(total(report, key) for report in self.reports))
        for place in merged["places"]:
            parts = [part for report in self.reports for part in report["places"] if part["place"] == place["place"]]
            self.assertEqual(set(place), set(parts[0]))
            for summary in ("bornUlp", "operandUlp", "resultUlp", "amplification", "passedOnUlp"):
                count = sum(part[summary]["count"] for part in parts)
                self.assertEqual((place[summary]["count"], place[summary]["max"]), (count, max(part[summary]["max"] for part in parts)))
                if count:
                    self.assertAlmostEqual(place[summary]["mean"], sum(part[summary]["mean"] * part[summary]["count"] for part in parts) / count, delta=1e-9 * place[summary]["mean"])
            if any(part["worst"] for part in parts):
                self.assertIn(place["worst"], [part["worst"] for part in parts])
        self.assertAlmostEqual(sum(place["share"] for place in merged["places"]), 1, delta=1e-9)
        self.assertEqual([place["share"] for place in merged["places"]], sorted((place["share"] for place in merged["places"]), reverse=True))
        self.assertEqual(sum(output["count"] for output in merged["outputs"]), 9)
        self.assertEqual(sum(order["offered"] for order in merged["orders"]), sum(order["offered"] for report in self.reports for order in report["orders"]))
        self.assertEqual([restart["count"] for restart in merged["restarts"]], [3])

    def test_the_order_of_the_reports_does_not_matter(self):
        self.assertEqual(self.merge(*self.files).stdout, self.merge(*reversed(self.files)).stdout)

    def test_merged_reports_merge_again(self):
        self.merge("--output=" + str(self.path / "first.json"), self.files[0], self.files[1])
        again = json.loads(self.merge(self.path / "first.json", self.files[2]).stdout)
        self.assertEqual(again["operations"], sum(report["operations"] for report in self.reports))

    def test_one_report_is_itself(self):
        self.assertEqual(json.loads(self.merge(self.files[0]).stdout), self.reports[0])

    def test_thresholds(self):
        self.merge(*self.files, "--fail-on=overflow=3,output=inf", expected=0)
        done = self.merge(*self.files, "--fail-on=overflow=2", expected=1)
        self.assertIn("overflow: 3 is above 2, most at ", done.stderr)
        self.assertTrue(done.stdout.startswith("{"))

    def test_sarif(self):
        sarif = json.loads(self.merge("--format=sarif", *self.files).stdout)
        self.assertEqual(sarif["version"], "2.1.0")
        results = sarif["runs"][0]["results"]
        rules = {rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]}
        self.assertTrue({result["ruleId"] for result in results} <= rules)
        found = {(result["ruleId"], result["locations"][0]["physicalLocation"]["region"]["startLine"]) for result in results}
        self.assertIn(("fporder-shadow-cancellation", 5), found)
        self.assertIn(("fporder-shadow-overflow", 9), found)

    def test_html_shows_the_sources(self):
        page = self.path / "page.html"
        self.merge("--format=html", f"--output={page}", *self.files)
        text = page.read_text(encoding="utf-8")
        self.assertIn("<code>  return std::sqrt(x + 1) - std::sqrt(x); }</code>", text)
        self.assertIn("#include &lt;cmath&gt;", text)
        self.assertIn("fporder-shadow-overflow", text)
        self.assertNotIn("http", text)

    def test_suppressions(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            report = json.loads(json.dumps(self.reports[0]))
            for place in report["places"] + report["cancellations"]:
                place["place"]["file"] = "part.cpp"
            (path / "report.json").write_text(json.dumps(report), encoding="utf-8")
            lines = SOURCE.split("\n")
            for comment, line, quiet in (("NOLINT", 8, True), ("NOLINT(fporder-shadow-overflow)", 8, True), ("NOLINT(fporder-*)", 8, True), ("NOLINT(fporder-shadow-flip)", 8, False),
                                         ("NOLINTNEXTLINE(fporder-shadow-*)", 7, True), ("NOLINTNEXTLINE", 8, False), ("NOLINTBEGIN(fporder-shadow-overflow)", 2, True), ("NOLINTBEGIN(x)", 2, False)):
                with self.subTest(comment=comment):
                    text = list(lines)
                    text[line] += "  // " + comment
                    (path / "part.cpp").write_text("\n".join(text), encoding="utf-8")
                    self.merge("--fail-on=overflow", f"--sources={path}", path / "report.json", expected=0 if quiet else 1)
                    sarif = json.loads(self.merge("--format=sarif", f"--sources={path}", path / "report.json").stdout)
                    self.assertEqual([bool(result.get("suppressions")) for result in sarif["runs"][0]["results"] if result["ruleId"] == "fporder-shadow-overflow"], [quiet])

    def test_hostile_fields_are_carried_or_refused(self):
        """Each field of a report, replaced by something else: a merge is refused or succeeds, and never crashes."""
        hostile = self.path / "hostile.json"
        for place in (("orders",), ("orders", 0, "orders"), ("orders", 0, "orders", 0), ("restarts", 0), ("places", 0, "worst"), ("places", 0, "resultUlp"), ("outputs", 0, "worst"), ("flips",), ("sharesAreOf",), ("precision",)):
            for value in (None, 3, -1.5, "text", [], [1], [[{}]], {}, {"count": "x"}):
                report = json.loads(json.dumps(next(report for report in self.reports if report["orders"])))
                inner = report
                for step in place[:-1]:
                    inner = inner[step]
                inner[place[-1]] = value
                hostile.write_text(json.dumps(report), encoding="utf-8")
                for form in ("json", "sarif", "html"):
                    self.assertIn(run([REPORT, "merge", f"--format={form}", self.files[0], hostile], expected=None).returncode, (0, 3))

    def test_refusals(self):
        bad = self.path / "bad.json"
        for text, message in (("", "is not JSON"), ("[]", "is not a report of shadow execution"), ('{"version":2}', "expected 1 at report.version"), ('{"version":1}', "report.precision"),
                              (json.dumps({**self.reports[0], "places": [{"place": 3}]}), "report.places[0].place"), ("[" * 100000, "nesting beyond the limit"),
                              (json.dumps({**self.reports[0], "outputs": [[]]}), "report.outputs[0]")):
            bad.write_text(text, encoding="utf-8")
            done = self.merge(bad, expected=3)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stdout, "")
        bad.write_text(json.dumps({**self.reports[0], "sharesAreOf": "outputs"}), encoding="utf-8")
        self.assertIn("not of one program", self.merge(self.files[0], bad, expected=3).stderr)
        self.assertIn("cannot read '/no/such'", self.merge("/no/such", expected=3).stderr)
        with open(bad, "wb") as file:
            file.truncate((256 << 20) + 1)
        self.assertIn("is beyond the limit of 256 MiB for a report of shadow execution", self.merge(bad, expected=3).stderr)
        os.mkfifo(self.path / "pipe")
        self.assertIn("is a named pipe, not a regular file", self.merge(self.path / "pipe", expected=3).stderr)
        self.assertIn("cannot write '/no/such/x'", self.merge("--output=/no/such/x", self.files[0], expected=3).stderr)
        for arguments, message in ((("--format=pdf", "x"), "none of json, sarif, html"), ((), "no report is given"), (("--what", "x"), "unknown option")):
            self.assertIn(message, self.merge(*arguments, expected=2).stderr)
        self.assertIn("unknown command 'x'", run([REPORT, "x"], expected=2).stderr)
        self.assertIn("no command is given", run([REPORT], expected=2).stderr)
        self.assertIn("--format=json|sarif|html", run([REPORT, "--help"]).stdout)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
