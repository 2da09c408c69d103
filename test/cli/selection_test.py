"""What is reported: rules, headers, lines, configuration, suppressions; and that the number of jobs changes nothing."""

import unittest

from checker import ADAM, ADAM_LINE, ADAM_RULE, CLEAN, REMARK, EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

HEADER = "#pragma once\n" + ADAM.replace("void adam", "static inline void in_header")


class Rules(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("adam.c", ADAM)

    def rules(self, *arguments):
        return {finding["rule"] for finding in self.check_json(*arguments, "adam.c").findings}

    def test_globs(self):
        self.assertEqual(self.rules(), {ADAM_RULE})
        self.assertEqual(self.rules(f"--rules={ADAM_RULE}"), {ADAM_RULE})
        self.assertEqual(self.rules("--checks=-*,fporder-mul-*"), {ADAM_RULE})
        self.assertNotIn(ADAM_RULE, self.rules(f"--rules=-{ADAM_RULE}"))
        self.assertEqual(self.rules("--rules=*-variance"), set())
        self.assertNotIn(ADAM_RULE, self.rules("--rules=*", f"--checks=-fporder-{ADAM_RULE}"))

    def test_listing_agrees_with_selection(self):
        outcome = self.run_checker("--rules=-*,mul-*", "--list-checks")
        self.assertIn(f"    fporder-{ADAM_RULE}\n", outcome.out)
        self.assertNotIn("sum-order", outcome.out)


class Headers(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("include/kernel.h", HEADER)
        self.write("system/library.h", HEADER.replace("in_header", "in_system"))
        self.write("a.c", '#include "include/kernel.h"\n#include <library.h>\n')
        self.write("b.c", '#include "include/kernel.h"\n' + CLEAN)

    def files(self, *arguments):
        outcome = self.check_json("--extra-arg=-isystem", f"--extra-arg={self.root}/system", *arguments)
        return [finding["file"] for finding in outcome.findings]

    def test_own_headers_are_reported_once_by_real_path_and_system_headers_never(self):
        self.assertEqual(self.files("a.c"), [f"{self.root}/include/kernel.h"])
        self.assertEqual(self.files("a.c", "b.c"), [f"{self.root}/include/kernel.h"])

    def test_filters(self):
        self.assertEqual(self.files("--header-filter=kernel", "a.c"), [f"{self.root}/include/kernel.h"])
        self.assertEqual(self.files("--header-filter=^include/", "a.c"), [f"{self.root}/include/kernel.h"])
        self.assertEqual(self.files("--header-filter=nothing", "a.c"), [])
        self.assertEqual(self.files("--exclude-header-filter=kernel", "a.c"), [])

    def test_a_header_given_as_a_source_is_always_reported(self):
        self.assertEqual(self.files("--header-filter=nothing", "include/kernel.h"), ["include/kernel.h"])


class Lines(CheckerTest):
    def test_line_filter(self):
        self.write("two.c", ADAM + ADAM.replace("adam", "again"))
        second = ADAM_LINE + ADAM.count("\n")
        lines = lambda *arguments: [finding["line"] for finding in self.check_json(*arguments, "two.c").findings]
        self.assertEqual(lines(), [ADAM_LINE, second])
        self.assertEqual(lines('--line-filter=[{"name":"two.c","lines":[[1,5]]}]'), [ADAM_LINE])
        self.assertEqual(lines('--line-filter=[{"name":"two.c"}]'), [ADAM_LINE, second])
        self.assertEqual(lines('--line-filter=[{"name":"other.c"}]'), [])


class Configuration(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("src/adam.c", ADAM)
        self.write("src/remark.c", REMARK)

    def status(self, *arguments):
        return self.run_checker(*arguments).status

    def test_looked_up_upwards(self):
        self.write(".fporder", f'rules: "*,-{ADAM_RULE}"\n')
        self.assertEqual(self.check_json("src/adam.c").findings, [])
        self.assertEqual(len(self.check_json("--no-config", "src/adam.c").findings), 1)
        self.assertEqual(len(self.check_json(f"--rules={ADAM_RULE}", "src/adam.c").findings), 1)

    def test_the_nearest_counts_and_may_inherit(self):
        self.write(".fporder", "fail-on: never\n")
        self.assertEqual(self.status("src/adam.c"), EXIT_CLEAN)
        self.write("src/.fporder", "remarks: all\n")
        self.assertEqual(self.status("src/adam.c"), EXIT_FINDINGS)
        self.write("src/.fporder", "remarks: all\ninherit: true\n")
        self.assertEqual(self.status("src/adam.c"), EXIT_CLEAN)
        self.assertEqual(self.status("--fail-on=warning", "src/adam.c"), EXIT_FINDINGS)

    def test_each_source_has_its_own(self):
        self.write("other/adam.c", ADAM)
        self.write("other/.fporder", f"rules: -{ADAM_RULE}\n")
        self.assertEqual([finding["file"] for finding in self.check_json("src/adam.c", "other/adam.c").findings], ["src/adam.c"])

    def test_severity(self):
        self.write(".fporder", f"severity: {{{ADAM_RULE}: remark}}\n")
        self.assertEqual(self.status("src/adam.c"), EXIT_CLEAN)

    def test_extra_arguments(self):
        self.write("src/guarded.c", "#ifdef KERNEL\n" + ADAM + "#endif\n")
        self.write(".fporder", "extra-args: [-DKERNEL]\n")
        self.assertEqual(len(self.check_json("src/guarded.c").findings), 1)
        self.assertEqual(len(self.check_json("src/guarded.c", "--", "-DOTHER").findings), 1)

    def test_on_the_command_line(self):
        self.assertEqual(self.status("--config={fail-on: never}", "src/adam.c"), EXIT_CLEAN)
        self.write("ci.yaml", "fail-on: never\n")
        self.assertEqual(self.status("--config-file=ci.yaml", "src/adam.c"), EXIT_CLEAN)
        self.assertEqual(self.status("--config-file=nowhere.yaml", "src/adam.c"), EXIT_USAGE)

    def test_mistakes(self):
        for text, place in (("fial-on: never\n", ".fporder:1:1"), ("fail-on: loudly\n", ".fporder:1:10"), ("rules: [\n", ".fporder:")):
            self.write(".fporder", text)
            outcome = self.run_checker("src/adam.c", "src/remark.c")
            with self.subTest(text):
                self.assertStatus(outcome, EXIT_USAGE)
                self.assertIn(place, outcome.err)
                self.assertEqual(outcome.err.count(place), 1, outcome)
        self.write(".fporder", "rules: mul-then-dvi\n")
        self.assertIn("did you mean 'mul-then-div'", self.run_checker("src/adam.c").err)


class Suppressions(CheckerTest):
    def findings(self, comment, before=""):
        text = ADAM.replace("    w[i]", f"{before}    w[i]").replace("+ eps);", f"+ eps);{comment}")
        self.write("quiet.c", text)
        return [finding["rule"] for finding in self.check_json("quiet.c").findings]

    def test_nolint(self):
        self.assertEqual(self.findings(""), [ADAM_RULE])
        self.assertEqual(self.findings(" // NOLINT"), [])
        self.assertEqual(self.findings(f" // NOLINT(fporder-{ADAM_RULE})"), [])
        self.assertEqual(self.findings(" // NOLINT(fporder-*)"), [])
        self.assertEqual(self.findings("", "    // NOLINTNEXTLINE\n"), [])
        self.assertEqual(self.findings(" /* NOLINTEND */", "    // NOLINTBEGIN\n"), [])

    def test_allow(self):
        self.assertEqual(self.findings(f' // fporder: allow({ADAM_RULE}) reason="as the reference"'), [])
        self.assertEqual(self.findings("", f"    // fporder: allow({ADAM_RULE})\n"), [])

    def test_one_that_suppresses_nothing_is_reported(self):
        rules = self.findings(" // fporder: allow(sum-order)")
        self.assertIn(ADAM_RULE, rules)
        self.assertIn("unused-suppression", rules)

    def test_suppressed_ones_are_counted(self):
        self.write("quiet.c", ADAM.replace("+ eps);", "+ eps); // NOLINT"))
        self.assertEqual(self.check_json("quiet.c").report["summary"]["suppressed"], 1)


class Jobs(CheckerTest):
    def test_output_does_not_depend_on_the_number_of_jobs(self):
        self.write("shared.h", HEADER)
        names = []
        for i in range(24):
            kind = i % 6
            body = {0: ADAM, 1: CLEAN, 2: REMARK, 3: '#include "shared.h"\n' + REMARK, 4: ADAM + "int g(void) { return undeclared; }\n", 5: '#include "missing.h"\n' + REMARK}[kind]
            names.append(f"unit{i:02}.c")
            self.write(names[-1], body.replace("adam", f"adam{i}"))
        names.insert(7, "nowhere.c")
        for form in ("json", "sarif", "text"):
            outputs = {self.run_checker(f"--format={form}", f"-j{jobs}", *names).out for jobs in (1, 2, 5, 16)}
            with self.subTest(form):
                self.assertEqual(len(outputs), 1)

    def test_a_file_given_twice_is_one_file(self):
        self.write("adam.c", ADAM)
        (self.root / "link.c").symlink_to("adam.c")
        report = self.check_json("adam.c", "./adam.c", "adam.c", self.root / "adam.c", "link.c").report
        self.assertEqual(report["summary"]["files"], 1)
        self.assertEqual([finding["file"] for finding in report["findings"]], ["adam.c"])


if __name__ == "__main__":
    unittest.main()
