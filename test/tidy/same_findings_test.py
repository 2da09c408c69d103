"""fporder-check and the module find the same, at the same places, with the same severity, over the whole labelled suite: C, C++, SIMD intrinsics,
AscendC, CUDA and OpenCL C: same_findings_test.py MAJOR. Every fourth C and C++ source by default, all with FPORDER_FULL.

For CUDA and OpenCL C, clang-tidy is told by flags what fporder-check knows by itself: that there is no toolkit, and what a device's compiler does.
"""

import collections
import json
import os
import subprocess
import sys

from client import CHECKER, SOURCE_DIR, ClientTest, diagnostics, main, module, need_module

MAJOR = sys.argv[1]
SUITE = SOURCE_DIR / "test" / "labelled"
SLICE = 1 if os.environ.get("FPORDER_FULL") else 4
SHIMS = SOURCE_DIR / "analyzer" / "shims" / "cuda"
STANDARDS = {".c": ["-std=gnu11"], ".cpp": ["-std=c++20"], ".cu": ["-std=c++17"], ".cl": []}
TIDY_ONLY = {
    ".cu": ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-isystem", str(SHIMS), "-include", "fporder_cuda.h", "-D__CUDA_ARCH__=800", "-ffp-contract=fast", "-Xclang", "--hipstdpar"],
    ".cl": ["-x", "cl", "-cl-std=CL2.0", "--target=spir64", "-Wno-incompatible-pointer-types", "-Wno-int-conversion"],
}


def groups():
    """The suite's sources by suffix and by the flags they are compiled with, as its own runner reads them."""
    by_flags = collections.defaultdict(list)
    for path in sorted(SUITE.glob("*/*")):
        if path.suffix not in STANDARDS:
            continue
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        extra = first[len("// flags:") :].split() if first.startswith("// flags:") else []
        by_flags[(path.suffix, *STANDARDS[path.suffix], *extra)].append(path)
    return sorted((flags, paths[::SLICE] if flags[0] in (".c", ".cpp") else paths) for flags, paths in by_flags.items())


def by_checker(flags, paths):
    done = subprocess.run([CHECKER, "--format=json", "--quiet", *map(str, paths), "--", *flags], stdout=subprocess.PIPE, check=False)
    return {(f["file"], f["line"], f["column"], f["severity"], f["rule"]) for f in json.loads(done.stdout)["findings"] if not f.get("suppression")}


class SameFindings(ClientTest):
    def test_labelled_suite(self):
        totals = collections.Counter()
        for (suffix, *flags), paths in groups():
            expected = by_checker(flags, paths)
            done = self.clang_tidy(MAJOR, "--quiet", "--config={}", "--header-filter=.*", *paths, "--", *TIDY_ONLY.get(suffix, []), *flags)
            found = set(diagnostics(done.stdout))
            with self.subTest(suffix + " " + " ".join(flags)):
                self.assertStatus(done, 0)
                self.assertEqual(sorted(expected - found), [], "found by fporder-check only")
                self.assertEqual(sorted(found - expected), [], "found by the module only")
            totals[suffix] += len(expected)
        self.assertGreater(totals[".c"] + totals[".cpp"], 150 / SLICE)
        self.assertGreater(totals[".cu"], 10)
        self.assertGreater(totals[".cl"], 10)
        print(f"{'' if SLICE == 1 else f'reduced to every {SLICE}th C and C++ source (FPORDER_FULL=1 takes all): '}{sum(totals.values())} findings, the same in clang-tidy-{MAJOR}: {dict(totals)}")


if __name__ == "__main__":
    need_module(MAJOR)
    main([f"clang-tidy-{MAJOR}"])
