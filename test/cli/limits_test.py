"""What is too large, too deep, too many or no regular file: an error that names the file and the reason, in bounded time and memory.

Every row of runtime/file/limits.def has a case in `Limits`: a value just within the limit is read, one just beyond it is the error. Large files are
sparse or repeat one byte, so that the tests write little.
"""

import json
import os
import pathlib
import random
import re
import resource
import socket
import struct
import subprocess
import unittest
import zipfile

from checker import ADAM, CHECKER, CLEAN, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, EXIT_USAGE, SOURCE_DIR, CheckerTest, Outcome

COMPARE = os.environ["FPORDER_COMPARE"]
REPORT = pathlib.Path(CHECKER).parent / "report" / "fporder-report"
MIB = 1 << 20
GIB = 1 << 30

ROWS = {
    name: (eval(value.replace("ULL", "").replace("'", "")), unit, what)  # an expression of numbers and <<
    for name, value, unit, what in re.findall(
        r'^FPORDER_LIMIT\((\w+), ([0-9\x27ULL<> ]+), (\w+), "(.*)"\)', (SOURCE_DIR / "runtime/file/limits.def").read_text(), re.M
    )
}


def stated(name):
    """The limit as messages give it."""
    value, unit, what = ROWS[name]
    if unit == "Count":
        return f"beyond the limit of {value} {what}"
    for size, suffix in ((GIB, "GiB"), (MIB, "MiB")):
        if value % size == 0:
            return f"beyond the limit of {value // size} {suffix} for {what}"
    raise AssertionError(value)


class Bounded(CheckerTest):
    MEMORY = 3 * GIB

    def bounded(self, *command, timeout=60, environment=None):
        """A run with its address space limited; a worker's stack is taken smaller then."""

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (self.MEMORY, self.MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        environment = {**os.environ, "NO_COLOR": "1", "FPORDER_NO_CACHE": "1", **(environment or {})}
        completed = subprocess.run(
            list(map(str, command)), cwd=self.root, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, preexec_fn=limit
        )
        outcome = Outcome(completed)
        self.assertIn(outcome.status, (0, 1, 2, 3), str(outcome)[-2000:])
        return outcome

    def check(self, *arguments, **options):
        return self.bounded(CHECKER, "-j1", *arguments, **options)

    def sparse(self, name, size, start=b""):
        path = self.write(name, start)
        os.truncate(path, size)
        return path

    def setUp(self):
        super().setUp()
        self.write("a.c", ADAM)


class Limits(Bounded):
    def test_every_row_has_a_case(self):
        self.assertGreater(len(ROWS), 10)
        for name in ROWS:
            self.assertTrue(hasattr(self, "test_" + name), name)

    def test_the_table_is_printed(self):
        read, searched = self.run_checker("--manual=limits").out.split("\n\nWhen one of these is reached, ")
        self.assertEqual(len(read.split("\n\n")[1].splitlines()), len(ROWS))
        for _, _, what in ROWS.values():
            self.assertIn(what, read)
        names = re.findall(r"^FPORDER_LIMIT\((\w+),", (SOURCE_DIR / "runtime/limits/limits.def").read_text(), re.M)
        self.assertEqual(sorted(re.findall(r"^ *[0-9]+  .* \((\w+)\): ", searched, re.M)), sorted(names))

    def refused(self, outcome, name, row, status=EXIT_USAGE):
        self.assertStatus(outcome, status)
        self.assertIn(name, outcome.err)
        self.assertIn(stated(row), outcome.err)

    def accepted(self, outcome, row):
        self.assertNotIn("beyond the limit", outcome.err + outcome.out)
        self.assertIn(outcome.status, (EXIT_CLEAN, EXIT_FINDINGS), outcome.err[-500:])

    def padded(self, name, size, text, filling=b" "):
        """`text`, then one byte over and over up to `size`."""
        text = text.encode() if isinstance(text, str) else text
        return self.write(name, text + filling * (size - len(text)))

    def test_SourceFile(self):
        size = ROWS["SourceFile"][0]
        line = f"{CLEAN}//"
        self.padded("large.cpp", size, line, b"x")
        self.accepted(self.check("--quiet", "large.cpp"), "SourceFile")
        self.padded("large.cpp", size + 1, line, b"x")
        self.refused(self.check("--quiet", "large.cpp"), "large.cpp", "SourceFile", EXIT_FAILURE)

    def test_SourceFile_of_two_gigabytes_as_source_and_header(self):
        self.sparse("huge.cpp", 2 * GIB, b"// \n")
        self.refused(self.check("--quiet", "huge.cpp"), "huge.cpp", "SourceFile", EXIT_FAILURE)
        self.sparse("huge.h", 2 * GIB, b"// \n")
        self.write("i.cpp", '#include "huge.h"\n' + CLEAN)
        outcome = self.check("--format=json", "i.cpp")
        self.assertIn(stated("SourceFile"), outcome.out)

    def test_Inclusions(self):
        """Headers that include the one below twice: h<n> is 2^(n + 1) - 1 of them."""
        most = ROWS["Inclusions"][0]
        self.write("h0.h", "")
        for level in range(1, 40):
            self.write(f"h{level}.h", f'#include "h{level - 1}.h"\n' * 2)
        level = (most + 1).bit_length() - 2
        rest = most - (2 ** (level + 1) - 1)
        for name, first, others in (("within", level, rest), ("beyond", level, rest + 1), ("exponential", 39, 0)):
            self.write(f"{name}.cpp", f'#include "h{first}.h"\n' + '#include "h0.h"\n' * others + CLEAN)
            outcome = self.check("--quiet", "--format=json", f"{name}.cpp")
            self.assertEqual(outcome.out.count(stated("Inclusions")), 0 if name == "within" else 1, outcome.out[-500:])

    def test_ProjectNames(self):
        """Names below the root, ".git" apart."""
        most = ROWS["ProjectNames"][0]
        (self.root / ".git").mkdir()
        self.write("src/found.cpp", '#include "x.h"\n' + CLEAN)
        self.write("include/x.h", "")
        names = sum(1 for path in self.root.rglob("*") if not path.name.startswith("."))
        for directory in range((most - names) // 10001):
            self.touch_many(f"d{directory}", 10000)
            names += 10001
        self.touch_many("rest", most - names - 1)
        within = self.check("--quiet", "--format=json", "src/found.cpp")
        self.assertEqual(len(within.report.get("foundHeaders", [])), 1, within)
        self.write("one_more", "")
        outcome = self.check("--quiet", "--format=json", "src/found.cpp")
        self.assertNotIn("foundHeaders", outcome.report)
        self.assertNotAnalysed(outcome, "header search", stated("ProjectNames"))

    def touch_many(self, name, count):
        (self.root / name).mkdir()
        directory = os.open(self.root / name, os.O_RDONLY)
        for number in range(count):
            os.close(os.open(str(number), os.O_CREAT | os.O_WRONLY, dir_fd=directory))
        os.close(directory)

    def database(self, padding):
        return json.dumps([{"directory": str(self.root), "file": "a.c", "arguments": ["cc", "-c", "a.c"]}]) + padding

    def test_CompileDatabase(self):
        self.write("compile_commands.json", self.database(" " * 1000))
        self.accepted(self.check("--quiet", "a.c"), "CompileDatabase")
        self.sparse("compile_commands.json", ROWS["CompileDatabase"][0] + 1)
        self.refused(self.check("--quiet", "a.c"), "compile_commands.json", "CompileDatabase")
        self.sparse("compile_commands.json", ROWS["CompileDatabase"][0])  # NULs: a mistake with a place, not the limit
        self.assertIn("compile_commands.json:1:2: error", self.check("--quiet", "a.c").err)

    def test_FlagsFile(self):
        self.padded("compile_flags.txt", ROWS["FlagsFile"][0], "-O2\n")
        self.accepted(self.check("--quiet", "a.c"), "FlagsFile")
        self.padded("compile_flags.txt", ROWS["FlagsFile"][0] + 1, "-O2\n")
        self.refused(self.check("--quiet", "a.c"), "compile_flags.txt", "FlagsFile")

    def test_ResponseFiles(self):
        size = ROWS["ResponseFiles"][0]
        self.padded("r.txt", size, "--quiet\n")
        self.accepted(self.check("@r.txt", "a.c"), "ResponseFiles")
        self.padded("r.txt", size + 1, "--quiet\n")
        self.refused(self.check("@r.txt", "a.c"), "r.txt", "ResponseFiles")

    def test_ResponseFiles_that_name_each_other(self):
        for level in range(40):
            self.write(f"r{level}", f"@r{level + 1} @r{level + 1} --quiet\n" + " " * 2000)
        self.write("r40", "--quiet\n")
        self.refused(self.check("@r0", "a.c"), "r", "ResponseFiles")

    def test_ResponseFileDepth(self):
        deepest = ROWS["ResponseFileDepth"][0]
        for files in (deepest, deepest + 1):
            for level in range(files):
                self.write(f"r{level}", f"-DL{level} @r{level + 1}" if level + 1 < files else "-DLAST")
            self.write("compile_commands.json", json.dumps([{"directory": str(self.root), "file": "a.c", "arguments": ["cc", "@r0", "a.c"]}]))
            outcome = self.check("--quiet", "--format=json", "a.c")
            named = [entry["why"] for entry in outcome.report["notAnalysed"] if entry["what"] == "compiler flag"]
            self.assertEqual(len(named), files - deepest, named)
            self.assertTrue(all(f"@r{deepest}" in why and f"beyond the limit of {deepest}" in why for why in named), named)

    def test_CommandWord(self):
        size = ROWS["CommandWord"][0]
        option = "--header-filter="
        self.write("r.txt", "--quiet " + option + "x" * (size - len(option)))
        self.accepted(self.check("@r.txt", "a.c"), "CommandWord")
        self.write("r.txt", "--quiet " + option + "x" * (size - len(option) + 1))
        self.refused(self.check("@r.txt", "a.c"), "--header-filter", "CommandWord")

    def test_CommandWord_of_a_compile_database(self):
        for extra in (0, 1):
            word = "-D" + "X" * (ROWS["CommandWord"][0] - 2 + extra)
            self.write("compile_commands.json", json.dumps([{"directory": str(self.root), "file": "a.c", "arguments": ["cc", word, "a.c"]}]))
            outcome = self.check("--quiet", "a.c")
            self.refused(outcome, "compile_commands.json", "CommandWord") if extra else self.accepted(outcome, "CommandWord")

    def test_Configuration(self):
        size = ROWS["Configuration"][0]
        for name, arguments in ((".fporder", ["a.c"]), ("c.yaml", ["--config-file=c.yaml", "a.c"]), ("t.yaml", ["--tidy", "--config-file=t.yaml", "a.c"])):
            with self.subTest(name):
                self.padded(name, size, "strict: false\n#", b"x")
                self.accepted(self.check("--quiet", *arguments), "Configuration")
                self.padded(name, size + 1, "strict: false\n#", b"x")
                self.refused(self.check("--quiet", *arguments), name, "Configuration")
                (self.root / name).unlink()

    def test_Baseline(self):
        size = ROWS["Baseline"][0]
        self.padded("k.json", size, '{"version": 1, "findings": []}')
        self.accepted(self.check("--quiet", "--baseline=k.json", "a.c"), "Baseline")
        self.sparse("k.json", size + 1)
        self.refused(self.check("--quiet", "--baseline=k.json", "a.c"), "k.json", "Baseline")

    def test_Shard(self):
        self.sparse("k.shard", ROWS["Shard"][0] + 1)
        self.refused(self.check_merge("k.shard"), "k.shard", "Shard")
        self.sparse("k.shard", ROWS["Shard"][0] // 4)  # a quarter only: it is read, and is no shard
        self.assertNotIn("limit", self.check_merge("k.shard").err)

    def check_merge(self, *arguments):
        return self.bounded(CHECKER, "merge", *arguments)

    RULE = (
        "---\nid: FPO900\nslug: {slug}\nfamily: house\ntitle: t\nmessage: \"'{{match}}' and '{{order}}'\"\nseverity: remark\nmatch: (a - b) * (a - b) / c\n"
        "orders:\n  - {{to: (a - b) * ((a - b) / c), note: n}}\n---\n# T\n\n```cpp flagged\nfloat f(float a, float b, float c) {{ return (a - b) * (a - b) / c; }} // expect: {slug}\n```\n"
    )

    def test_Document(self):
        size = ROWS["Document"][0]
        rule = self.RULE.format(slug="own")
        self.padded("rules/house/own/rule.md", size, rule)
        self.accepted(self.check("--quiet", "--rules-dir=rules", "a.c"), "Document")
        self.padded("rules/house/own/rule.md", size + 1, rule)
        self.refused(self.check("--quiet", "--rules-dir=rules", "a.c"), "rule.md", "Document")
        model = "vendor: V\nheaders: [v.h]\ncalls:\n  scaled(a): return a\n#"
        self.padded("models/v.yaml", size, model, b"x")
        self.accepted(self.check("--quiet", "--models=models", "a.c"), "Document")
        self.padded("models/v.yaml", size + 1, model, b"x")
        self.refused(self.check("--quiet", "--models=models", "a.c"), "v.yaml", "Document")

    def test_UnpackedData(self):
        most = ROWS["UnpackedData"][0]
        size = 1_200_007  # of one member: random bytes, so that its compressed size allows a gigabyte to be declared
        with zipfile.ZipFile(self.root / "x.npz", "w", zipfile.ZIP_DEFLATED) as archive:
            header = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }" % (size - 128)
            head = b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + header.ljust(117).encode() + b"\n"
            for name in ("x", "y"):
                archive.writestr(name + ".npy", head + random.Random(name).randbytes(size - 128))
        self.assertStatus(self.bounded(COMPARE, "--quiet", "x.npz", "x.npz"), EXIT_CLEAN)
        raw = (self.root / "x.npz").read_bytes()
        for declared, beyond in ((most // 2, False), (most // 2 + 1, True), (most + 1, True)):
            with self.subTest(declared):
                # Declared sizes decide, before anything is unpacked; no gigabyte needs to be compressed here.
                self.write("y.npz", raw.replace(struct.pack("<I", size), struct.pack("<I", declared)))
                outcome = self.bounded(COMPARE, "y.npz", "y.npz")
                self.assertStatus(outcome, EXIT_USAGE)  # within the limit, it unpacks to less than it declares
                self.assertEqual(stated("UnpackedData") in outcome.err, beyond, outcome.err)

    def test_Configurations(self):
        most = ROWS["Configurations"][0]
        names = []
        for index in range(most + 1):
            self.write(f"d{index}/.fporder", f"header-filter: x{index}\n")
            names.append(str(self.write(f"d{index}/a.c", CLEAN).relative_to(self.root)))
        self.accepted(self.check("--quiet", *names[:most], timeout=200), "Configurations")
        outcome = self.check("--quiet", *names, timeout=200)
        self.refused(outcome, f"d{most}/.fporder", "Configurations")

    def test_JsonDepth(self):
        most = ROWS["JsonDepth"][0]
        for depth in (most, most + 1, 100_000):
            text = "[" * depth + "]" * depth
            cases = {
                "compile_commands.json": ["a.c"],
                "k.json": ["--baseline=k.json", "a.c"],
                "r.txt": ["@r.txt", "a.c"],
            }
            for name, arguments in cases.items():
                with self.subTest(name=name, depth=depth):
                    self.write(name, f"--line-filter={text}" if name == "r.txt" else text)
                    outcome = self.check("--quiet", *arguments)
                    self.assertStatus(outcome, EXIT_USAGE)
                    self.assertEqual(stated("JsonDepth") in outcome.err, depth > most, outcome.err)
                    (self.root / name).unlink()

    def test_YamlDepth(self):
        most = ROWS["YamlDepth"][0]
        shapes = {
            "flow": lambda depth: "rules: " + "[" * (depth - 1) + "]" * (depth - 1) + "\n",
            "mappings": lambda depth: "rules: " + "{a: " * (depth - 1) + "1" + "}" * (depth - 1) + "\n",
            "sequence": lambda depth: "- " * (depth - 1) + "a\n",
            "keys": lambda depth: "? " * (depth - 1) + "a\n",
            "indentation": lambda depth: "".join(" " * level + "a:\n" for level in range(depth)),
        }
        for shape, text in shapes.items():
            for depth in (most, most + 1, 40_000 if shape != "indentation" else 1400):
                for arguments in (["--config-file=c.yaml"], ["--tidy", "--config-file=c.yaml"]):
                    with self.subTest(shape=shape, depth=depth, arguments=arguments):
                        self.write("c.yaml", text(depth))
                        outcome = self.check("--quiet", *arguments, "a.c")
                        self.assertEqual(stated("YamlDepth") in outcome.err, depth > most, outcome.err)

    def test_DocumentDepth(self):
        most = ROWS["DocumentDepth"][0]
        for depth in (most, most + 1, 50_000):
            self.write("models/v.yaml", "vendor: " + "[" * (depth - 1) + "]" * (depth - 1) + "\n")
            outcome = self.check("--quiet", "--models=models", "a.c")
            self.assertStatus(outcome, EXIT_USAGE)
            self.assertIn("v.yaml", outcome.err)
            self.assertEqual(stated("DocumentDepth") in outcome.err, depth > most, outcome.err)

    def test_ShadowReport(self):
        most = ROWS["ShadowReport"][0]
        for size in (most, most + 1):
            with open(pathlib.Path(self.root) / "r.json", "wb") as file:
                file.truncate(size)
            outcome = self.bounded(REPORT, "merge", "r.json")
            self.assertStatus(outcome, EXIT_FAILURE)
            self.assertEqual(stated("ShadowReport") in outcome.err, size > most, outcome.err)

    def test_CsvColumns(self):
        most = ROWS["CsvColumns"][0]
        for count in (most, most + 1):
            self.write("x.csv", ",".join(["1"] * count) + "\n")
            outcome = self.bounded(COMPARE, "x.csv", "x.csv")
            self.assertStatus(outcome, EXIT_USAGE if count > most else EXIT_CLEAN)
            self.assertEqual(stated("CsvColumns") in outcome.err, count > most, outcome.err)


class Kinds(Bounded):
    """Pipes, sockets, devices and directories wherever a file is read."""

    def kinds(self):
        def pipe(path):
            os.mkfifo(path)
            return "is a named pipe"

        def sockets(path):
            server = socket.socket(socket.AF_UNIX)
            self.addCleanup(server.close)
            here = os.getcwd()
            os.chdir(path.parent) # a socket's path may not be long
            server.bind(path.name)
            os.chdir(here)
            return "is a socket"

        def device(path):
            path.symlink_to("/dev/zero")
            return "is a character device"

        def directory(path):
            path.mkdir()
            return "is a directory"

        return (pipe, sockets, device, directory)

    def each(self, name, command, expected=(EXIT_USAGE,), skip=(), out=False):
        for make in self.kinds():
            if make.__name__ in skip:
                continue
            with self.subTest(name=name, kind=make.__name__):
                path = self.root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                reason = make(path)
                try:
                    outcome = self.bounded(*command, timeout=20)
                    self.assertIn(outcome.status, expected, outcome)
                    text = outcome.err + (outcome.out if out else "")
                    self.assertIn(reason, text)
                    self.assertIn(pathlib.Path(name).name, text)
                finally:
                    path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()

    def test_source(self):
        self.each("s.cpp", [CHECKER, "--quiet", "s.cpp"], (EXIT_FAILURE,))

    def test_header(self):
        self.write("i.cpp", '#include "h.h"\n' + CLEAN)
        # Clang goes on looking past a directory.
        self.each("h.h", [CHECKER, "--format=json", "i.cpp"], (EXIT_CLEAN, EXIT_FAILURE), skip=("directory",), out=True)

    def test_forced_header(self):
        self.each("h.h", [CHECKER, "--format=json", "a.c", "--", "-include", "h.h"], (EXIT_CLEAN, EXIT_FINDINGS, EXIT_FAILURE), skip=("directory",), out=True)

    def test_compile_database(self):
        self.each("compile_commands.json", [CHECKER, "a.c"])
        self.each("compile_flags.txt", [CHECKER, "a.c"])
        self.each("b/compile_commands.json", [CHECKER, "-p", "b", "a.c"])

    def test_response_file(self):
        self.each("r.txt", [CHECKER, "@r.txt", "a.c"])

    def test_configuration(self):
        self.each(".fporder", [CHECKER, "a.c"], skip=("directory",))
        self.each("c.yaml", [CHECKER, "--config-file=c.yaml", "a.c"])
        self.each("c.yaml", [CHECKER, "--tidy", "--config-file=c.yaml", "a.c"])
        (self.root / "sub").mkdir()
        (self.root / "sub" / "a.c").write_text(ADAM)
        self.each(".fporder", [CHECKER, "sub/a.c"], skip=("directory",))

    def test_baseline_and_shard(self):
        self.each("k.json", [CHECKER, "--baseline=k.json", "a.c"])
        self.each("k.shard", [CHECKER, "merge", "k.shard"])

    def test_documents(self):
        self.each("rules/house/own/rule.md", [CHECKER, "--rules-dir=rules", "a.c"])
        self.each("models/v.yaml", [CHECKER, "--models=models", "a.c"])

    def test_data(self):
        for suffix in ("npy", "npz", "csv", "bin"):
            self.write(f"ok.{suffix}", "1\n")
            self.each(f"x.{suffix}", [COMPARE, f"x.{suffix}", f"ok.{suffix}"], skip=("sockets", "directory", "pipe"))
            self.each(f"x.{suffix}", [CHECKER, f"--measure=x.{suffix}", "a.c"], skip=("sockets", "directory", "pipe"))

    def test_a_pipe_without_a_writer_is_no_data(self):
        os.mkfifo(self.root / "x.csv")
        outcome = self.bounded(CHECKER, "--measure=x.csv", "a.c", timeout=20)
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("x.csv: is a pipe that nothing was written to", outcome.err)

    def test_a_pipe_with_a_writer_is_data(self):
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }".ljust(117) + "\n"
        self.write("x.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + header.encode() + struct.pack("<2d", 1, 2))
        command = f"'{COMPARE}' --quiet <(sleep 0.2; cat x.npy) x.npy"
        outcome = self.bounded("bash", "-c", command, timeout=20)
        self.assertIn(outcome.status, (0, 1), outcome)


class Pathological(Bounded):
    def test_npy_that_promises_terabytes(self):
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1099511627776,), }".ljust(117) + "\n"
        self.write("x.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + header.encode())
        outcome = self.bounded(COMPARE, "x.npy", "x.npy")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("x.npy", outcome.err)

    def test_billion_laughs(self):
        text = "a: &a [x]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(20))
        self.write("c.yaml", "rules: *u\n" + text)
        self.assertStatus(self.check("--quiet", "--config-file=c.yaml", "a.c"), EXIT_USAGE)
        self.assertIn(self.check("--quiet", "--tidy", "--config-file=c.yaml", "a.c").status, (0, 1, 2))
        self.write("models/v.yaml", text)
        outcome = self.check("--quiet", "--models=models", "a.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("not allowed", outcome.err)

    def test_many_keys(self):
        self.write("models/v.yaml", "vendor: V\n" + "".join(f"k{i}: 1\n" for i in range(90_000)))
        self.assertStatus(self.check("--quiet", "--models=models", "a.c"), EXIT_USAGE)

    def test_deep_expression_in_a_rule(self):
        rule = Limits.RULE.format(slug="own").replace("match: (a - b) * (a - b) / c", "match: " + "(" * 300_000 + "a" + ")" * 300_000)
        self.write("rules/house/own/rule.md", rule)
        self.assertStatus(self.check("--quiet", "--rules-dir=rules", "a.c"), EXIT_USAGE)

    def test_proc_files(self):
        self.write("i.cpp", '#include "/proc/self/mem"\n#include "/proc/kmsg"\n' + CLEAN)
        self.assertIn(self.check("--quiet", "i.cpp").status, (0, 1, 3))
        outcome = self.check("--quiet", "--config-file=/proc/self/pagemap", "a.c")
        self.assertStatus(outcome, EXIT_USAGE)


if __name__ == "__main__":
    unittest.main()
