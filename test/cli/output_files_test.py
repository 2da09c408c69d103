"""Files that the program writes, and standard output: whole, or an error with status 2 and the old file as it was."""

import json
import os
import pathlib
import resource
import stat
import subprocess
import threading
import unittest

from checker import ADAM, CHECKER, EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, REMARK, CheckerTest

COMPARE = os.environ["FPORDER_COMPARE"]


class OutputFiles(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("a.c", REMARK)

    def assertNothingLeft(self, directory=None):
        self.assertEqual([path.name for path in (directory or self.root).iterdir() if "fporder-tmp" in path.name], [])

    def write_report(self, target, expected=EXIT_CLEAN, **options):
        outcome = self.run_checker("--quiet", f"--format=json:{target}", "a.c", **options)
        self.assertStatus(outcome, expected)
        self.assertNothingLeft()
        return outcome

    def test_new_file_has_the_mode_of_a_new_file(self):
        self.write_report("o.json")
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(stat.S_IMODE((self.root / "o.json").stat().st_mode), 0o666 & ~mask)
        self.assertEqual(len(json.loads(self.read("o.json"))["findings"]), 1)

    def test_an_existing_file_keeps_its_mode(self):
        for mode in (0o600, 0o640, 0o755):
            self.write("o.json", "old").chmod(mode)
            self.write_report("o.json")
            self.assertEqual(stat.S_IMODE((self.root / "o.json").stat().st_mode), mode)
            json.loads(self.read("o.json"))

    def test_links_are_followed(self):
        (self.root / "sub").mkdir()
        self.write("sub/real.json", "old")
        (self.root / "chain.json").symlink_to("sub/real.json")
        (self.root / "o.json").symlink_to("chain.json")
        (self.root / "new.json").symlink_to("sub/new.json")
        for name, target in (("o.json", "sub/real.json"), ("new.json", "sub/new.json")):
            self.write_report(name)
            self.assertTrue((self.root / name).is_symlink())
            json.loads(self.read(target))
            self.assertNothingLeft(self.root / "sub")
        (self.root / "round.json").symlink_to("round.json")
        self.assertIn("round.json", self.write_report("round.json", EXIT_USAGE).err)

    def test_the_longest_name(self):
        name = "o" * 250 + ".json"
        self.write_report(name)
        json.loads(self.read(name))

    def test_devices_are_written_through(self):
        self.write_report("/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        self.assertIn("No space left on device", self.write_report("/dev/full", EXIT_USAGE).err)
        self.assertEqual(len(json.loads(self.write_report("/dev/stdout").out)["findings"]), 1)

    def test_the_file_that_standard_output_goes_to(self):
        for target in ("/dev/stdout", "o.txt"):
            with open(self.root / "o.txt", "wb") as file:
                file.write(b"kept\n")
                file.flush()
                command = [CHECKER, "--no-cache", "--quiet", f"--format=json:{target}", "a.c"]
                self.assertEqual(subprocess.run(command, cwd=self.root, stdout=file).returncode, EXIT_CLEAN)
                file.flush()
            text = self.read("o.txt")
            self.assertTrue(text.startswith("kept\n"), text)
            json.loads(text[5:])

    def test_a_named_pipe_gets_the_report(self):
        os.mkfifo(self.root / "p")
        got = []
        reader = threading.Thread(target=lambda: got.append((self.root / "p").read_text()))
        reader.start()
        self.write_report("p")
        reader.join(10)
        json.loads(got[0])
        self.assertTrue(stat.S_ISFIFO((self.root / "p").stat().st_mode))

    def test_what_cannot_be_written(self):
        (self.root / "folder").mkdir()
        for target, reason in (("folder", "Is a directory"), ("nowhere/o.json", "No such file"), ("a.c/o.json", "Not a directory")):
            outcome = self.write_report(target, EXIT_USAGE)
            self.assertIn(f"cannot write '{target}'", outcome.err)
            self.assertIn(reason, outcome.err)

    def limited(self, *arguments, size=64):
        """A run whose files may grow to `size` bytes: writing beyond fails with EFBIG, as on a full disk."""

        def limit():
            import signal

            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        environment = {**os.environ, "NO_COLOR": "1", "FPORDER_NO_CACHE": "1"}
        return subprocess.run([CHECKER, "--quiet", *arguments], cwd=self.root, env=environment, capture_output=True, preexec_fn=limit)

    def test_a_disk_that_is_full(self):
        self.run_checker("--quiet", "--write-baseline=k.json", "a.c")
        old = self.read("k.json")
        self.write("b.c", REMARK.replace("fraction", "other"))
        for arguments, name in (
            (["--write-baseline=k.json", "a.c", "b.c"], "k.json"),
            (["--format=sarif:o", "a.c"], "o"),
            (["--export-fixes=o", "a.c"], "o"),
            (["--shard=1/1:o", "a.c"], "o"),
        ):
            self.write("o", "old")
            completed = self.limited(*arguments)
            self.assertEqual(completed.returncode, EXIT_USAGE, completed)
            self.assertIn(f"cannot write '{name}': File too large".encode(), completed.stderr)
            self.assertEqual((self.read("k.json"), self.read("o")), (old, "old"))
            self.assertNothingLeft()
        completed = self.limited("--fix=all", "a.c", size=16)
        self.assertEqual(self.read("a.c"), REMARK)
        self.assertIn(completed.returncode, (2, 3))
        self.assertIn(b"a.c: cannot be written", completed.stderr)
        self.assertNothingLeft()

    @unittest.skipIf(os.geteuid() == 0, "root may write everything")
    def test_a_file_that_may_not_be_written(self):
        self.write("o.json", "old").chmod(0o444)
        self.assertIn("Permission denied", self.write_report("o.json", EXIT_USAGE).err)
        self.assertEqual(self.read("o.json"), "old")


class StandardOutput(CheckerTest):
    PRINTING = (
        ["--format=text", "a.c"], ["--format=json", "a.c"], ["--format=sarif", "a.c"], ["--format=html", "a.c"], ["--format=junit", "a.c"], ["--format=github", "a.c"],
        ["--diff", "--fix=all", "a.c"], ["--list-rules"], ["--list-rules=json"], ["--list-checks"], ["--explain=mul-then-div"], ["--help"], ["--help-all"], ["--version"], ["--manual=man"],
        ["--manual=limits"], ["--coverage", "a.c"], ["--dump-graph", "a.c"], ["merge", "--help"], ["merge", "s.shard"], ["compare", "--help"],
        ["compare", "x.csv", "x.csv"],
    )  # fmt: skip

    def setUp(self):
        super().setUp()
        self.write("a.c", REMARK)
        self.write("x.csv", "1,2\n")
        self.run_checker("--quiet", "--shard=1/1:s.shard", "a.c")

    def commands(self):
        for arguments in self.PRINTING:
            yield [CHECKER, *arguments]
        yield [COMPARE, "--help"]
        yield [COMPARE, "x.csv", "x.csv"]

    def run_to(self, command, stdout, **options):
        environment = {**os.environ, "NO_COLOR": "1", "FPORDER_NO_CACHE": "1"}
        return subprocess.run(command, cwd=self.root, env=environment, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, **options)

    def test_full(self):
        for command in self.commands():
            with self.subTest(command), open("/dev/full", "wb") as full:
                completed = self.run_to(command, full)
                self.assertEqual(completed.returncode, EXIT_USAGE, completed.stderr)
                self.assertIn(b"error: cannot write standard output: No space left on device", completed.stderr)

    def test_closed(self):
        """A closed descriptor is an error, and no file that is opened later takes its place."""
        before = (self.root / "a.c").read_bytes()
        for command in self.commands():
            with self.subTest(command):
                completed = self.run_to(["bash", "-c", 'exec "$@" >&-', "bash", *command], None)
                self.assertEqual(completed.returncode, EXIT_USAGE, completed.stderr)
                self.assertIn(b"Bad file descriptor", completed.stderr)
                self.assertEqual((self.root / "a.c").read_bytes(), before)

    def test_a_reader_that_closes_its_pipe(self):
        import signal

        for command in self.commands():
            for ignored in (False, True):
                with self.subTest(command=command, ignored=ignored):
                    reading, writing = os.pipe()
                    os.close(reading)
                    whole = self.run_to(command, subprocess.DEVNULL).returncode
                    completed = self.run_to(
                        command, writing, restore_signals=False, preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL)
                    )
                    os.close(writing)
                    self.assertIn(completed.returncode, (whole,) if ignored else (-signal.SIGPIPE,))
                    self.assertNotIn(b"error", completed.stderr)


if __name__ == "__main__":
    unittest.main()
