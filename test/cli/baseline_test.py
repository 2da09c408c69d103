"""The baseline: what is known is not reported, what is new is, whatever else has been edited."""

import json
import random
import re
import unittest

from checker import ADAM, CLEAN, EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, REMARK, CheckerTest

OTHER = "float other(float a, float b, float c, float d) { return (a + b) * c / d - a; }\n"


class BaselineTest(CheckerTest):
    def entries(self, name="known.json"):
        return json.loads(self.read(name))["findings"]

    def shown(self, *arguments):
        return self.check_json("--baseline=known.json", *arguments).findings

    def test_write_then_use(self):
        self.write("src/a.c", ADAM)
        self.write("src/b.c", REMARK)
        written = self.run_checker("--write-baseline=known.json", "src/a.c", "src/b.c")
        self.assertStatus(written, EXIT_CLEAN)
        self.assertEqual(written.out, "")
        self.assertIn("known.json: 2 findings written down as known", written.err)
        self.assertEqual([entry["file"] for entry in self.entries()], ["src/a.c", "src/b.c"])
        used = self.run_checker("--baseline=known.json", "src/a.c", "src/b.c")
        self.assertStatus(used, EXIT_CLEAN)
        self.assertIn("0 findings (0 warnings, 0 remarks, 2 suppressed)", used.err)
        # From elsewhere, under other names.
        used = self.run_checker("--baseline=../known.json", "a.c", self.root / "src/b.c", cwd=self.root / "src")
        self.assertStatus(used, EXIT_CLEAN)
        self.assertEqual(used.out, "")

    def test_sarif_says_where_a_suppression_comes_from(self):
        self.write("a.c", ADAM)
        self.run_checker("--write-baseline=known.json", "a.c")
        [result] = self.run_checker("--format=sarif", "--baseline=known.json", "a.c").report["runs"][0]["results"]
        self.assertEqual(result["suppressions"], [{"kind": "external"}])

    def test_only_what_is_new_is_reported_and_fixed(self):
        self.write("a.c", REMARK)
        self.run_checker("--write-baseline=known.json", "a.c")
        self.write("a.c", REMARK + REMARK.replace("fraction", "newer"))
        self.assertEqual([finding["function"] for finding in self.shown("a.c")], ["newer"])
        self.run_checker("--baseline=known.json", "--fix=all", "a.c")
        self.assertIn("fraction(float a, float b, float c) { return a * b / c; }", self.read("a.c"))
        self.assertNotIn("newer(float a, float b, float c) { return a * b / c; }", self.read("a.c"))

    def test_equal_findings_of_one_function_are_counted(self):
        twice = "void f(float *r, const float *a, float b, float c) { for (int i = 0; i < 8; i += 4) { r[i] = a[i] * b / c; r[i + 1] = a[i] * b / c; } }\n"
        self.write("a.c", twice)
        self.run_checker("--write-baseline=known.json", "a.c")
        self.assertEqual(self.shown("a.c"), [])
        self.write("a.c", twice.replace("} }", "r[i + 2] = a[i] * b / c; } }"))
        self.assertEqual(len(self.shown("a.c")), 1)
        self.write("a.c", twice.replace("r[i] = a[i] * b / c;", ""))
        self.assertEqual(self.shown("a.c"), [])

    def test_a_swap_is_new(self):
        self.write("a.c", "float f(float a, float b, float c) { return a * b / c; }\nfloat g(float a, float b, float c) { return a / c * b; }\n")
        self.run_checker("--write-baseline=known.json", "a.c")
        self.write("a.c", "float f(float a, float b, float c) { return a / c * b; }\nfloat g(float a, float b, float c) { return a * b / c; }\n")
        self.assertEqual(len(self.shown("a.c")), len(self.entries()))
        self.assertGreater(len(self.entries()), 1)

    def test_a_renamed_file_is_known(self):
        path = self.write("a.c", ADAM)
        self.run_checker("--write-baseline=known.json", "a.c")
        self.write("copy.c", ADAM)
        self.assertEqual(len(self.shown("a.c", "copy.c")), 1)
        path.unlink()
        self.assertEqual(self.shown("copy.c"), [])

    def test_stale_entries(self):
        self.write("a.c", ADAM)
        self.write("h.h", REMARK)
        self.write("b.c", '#include "h.h"\n' + OTHER)
        self.write("gone.c", REMARK)
        sources = ["a.c", "b.c", "gone.c"]
        self.run_checker("--write-baseline=known.json", *sources)
        before = self.read("known.json")
        self.assertStatus(self.run_checker("--baseline=known.json", "--check-baseline", *sources), EXIT_CLEAN)
        self.write("a.c", CLEAN)
        self.write("h.h", CLEAN)
        (self.root / "gone.c").unlink()
        # Not looked at, not judged; nor is what a rule would find that does not run.
        outcome = self.run_checker("--baseline=known.json", "--check-baseline", "a.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual(outcome.err.count("no longer found: "), 2, outcome)
        outcome = self.run_checker("--baseline=known.json", "--check-baseline", "--rules=sum-order", "a.c", "b.c")
        self.assertEqual(outcome.err.count("no longer found: "), 1, outcome)
        outcome = self.run_checker("--baseline=known.json", "--check-baseline", "a.c", "b.c")
        self.assertEqual(outcome.err.count("no longer found: "), 3, outcome)
        self.assertIn("no longer found: mul-then-div in a.c, function 'adam'", outcome.err)
        # Without being asked, stale entries are nobody's concern.
        self.assertStatus(self.run_checker("--baseline=known.json", "a.c", "b.c"), EXIT_CLEAN)
        self.assertEqual(self.read("known.json"), before)
        outcome = self.run_checker("--baseline=known.json", "--prune-baseline", "a.c", "b.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("known.json: 3 entries removed", outcome.err)
        self.assertEqual({entry["file"] for entry in self.entries()}, {"b.c"})
        self.assertStatus(self.run_checker("--baseline=known.json", "--check-baseline", "a.c", "b.c"), EXIT_CLEAN)

    def test_a_baseline_of_version_1_is_migrated(self):
        self.write("a.c", ADAM)
        self.write("b.c", REMARK)
        self.run_checker("--write-baseline=known.json", "a.c", "b.c")
        written = self.read("known.json")
        self.assertEqual(json.loads(written)["version"], 2)
        # As a program wrote it whose fingerprints were others.
        earlier = json.loads(written)
        earlier["version"] = 1
        for entry in earlier["findings"]:
            entry["fingerprint"] = "0" * 32
        self.write("known.json", json.dumps(earlier))
        self.assertEqual(self.shown("a.c", "b.c"), [])
        self.assertStatus(self.run_checker("--baseline=known.json", "--check-baseline", "a.c", "b.c"), EXIT_CLEAN)
        # What is not looked at stays as it is.
        outcome = self.run_checker("--baseline=known.json", "--update-baseline", "a.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("known.json: 1 finding known, 0 entries removed", outcome.err)
        self.assertEqual(json.loads(self.read("known.json"))["version"], 2)
        self.assertEqual([entry.get("version") for entry in self.entries()], [None, 1])
        self.assertEqual(self.shown("a.c", "b.c"), [])
        self.write("a.c", CLEAN)
        outcome = self.run_checker("--baseline=known.json", "--update-baseline", "a.c", "b.c")
        self.assertIn("known.json: 1 finding known, 1 entry removed", outcome.err)
        self.assertEqual(self.entries(), [entry for entry in json.loads(written)["findings"] if entry["file"] == "b.c"])
        self.assertEqual(json.loads(self.read("known.json"))["version"], 2)

    def test_an_entry_that_a_comment_makes_needless_is_stale(self):
        self.write("a.c", REMARK)
        self.run_checker("--write-baseline=known.json", "a.c")
        self.write("a.c", REMARK.replace("return", '/* fporder: allow(mul-then-div) reason="known" */ return'))
        self.assertStatus(self.run_checker("--baseline=known.json", "--check-baseline", "a.c"), EXIT_FINDINGS)

    def test_a_line_filter_does_not_renumber(self):
        twice = "void f(float *r, const float *a, float b, float c) {\n  for (int i = 0; i < 8; i += 2) {\n    r[i] = a[i] * b / c;\n    r[i + 1] = a[i] * b / c;\n  }\n}\n"
        self.write("a.c", twice)
        (everything,) = self.check_json("a.c").findings
        (second,) = self.check_json('--line-filter=[{"name":"a.c","lines":[[4,4]]}]', "a.c").findings
        self.assertEqual(second["places"], everything["places"][1:])

    def test_a_line_filter_leaves_suppressions_used(self):
        self.write("a.c", "// fporder: allow(mul-then-div)\n" + REMARK + "\n" + CLEAN)
        outcome = self.check_json('--line-filter=[{"name":"a.c","lines":[[1,1]]}]', "a.c")
        self.assertEqual(outcome.findings, [])

    def test_mistakes(self):
        self.write("a.c", REMARK)
        self.write("bad.json", "{")
        for arguments, message in (
            (["--baseline=none.json", "a.c"], "cannot read the baseline 'none.json'"),
            (["--baseline=bad.json", "a.c"], "bad.json: not JSON"),
            (["--prune-baseline", "a.c"], "--prune-baseline needs a --baseline"),
            (["--update-baseline", "a.c"], "--update-baseline needs a --baseline"),
            (["--check-baseline", "a.c"], "--check-baseline needs a --baseline"),
            (["--baseline=bad.json", "--write-baseline=x.json", "a.c"], "exclude each other"),
            (["--write-baseline=no/such/folder/x.json", "a.c"], "cannot write 'no/such/folder/x.json'"),
        ):
            outcome = self.run_checker(*arguments)
            self.assertStatus(outcome, EXIT_USAGE)
            self.assertIn(message, outcome.err)


class FingerprintTest(CheckerTest):
    """Edits of a kernel, many at a time, and whether its findings keep their fingerprints."""

    FORMS = (
        ("{t} = {a} * {b};", "{u} = {t} / {c};"),
        ("{t} = {a} / {c};", "{u} = {t} * {b};"),
        ("{t} = {a} + {b};", "{u} = {t} - {c};"),
        ("{t} = {a} - {b} - {c};", "{u} = {t} * {t} / {a};"),
    )

    def kernel(self, name, form, temporaries=("t", "u"), spacing=False, inlined=False, swapped=False):
        t, u = temporaries
        operands = {"a": "x[i]", "b": "y[i]", "c": "z[i]"}
        if swapped:
            operands = {**operands, "b": operands["c"], "c": operands["b"]}
        first, second = (line.format(t=t, u=u, **operands) for line in form)
        lines = [f"float {first}", f"float {second}", f"x[i] -= {u};"]
        if inlined:
            value = first.split(" = ")[1].rstrip(";")
            second = re.sub(rf"\b{t}\b", f"({value})", second)
            lines = [f"float {second}", lines[2]]
        gap = "\n  // a comment\n\n" if spacing else "\n"
        return f"void {name}(float *x, const float *y, const float *z, int n) {{{gap}for (int i = 0; i < n; ++i) {{{gap}" + gap.join(lines) + f"{gap}}}\n}}\n"

    def fingerprints(self, kernels):
        self.write("kernels.c", "".join(kernels))
        result = {}
        for finding in self.check_json("kernels.c").findings:
            result.setdefault(finding["function"], set()).add((finding["rule"], finding["fingerprint"]))
        return result

    def test_what_survives_and_what_does_not(self):
        generator = random.Random(11)
        names = {f"k{index}": generator.choice(self.FORMS) for index in range(60)}
        base = self.fingerprints(self.kernel(name, form) for name, form in names.items())
        self.assertGreater(len(base), 40)
        variants = {
            "moved lines": {"spacing": True},
            "renamed temporaries": {"temporaries": ("product", "quotient")},
            "all of it": {"spacing": True, "temporaries": ("p", "q")},
            "no temporary": {"inlined": True},
        }
        for what, changes in variants.items():
            with self.subTest(what):
                order = list(names.items())
                generator.shuffle(order)
                after = self.fingerprints(["/* first */\n" * generator.randrange(9)] + [self.kernel(name, form, **changes) for name, form in order])
                self.assertEqual(after, base)
        swapped = self.fingerprints(self.kernel(name, form, swapped=True) for name, form in names.items())
        others = {name: self.FORMS[(self.FORMS.index(form) + 1) % len(self.FORMS)] for name, form in names.items()}
        reformed = self.fingerprints(self.kernel(name, form) for name, form in others.items())
        for name, before in base.items():
            self.assertFalse(before & swapped.get(name, set()), (name, names[name]))
            self.assertFalse(before & reformed.get(name, set()), (name, names[name]))


if __name__ == "__main__":
    unittest.main()
