"""--help: options by task, on lines that a terminal of 100 columns shows; --help-all: each option with its description."""

import re
import subprocess
import unittest

from checker import CHECKER, EXIT_CLEAN, CheckerTest

COLUMNS = 100


class Help(CheckerTest):
    def documented(self):
        """Options that the manual page lists."""
        page = subprocess.run([CHECKER, "--manual=man"], stdout=subprocess.PIPE, text=True, check=True).stdout
        return {option.replace("\\-", "-") for option in re.findall(r"^\.TP\n\.B ((?:\\-)+[\w\\-]+?)(?:\\fR|$)", page, re.M)}

    def test_no_line_is_too_long(self):
        for option in ("--help", "--help-all"):
            outcome = self.run_checker(option)
            self.assertStatus(outcome, EXIT_CLEAN)
            for line in outcome.out.splitlines():
                self.assertLessEqual(len(line), COLUMNS, line)

    def test_the_first_screen_names_every_option_by_task(self):
        shown = self.run_checker("--help").out
        self.assertLess(len(shown.splitlines()), 50)
        for task in ("Check", "Measure", "Against a reference", "Fix", "Report", "In a project", "Understand", "More"):
            self.assertRegex(shown, rf"(?m)^  {task} ")
        named = re.findall(r"(?<![\w-])(--?[a-z][\w-]*)", shown.split("Exit status:")[0].split("Check ")[1])
        self.assertGreater(len(self.documented()), 70)
        for option in self.documented():
            self.assertEqual(named.count(option), 1, option)
        self.assertNotRegex(shown, r"(?m)^  More.*--(explain|fix|measure|reference)\b")

    def test_all_options_are_described_once(self):
        shown = self.run_checker("--help-all").out
        described = re.findall(r"(?m)^  (--?[a-z][\w-]*)", shown)
        self.assertEqual(len(described), len(set(described)))
        self.assertLessEqual(self.documented(), set(described))
        self.assertIn("Levels.", shown)
        self.assertIn("Environment:", shown)


if __name__ == "__main__":
    unittest.main()
