#!/usr/bin/env python3
"""Every operation on files fails once, in turn, or kills the program there; nothing of the user's is lost.

For each scenario a run without faults counts its operations (fault_shim.c, preloaded, does it) and says what the files and standard output hold
afterwards. Then, for N = 1, 2, 3 ... up to that count, the same run starts from the same files and its Nth operation fails with each error of FAULTS.
What must hold then:

  - the status is a documented one, and a run that was not killed did not crash;
  - every file that the run writes is either as it was or as the run without faults leaves it; sources and headers are as they were;
  - a run that ends with the status of the run without faults has done all that that one did, on standard output too;
  - an error has been said on standard error when the status is another one;
  - a temporary file is left by a killed run only;
  - the cache holds no wrong entry: a later run with it prints what one without a cache prints.

Operations before main(), which are the dynamic linker's, do not pass the shim. By default a part of all cases runs; FPORDER_FULL=1 runs all.
"""

import dataclasses
import errno
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from concurrent.futures import ThreadPoolExecutor

CHECKER = os.environ["FPORDER_CHECK"]
SHIM = os.environ["FPORDER_FAULT_SHIM"]
FULL = os.environ.get("FPORDER_FULL", "0") not in ("", "0")
WORKERS = 2
REDUCED_CASES = 260  # of all scenarios together

KILL_BEFORE, KILL_AFTER = 0, -1
FAULTS = {
    "EIO": errno.EIO,
    "ENOSPC": errno.ENOSPC,
    "EMFILE": errno.EMFILE,
    "EACCES": errno.EACCES,
    "killed before": KILL_BEFORE,
    "killed after": KILL_AFTER,
}
DOCUMENTED = (0, 1, 2, 3)
TEMPORARY = re.compile(r"(?:.*/)?\.?[^/]*\.fporder-tmp-[^/.]+")  # whole_file.h's

SOURCES = {
    "a.cpp": '#include "scale.h"\nfloat f(float a, float b, float c) { return scale(a) * b / c; }\n',
    "b.cpp": "float h(float a, float b, float c) { return a * b / c; }\nfloat g(float a, float b, float c) { return a * b / c; }\n",
    "scale.h": "inline float scale(float x) { return x * 0.1f; }\n",
    ".fporder": "fail-on: warning\n",
    "compile_commands.json": '[{"directory": ".", "file": "a.cpp", "arguments": ["c++", "-O2", "-c", "a.cpp"]}]\n',
}


@dataclasses.dataclass
class Scenario:
    name: str
    command: list
    before: tuple = ()  # command lines that prepare the files, without faults
    outputs: dict = dataclasses.field(default_factory=dict)  # files that the run writes, with what they hold before; None: they do not exist
    cache: bool = False


def formats():
    text = subprocess.run([CHECKER, "--help-all"], stdout=subprocess.PIPE, check=True).stdout.decode()
    return re.search(r"Output format: (.*?);", " ".join(text.split())).group(1).split(", ")


def scenarios():
    plain = ["--no-cache", "--quiet", "--strict", "-j1"]
    both = ["a.cpp", "b.cpp"]
    found = [
        Scenario("fix", [*plain, "--fix=all", *both], outputs={name: SOURCES[name] for name in both}),
        Scenario("cache, cold", ["--cache-dir=cache", "--quiet", "--strict", "-j1", "--format=json", *both], cache=True),
        Scenario(
            "cache, warm",
            ["--cache-dir=cache", "--quiet", "--strict", "-j1", "--format=json", *both],
            before=(["--cache-dir=cache", "--quiet", "--strict", "-j1", *both],),
            cache=True,
        ),
        Scenario(
            "baseline, written",
            [*plain, "--write-baseline=known.json", *both],
            before=([*plain, "--write-baseline=known.json", "a.cpp"],),
            outputs={"known.json": ...},
        ),
        Scenario(
            "baseline, pruned",
            [*plain, "--baseline=known.json", "--prune-baseline", *both],
            before=([*plain, "--write-baseline=known.json", *both], ["--edit", "b.cpp"]),
            outputs={"known.json": ...},
        ),
        Scenario("exported fixes", [*plain, "--export-fixes=fixes.yaml", *both], outputs={"fixes.yaml": "old\n"}),
        Scenario("diff", [*plain, "--diff", *both]),
        Scenario("shard", [*plain, "--shard=1/2:one.shard", *both], outputs={"one.shard": "old\n"}),
        Scenario(
            "merge",
            ["merge", "--quiet", "--format=json:merged.json", "one.shard", "two.shard"],
            before=([*plain, "--shard=1/2:one.shard", *both], [*plain, "--shard=2/2:two.shard", *both]),
            outputs={"merged.json": "old\n"},
        ),
    ]
    for name in formats():
        found.append(Scenario(f"{name} to a file", [*plain, f"--format={name}:out", *both], outputs={"out": "old\n"}))
        found.append(Scenario(f"{name} to standard output", [*plain, f"--format={name}", "a.cpp"]))
    return found


def whole(scenario, content):
    """Whether a written file has its end; a shard, see Workplace.mergeable."""
    if content is None:
        return False
    first = scenario.split()[0]
    try:
        if first in ("json", "sarif", "baseline,", "merge"):
            return isinstance(json.loads(content), dict)
        if first == "junit":
            return xml.etree.ElementTree.fromstring(content) is not None
    except (ValueError, xml.etree.ElementTree.ParseError):
        return False
    if first == "html":
        return content.endswith(b"</html>\n")
    if first == "exported":
        return content.endswith(b"...\n")
    return not content or content.endswith(b"\n")


class Workplace:
    """A directory of one path, so that what reports say of it is always the same."""

    def __init__(self, holder, number):
        self.root = pathlib.Path(holder) / str(number)
        self.kept = pathlib.Path(holder) / f"{number}-before"
        self.clean = {}

    def run(self, command, fault=None, log=None):
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("FPORDER_", "XDG_", "GITHUB_"))}
        environment.update(NO_COLOR="1", HOME=str(self.root), TMPDIR=str(self.root), LD_PRELOAD=SHIM, FPORDER_FAULT_ROOTS=str(self.root))
        environment["FPORDER_FAULT_STDOUT"] = "1"
        if log:
            environment["FPORDER_FAULT_LOG"] = str(log)
        if fault:
            environment["FPORDER_FAULT_AT"], environment["FPORDER_FAULT_ERROR"] = str(fault[0]), str(fault[1])
        return subprocess.run([CHECKER, *command], cwd=self.root, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)

    def prepare(self, scenario):
        """The state that every run of the scenario starts from."""
        for directory in (self.root, self.kept):
            shutil.rmtree(directory, ignore_errors=True)
        self.root.mkdir()
        for name, text in SOURCES.items():
            (self.root / name).write_text(text)
        for name, text in scenario.outputs.items():
            if isinstance(text, str):
                (self.root / name).write_text(text)
        for command in scenario.before:
            if command[0] == "--edit":
                (self.root / command[1]).write_text("double h(double a) { return a; }\n")
            else:
                completed = self.run(command)
                assert completed.returncode in (0, 1), completed
        shutil.copytree(self.root, self.kept)

    def restore(self):
        shutil.rmtree(self.root)
        shutil.copytree(self.kept, self.root)

    def contents(self):
        return {str(path.relative_to(self.root)): path.read_bytes() for path in sorted(self.root.rglob("*")) if path.is_file()}

    def measure(self, scenario):
        """The run without faults: its status, standard output, files and number of operations."""
        self.prepare(scenario)
        log = self.root.parent / f"{self.root.name}.log"
        log.unlink(missing_ok=True)
        completed = self.run(scenario.command, log=log)
        assert completed.returncode in (0, 1), (scenario, completed)
        before = {str(path.relative_to(self.kept)): path.read_bytes() for path in sorted(self.kept.rglob("*")) if path.is_file()}
        operations = [line.split(" ", 2) for line in log.read_text().splitlines()]
        self.clean[scenario.name] = (completed, before, self.contents(), operations)
        return len(operations)

    def mergeable(self, name):
        """A sound shard, of which the merge says no more than that the other is missing."""
        return (self.root / name).exists() and b"error: missing: shard 2/2" in self.run(["merge", name]).stderr

    def check(self, scenario, number, fault):
        completed, before, after, operations = self.clean[scenario.name]
        self.restore()
        outcome = self.run(scenario.command, fault=(number, FAULTS[fault]))
        now = self.contents()
        where = f"{scenario.name}, operation {number} ({' '.join(operations[number - 1][1:])}), {fault}: "
        problems = []
        killed = FAULTS[fault] in (KILL_BEFORE, KILL_AFTER)
        if killed:
            if outcome.returncode != -signal.SIGKILL:
                problems.append(f"not killed: status {outcome.returncode}")
        elif outcome.returncode not in DOCUMENTED:
            problems.append(f"status {outcome.returncode}: {outcome.stderr.decode(errors='replace')[-300:]}")
        same = outcome.returncode == completed.returncode
        for name, content in before.items():
            allowed = [content] + ([after[name]] if name in scenario.outputs else [])
            # A run that has found less, and whose status says so, writes a whole report of that.
            # A shard says so to the merge.
            may_be_other = not killed and (not same or scenario.name == "shard") and name in scenario.outputs and name not in SOURCES
            sound = may_be_other and (self.mergeable(name) if scenario.name == "shard" else whole(scenario.name, now.get(name)))
            if name.startswith("cache/") or now.get(name) in allowed or sound:
                continue
            problems.append(f"{name} was {'lost' if name not in now else 'changed'}")
        for name, content in now.items():
            if name in before or name.startswith("cache/"):
                continue
            if name in scenario.outputs and content == after.get(name):
                continue
            if not (killed and TEMPORARY.fullmatch(name)):
                problems.append(f"{name} was left behind")
        if same and not killed:
            if outcome.stdout != completed.stdout:
                problems.append("the status is that of success, standard output is not")
            for name in scenario.outputs:
                if now.get(name) != after[name] and scenario.name != "shard":
                    problems.append(f"the status is that of success, but {name} was not written")
        if not same and not killed and not outcome.stderr:
            problems.append(f"status {outcome.returncode} without a word")
        if scenario.cache:
            later = self.run(scenario.command)
            if (later.returncode, later.stdout) != (completed.returncode, completed.stdout):
                problems.append("a later run with this cache differs")
        return [where + problem for problem in problems]


def cases_of(counts):
    """(scenario, operation, fault): all, or every so many of all, at a stride that has no factor with the number of faults."""
    every = [(name, number, fault) for name, count in counts.items() for number in range(1, count + 1) for fault in FAULTS]
    if FULL:
        return every
    stride = max(1, len(every) // REDUCED_CASES)
    while stride > 1 and any(stride % factor == 0 for factor in (2, 3)):
        stride -= 1
    return every[::stride]


class Faults(unittest.TestCase):
    def test_nothing_is_lost(self):
        with tempfile.TemporaryDirectory(prefix="fporder-faults-") as holder:
            known = {scenario.name: scenario for scenario in scenarios()}
            places = [Workplace(os.path.realpath(holder), number) for number in range(WORKERS)]
            counts = {name: places[0].measure(scenario) for name, scenario in known.items()}
            for name, count in counts.items():
                self.assertGreater(count, 10, name)
            cases = cases_of(counts)

            def work(place_number):
                place, problems, current = places[place_number], [], None
                for name, number, fault in cases[place_number::WORKERS]:
                    if current != name:
                        own = place.measure(known[name])
                        current = name
                    # Whether the cache takes a file for settled, seconds decide: a run may have an operation more or less.
                    if number <= own:
                        problems += place.check(known[name], number, fault)
                return problems

            # Two processes of the checker at a time.
            with ThreadPoolExecutor(WORKERS) as pool:
                problems = [problem for found in pool.map(work, range(WORKERS)) for problem in found]
            total = sum(counts.values()) * len(FAULTS)
            print(f"{len(cases)} of {total} faults in {sum(counts.values())} operations of {len(counts)} runs" + ("" if FULL else " (FPORDER_FULL=1: all)"))
            self.assertEqual(problems, [], "\n" + "\n".join(problems[:60]) + f"\n{len(problems)} problems")

    def test_the_shim_is_preloaded(self):
        """A fault in the first operation is noticed, so that the test above cannot pass by counting nothing."""
        with tempfile.TemporaryDirectory(prefix="fporder-faults-") as holder:
            place = Workplace(os.path.realpath(holder), 0)
            place.prepare(Scenario("source", []))
            outcome = place.run(["--no-cache", "--quiet", "b.cpp"], fault=(1, KILL_BEFORE))
            self.assertEqual(outcome.returncode, -signal.SIGKILL)


if __name__ == "__main__":
    if b"__asan_init" in pathlib.Path(CHECKER).read_bytes():
        print("skipped: a sanitizer's runtime must be loaded first")
        sys.exit(77)
    unittest.main()
