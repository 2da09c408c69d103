"""--diff-base: only what touches changed lines; headers are seen through a source that includes them; --time-budget names what it leaves out."""

import json
import os
import subprocess
import unittest

from checker import ADAM, CLEAN, EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, REMARK, CheckerTest

IDENTITY = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"]


class RepositoryTest(CheckerTest):
    def setUp(self):
        super().setUp()
        self.git("init", "-q")

    def git(self, *arguments, check=True):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
        return subprocess.run(["git", *IDENTITY, *arguments], cwd=self.root, env=environment, check=check, capture_output=True, text=True).stdout.strip()

    def commit(self, message="change"):
        self.git("add", "-A")
        self.git("commit", "-q", "--no-verify", "--allow-empty", "-m", message)

    def changed(self, *arguments, base="HEAD", **options):
        return self.check_json(f"--diff-base={base}", "--fail-on=remark", *arguments, **options)

    def places(self, outcome):
        return [(os.path.relpath(self.root / finding["file"], self.root), finding["line"]) for finding in outcome.findings]


TWO = "float f(float a, float b, float c) {\n  return a * b / c;\n}\nfloat g(float a, float b, float c) {\n  return a * b / c;\n}\n"


class ChangedLinesTest(RepositoryTest):
    def test_only_changed_statements_count(self):
        self.write("a.c", TWO)
        self.write("b.c", TWO)
        self.commit()
        outcome = self.changed()
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertEqual((outcome.findings, outcome.report["summary"]["files"]), ([], 0))
        self.write("a.c", TWO.replace("return a * b / c;\n}\nfloat g", "return b * a / c;\n}\nfloat g"))
        for arguments in ([], ["a.c"], ["a.c", "b.c"], [self.root / "a.c"]):
            outcome = self.changed(*arguments)
            self.assertStatus(outcome, EXIT_FINDINGS)
            self.assertEqual(self.places(outcome), [("a.c", 2)])
            self.assertEqual(outcome.report["summary"]["files"], 1)
        # The same, staged and committed.
        self.git("add", "a.c")
        self.assertEqual(self.places(self.changed()), [("a.c", 2)])
        self.commit()
        self.assertEqual(self.places(self.changed()), [])
        self.assertEqual(self.places(self.changed(base="HEAD~1")), [("a.c", 2)])
        # From a folder below.
        (self.root / "sub").mkdir()
        self.assertEqual(len(self.changed(base="HEAD~1", cwd=self.root / "sub").findings), 1)

    def test_a_note_on_a_changed_line_counts(self):
        text = "float f(float a, float b, float c) {\n  float t = a * b;\n\n  return t / c;\n}\n"
        self.write("a.c", text)
        self.commit()
        self.write("a.c", text.replace("a * b", "b * a"))
        self.assertEqual(self.places(self.changed()), [("a.c", 4)])
        self.write("a.c", text.replace("\n\n", "\n\n  /* nothing */\n"))
        self.assertEqual(self.places(self.changed()), [])

    def test_a_removed_line_within_a_statement_counts(self):
        text = "float f(float a, float b, float c) {\n  return a *\n    b *\n    b / c;\n}\n"
        self.write("a.c", text)
        self.commit()
        self.write("a.c", text.replace("    b *\n", "", 1))
        self.assertEqual(len(self.changed().findings), 1)

    def test_new_renamed_and_removed_files(self):
        self.write("old.c", "/* a long text that stays the same */\n" * 20 + TWO)
        self.write("gone.c", TWO)
        self.commit()
        self.git("mv", "old.c", "new.c")
        self.assertEqual(self.places(self.changed()), [])
        self.write("new.c", self.read("new.c").replace("a * b / c;\n}\nfloat g", "b * a / c;\n}\nfloat g"))
        self.assertEqual(self.places(self.changed("new.c")), [("new.c", 22)])
        (self.root / "gone.c").unlink()
        self.assertStatus(self.changed(), EXIT_FINDINGS)
        self.write("untracked.c", TWO)
        self.assertEqual(self.places(self.changed()), [("new.c", 22), ("untracked.c", 2), ("untracked.c", 5)])
        self.write(".gitignore", "ignored.c\n")
        self.write("ignored.c", TWO)
        self.assertEqual(len(self.changed().findings), 3)
        self.assertEqual(len(self.changed("ignored.c").findings), 2)

    def test_unusual_names_and_configuration(self):
        self.git("config", "diff.noprefix", "true")
        self.git("config", "diff.external", "false")
        self.git("config", "color.ui", "always")
        for name in ("with blank.c", 'quote".c', "\u00e4.c"):
            self.write(name, TWO)
        self.commit()
        for name in ("with blank.c", 'quote".c', "\u00e4.c"):
            self.write(name, TWO.replace("a * b / c;\n}\nfloat g", "b * a / c;\n}\nfloat g"))
        self.assertEqual(sorted(self.places(self.changed())), sorted((name, 2) for name in ("with blank.c", 'quote".c', "\u00e4.c")))

    def test_since_a_branch_left(self):
        self.write("a.c", CLEAN)
        self.commit()
        self.git("checkout", "-q", "-b", "work")
        self.write("mine.c", TWO)
        self.commit()
        self.git("checkout", "-q", "main")
        self.write("a.c", CLEAN + TWO)
        self.commit()
        self.git("checkout", "-q", "work")
        self.write("later.c", REMARK)
        self.assertEqual({file for file, _ in self.places(self.changed(base="main..."))}, {"mine.c", "later.c"})

    def test_a_header_is_seen_through_a_source_that_includes_it(self):
        self.write("include/lib/form.h", "FLOAT form(FLOAT a, FLOAT b, FLOAT c) { return a + b; }\n")
        self.write("include/lib/all.h", '#include "form.h"\n')
        self.write("src/other.c", "int other(void) { return 0; }\n")
        self.write("src/user.c", "#define FLOAT static inline float\n#include <lib/all.h>\n".replace("FLOAT static inline float", "FLOAT float"))
        database = [
            {"directory": str(self.root), "file": f"src/{name}.c", "arguments": ["cc", "-Iinclude", "-c", f"src/{name}.c"]} for name in ("other", "user")
        ]
        self.write("build/compile_commands.json", json.dumps(database))
        self.write(".gitignore", "build/\n")
        self.commit()
        self.write("include/lib/form.h", "FLOAT form(FLOAT a, FLOAT b, FLOAT c) { return a * b / c; }\n")
        for arguments in ([], ["include/lib/form.h"], ["include/lib/form.h", "src/user.c"]):
            outcome = self.changed(*arguments)
            self.assertEqual(self.places(outcome), [("include/lib/form.h", 1)])
            self.assertEqual(outcome.report["notAnalysed"], [])
            self.assertEqual(outcome.report["summary"]["files"], 1)
        # A header that nothing includes is analysed by itself.
        self.write("include/lib/lonely.h", REMARK)
        self.assertIn(("include/lib/lonely.h", 1), self.places(self.changed()))

    def test_fixes_concern_changed_lines_only(self):
        self.write("a.c", TWO)
        self.commit()
        changed = TWO.replace("a * b / c;\n}\nfloat g", "b * a / c;\n}\nfloat g")
        self.write("a.c", changed)
        self.run_checker("--diff-base=HEAD", "--fix=all")
        fixed = self.read("a.c").splitlines()
        self.assertNotEqual(fixed[1], changed.splitlines()[1])
        self.assertEqual(fixed[2:], changed.splitlines()[2:])

    def test_mistakes(self):
        self.write("a.c", TWO)
        self.commit()
        outcome = self.run_checker("--diff-base=nonsense", "a.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("unknown revision 'nonsense'", outcome.err)
        self.assertStatus(self.run_checker("--diff-base=--output=x", "a.c"), EXIT_USAGE)
        self.assertFalse((self.root / "x").exists())
        outcome = self.run_checker("--diff-base=HEAD", "/etc/hostname")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("outside of the git working tree", outcome.err)
        outcome = self.run_checker("--diff-base=HEAD", "nosuch.c")
        self.assertIn("no such file", outcome.err)
        environment = {"GIT_CEILING_DIRECTORIES": str(self.root), "GIT_DIR": str(self.root / "nowhere")}
        outcome = self.run_checker("--diff-base=HEAD", "a.c", environment=environment)
        self.assertStatus(outcome, EXIT_CLEAN)  # git's own variables decide nothing
        outcome = self.run_checker("--diff-base=HEAD", "a.c", environment={"PATH": "/nowhere"})
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("git is not installed", outcome.err)
        (self.root / ".git").rename(self.root / "gone")
        outcome = self.run_checker("--diff-base=HEAD", "a.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("is not in a git working tree", outcome.err)


class TimeBudgetTest(CheckerTest):
    def test_what_is_left_out_is_named(self):
        self.write("quick.c", REMARK)
        terms = " + ".join(f"x[{index}] * y[{index}] / z[{index}]" for index in range(30000))
        self.write("slow.c", f"double slow(double *x, double *y, double *z) {{ return {terms}; }}\n")
        outcome = self.check_json("-j1", "--time-budget=0.2", "slow.c", "quick.c")
        self.assertIn("fporder-check: the time budget of 0.2 s is spent; left out: slow.c, quick.c", outcome.err)
        self.assertNotAnalysed(outcome, "file", "left out: the time budget was spent")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertStatus(self.check_json("-j1", "--strict", "--time-budget=0.2", "slow.c", "quick.c"), 3)
        text = self.run_checker("-j1", "--quiet", "--time-budget=0.2", "slow.c")
        self.assertIn("slow.c: not analysed: file: left out", text.out)

    def test_enough_time(self):
        self.write("a.c", ADAM)
        outcome = self.run_checker("--time-budget=100", "a.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertNotIn("left out", outcome.err)

    def test_mistakes(self):
        self.write("a.c", ADAM)
        for value in ("0", "-1", "inf", "nan", "soon"):
            self.assertStatus(self.run_checker(f"--time-budget={value}", "a.c"), EXIT_USAGE)


if __name__ == "__main__":
    unittest.main()
