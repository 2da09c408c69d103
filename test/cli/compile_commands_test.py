"""Where compiler flags come from, and what happens when that place is faulty."""

import json
import os
import unittest

from checker import ADAM, CLEAN, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

# Order-sensitive only when compiled as the database says.
GUARDED = "#ifdef KERNEL\n" + ADAM + "#endif\n"


class Database(CheckerTest):
    def entry(self, source, command, directory=None):
        return {"directory": str(directory or self.root), "command": command, "file": source}

    def database(self, *entries, folder="build"):
        self.write(f"{folder}/compile_commands.json", json.dumps(list(entries)))

    def count(self, *arguments, **options):
        return len(self.check_json(*arguments, **options).findings)

    def test_p(self):
        self.write("k.c", GUARDED)
        self.assertEqual(self.count("k.c"), 0)
        self.database(self.entry("k.c", "cc -DKERNEL -c k.c"), folder="elsewhere")
        self.assertEqual(self.count("k.c"), 0)
        self.assertEqual(self.count("-p", "elsewhere", "k.c"), 1)
        self.assertEqual(self.count("-p=elsewhere", "k.c"), 1)
        self.assertEqual(self.count("-p", "elsewhere/compile_commands.json", "k.c"), 1)

    def test_search_upwards_and_in_build_directories(self):
        self.write("src/deep/k.c", GUARDED)
        for folder in (".", "build", "build-release", "out", "cmake-build-debug", "out/Debug", "src", "src/build"):
            self.database(self.entry("src/deep/k.c", "cc -DKERNEL -c src/deep/k.c"), folder=folder)
            with self.subTest(folder):
                self.assertEqual(self.count("src/deep/k.c"), 1)
            (self.root / folder / "compile_commands.json").unlink()

    def test_the_nearest_wins(self):
        self.write("sub/k.c", GUARDED)
        self.database(self.entry("sub/k.c", "cc -c sub/k.c"), folder=".")
        self.database(self.entry("k.c", "cc -DKERNEL -c k.c", self.root / "sub"), folder="sub")
        self.assertEqual(self.count("sub/k.c"), 1)

    def test_relative_names_from_another_directory(self):
        self.write("src/k.c", GUARDED)
        (self.root / "other").mkdir()
        self.database(self.entry("../src/k.c", "cc -DKERNEL -I. -c ../src/k.c", self.root / "build"))
        outcome = self.check_json("../src/k.c", cwd=self.root / "other")
        self.assertEqual([finding["file"] for finding in outcome.findings], ["../src/k.c"])

    def test_paths_are_relative_to_the_entry(self):
        self.write("build/generated/limits_of_ours.h", "#define KERNEL 1\n")
        self.write("k.c", '#include "limits_of_ours.h"\n' + GUARDED)
        self.database(self.entry("../k.c", "cc -Igenerated -c ../k.c", self.root / "build"))
        outcome = self.check_json("k.c")
        self.assertEqual(len(outcome.findings), 1, outcome)
        self.assertEqual(outcome.report["notAnalysed"], [])

    def test_neighbours_lend_their_flags(self):
        self.write("a.cpp", CLEAN)
        self.write("k.cpp", GUARDED)
        self.write("k.hpp", "#pragma once\n" + GUARDED)
        self.database(self.entry("a.cpp", "c++ -DKERNEL -std=c++17 -c a.cpp"))
        self.assertEqual(self.count("k.cpp"), 1)
        self.assertEqual(self.count("k.hpp"), 1)

    def test_neighbours_do_not_lend_their_precompiled_header(self):
        self.write("build/cmake_pch.hxx", '#error "of the build"\n')
        self.write("other.h", "#define KERNEL 1\n")
        self.write("a.cpp", CLEAN)
        self.write("k.cpp", GUARDED)
        for pch in ("-Xclang -include-pch -Xclang build/cmake_pch.hxx.pch -Xclang -include -Xclang build/cmake_pch.hxx", "-include build/cmake_pch.hxx"):
            self.database(self.entry("a.cpp", f"c++ -Winvalid-pch {pch} -include other.h -c a.cpp"))
            with self.subTest(pch):
                self.assertEqual(self.count("k.cpp"), 1)

    def test_distinct_configurations_are_both_analysed_and_findings_merged(self):
        self.write("k.c", ADAM + "#ifdef MORE\n" + ADAM.replace("adam", "more") + "#endif\n")
        self.database(self.entry("k.c", "cc -c k.c -o a.o"), self.entry("k.c", "cc -DMORE -c k.c -o b.o"))
        outcome = self.check_json("k.c")
        self.assertEqual(len(outcome.findings), 2, outcome)
        self.assertEqual(outcome.report["summary"]["files"], 1)

    def test_fixed_flags_win(self):
        self.write("k.c", GUARDED)
        self.database(self.entry("k.c", "cc -DKERNEL -c k.c"))
        self.assertEqual(self.count("k.c", "--"), 0)
        self.assertEqual(self.count("k.c", "--", "-DKERNEL"), 1)

    def test_arguments_added_and_removed(self):
        self.write("k.c", GUARDED)
        self.assertEqual(self.count("--extra-arg=-DKERNEL", "k.c"), 1)
        self.assertEqual(self.count("--extra-arg-before=-DKERNEL", "k.c", "--"), 1)
        self.assertEqual(self.count("--extra-arg-before=-DKERNEL", "--extra-arg=-UKERNEL", "k.c", "--"), 0)
        self.database(self.entry("k.c", "cc -DKERNEL -c k.c"))
        self.assertEqual(self.count("--removed-arg=-DKERNEL", "k.c"), 0)

    def test_flags_of_other_compilers_are_dropped_and_listed(self):
        self.write("k.c", GUARDED)
        self.database(self.entry("k.c", "gcc -DKERNEL -fno-such-gcc-flag -fipa-pta -mno-such-machine -O2 -c k.c"))
        outcome = self.check_json("k.c")
        self.assertEqual(len(outcome.findings), 1, outcome)
        self.assertNotAnalysed(outcome, "compiler flag", "-fno-such-gcc-flag")

    def test_compile_flags_txt(self):
        self.write("k.c", GUARDED)
        self.write("compile_flags.txt", "-DKERNEL\n-O2\n")
        self.assertEqual(self.count("k.c"), 1)

    def test_a_compile_flags_txt_of_an_editor_on_another_machine(self):
        (self.root / ".git").mkdir()
        self.write("compile_flags.txt", "\ufeff# written by the build\n--cuda-path=C:\\Program Files\\CUDA\\v12.5\n-D__CUDACC__\n-nocudalib\n-nocudainc\n")
        self.write("src/k.cu", '#include "sizes.cuh"\n__global__ void k(float *x, float a, float b) {\n  x[blockIdx.x * SIZE] = x[threadIdx.x] * a / b;\n}\n')
        self.write("include/sizes.cuh", "#define SIZE 64\n")
        outcome = self.check_json("src/k.cu")
        self.assertEqual([("mul-then-div", 3)], [(finding["rule"], finding["line"]) for finding in outcome.findings])
        self.assertEqual(["sizes.cuh"], [header["name"] for header in outcome.report["foundHeaders"]])
        self.assertEqual({"compiler flag"}, {entry["what"] for entry in outcome.report["notAnalysed"]})
        self.assertNotAnalysed(outcome, "compiler flag", "there is no toolkit")

    def test_symbolic_links(self):
        self.write("real/k.c", GUARDED)
        (self.root / "link").symlink_to("real")
        self.database(self.entry("real/k.c", "cc -DKERNEL -c real/k.c"))
        outcome = self.check_json("link/k.c")
        self.assertEqual([finding["file"] for finding in outcome.findings], ["link/k.c"])
        self.assertEqual(self.count("link/k.c", "real/k.c", "real/../real/k.c"), 1)

    def test_outputs_of_the_command_are_not_produced(self):
        self.write("k.c", ADAM)
        self.database(self.entry("k.c", "cc -MD -MF k.d -MT k.o -save-temps -o k.o -c k.c -Xclang -emit-pch -fsyntax-only --serialize-diagnostics k.dia"))
        self.assertEqual(self.count("k.c"), 1)
        self.assertEqual(sorted(os.listdir(self.root)), ["build", "k.c"])

    def test_precompiled_headers_of_the_build_are_not_needed(self):
        self.write("pch.h", "#define KERNEL 1\n")
        self.write("pch.h.pch", b"not a precompiled header")
        self.write("k.c", GUARDED)
        self.database(self.entry("k.c", "cc -Winvalid-pch -Xclang -include-pch -Xclang pch.h.pch -Xclang -include -Xclang pch.h -c k.c"))
        self.assertEqual(self.count("k.c"), 1)


class FaultyDatabase(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("k.c", ADAM)

    def assertFaulty(self, *texts, arguments=()):
        outcome = self.run_checker(*arguments, "k.c")
        self.assertStatus(outcome, EXIT_USAGE)
        for text in texts:
            self.assertIn(text, outcome.err)

    def test_malformed(self):
        self.write("build/compile_commands.json", '[\n  {"file": "k.c",\n   oops\n]')
        self.assertFaulty("build/compile_commands.json:3:", "error: ")

    def test_not_an_array(self):
        self.write("build/compile_commands.json", '{"file": "k.c"}')
        self.assertFaulty("is a JSON array of objects")

    def test_incomplete_entry(self):
        self.write("build/compile_commands.json", '[{"directory": "/tmp", "file": "k.c"}]')
        self.assertFaulty("entry 0 has neither")

    def test_is_a_directory(self):
        (self.root / "build/compile_commands.json").mkdir(parents=True)
        self.assertFaulty("cannot read", "compile_commands.json")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_unreadable(self):
        self.write("build/compile_commands.json", "[]").chmod(0)
        self.assertFaulty("cannot read", "ermission denied")

    def test_p_without_a_database(self):
        (self.root / "empty").mkdir()
        self.assertFaulty("no compile_commands.json in 'empty'", "CMAKE_EXPORT_COMPILE_COMMANDS", arguments=["-p", "empty"])
        self.assertFaulty("no such directory", arguments=["-p", "nowhere"])

    def test_reported_once_for_many_files(self):
        self.write("l.c", ADAM)
        self.write("build/compile_commands.json", "[")
        outcome = self.run_checker("k.c", "l.c")
        self.assertEqual(outcome.err.count("compile_commands.json:1:"), 1, outcome)

    def test_empty_database_means_default_flags(self):
        self.write("build/compile_commands.json", "[]")
        self.assertStatus(self.run_checker("k.c"), EXIT_FINDINGS)

    def test_directory_of_the_entry_is_gone(self):
        self.write("build/compile_commands.json", json.dumps([{"directory": "/nonexistent", "command": f"cc -c {self.root}/k.c", "file": f"{self.root}/k.c"}]))
        outcome = self.run_checker("k.c")
        self.assertIn("/nonexistent", outcome.err)

    def test_response_file(self):
        self.write("a b.c", ADAM)
        self.write("args.rsp", '--format=json\n"a b.c"\n')
        self.assertEqual(len(self.run_checker("@args.rsp").findings), 1)


class Languages(CheckerTest):
    def test_headers_are_units_of_their_own_language(self):
        self.write("plain.h", "static inline float f(float a, float b, float c, float d) { float new = a * b / c; return d - new; }\n")
        self.write("modern.h", "#include <vector>\ntemplate <class T> struct S { T x; };\ninline float f(float a, float b, float c, float d) { return d - a * b / c; }\n")
        self.write("modern.hpp", "inline float f(float a, float b, float c, float d) { auto t = a * b / c; return d - t; }\n")
        for name in ("plain.h", "modern.h", "modern.hpp"):
            outcome = self.check_json(name)
            with self.subTest(name):
                self.assertEqual(outcome.report["notAnalysed"], [])
                self.assertEqual(len(outcome.findings), 1, outcome)

    def test_names_beyond_the_standard_resolve(self):
        text = "#include <math.h>\n#include <string.h>\n#include <time.h>\n" \
               "double f(const char *s) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return M_PI * t.tv_sec + (strdup(s) != 0); }\n"
        for name in ("posix.c", "posix.cpp"):
            self.write(name, text)
            with self.subTest(name):
                problems = [entry["what"] for entry in self.check_json(name).report["notAnalysed"]]
                self.assertFalse([problem for problem in problems if not problem.startswith("call to")], problems)

    def test_default_standards(self):
        self.write("new.cpp", "#include <concepts>\ntemplate <std::floating_point T> T f(T a, T b, T c, T d) { return d - a * b / c; }\ntemplate float f(float, float, float, float);\n")
        outcome = self.check_json("new.cpp")
        self.assertEqual(outcome.report["notAnalysed"], [])
        self.assertEqual(len(outcome.findings), 1, outcome)


if __name__ == "__main__":
    unittest.main()
