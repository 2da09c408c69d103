#!/usr/bin/env python3
"""fporder_instrument(TARGET...) in a project of CMake's, and reports of several processes under one name.

Environment: FPORDER_COMPILERS and FPORDER_PLAIN as for whole_program_test.py, FPORDER_SOURCE_DIR the tree, FPORDER_PLUGIN and FPORDER_LIBRARY what fporder-c++ uses.
"""

import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

from whole_program_test import HEAD, PLAIN, Program, run

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES CXX)
include({package}/fporderInstrument.cmake)
add_library(still STATIC still.cpp)
add_library(shared SHARED shared.cpp)
add_executable(app main.cpp)
add_executable(plain main.cpp)
add_library(other STATIC still.cpp)
add_library(another SHARED shared.cpp)
target_link_libraries(app still shared)
target_link_libraries(plain other another)
fporder_instrument(app still shared {more})
"""


class CMake(unittest.TestCase):
    def configure(self, path, more="", compiler=PLAIN, major="", expected=0):
        for name, text in (("still.cpp", "double still(double x) { return x / 3 + 1; }\n"), ("shared.cpp", "double shared(double x) { return x - 1; }\n"),
                           ("main.cpp", HEAD + 'double still(double);\ndouble shared(double);\nint main() { printf("%.17g\\n", shared(still(0.1))); }\n'),
                           ("CMakeLists.txt", PROJECT.format(package=pathlib.Path(os.environ["FPORDER_SOURCE_DIR"]) / "analyzer/package", more=more))):
            (path / name).write_text(text, encoding="utf-8")
        version = major or os.environ["FPORDER_PLUGIN"].rsplit("-", 1)[1].split(".")[0]
        return run(["cmake", "-S", path, "-B", path / "b", "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Release", f"-DFPORDER_INSTRUMENT_MAJOR={version}",
                    f"-DFPORDER_INSTRUMENT_PLUGIN={os.environ['FPORDER_PLUGIN']}", f"-DFPORDER_INSTRUMENT_LIBRARY={os.environ['FPORDER_LIBRARY']}"], expected=expected)

    def test_targets(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            self.configure(path)
            run(["cmake", "--build", path / "b"])
            report = path / "report.json"
            shadowed = run([path / "b/app"], {"FPORDER_SHADOW_REPORT": str(report)})
            self.assertEqual(shadowed.stdout, run([path / "b/plain"]).stdout)
            found = json.loads(report.read_text(encoding="utf-8"))
            self.assertEqual({pathlib.Path(place["place"]["file"]).name for place in found["places"]}, {"still.cpp", "shared.cpp"})
            self.assertEqual(found["restarts"], [])
            self.assertTrue(all(place["place"]["line"] == 1 for place in found["places"]))
            # CMake names sources by whole paths and compiles in path/b.
            self.assertEqual({place["place"]["file"] for place in found["places"]}, {str(path / name) for name in ("still.cpp", "shared.cpp")})

    def test_refusals(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            self.assertIn("there is no target 'nothing'", self.configure(path, more="nothing", expected=1).stderr)
            shutil.rmtree(path / "b")
            self.assertIn("needs Clang 17: configure with CC=clang-17", " ".join(self.configure(path, major="17", expected=1).stderr.split()))


class Names(unittest.TestCase):
    SOURCE = HEAD + '#include <unistd.h>\nint main() { volatile double x = 1; x = x / 3; printf("%d\\n", int(getpid())); }'

    def test_a_name_for_each_process_and_rank(self):
        with Program(self.SOURCE) as program:
            for environment, rank in (({}, "0"), ({"PMI_RANK": "3"}, "3"), ({"OMPI_COMM_WORLD_RANK": "12", "SLURM_PROCID": "1"}, "12"), ({"PMI_RANK": "../x"}, "0"), ({"SLURM_PROCID": ""}, "0")):
                pid = run([program.binary], {"FPORDER_SHADOW_REPORT": str(program.path / "r%r-%p-%%x.json"), **environment}).stdout.strip()
                self.assertTrue((program.path / f"r{rank}-{pid}-%x.json").exists())

    def test_a_report_that_cannot_be_written(self):
        with Program(self.SOURCE) as program:
            done = run([program.binary], {"FPORDER_SHADOW_REPORT": "/no/such/directory/r.json"})
            self.assertIn("cannot write the shadow report to '/no/such/directory/r.json': ", done.stderr)
            done = run(["sh", "-c", f"'{program.binary}' 2>/dev/full; echo status $?"], {"FPORDER_SHADOW_REPORT": ""})
            self.assertIn("status 0", done.stdout)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
