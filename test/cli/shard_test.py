"""--shard and merge: however the work is shared, what comes out is what one run says, to the byte."""

import json
import shutil
import subprocess
import unittest

from checker import ADAM, CLEAN, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, EXIT_USAGE, REMARK, SOURCE_DIR, CheckerTest

HEADER = "#pragma once\ninline float scaled(float a, float b, float c) { return a * b / c; }\n"
USER = '#include "scaled.h"\nfloat {name}(float a, float b, float c) {{ return 1.0f - scaled(a, b, c); }}\n'
SUPPRESSED = "double f(double a, double b, double c) { return a * b / c; } // NOLINT(fporder-mul-then-div)\ndouble g(double a) { return a; } // NOLINT(fporder-sum-order)\n"


def without_time(text):
    """Standard error but for the summary's seconds and what shards and caches say of themselves."""
    lines = []
    for line in text.splitlines():
        if line.endswith(" s") and ("finding" in line or "file" in line):
            line = line.rsplit(", ", 1)[0]
        lines.append(line)
    return lines


class ShardTest(CheckerTest):
    def project(self):
        names = []
        suite = SOURCE_DIR / "test" / "labelled" / "positive"
        for index, source in enumerate(suite / name for name in ("narrow_c.c", "ratios.c", "adam_c89.c", "fastmath.c")):  # the quickest
            names.append(f"src/positive{index}{source.suffix}")
            self.write(names[-1], source.read_text(encoding="utf-8"))
        self.write("src/scaled.h", HEADER)
        for name in ("one", "two", "three"):
            self.write(f"src/{name}.cpp", USER.format(name=name))
        self.write("src/own.cpp", '#include "missing.h"\n' + ADAM.replace("<math.h>", "<cmath>").replace("sqrtf", "std::sqrt"))
        self.write("src/broken.cpp", "float f(float a, float b, float c) { return a * b / c; }\nint broken( {\n")
        self.write("src/suppressed.c", SUPPRESSED)
        self.write("src/clean.c", CLEAN)
        return [*names, *(f"src/{name}.cpp" for name in ("one", "two", "three", "own", "broken")), "src/suppressed.c", "src/clean.c"]

    def shards(self, count, *arguments, order=None, **options):
        """Runs every shard; the names of their files, shuffled."""
        files = []
        for index in range(1, count + 1):
            files.append(f"out/{index}.shard")
            self.root.joinpath("out").mkdir(exist_ok=True)
            outcome = self.run_checker(f"--shard={index}/{count}:{files[-1]}", *(order(arguments, index) if order else arguments), **options)
            self.assertIn(outcome.status, (EXIT_CLEAN, EXIT_USAGE), outcome)
            self.assertEqual(outcome.out, "", "a shard reports nothing")
        return files[::2] + files[1::2]

    def assertMergeIsTheWhole(self, count, *arguments, status=None):
        whole = self.run_checker(*arguments)
        if status is not None:
            self.assertStatus(whole, status)
        merged = self.run_checker("merge", *self.shards(count, *arguments))
        self.assertEqual(merged.out, whole.out)
        self.assertEqual((merged.status, without_time(merged.err)), (whole.status, without_time(whole.err)))
        return whole

    def assertMergeRefuses(self, text, *files):
        outcome = self.run_checker("merge", *files)
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertEqual(outcome.out, "")
        self.assertIn(text, outcome.err)
        self.assertEqual(outcome.err.count("\n"), 1, outcome.err)

    def test_every_format(self):
        names = self.project()
        for number, format in enumerate(("text", "json", "sarif", "junit", "github", "html")):
            with self.subTest(format):
                whole = self.assertMergeIsTheWhole(1 + number, f"--format={format}", "--statistics", *names, status=EXIT_FINDINGS)
                self.assertGreater(len(whole.out), 500)

    def test_a_format_chosen_when_merging(self):
        names = self.project()
        files = self.shards(3, "--fail-on", "never", "--format", "json:whole.json", *names, "--", "-O2")
        whole = self.run_checker("--format=sarif:whole.sarif", "--format=html:whole.html", "--fail-on=never", *names, "--", "-O2")
        merged = self.run_checker("merge", "--format=sarif:merged.sarif", *files, "--format", "html:merged.html")
        self.assertEqual((merged.status, whole.status), (EXIT_CLEAN, EXIT_CLEAN))
        for kind in ("sarif", "html"):
            self.assertEqual(self.read(f"merged.{kind}"), self.read(f"whole.{kind}"))
        self.assertFalse((self.root / "whole.json").exists())
        merged = self.run_checker("merge", "--fail-on=warning", *files)
        self.assertStatus(merged, EXIT_FINDINGS)
        self.assertIn("'--format=json:whole.json' of the shards' command line has no effect here", merged.err)
        self.assertFalse((self.root / "whole.json").exists())

    def test_headers_findings_are_merged(self):
        names = self.project()
        whole = self.assertMergeIsTheWhole(4, "--format=json", *names)
        places = [(finding["file"], finding["line"], finding["column"], finding["rule"]) for finding in whole.findings]
        self.assertEqual(len(places), len(set(places)))
        self.assertEqual(sum(place[0].endswith("scaled.h") for place in places), 1)
        self.assertTrue(any(finding["rule"] == "unused-suppression" for finding in whole.findings))
        self.assertTrue(any(entry["what"] == "syntax error" for entry in whole.report["notAnalysed"]))

    def test_a_source_that_another_includes(self):
        self.write("part.c", REMARK)
        self.write("whole.c", '#include "part.c"\n' + ADAM)
        self.assertMergeIsTheWhole(2, "--format=json", "part.c", "whole.c")

    def test_failures_and_statuses(self):
        names = self.project()
        self.write("src/binary.cpp", b"\0\1\2")
        self.write("src/hopeless.cpp", "int ( ( (\n")
        self.assertMergeIsTheWhole(3, *names, "src/binary.cpp", "src/hopeless.cpp", "src/gone.cpp", status=EXIT_FAILURE)
        self.assertMergeIsTheWhole(3, "--strict", *names, status=EXIT_FAILURE)
        self.assertMergeIsTheWhole(2, "src/clean.c", status=EXIT_CLEAN)
        self.assertMergeIsTheWhole(2, "--fail-on=remark", "src/one.cpp", status=EXIT_FINDINGS)

    def test_database_with_a_gap(self):
        """Errors of the compile database are the whole run's, as its status."""
        self.project()
        self.write("src/build/compile_commands.json", "{")
        self.write("ok/a.c", ADAM)
        whole = self.run_checker("src/one.cpp", "ok/a.c")
        self.assertStatus(whole, EXIT_USAGE)
        files = self.shards(2, "src/one.cpp", "ok/a.c")
        merged = self.run_checker("merge", *files)
        self.assertEqual((merged.out, without_time(merged.err), merged.status), (whole.out, without_time(whole.err), whole.status))

    def test_merging_needs_no_compile_database(self):
        self.write("src/a.c", "#ifdef WITH\n" + ADAM + "#endif\n")
        self.write("src/b.c", CLEAN)
        entries = [{"directory": str(self.root), "command": f"cc -DWITH -c src/{name}.c", "file": f"src/{name}.c"} for name in "ab"]
        self.write("build/compile_commands.json", json.dumps(entries))
        whole = self.run_checker("-p", "build", "src/a.c", "src/b.c")
        self.assertStatus(whole, EXIT_FINDINGS)
        files = self.shards(2, "-p", "build", "src/a.c", "src/b.c")
        shutil.rmtree(self.root / "build")
        self.assertEqual(self.run_checker("merge", *files).out, whole.out)

    def test_configuration_and_its_profiles(self):
        self.write(".fporder", "fail-on: remark\nremarks: all\nprofiles: {wide: [-DWIDE]}\nseverity: {mul-then-div: warning}\n")
        self.write("a.c", "#ifdef WIDE\n" + REMARK + "#endif\n" + REMARK.replace("fraction", "other"))
        self.write("b.c", REMARK)
        self.assertMergeIsTheWhole(3, "--format=json", "a.c", "b.c", status=EXIT_FINDINGS)
        files = self.shards(2, "a.c", "b.c")
        self.write(".fporder", "fail-on: remark\nrules: '-sum-order'\n")
        self.assertMergeRefuses("have changed since the shards were made", *files)

    def test_variants_that_wake_code(self):
        self.write("a.c", "#ifdef __ARM_NEON\n" + ADAM + "#endif\n")
        self.write("b.c", CLEAN)
        self.assertMergeIsTheWhole(2, "--format=json", "a.c", "b.c", status=EXIT_FINDINGS)
        self.assertMergeIsTheWhole(2, "--format=json", "--no-wake", "a.c", "b.c", status=EXIT_CLEAN)

    def test_baseline(self):
        names = self.project()
        self.run_checker("--write-baseline=known.json", *names[:5])
        self.assertMergeIsTheWhole(3, "--baseline=known.json", *names, status=EXIT_FINDINGS)
        written = self.shards(2, *names)
        self.run_checker("merge", "--write-baseline=shards.json", *written)
        self.run_checker("--write-baseline=whole.json", *names)
        self.assertEqual(self.read("shards.json"), self.read("whole.json"))

    def test_coverage_and_graphs(self):
        names = self.project()
        self.assertMergeIsTheWhole(2, "--coverage", *names)
        self.assertMergeIsTheWhole(2, "--dump-graph", *names[:4])

    def test_fixes_are_applied_when_merging(self):
        versine = "#include <math.h>\ndouble versine(double x) { return 1 - cos(x); }\n"
        self.write("a.c", versine)
        self.write("b.c", CLEAN)
        files = self.shards(2, "--fix", "a.c", "b.c")
        self.assertEqual(self.read("a.c"), versine)
        merged = self.run_checker("merge", *files)
        self.assertStatus(merged, EXIT_FINDINGS)
        self.assertIn("'--fix' of the shards' command line has no effect here", merged.err)
        self.assertEqual(self.read("a.c"), versine)
        self.assertStatus(self.run_checker("merge", "--fix", *files), EXIT_CLEAN)
        self.assertIn("sin(x / 2.0)", self.read("a.c"))

    def test_a_shard_names_no_file_to_write(self):
        """Whatever the run that made it was asked to write: only merge's own command line counts."""
        self.write("a.c", ADAM)
        self.write("known.json", self.run_checker("--write-baseline=known.json", "a.c") and self.read("known.json"))
        self.write("b.c", REMARK)
        before = self.read("a.c"), self.read("b.c"), self.read("known.json")
        for words in (
            ["--write-baseline=w.json"],
            ["--export-fixes", "w.yaml"],
            ["--format=html:w.html", "--format", "sarif:w.sarif"],
            ["--fix=all"],
            ["-fix"],
            ["--fix-errors"],
            ["--fix-notes"],
            ["--baseline=known.json", "--prune-baseline"],
            ["--cache-dir=w", "--cache-size=1", "-j2", "--verbose"],
        ):
            with self.subTest(words=words):
                files = self.shards(2, *words, "a.c", "b.c")
                present = {path.name for path in self.root.iterdir()}
                merged = self.run_checker("merge", *files, environment={"FPORDER_NO_CACHE": "", "XDG_CACHE_HOME": str(self.root / "xdg")})
                self.assertIn(merged.status, (EXIT_CLEAN, EXIT_FINDINGS), merged)
                self.assertEqual({path.name for path in self.root.iterdir()}, present)
                self.assertEqual((self.read("a.c"), self.read("b.c"), self.read("known.json")), before)

    def test_fixes_baselines_and_formats_given_to_merge(self):
        self.write("a.c", ADAM)
        self.write("b.c", REMARK)
        files = self.shards(2, "a.c", "b.c")
        self.assertStatus(self.run_checker("merge", "--write-baseline", "known.json", *files), EXIT_CLEAN)
        self.assertEqual(self.run_checker("merge", "--baseline=known.json", "--format=json", *files).findings, [])
        whole = self.run_checker("--diff", "--fix=all", "--export-fixes=whole.yaml", "a.c", "b.c")
        merged = self.run_checker("merge", "--diff", "--fix=all", "--export-fixes", "merged.yaml", *files)
        self.assertEqual((merged.status, merged.out), (whole.status, whole.out))
        self.assertEqual(self.read("merged.yaml"), self.read("whole.yaml"))
        for name in ("fix", "diff", "export-fixes", "write-baseline", "prune-baseline", "update-baseline"):
            self.assertIn(f"  --{name}", self.run_checker("merge", "--help").out)

    def test_shares_do_not_depend_on_jobs_or_on_the_order_of_arguments(self):
        names = self.project()

        def other(arguments, index):
            words = list(arguments)
            return [f"-j{index}", *words[index:], *words[:index], "--verbose"]

        whole = self.run_checker("--format=json", *names)
        files = self.shards(4, "--format=json", *names, order=other)
        self.assertEqual(self.run_checker("merge", *files).out, whole.out)

    def test_the_cache_serves_shards(self):
        names = self.project()
        environment = {"FPORDER_NO_CACHE": "", "FPORDER_CACHE_DIR": str(self.root / "cache")}
        whole = self.run_checker("--format=sarif", *names)
        for _ in range(2):
            files = self.shards(2, "--format=sarif", *names, environment=environment)
            self.assertEqual(self.run_checker("merge", *files).out, whole.out)

    def test_changed_lines_only(self):
        names = self.project()
        git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
        for command in (["init", "-q"], ["add", "src"], ["commit", "-q", "-m", "m"]):
            subprocess.run([*git, *command], cwd=self.root, check=True)
        self.write("src/one.cpp", "// a comment\n" + self.read("src/one.cpp").replace("1.0f", "2.0f"))
        self.write("src/scaled.h", HEADER + "inline float more(float a, float b, float c) { return a * b / c; }\n")
        whole = self.assertMergeIsTheWhole(2, "--diff-base=HEAD", "--fail-on=remark", *names, status=EXIT_FINDINGS)
        self.assertIn("scaled.h", whole.out)

    def test_more_shards_than_units(self):
        self.write("a.c", ADAM)
        self.assertMergeIsTheWhole(5, "a.c", status=EXIT_FINDINGS)

    def test_the_default_file(self):
        self.write("a.c", ADAM)
        outcome = self.run_checker("--shard", "1/1", "a.c")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("shard 1/1: 1 of 1 unit; written to fporder-1-of-1.shard", outcome.err)
        self.assertStatus(self.run_checker("merge", "fporder-1-of-1.shard"), EXIT_FINDINGS)

    def test_shards_that_do_not_belong_together(self):
        names = self.project()[:4]
        files = sorted(self.shards(3, *names))
        self.assertMergeRefuses("missing: shard 2/3", files[0], files[2])
        self.assertMergeRefuses("missing: shard 1/3, 3/3", files[1])
        self.assertMergeRefuses("are both shard 1/3", *files, files[0])
        other = self.root / "other.shard"
        for text, arguments in {
            "only 'out/1.shard' has the source 'src/positive0": ["--shard=2/3:other.shard", *names[1:]],
            "only 'other.shard' has the source 'src/clean.c'": ["--shard=2/3:other.shard", *names, "src/clean.c"],
            "only 'other.shard' was made with '--strict'": ["--shard=2/3:other.shard", "--strict", *names],
            "only 'other.shard' was made with '--rules=sum-order'": ["--shard=2/3:other.shard", "--rules=sum-order", *names],
            "is shard 2/4: they are not of one run": ["--shard=2/4:other.shard", *names],
        }.items():
            with self.subTest(text):
                other.unlink(missing_ok=True)
                self.run_checker(*arguments)
                self.assertMergeRefuses(text, files[0], "other.shard", files[2])
        self.write(".fporder", "extra-args: [-DX]\n")
        self.run_checker("--shard=2/3:other.shard", *names)
        self.assertMergeRefuses("the compile command or the configuration of 'src/positive", files[0], "other.shard", files[2])
        self.write("elsewhere/src/x.c", CLEAN)
        self.run_checker("--shard=2/3:../other.shard", "src/x.c", cwd=self.root / "elsewhere")
        self.assertMergeRefuses("one was made in '", files[0], "other.shard", files[2])
        outcome = self.run_checker("merge", *(self.root / file for file in files), cwd=self.root / "elsewhere")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn(f"the shards were made in '{self.root}': merge them there", outcome.err)

    def test_damaged_shards(self):
        self.write("a.c", ADAM)
        file, = self.shards(1, "a.c")
        good = (self.root / file).read_bytes()
        self.assertMergeRefuses("'a.c' is not a shard", "a.c")
        self.assertMergeRefuses("cannot read 'gone.shard': No such file", "gone.shard")
        for position in (20, 40, len(good) // 2, len(good) - 1):
            self.write("bad.shard", good[:position] + bytes([good[position] ^ 1]) + good[position + 1 :])
            self.assertMergeRefuses("'bad.shard' is a damaged shard", "bad.shard")
        for length in (16, 25, 60, len(good) - 1):
            self.write("bad.shard", good[:length])
            self.assertMergeRefuses("'bad.shard' is a damaged shard", "bad.shard")
        self.write("bad.shard", b"")
        self.assertMergeRefuses("'bad.shard' is not a shard", "bad.shard")

    def test_changed_sources(self):
        self.write("scaled.h", HEADER)
        self.write("a.cpp", USER.format(name="a"))
        self.write("b.c", CLEAN)
        files = self.shards(2, "a.cpp", "b.c")
        self.write("scaled.h", HEADER + "\n")
        self.assertMergeRefuses("scaled.h' has changed since '", *files)
        self.write("scaled.h", HEADER)
        self.assertStatus(self.run_checker("merge", *files), EXIT_CLEAN)
        (self.root / "b.c").unlink()
        self.assertMergeRefuses("b.c', which '", *files)

    def test_usage(self):
        self.write("a.c", CLEAN)
        for value in ("0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/99999999"):
            outcome = self.run_checker(f"--shard={value}", "a.c")
            self.assertStatus(outcome, EXIT_USAGE)
            self.assertIn("for --shard: expected i/n", outcome.err)
        self.assertIn("--shard and --measure exclude each other", self.run_checker("--shard=1/2", "--measure", "a.c").err)
        outcome = self.run_checker("--shard=1/1:no/such/directory/x.shard", "a.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("cannot write 'no/such/directory/x.shard'", outcome.err)
        for arguments, text in {(): "no shards", ("--rules=x", "s"): "'--rules=x' is no option of merge", ("s", "--format"): "missing value after"}.items():
            outcome = self.run_checker("merge", *arguments)
            self.assertStatus(outcome, EXIT_USAGE)
            self.assertIn(text, outcome.err)
        outcome = self.run_checker("merge", "--help")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("fporder-check merge [options] <shard>...", outcome.out)


if __name__ == "__main__":
    unittest.main()
