"""The findings cache against its model: whatever is edited, a run with the cache says what a run without says, to the byte, in text and in JSON.

A small project and random edits of everything that a finding can depend on. After each edit both runs are compared; where nothing has changed since, a
run must find every result in the cache but those that it says cannot be kept. A sequence of edits that fails is shortened and printed with its seed.

160 edits, or 2,000 with FPORDER_FULL=1; FPORDER_SEED=n begins elsewhere. Root is not bound by permissions: as root the test goes on as "nobody".
"""

import collections
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import stat
import subprocess
import tempfile
import time
import unittest

from checker import CHECKER, limited_stack

FULL = os.environ.get("FPORDER_FULL") == "1"
SEQUENCES, EDITS = (50, 40) if FULL else (4, 40)
FIRST_SEED = int(os.environ.get("FPORDER_SEED", "1" if FULL else "6"))
NOBODY = 65534
SETTLING = 2.1  # seconds: see settlingTime in read_log.cpp
SHORTENING_RUNS = 60

OTHER, OLDER = 1_000_000_000, 900_000_000  # times to set, in seconds

DIRECTORIES = ["inc1", "inc2", "inc3", "src", "src/deep", "linked"]
HEADERS = [f"{directory}/{name}" for directory in DIRECTORIES for name in ("one.h", "two.h", "maybe.h")] + ["src/data.bin"]
SOURCES = ["src/a.cpp", "src/b.c", "src/deep/c.cpp", "src/time.cpp"]
DOCUMENTS = ["models/vnpu.yaml", "models/vnpu.yml", "models/more.yml", "rules/own-rule/rule.md", "rules/own-rule/rule.cpp"]
CONFIGS = [".fporder", "src/.fporder", "src/deep/.fporder", "../.fporder"]
OTHERS = ["compile_commands.json", "flags.txt", ".clang-format"]
FILES = HEADERS + SOURCES + DOCUMENTS + CONFIGS + OTHERS
PLACES = FILES + DIRECTORIES + ["models", "rules", "rules/own-rule"]

HEADER_TEXTS = [
    "inline float {n}(float a, float b, float c) {{ return a * b / c; }}\n",
    "inline float {n}(float a, float b, float c) {{ return a * c / b; }}\n",  # of the same size
    "inline float {n}(float a, float b, float c) {{ return a + b + c; }}\n",
    "#pragma once\ninline float {n}(float a, float b, float c) {{ return a * b / c; }}\n",
    "#ifndef {n}_H\n#define {n}_H\n#define FORM(a, b, c) (a * b / c)\n#endif\n",
    '#include "two.h"\n#define FORM(a, b, c) (a - b + c)\n',
    '#if __has_include("maybe.h")\n#include "maybe.h"\n#endif\n',
    "#pragma GCC system_header\n#define MAYBE 1\n",
    "int broken( {{\n",
    "",
]
SOURCE_TEXTS = [
    '#include "one.h"\n#ifdef FORM\nfloat f(float a, float b, float c) { return FORM(a, b, c); }\n#endif\n',
    '#include <one.h>\n#include <two.h>\nfloat f(float a, float b, float c) { return a * b / c; }\n',
    '#if __has_include(<maybe.h>)\nfloat g(float a, float b, float c) { return a * b / c; }\n#else\nfloat g(float a) { return a; }\n#endif\n',
    '#include "vnpu.h"\nfloat f(float a, float b, float c) { return scaled(a, b, c); }\n',
    '#include "../linked/one.h"\n#include "../inc1/one.h"\nfloat f(float a, float b, float c) { return a * c / b; }\n',
    '#if __has_embed("data.bin") == 1\nfloat f(float a, float b, float c) { return a * b / c; }\n#endif\n',
    '#ifdef X\nfloat f(float a, float b, float c) { return a * b / c; } // X\n#else\nfloat f(float a, float b) { return a - b; }\n#endif\n',
    "#ifdef __FAST_MATH__\nfloat f(float a, float b, float c) { return a * b / c; }\n#endif\n#include \"missing.h\"\n",
]
# What it says depends on when it was written, or on the hour.
TIME_TEXTS = [
    "float f(float a, float b, float c) {{ if constexpr ({}[18] % 2) return a * b / c; else return a; }}\n".format(name)
    for name in ("__TIMESTAMP__",)
] + ["float f(float a, float b, float c) { return __DATE__[0] ? a * b / c : a; }\n", "float f(float a) { return a; } // __TIME__\n"]
MODEL = "vendor: {v}\nheaders: [vnpu.h]\ndeclarations: |\n  float scaled(float a, float b, float c);\ncalls:\n  scaled(a, b, c): return {f}\n"
MODEL_TEXTS = [MODEL.format(v=vendor, f=formula) for vendor in ("VNPU", "OTHER") for formula in ("a * b / c", "a * c / b", "a + b")] + ["vendor: [\n"]
RULE = """---
id: FPO900
slug: own-rule
family: house
title: a test's own rule
message: "{message}: '{{match}}'"
severity: {severity}
match: {form}
fix: none
---
# A test's own rule
```cpp flagged
float f(float a, float b, float c) {{ return {form}; }}
```
```cpp clean
float f(float a, float b) {{ return a * b; }}
```
"""
RULE_TEXTS = [
    RULE.format(message=message, severity=severity, form=form)
    for message in ("own rule", "our rule")
    for severity in ("warning", "remark")
    for form in ("a * b + c", "a - b + c")
]
CONFIG_TEXTS = [
    "",
    "extra-args: [-DX=1]\n",
    "extra-args: [-I/ROOT/project/inc3]\ninherit: true\n",
    "inherit: true\n",
    'rules: "*,-mul-then-div"\n',
    "severity: {mul-then-div: warning}\ninherit: true\n",
    "header-filter: inc1\n",
    "exclude-header-filter: inc2\ninherit: true\n",
    "models: models\n",
    "rules-dir: rules\nmodels: models\n",
    "profiles: {fast: [-DX=2]}\n",
    "cache: kept\n",
    "cache: off\n",
    "cache: ../outside\n",
    "unknown: 1\n",
]
FLAG_SETS = [
    ["-Iinc1", "-Iinc2"],
    ["-Iinc2", "-Iinc1"],
    ["-Iinc1", "-isystem", "linked"],
    ["-Ilinked", "-Iinc2"],
    ["-Iinc3", "-DX"],
    ["-Iinc1", "-include", "inc2/two.h"],
    ["-Iinc1", "-ffast-math"],
    ["-Isrc/deep/..", "-iquote", "inc1"],
    ["-Iinc1", "-march=native"],
    [],
]
ENVIRONMENT = {
    "CPATH": ["", "ROOT/project/inc3", "ROOT/project/linked"],
    "CPLUS_INCLUDE_PATH": ["", "ROOT/project/inc2"],
    "C_INCLUDE_PATH": ["", "ROOT/project/inc2:ROOT/project/inc1"],
    "SOURCE_DATE_EPOCH": ["", "0", "1000000001"],
    "HOME": ["ROOT/home", "ROOT/elsewhere"],
    "FPORDER_CACHE_DIR": ["", "ROOT/named"],
}
ARGUMENTS = [[], ["--rules=product-order,mul-then-div"], ["--header-filter=two"], ["--models=models"], ["--rules-dir=rules"], ["--no-config"], ["--config={extra-args: [-DX]}"]]
CACHES = ["", "--cache-dir=../cache", "--cache-dir=../cache2", "--cache-dir=../link/to"]


def text_for(name, choice):
    pool = CONFIG_TEXTS
    if name.endswith(".h"):
        pool = [text.format(n=pathlib.PurePath(name).stem + "_" + str(choice % 3)) for text in HEADER_TEXTS]
    elif name in SOURCES:
        pool = TIME_TEXTS if "time" in name else SOURCE_TEXTS
    elif name.endswith("rule.md"):
        pool = RULE_TEXTS
    elif name.startswith("models/"):
        pool = MODEL_TEXTS
    elif name.endswith(".bin"):
        pool = ["", "1", "2", "12"]
    return pool[choice % len(pool)]


class Project:
    """A tree, and how the checker is called in it. Edits that cannot be done where they stand do nothing."""

    def __init__(self, root):
        self.base = pathlib.Path(root)
        self.root = self.base / "project"
        self.environment = {name: values[0] for name, values in ENVIRONMENT.items()}
        self.arguments, self.cache, self.directory, self.umask = [], CACHES[1], "", 0o022
        self.compared = collections.Counter()
        for directory in DIRECTORIES[:-1] + ["models", "rules/own-rule"]:
            (self.root / directory).mkdir(parents=True)
        (self.root / "linked").symlink_to("inc3")
        for number, name in enumerate(SOURCES):
            self.write(name, number)
        for number, name in enumerate(["inc1/one.h", "inc2/one.h", "inc2/two.h", "inc3/one.h", "models/vnpu.yaml", "rules/own-rule/rule.md"]):
            self.write(name, number)
        self.database(0, 1)

    def path(self, name):
        return self.root / name

    def apply(self, edit):
        action, *values = edit
        with contextlib.suppress(OSError):
            getattr(self, action)(*values)

    # Edits.

    def write(self, name, choice):
        self.path(name).write_text(text_for(name, choice).replace("/ROOT", str(self.base)))

    def write_unseen(self, name, choice):
        """The time stays, and often the size."""
        before = self.path(name).stat()
        self.write(name, choice)
        os.utime(self.path(name), ns=(before.st_atime_ns, before.st_mtime_ns))

    def write_beside(self, name, choice):
        """As editors do: another file takes the name."""
        aside = self.root / "aside"
        aside.write_text(text_for(name, choice).replace("/ROOT", str(self.base)))
        os.replace(aside, self.path(name))

    def remove(self, name):
        path = self.path(name)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()

    def rename(self, name, other):
        os.replace(self.path(name), self.path(other))

    def exchange(self, name, other):
        aside = self.root / "aside"
        os.replace(self.path(name), aside)
        with contextlib.suppress(OSError):
            os.replace(self.path(other), self.path(name))
        os.replace(aside, self.path(other))

    def copy(self, name, other):
        shutil.copy2(self.path(name), self.path(other))

    def link(self, name, other):
        with contextlib.suppress(OSError):
            self.path(name).unlink()
        os.link(self.path(other), self.path(name))

    def unlink_apart(self, name):
        """Of a file with several names one gets a file of its own, with the same content."""
        shutil.copy2(self.path(name), self.root / "aside")
        os.replace(self.root / "aside", self.path(name))

    def symlink(self, name, other):
        with contextlib.suppress(OSError):
            self.remove(name)
        self.path(name).symlink_to(self.path(other))

    def make_directory(self, name):
        with contextlib.suppress(OSError):
            self.path(name).unlink()
        self.path(name).mkdir()

    def mode(self, name, mode):
        self.path(name).chmod(mode)

    def touch(self, name, when):
        os.utime(self.path(name), None if when is None else (when, when))

    def database(self, flags, several):
        entries = []
        for number, source in enumerate(SOURCES):
            command = ["c++" if source.endswith("pp") else "cc", "-std=c++20" if source.endswith("pp") else "-std=c11"]
            command += FLAG_SETS[(flags + number * several) % len(FLAG_SETS)] + ["-c", source]
            entries.append({"directory": str(self.root), "file": source, "arguments": command})
        (self.root / "compile_commands.json").write_text(json.dumps(entries))

    def variable(self, name, choice):
        values = ENVIRONMENT[name]
        self.environment[name] = values[choice % len(values)]

    def argument(self, choice):
        self.arguments = ARGUMENTS[choice % len(ARGUMENTS)]

    def use_cache(self, choice):
        self.cache = CACHES[choice % len(CACHES)]

    def move_cache(self):
        os.rename(self.base / "cache", self.base / "cache2")

    def work_in(self, directory):
        self.directory = directory

    def set_umask(self, umask):
        self.umask = umask

    def settle(self):
        time.sleep(SETTLING)
        self.run_warm()

    def restore(self):
        """What has become unusable is as in the beginning; the rest stays."""
        opened(self.root)
        for directory in DIRECTORIES[:-1] + ["models", "rules/own-rule"]:
            path = self.root / directory
            for part in [*reversed(path.relative_to(self.root).parents), path.relative_to(self.root)]:
                if (self.root / part).is_symlink() or not (self.root / part).is_dir():
                    with contextlib.suppress(OSError):
                        (self.root / part).unlink()
            path.mkdir(parents=True, exist_ok=True)
        for number, name in enumerate(SOURCES):
            if not self.path(name).is_file():
                with contextlib.suppress(OSError):
                    self.remove(name)
                self.write(name, number)
        for name in CONFIGS:
            if self.path(name).exists() and "unknown" in self.path(name).read_text():
                self.remove(name)
        for name in DOCUMENTS:
            with contextlib.suppress(OSError):
                self.remove(name)
        self.write("models/vnpu.yaml", 0)
        self.write("rules/own-rule/rule.md", 0)
        self.database(0, 1)

    def nothing(self):
        pass

    # Runs.

    def run(self, *options):
        report = self.base / "report.json"
        with contextlib.suppress(OSError):
            report.unlink()
        directory = self.root / self.directory
        relative = [os.path.relpath(self.root / source, directory) for source in SOURCES]
        environment = {"PATH": os.environ["PATH"], "NO_COLOR": "1", "XDG_CACHE_HOME": str(self.base / "xdg")}
        environment.update({name: value.replace("ROOT", str(self.base)) for name, value in self.environment.items() if value})
        database = os.path.relpath(self.root, directory)
        command = [CHECKER, "--quiet", "--format=text", f"--format=json:{report}", "-p", database, "-j1", *self.arguments, *options, *relative]
        umask = self.umask

        def prepare():
            limited_stack()
            os.umask(umask)

        done = subprocess.run(command, cwd=directory, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, preexec_fn=prepare)
        error = done.stderr.decode("utf-8", "replace").splitlines()
        shown = [line for line in error if not line.startswith("fporder-check: cache ") and line != "fporder-check: no cache"]
        content = report.read_bytes() if report.exists() else b""
        return (done.returncode, done.stdout, content, shown), error

    def run_warm(self):
        options = ["--verbose"]
        if self.cache:
            options.append("--cache-dir=" + os.path.relpath(self.root / self.cache.split("=")[1], self.root / self.directory))
        return self.run(*options)

    def difference(self):
        """What is wrong now, or None; and how many results came from the cache in a run in which nothing had changed."""
        if not os.access(self.root / self.directory, os.R_OK | os.X_OK):
            return None, 0
        cold, _ = self.run("--no-cache", "--verbose")
        self.compared[cold[0]] += 1
        warm, _ = self.run_warm()
        if cold != warm:
            return f"--- without cache\n{cold}\n--- with\n{warm}", 0
        again, said = self.run_warm()
        if again != cold:
            return f"--- without cache\n{cold}\n--- with, again\n{again}", 0
        hits = sum(int(number) for line in said for number in re.findall(r": (\d+) of \d+ units", line))
        units = sum(int(number) for line in said for number in re.findall(r" of (\d+) units", line))
        missing = sum(int(number) for line in said for number in re.findall(r", (\d+) (?:results? not to be kept|entr(?:y|ies) not written)", line))
        if hits + missing != units:
            return f"{hits} of {units} units known, {missing} not to be kept\n" + "\n".join(said), hits
        return None, hits


def gentle_edit(chance):
    """One that leaves something to analyse."""
    header, other, number = chance.choice(HEADERS), chance.choice(HEADERS), chance.randrange(1000)
    return chance.choice(
        [
            ("write", header, number),
            ("write", chance.choice(HEADERS + SOURCES), number),
            ("write", chance.choice(SOURCES), number),
            ("write", chance.choice(DOCUMENTS[:-1]), number),
            ("write", chance.choice(CONFIGS), number),
            ("write_unseen", chance.choice(HEADERS + SOURCES), number),
            ("write_beside", chance.choice(HEADERS + SOURCES), number),
            ("remove", chance.choice(HEADERS + CONFIGS)),
            ("rename", header, other),
            ("exchange", header, other),
            ("exchange", *chance.sample(["inc1", "inc2", "inc3", "linked"], 2)),
            ("copy", header, other),
            ("link", header, other),
            ("unlink_apart", header),
            ("symlink", header, other),
            ("symlink", "linked", chance.choice(DIRECTORIES[:-1])),
            ("mode", header, chance.choice([0o000, 0o644])),
            ("touch", chance.choice(HEADERS + SOURCES), chance.choice([None, OTHER, OLDER, OTHER + 1, 4_000_000_000])),
            ("database", number, number % 2),
            ("variable", chance.choice(list(ENVIRONMENT)), number),
            ("argument", number),
            ("use_cache", number),
            ("move_cache",),
            ("work_in", chance.choice(["", "", "src", "..", "linked"])),
            ("set_umask", chance.choice([0o022, 0o077, 0o000, 0o277])),
            ("nothing",),
        ]
    )


def wild_edit(chance):
    """One after which little may be left."""
    name, other, number = chance.choice(FILES), chance.choice(FILES), chance.randrange(1000)
    return chance.choice(
        [
            ("write", name, number),
            ("write", DOCUMENTS[-1], number),
            ("remove", chance.choice(PLACES)),
            ("exchange", *chance.sample(DIRECTORIES, 2)),
            ("link", name, other),
            ("symlink", chance.choice(PLACES), chance.choice(PLACES)),
            ("make_directory", chance.choice(PLACES)),
            ("mode", chance.choice(PLACES), chance.choice([0o000, 0o200, 0o400, 0o600, 0o700, 0o755])),
            ("mode", chance.choice(DIRECTORIES), chance.choice([0o000, 0o300, 0o500, 0o755])),
        ]
    )


def edits_of(seed):
    chance = random.Random(seed)
    edits = []
    while len(edits) < EDITS:
        wild = chance.random() < 0.15
        edits.append(wild_edit(chance) if wild else gentle_edit(chance))
        if wild and chance.random() < 0.5:
            edits.append(("restore",))
    edits = edits[:EDITS]
    edits[EDITS // 2] = ("settle",)  # from here on most files are known by their times
    return edits


def opened(root):
    """Closed directories must be opened again before they can be removed."""
    for directory, names, _ in os.walk(root):
        for name in names:
            path = os.path.join(directory, name)
            if not os.path.islink(path):
                os.chmod(path, stat.S_IRWXU)


class Trial:
    """One sequence of edits in a tree of its own."""

    def __init__(self, edits):
        self.hits, self.failure, self.done, self.compared = 0, None, 0, collections.Counter()
        with tempfile.TemporaryDirectory(prefix="fporder-model-") as root:
            project = Project(os.path.realpath(root))
            for edit in [("nothing",), *edits]:
                project.apply(edit)
                self.done += 1
                self.failure, hits = project.difference()
                self.hits += hits
                if self.failure:
                    break
            self.compared = project.compared
            opened(root)


def shortened(edits):
    """Fewer edits after which something is still wrong."""
    runs, size = 0, max(1, len(edits) // 2)
    while size and runs < SHORTENING_RUNS:
        start = 0
        while start < len(edits) and runs < SHORTENING_RUNS:
            rest = edits[:start] + edits[start + size :]
            runs += 1
            if Trial(rest).failure:
                edits = rest
            else:
                start += size
        size //= 2
    return edits


def setUpModule():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    if not os.access(CHECKER, os.X_OK):
        raise unittest.SkipTest(f"{CHECKER} cannot be run without privileges")


class CacheModelTest(unittest.TestCase):
    def test_warm_equals_cold(self):
        print(f"{'' if FULL else 'reduced: '}{SEQUENCES * EDITS} random edits{'' if FULL else ' (FPORDER_FULL=1: 2,000)'}", flush=True)
        hits, compared = 0, collections.Counter()
        for seed in range(FIRST_SEED, FIRST_SEED + SEQUENCES):
            edits = edits_of(seed)
            trial = Trial(edits)
            hits += trial.hits
            compared.update(trial.compared)
            if trial.failure:
                few = shortened(edits[: trial.done - 1])
                again = Trial(few).failure or "(the shortened sequence fails no more; all of the edits do)\n" + trial.failure
                self.fail(f"seed {seed}, edit {trial.done - 1}: {few}\n{again}")
        print(f"{SEQUENCES * EDITS} edits, 0 different, {hits} results from the cache; by exit status {dict(sorted(compared.items()))}", flush=True)
        self.assertGreater(hits, SEQUENCES * EDITS)  # of four units each; some are not to be kept


if __name__ == "__main__":
    unittest.main()
