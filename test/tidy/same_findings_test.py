"""fporder-check and the module find the same, at the same places, with the same severity, over the whole labelled suite: same_findings_test.py MAJOR."""

import collections
import json
import subprocess
import sys

from client import CHECKER, SOURCE_DIR, ClientTest, diagnostics, main, module, need_module

MAJOR = sys.argv[1]
SUITE = SOURCE_DIR / "test" / "labelled"
LANGUAGES = {".c": ["-std=gnu11"], ".cpp": ["-std=c++20"]}


def groups():
    """The suite's sources by the flags they are compiled with, as its own runner reads them."""
    by_flags = collections.defaultdict(list)
    for path in sorted(SUITE.glob("*/*")):
        if path.suffix not in LANGUAGES:
            continue
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        extra = first[len("// flags:") :].split() if first.startswith("// flags:") else []
        by_flags[(*LANGUAGES[path.suffix], *extra)].append(path)
    return sorted(by_flags.items())


def by_checker(flags, paths):
    done = subprocess.run([CHECKER, "--format=json", "--quiet", *map(str, paths), "--", *flags], stdout=subprocess.PIPE, check=False)
    return {(f["file"], f["line"], f["column"], f["severity"], f["rule"]) for f in json.loads(done.stdout)["findings"] if not f.get("suppression")}


class SameFindings(ClientTest):
    def test_labelled_suite(self):
        total = 0
        for flags, paths in groups():
            expected = by_checker(flags, paths)
            done = self.clang_tidy(MAJOR, "--quiet", "--config={}", "--header-filter=.*", *paths, "--", *flags)
            self.assertStatus(done, 0)
            with self.subTest(" ".join(flags)):
                self.assertEqual(sorted(expected - set(diagnostics(done.stdout))), [], "found by fporder-check only")
                self.assertEqual(sorted(set(diagnostics(done.stdout)) - expected), [], "found by the module only")
            total += len(expected)
        self.assertGreater(total, 150)
        print(f"{total} findings, the same in clang-tidy-{MAJOR}")


if __name__ == "__main__":
    need_module(MAJOR)
    main([f"clang-tidy-{MAJOR}"])
