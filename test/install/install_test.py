"""The install tree and the Debian package, used by a project that knows nothing of this one's build."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["FPORDER_BUILD_DIR"])
SOURCE = pathlib.Path(os.environ["FPORDER_SOURCE_DIR"])
COMPILER = os.environ.get("CXX", "c++")

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(stranger CXX)
find_package(fporder 0.1 REQUIRED)
add_library(kernels STATIC adam.cpp clean.cpp notes.txt)
target_compile_definitions(kernels PRIVATE REAL=float)
target_include_directories(kernels PRIVATE include)
fporder_add_check(kernels OPTIONS --format=json:${CMAKE_CURRENT_BINARY_DIR}/findings.json)
fporder_add_check(kernels NAME lenient TEST OPTIONS --fail-on=never --quiet)
if(TARGET fporder::shadow)
  add_executable(shadowed shadowed.cpp)
  target_link_libraries(shadowed PRIVATE fporder::shadow)
endif()
enable_testing()
"""
FILES = {
    "CMakeLists.txt": PROJECT,
    "include/real.h": "typedef REAL real;\n",
    "adam.cpp": '#include "real.h"\n#include <cmath>\nvoid step(real *w, real m, real v, real lr) { *w -= lr * m / (std::sqrt(v) + 1e-8f); }\n',
    "clean.cpp": "double twice(double x) { return 2 * x; }\n",
    "notes.txt": "not a source\n",
    "shadowed.cpp": '#include <fporder/shadow.h>\nint main() { fporder::shadow<float> x = 3; return x * x == 9 ? 0 : 1; }\n',
}


def run(*command, **options):
    return subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)


class Installed(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="fporder-install-")
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name)

    def succeed(self, *command, **options):
        done = run(*command, **options)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def use(self, prefix):
        """A project of a stranger's finds the package below `prefix`."""
        project, build = self.root / "project", self.root / "project-build"
        for name, text in FILES.items():
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(text, encoding="utf-8")
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        self.succeed("cmake", "-S", project, "-B", build, *generator, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={COMPILER}")
        self.succeed("cmake", "--build", build)
        checked = run("cmake", "--build", build, "--target", "fporder-kernels")
        self.assertNotEqual(checked.returncode, 0, "a warning fails the target\n" + checked.stdout)
        findings = (build / "findings.json").read_text(encoding="utf-8")
        self.assertIn('"rule":"mul-then-div"', findings.replace(": ", ":"))
        self.assertIn("adam.cpp", findings)
        self.succeed("ctest", "--test-dir", build, "-R", "lenient")
        if (build / "shadowed").exists():
            self.succeed(build / "shadowed")

    def test_an_installed_tree_is_found_and_used(self):
        prefix = self.root / "prefix"
        self.succeed("cmake", "--install", BUILD, "--prefix", prefix)
        self.use(prefix)

        version = self.succeed(prefix / "bin/fporder-check", "--version")
        manual = (prefix / "share/man/man1/fporder-check.1").read_text(encoding="utf-8")
        self.assertIn(re.search(r"fporder-check (\S+)", version).group(1), manual)
        shown = self.succeed(prefix / "bin/fporder-check", "--help-all")
        for option in re.findall(r"^  (--[a-z][a-z-]*)", shown, re.M):
            if not option.startswith(("--help", "--version")):
                self.assertIn(option.replace("-", "\\-"), manual)
                self.assertIn(option, (prefix / "share/bash-completion/completions/fporder-check").read_text(encoding="utf-8"))
        if shutil.which("man"):
            page = self.succeed("man", "--warnings", "-l", prefix / "share/man/man1/fporder-check.1")
            self.assertNotRegex(page, r"(?m)^\S*troff: |: warning: ")
            self.assertIn("Exit status:", page)
        self.succeed("bash", "-n", prefix / "share/bash-completion/completions/fporder-check")

    def test_bash_completes_options(self):
        script = next((BUILD / "analyzer/package/generated/bash").glob("fporder-check"))
        completed = self.succeed(
            "bash", "-c", f'. "{script}"; COMP_WORDS=(fporder-check --mea); COMP_CWORD=1; compopt() {{ :; }}; _fporder_check; echo "${{COMPREPLY[@]}}"'
        )
        self.assertEqual(completed.split(), ["--measure=", "--measure-function="])

    def test_the_debian_package_is_found_and_used(self):
        if not all(map(shutil.which, ("dpkg-deb", "dpkg-shlibdeps", "file"))):
            self.skipTest("no dpkg-deb, dpkg-shlibdeps or file (packages dpkg-dev, file)")
        self.succeed("cpack", "--config", BUILD / "CPackConfig.cmake", "-G", "DEB", "-B", self.root / "deb")
        package = next((self.root / "deb").glob("*.deb"))
        depends = self.succeed("dpkg-deb", "-f", package, "Depends")
        for needed in (r"libclang-common-\d+-dev", "libmpfr6", "libyaml", "libzip"):
            self.assertRegex(depends, needed)
        self.succeed("dpkg-deb", "-x", package, self.root / "clean")
        self.use(self.root / "clean/usr")

    def test_each_rule_has_its_page(self):
        pages = BUILD / "analyzer/package/generated/rules"
        if not pages.exists():
            self.skipTest("built without python3-markdown")
        index = (pages / "index.html").read_text(encoding="utf-8")
        for document in SOURCE.glob("rules/*/*/rule.md"):
            slug = document.parent.name
            self.assertIn(f'href="{slug}.html"', index)
            text = (pages / f"{slug}.html").read_text(encoding="utf-8")
            self.assertIn("<h2>Why order matters here</h2>", text)
            self.assertNotRegex(text, r'(src|href)="https?:', "pages need no network")


if __name__ == "__main__":
    unittest.main()
