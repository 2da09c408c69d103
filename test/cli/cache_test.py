"""The findings cache: what comes from it is what a fresh run says, to the byte, and everything that matters makes it forget."""

import os
import shutil
import time
import unittest

from checker import ADAM, CLEAN, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, EXIT_USAGE, REMARK, SOURCE_DIR, CheckerTest

PRODUCT_RULE = """---
id: FPO900
slug: own-rule
family: house
title: a test's own rule
message: "own rule: '{match}'"
severity: warning
match: a * b + c
fix: none
---
# A test's own rule
{prose}
```cpp flagged
float f(float a, float b, float c) { return a * b + c; }
```
```cpp clean
float f(float a, float b) { return a * b; }
```
"""


class CacheTest(CheckerTest):
    def run_checker(self, *arguments, environment=None, **options):
        return super().run_checker(*arguments, environment={"FPORDER_NO_CACHE": "", **(environment or {})}, **options)

    def cached(self, *arguments, **options):
        return self.run_checker("--cache-dir=cache", "--verbose", *arguments, **options)

    def assertHits(self, outcome, hits, units):
        self.assertIn(f": {hits} of {units} units", outcome.err, outcome)

    def entries(self):
        return sorted(path for path in (self.root / "cache").rglob("*") if path.is_file() and path.parent.name != "cache")

    def settle(self):
        """As if everything had been written a while ago: then an unchanged time tells an unchanged file."""
        old = time.time() - 1000
        for path in self.root.rglob("*"):
            if path.is_file():
                os.utime(path, (old, old))

    def test_outputs_are_byte_identical(self):
        names = []
        for name in ("accumulate.cl", "adam_c89.c", "ascendc_optimizers.cpp", "contraction.cpp", "fastmath.c"):  # the quickest of each kind
            names.append(name)
            shutil.copy(SOURCE_DIR / "test" / "labelled" / "positive" / name, self.root)
        self.write("h.h", REMARK)
        self.write("both.cpp", '#include "missing.h"\n#include "h.h"\n' + ADAM.replace("#include <math.h>", "#include <cmath>\nusing std::sqrt;"))
        self.write("broken.cpp", "float f(float a, float b, float c) { return a * b / c; }\nint broken( {\n")
        self.write("clean.c", CLEAN)
        names += ["both.cpp", "broken.cpp", "clean.c", "h.h", "nosuch.c"]
        for extra in (["--format=text"], ["--format=json"], ["--format=sarif"], ["--format=html"], ["--diff"], ["--remarks=all", "--statistics"]):
            with self.subTest(extra=extra):
                fresh = self.run_checker("--no-cache", "--quiet", *extra, *names)
                first = self.run_checker("--cache-dir=cache", "--quiet", *extra, *names)
                second = self.run_checker("--cache-dir=cache", "--quiet", *extra, *names)
                verbose = self.cached("--quiet", *extra, *names)
                self.assertHits(verbose, len(names) - 1, len(names) - 1)
                self.assertEqual(fresh.out, first.out)
                self.assertEqual(fresh.out, second.out)
                self.assertEqual((fresh.status, fresh.err), (first.status, first.err))
                self.assertEqual(fresh.status, second.status)
                self.assertEqual(fresh.err, second.err)
                self.assertStatus(second, EXIT_FAILURE)

    def test_a_changed_source_is_analysed_again(self):
        self.write("a.c", ADAM)
        self.write("b.c", REMARK)
        self.assertHits(self.cached("a.c", "b.c"), 0, 2)
        self.assertHits(self.cached("a.c", "b.c"), 2, 2)
        self.write("a.c", CLEAN)
        outcome = self.cached("a.c", "b.c")
        self.assertHits(outcome, 1, 2)
        self.assertStatus(outcome, EXIT_CLEAN)
        # Both states are known: going back and forth between branches costs nothing.
        self.write("a.c", ADAM)
        outcome = self.cached("a.c", "b.c")
        self.assertHits(outcome, 2, 2)
        self.assertStatus(outcome, EXIT_FINDINGS)

    def test_a_changed_header_concerns_exactly_its_users(self):
        self.write("inc/deep.h", "inline float deep(float a, float b, float c) { return a + b + c; }\n")
        self.write("inc/used.h", '#include "deep.h"\n')
        for index in range(6):
            self.write(f"{index}.c", ('#include "inc/used.h"\n' if index % 2 else "") + REMARK)
        names = [f"{index}.c" for index in range(6)]
        self.cached(*names)
        self.settle()
        self.assertHits(self.cached(*names), 6, 6)
        self.write("inc/deep.h", "inline float deep(float a, float b, float c) { return a * b / c; }\n")
        outcome = self.cached("--remarks=all", *names)
        self.assertHits(outcome, 3, 6)
        self.assertIn("deep.h:1", outcome.out)
        self.assertHits(self.cached(*names), 6, 6)

    def test_a_change_that_keeps_size_and_time_is_seen(self):
        path = self.write("a.c", REMARK)
        self.settle()
        self.cached("a.c")
        before = path.stat()
        self.write("a.c", REMARK.replace("a * b / c", "a * c / b"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        outcome = self.cached("a.c")
        self.assertHits(outcome, 0, 1)
        self.assertIn("a * c", outcome.out)

    def test_a_touched_or_copied_file_is_the_same(self):
        path = self.write("a.c", ADAM)
        self.settle()
        self.cached("a.c")
        os.utime(path)
        self.assertHits(self.cached("a.c"), 1, 1)
        shutil.copy(path, self.root / "copy")
        os.replace(self.root / "copy", path)
        self.assertHits(self.cached("a.c"), 1, 1)

    def test_a_header_that_appears_counts(self):
        self.write("second/h.h", "#define FORM(a, b, c) ((a) * (b) / (c))\n")
        (self.root / "first").mkdir()
        self.write("a.c", '#include "h.h"\nfloat f(float a, float b, float c) { return FORM(a, b, c); }\n')
        arguments = ["a.c", "--", "-Ifirst", "-Isecond"]
        self.assertEqual(self.cached(*arguments).out.count("remark:"), 1)
        self.assertHits(self.cached(*arguments), 1, 1)
        self.write("first/h.h", "#define FORM(a, b, c) (a)\n")
        outcome = self.cached(*arguments)
        self.assertHits(outcome, 0, 1)
        self.assertEqual(outcome.out, "")
        (self.root / "first/h.h").unlink()
        outcome = self.cached(*arguments)
        self.assertHits(outcome, 1, 1)
        self.assertEqual(outcome.out.count("remark:"), 1)

    def test_a_missing_header_that_appears_counts(self):
        self.write("a.c", '#include "late.h"\n' + REMARK)
        self.assertIn("1 construct not analysed", self.cached("a.c").err)
        self.write("late.h", "\n")
        outcome = self.cached("a.c")
        self.assertHits(outcome, 0, 1)
        self.assertIn("0 constructs not analysed", outcome.err)

    def test_a_link_that_leads_elsewhere_counts(self):
        for name in ("one", "two"):
            self.write(f"{name}/h.h", REMARK)
        (self.root / "link").symlink_to("one")
        self.write("a.c", '#include "link/h.h"\n')
        self.assertIn("one/h.h", self.cached("a.c").out)
        (self.root / "link").unlink()
        (self.root / "link").symlink_to("two")
        self.assertIn("two/h.h", self.cached("a.c").out)

    def test_what_a_run_is_asked_is_part_of_the_question(self):
        self.write("a.c", ADAM)
        self.write("h.h", "")
        self.cached("a.c")
        for arguments in (
            ["--rules=product-order", "a.c"],
            ["a.c", "--", "-DX"],
            ["--config={severity: {mul-then-div: remark}}", "a.c"],
            ["--header-filter=x", "a.c"],
            ["--format=sarif", "a.c"],
            ["./a.c"],
        ):
            self.assertHits(self.cached(*arguments), 0, 1)
            self.assertHits(self.cached(*arguments), 1, 1)
        self.assertHits(self.cached("a.c", environment={"CPATH": str(self.root)}), 0, 1)
        self.cached("a.c", "--", "-march=native")
        self.assertHits(self.cached("a.c", "--", "-march=native"), 1, 1)
        # These decide what becomes of findings, not which there are.
        for arguments in (["--fail-on=never", "a.c"], ["--remarks=all", "a.c"], ["--format=json", "a.c"], ["-j1", "a.c"]):
            self.assertHits(self.cached(*arguments), 1, 1)

    def test_a_changed_rule_counts(self):
        self.write("a.c", "float f(float a, float b, float c) { return a * b + c; }\n")
        self.write("rules/own-rule/rule.md", PRODUCT_RULE.replace("{prose}", "First."))
        self.cached("--rules-dir=rules", "a.c")
        self.assertHits(self.cached("--rules-dir=rules", "a.c"), 1, 1)
        self.write("rules/own-rule/rule.md", PRODUCT_RULE.replace("{prose}", "Second.").replace("own rule:", "changed:"))
        outcome = self.cached("--rules-dir=rules", "a.c")
        self.assertHits(outcome, 0, 1)
        self.assertIn("changed:", outcome.out)

    def test_a_changed_call_model_counts(self):
        model = "vendor: VNPU\nheaders: [vnpu.h]\ndeclarations: |\n  float scaled(float a, float b, float c);\ncalls:\n  scaled(a, b, c): return {formula}\n"
        self.write("a.c", '#include "vnpu.h"\nfloat f(float a, float b, float c) { return scaled(a, b, c); }\n')
        self.write("models/vnpu.yaml", model.format(formula="a * b / c"))
        self.assertIn("mul-then-div", self.cached("--models=models", "a.c").out)
        self.assertHits(self.cached("--models=models", "a.c"), 1, 1)
        self.assertHits(self.cached("a.c"), 0, 1)
        self.write("models/vnpu.yaml", model.format(formula="a + b"))
        outcome = self.cached("--models=models", "a.c")
        self.assertHits(outcome, 0, 1)
        self.assertEqual(outcome.out, "")

    def test_a_source_that_another_includes(self):
        self.write("a.c", REMARK)
        self.write("b.c", '#include "a.c"\n')
        alone = self.cached("b.c")
        self.assertIn("a.c:1", alone.out)
        together = self.cached("a.c", "b.c")
        self.assertHits(together, 1, 2)
        self.assertEqual(together.out, self.run_checker("--no-cache", "a.c", "b.c").out)
        self.assertEqual(self.cached("b.c").out, alone.out)

    def test_damaged_entries_are_ignored(self):
        self.write("a.c", ADAM)
        expected = self.cached("a.c").out
        [entry] = self.entries()
        content = entry.read_bytes()
        damages = [b"", content[:10], content[:-1], content[:40] + b"\xff" + content[41:], content + b"x", bytes(len(content))]
        damages += [content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :] for at in range(0, len(content), max(1, len(content) // 20))]
        for damage in damages:
            entry.write_bytes(damage)
            outcome = self.cached("a.c")
            self.assertHits(outcome, 0, 1)
            self.assertIn("1 entry damaged and ignored", outcome.err)
            self.assertEqual(outcome.out, expected)
            self.assertEqual(entry.read_bytes()[:19], b"fporder findings 4\n")

    def test_the_size_is_kept(self):
        names = [self.write(f"{index}.c", REMARK + f"// {index}\n").name for index in range(40)]
        self.cached("--cache-size=1", *names)
        size = sum(entry.stat().st_size for entry in self.entries())
        self.assertGreater(size, 0)
        self.assertLessEqual(size, 1 << 20)
        many = [self.write(f"{index}.c", "#include <math.h>\n" + REMARK + "float t[] = {" + "0," * index + "0};\n").name for index in range(200)]
        for start in range(0, 200, 50):
            self.cached("--cache-size=1", *many[start : start + 50])
        self.assertLessEqual(sum(entry.stat().st_size for entry in self.entries()), 1 << 20)

    def test_runs_side_by_side(self):
        import subprocess

        from checker import CHECKER

        names = [self.write(f"{index}.c", ADAM).name for index in range(8)]
        expected = self.run_checker("--no-cache", "--quiet", *names).out
        runs = [subprocess.Popen([CHECKER, "--cache-dir=cache", "--quiet", *names], cwd=self.root, stdout=subprocess.PIPE) for _ in range(4)]
        for run in runs:
            self.assertEqual(run.communicate()[0].decode(), expected)
        self.assertHits(self.cached(*names), 8, 8)
        self.assertEqual([entry for entry in self.entries() if entry.suffix == ".new"], [])

    def test_where_it_is(self):
        self.write("a.c", REMARK)
        for environment, directory in (
            ({"FPORDER_CACHE_DIR": str(self.root / "one")}, "one"),
            ({"FPORDER_CACHE_DIR": "", "XDG_CACHE_HOME": str(self.root / "two")}, "two/fporder/findings"),
            ({"FPORDER_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": str(self.root / "home")}, "home/.cache/fporder/findings"),
        ):
            self.assertIn(f"cache {self.root / directory}:", self.run_checker("--verbose", "a.c", environment=environment).err)
            self.assertTrue((self.root / directory).is_dir())
            self.assertEqual((self.root / directory).stat().st_mode & 0o077, 0)
            self.assertEqual((self.root / directory / ".gitignore").read_text(), "*\n")
        self.write(".fporder", "cache: kept\n")
        self.assertIn(f"cache {self.root / 'kept'}: 0 of 1", self.run_checker("--verbose", "a.c").err)
        self.write(".fporder", "cache: off\n")
        self.assertIn("no cache", self.run_checker("--verbose", "a.c").err)
        self.assertIn("0 of 1", self.run_checker("--verbose", "--cache-dir=other", "a.c").err)
        self.assertIn("no cache", self.run_checker("--verbose", "--no-cache", "--cache-dir=other", "a.c").err)
        self.assertIn("no cache", self.run_checker("--verbose", "--cache-dir=other", "a.c", environment={"FPORDER_NO_CACHE": "1"}).err)
        self.write(".fporder", "cache: [a, b]\n")
        self.assertStatus(self.run_checker("a.c"), EXIT_USAGE)

    def test_a_directory_that_cannot_be_written(self):
        self.write("a.c", ADAM)
        self.write("cache", "a file")
        outcome = self.cached("a.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertIn("1 entry not written", outcome.err)
        self.assertIn("nothing is kept", outcome.err)
        self.assertEqual(self.read("cache"), "a file")

    def foreign(self, directory):
        """Files of somebody else's, old and large, where a cache would have its entries; some with names like ours, one with our beginning."""
        kept = {}
        digits = "0123456789abcdef"
        for digit in digits:
            for name in ("thesis.dat", digit * 32, f"{digit * 32}-0123456789abcdef.new", f"{digit * 31}.new", "x" + digit * 31, "0" * 32 if digit != "0" else "y"):
                path = self.write(f"{directory}/{digit}/{name}", bytes(200_000))
                os.utime(path, (1_000_000_000, 1_000_000_000))
                kept[path] = path.stat()
        path = self.write(f"{directory}/0/notes", b"fporder findings 4\n" + bytes(3_000_000))
        kept[path] = path.stat()
        return kept

    def assertKept(self, files):
        for path, before in files.items():
            self.assertEqual((path.stat().st_size, path.stat().st_ino, path.stat().st_mtime_ns), (before.st_size, before.st_ino, before.st_mtime_ns), path)

    def many(self):
        return [self.write(f"{index}.c", REMARK + f"// {index}\n").name for index in range(40)]

    def test_a_directory_of_others_is_not_used(self):
        names = self.many()
        files = self.foreign("others")
        for arguments, environment in ((["--cache-dir=others"], {}), ([], {"FPORDER_CACHE_DIR": str(self.root / "others")})):
            outcome = self.run_checker("--quiet", "--cache-size=1", *arguments, *names, environment=environment)
            self.assertStatus(outcome, EXIT_CLEAN)
            self.assertEqual(outcome.err.count("exists, is not empty and has no CACHEDIR.TAG of fporder-check; nothing is kept\n"), 1, outcome)
            self.assertKept(files)
            self.assertEqual(sorted(path.name for path in (self.root / "others").iterdir()), sorted("0123456789abcdef"))
        # Another program's tag is not ours.
        tag = self.write("others/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# cargo\n")
        self.assertIn("nothing is kept", self.cached("--cache-dir=others", *names).err)
        self.assertEqual(tag.read_text(), "Signature: 8a477f597d28d172789f06886806bc55\n# cargo\n")
        shutil.rmtree(self.root / "others")
        self.write("others/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n")
        self.assertIn("nothing is kept", self.cached("--cache-dir=others", *names).err)
        self.assertEqual([path.name for path in (self.root / "others").iterdir()], ["CACHEDIR.TAG"])

    def test_trimming_removes_nothing_but_entries(self):
        names = self.many()
        self.cached("--cache-size=1", *names)
        entries = self.entries()
        files = self.foreign("cache")
        # What has the name of an entry is one only when it begins as one; there, written over by a new one, it would be.
        self.write("linked/target", b"fporder findings 4\n" + bytes(100_000))
        for digit in "0123456789abcdef":
            (self.root / "cache" / digit / (digit + "0123456789abcde" * 2 + "0")).symlink_to(self.root / "linked/target")
        names = [self.write(f"{index}.c", REMARK + f"// {index} again\n" + "float t[] = {" + "0," * 3000 + "0};\n").name for index in range(40)]
        # So small that every entry is too much.
        for _ in range(3):
            self.cached("--cache-size=0", *names)
            self.cached("--cache-size=1", *names)
        self.assertKept(files)
        self.assertEqual((self.root / "linked/target").stat().st_size, 100_019)
        self.assertTrue(entries)

    def test_what_killed_processes_left_goes(self):
        self.cached(*self.many())
        shard = self.entries()[0].parent
        old = time.time() - 100_000
        removed = []
        for content in (b"", b"fpord", b"fporder findings 4\nwhatever"):
            path = self.write(f"{shard}/{shard.name * 32}-{len(content):016x}.new", content)
            os.utime(path, (old, old))
            removed.append(path)
        fresh = self.write(f"{shard}/{shard.name * 32}-fe.new", b"fporder findings 4\n")
        for index in range(40):
            self.write(f"{index}.c", REMARK + f"// {index} once more\n")
        self.cached(*(f"{index}.c" for index in range(40)))
        self.cached("--rules=*", *(f"{index}.c" for index in range(40)))
        self.assertEqual([path for path in removed if path.exists()], [])
        self.assertTrue(fresh.exists())

    def test_links_in_the_cache_lead_nowhere(self):
        names = self.many()
        (self.root / "victim").mkdir()
        self.cached("--cache-dir=model", names[0])
        (self.root / "cache").mkdir()
        shutil.copy(self.root / "model/CACHEDIR.TAG", self.root / "cache/CACHEDIR.TAG")
        for digit in "0123456789abcdef":
            (self.root / "cache" / digit).symlink_to("../victim")
        outcome = self.cached("--cache-size=1", *names)
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("40 entries not written", outcome.err)
        self.assertEqual(list((self.root / "victim").iterdir()), [])
        # An entry that is a link is no entry, and what replaces it does not go through it.
        [entry] = sorted(path for path in (self.root / "model").glob("?/*"))
        content = entry.read_bytes()
        entry.unlink()
        target = self.write("elsewhere", content)
        entry.symlink_to(target)
        self.assertHits(self.run_checker("--cache-dir=model", "--verbose", names[0]), 0, 1)
        self.assertFalse(entry.is_symlink())
        self.assertEqual(target.read_bytes(), content)

    def test_a_configuration_may_only_name_a_cache_within_its_directory(self):
        (self.root / "outside").mkdir()
        (self.root / "project/link").parent.mkdir()
        (self.root / "project/link").symlink_to("../outside")
        self.write("project/a.c", REMARK)
        home = {"XDG_CACHE_HOME": str(self.root / "xdg"), "FPORDER_CACHE_DIR": ""}
        for written in ("../outside", str(self.root / "outside"), "x/../../outside", "../project/../outside", "link", "link/inner", "."):
            self.write("project/.fporder", f"cache: {written}\n")
            for _ in range(2):
                outcome = self.run_checker("--verbose", "a.c", cwd=self.root / "project", environment=home)
                self.assertStatus(outcome, EXIT_CLEAN)
                self.assertIn("nothing is kept", outcome.err)
            self.assertEqual(list((self.root / "outside").iterdir()), [], written)
            self.assertEqual(sorted(path.name for path in (self.root / "project").iterdir()), [".fporder", "a.c", "link"])
        # A directory within is made and used.
        for written in ("kept", "deep/./kept", str(self.root / "project/absolute")):
            self.write("project/.fporder", f"cache: {written}\n")
            for hits in (0, 1):
                self.assertHits(self.run_checker("--verbose", "a.c", cwd=self.root / "project", environment=home), hits, 1)
        # Who writes it on the command line may name any.
        self.assertHits(self.run_checker("--verbose", f"--config=cache: {self.root / 'outside/own'}", "a.c", cwd=self.root / "project", environment=home), 0, 1)
        self.assertTrue((self.root / "outside/own/CACHEDIR.TAG").exists())

    def test_what_came_with_a_tree_is_not_believed(self):
        self.write("a.c", ADAM)
        self.write(".fporder", "cache: kept\n")
        author, user = ({"XDG_CACHE_HOME": str(self.root / name), "FPORDER_CACHE_DIR": ""} for name in ("author", "user"))
        expected = self.run_checker("--verbose", "a.c", environment=author)
        self.assertHits(expected, 0, 1)
        self.assertHits(self.run_checker("--verbose", "a.c", environment=author), 1, 1)
        self.assertEqual((self.root / "author/fporder/secret").stat().st_mode & 0o777, 0o600)
        # Somebody else's entries are as good as damaged ones; own ones replace them.
        outcome = self.run_checker("--verbose", "a.c", environment=user)
        self.assertHits(outcome, 0, 1)
        self.assertIn("1 entry damaged and ignored", outcome.err)
        self.assertEqual(outcome.out, expected.out)
        self.assertHits(self.run_checker("--verbose", "a.c", environment=user), 1, 1)
        # Nor are entries without any secret, which a cache of the user's naming has.
        shutil.rmtree(self.root / "kept")
        self.run_checker("--cache-dir=kept", "a.c", environment=user)
        self.assertHits(self.run_checker("--verbose", "a.c", environment=user), 0, 1)
        # A secret that others may read is none.
        (self.root / "user/fporder/secret").chmod(0o644)
        outcome = self.run_checker("--verbose", "a.c", environment=user)
        self.assertHits(outcome, 0, 1)
        self.assertIn("nothing is kept", outcome.err)
        self.assertEqual(outcome.out, expected.out)

    def test_every_document_of_models_and_rules_counts(self):
        model = "vendor: VNPU\nheaders: [vnpu.h]\ndeclarations: |\n  float scaled(float a, float b, float c);\ncalls:\n  scaled(a, b, c): return {formula}\n"
        self.write("a.c", '#include "vnpu.h"\nfloat f(float a, float b, float c) { return scaled(a, b, c); }\n')
        for extension in ("yaml", "yml"):
            with self.subTest(extension=extension):
                self.write(f"{extension}/vnpu.{extension}", model.format(formula="a * b / c"))
                self.assertIn("mul-then-div", self.cached(f"--models={extension}", "a.c").out)
                self.write(f"{extension}/vnpu.{extension}", model.format(formula="a + b"))
                self.assertEqual(self.cached(f"--models={extension}", "a.c").out, "")
                self.write(f"{extension}/vnpu.{extension}", model.format(formula="a * b / c"))
                self.assertHits(self.cached(f"--models={extension}", "a.c"), 1, 1)
                self.write(f"{extension}/more.{extension}", "vendor: MORE\nheaders: [more.h]\ncalls:\n  more(a): return a\n")
                self.assertHits(self.cached(f"--models={extension}", "a.c"), 0, 1)

    def test_what_tells_the_time_is_not_kept(self):
        for name in ("__TIMESTAMP__", "__DATE__", "__TIME__"):
            with self.subTest(name=name):
                self.write("inc/when.h", f"#define WHEN {name}\n")
                self.write("a.cpp", f'#include "inc/when.h"\nfloat f(float a, float b, float c) {{ if constexpr (WHEN[18 % sizeof(WHEN)] % 2) return a; return a * b / c; }}\n')
                for _ in range(2):
                    outcome = self.cached("a.cpp")
                    self.assertHits(outcome, 0, 1)
                    self.assertIn("1 result not to be kept", outcome.err)
                self.write("a.cpp", f'#include "inc/when.h"\n#ifdef {name}\n' + REMARK + "#endif\n")
                self.cached("a.cpp")
                self.assertHits(self.cached("a.cpp"), 1, 1)
        # Clang's time can be fixed; then it is a part of the question.
        self.write("a.cpp", 'float f(float a, float b, float c) { if constexpr (__TIME__[7] % 2) return a; return a * b / c; }\n')
        outputs = []
        for epoch in ("0", "1"):
            for hits in (0, 1):
                outcome = self.cached("a.cpp", environment={"SOURCE_DATE_EPOCH": epoch})
                self.assertHits(outcome, hits, 1)
            outputs.append(outcome.out)
        self.assertEqual([output.count("remark:") for output in outputs], [1, 0])

    def test_a_file_with_several_names(self):
        self.write("one.h", "#pragma once\n" + REMARK)
        os.link(self.root / "one.h", self.root / "two.h")
        self.write("a.cpp", '#include "one.h"\nnamespace other {\n#include "two.h"\n}\n')
        self.assertEqual(self.cached("a.cpp").out.count("remark:"), 1)
        self.assertHits(self.cached("a.cpp"), 1, 1)
        shutil.copy(self.root / "two.h", self.root / "three.h")
        os.replace(self.root / "three.h", self.root / "two.h")
        outcome = self.cached("a.cpp")
        self.assertHits(outcome, 0, 1)
        self.assertEqual(outcome.out, self.run_checker("--no-cache", "a.cpp").out)

    def test_failed_reads_are_not_kept(self):
        (self.root / "loop").symlink_to("loop")
        self.write("a.c", '#include "h.h"\n' + REMARK)
        self.write("second/h.h", "\n")
        for flags in (["-Iloop", "-Isecond"], ["-iquote", "loop", "-Isecond"]):
            for _ in range(2):
                outcome = self.cached("a.c", "--", *flags)
                self.assertHits(outcome, 0, 1)
                self.assertIn("1 result not to be kept", outcome.err)
        (self.root / "loop").unlink()
        self.cached("a.c", "--", "-Iloop", "-Isecond")
        self.assertHits(self.cached("a.c", "--", "-Iloop", "-Isecond"), 1, 1)

    def test_measured_runs_are_not_kept(self):
        self.write("a.c", ADAM)
        self.cached("a.c")
        outcome = self.cached("--measure", "--samples=100", "a.c")
        self.assertIn("no cache", outcome.err)
        self.assertIn("measured on", outcome.out)

    def test_fixing_what_is_known(self):
        self.write("a.c", REMARK)
        self.cached("a.c")
        outcome = self.cached("--fix=all", "a.c")
        self.assertHits(outcome, 1, 1)
        self.assertIn("applied 1 fix", outcome.err)
        self.assertHits(self.cached("a.c"), 0, 1)


if __name__ == "__main__":
    unittest.main()
