"""CMAKE_<LANG>_CLANG_TIDY in a project: fporder-check in clang-tidy's place, and clang-tidy with the module."""

import shutil

from client import ADAM, CHECKER, CLEAN, ClientTest, main, module

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(kernels C CXX)
add_library(kernels STATIC adam.c twice.cpp)
target_compile_options(kernels PRIVATE -O2)
"""


class CMakeHook(ClientTest):
    def build(self, hook):
        self.write("CMakeLists.txt", PROJECT)
        self.write("adam.c", ADAM)
        self.write("twice.cpp", CLEAN)
        hooks = [f"-DCMAKE_{language}_CLANG_TIDY={hook}" for language in ("C", "CXX")]
        configured = self.run_program("cmake", "-S", ".", "-B", "build", *hooks)
        self.assertStatus(configured, 0)
        built = self.run_program("cmake", "--build", "build")
        return built, built.stdout + built.stderr

    def test_findings_do_not_stop_the_build(self):
        built, text = self.build(CHECKER)
        self.assertStatus(built, 0)
        self.assertIn("adam.c:4:23: warning:", text)
        self.assertIn("[fporder-mul-then-div]", text)
        self.assertTrue((self.root / "build" / "libkernels.a").exists())

    def test_warnings_as_errors_stop_it(self):
        built, text = self.build(f"{CHECKER};--warnings-as-errors=*")
        self.assertNotEqual(built.returncode, 0, text)
        self.assertIn("adam.c:4:23: error:", text)

    def test_fail_on_stops_it(self):
        built, text = self.build(f"{CHECKER};--fail-on=warning")
        self.assertNotEqual(built.returncode, 0, text)

    def test_with_the_module(self):
        clang_tidy = shutil.which("clang-tidy-22")
        if not clang_tidy or not module(22):
            self.skipTest("clang-tidy-22 or its module is missing")
        built, text = self.build(f"{clang_tidy};-load;{module(22)};-checks=-*,fporder-*")
        self.assertStatus(built, 0)
        self.assertIn("adam.c:4:23: warning:", text)


if __name__ == "__main__":
    main(["cmake"])
