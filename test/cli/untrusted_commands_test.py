"""Commands from a hostile tree: no program runs, no file appears, nothing but the report is printed, and ordinary flags still count."""

import json
import unittest

from checker import EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

SOURCE = "float f(float a, float b, float c) { return a * b / c; }\n"
TOOLS = ("amdgpu-arch", "nvptx-arch", "offload-arch", "clang++", "clang", "ld", "as", "gcc", "xcrun", "ptxas", "lld", "hipconfig")


class UntrustedCommandsTest(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("tree/a.cpp", SOURCE)
        for name in TOOLS:
            self.write(f"tree/bin/{name}", f"#!/bin/sh\ntouch '{self.root}/RAN'\necho gfx900\n").chmod(0o755)
        self.tree = self.root / "tree"
        self.tools = self.tree / "bin"

    def hostile(self):
        """Flags that make a driver run a program, read a configuration, write a file or print."""
        tool = f"{self.tools}/amdgpu-arch"
        return [
            ["--target=amdgcn-amd-amdhsa", "-mcpu=native", f"--amdgpu-arch-tool={tool}"],
            ["-target", "amdgcn-amd-amdhsa", "-mcpu=native", f"--offload-arch-tool={tool}"],
            ["--target=amdgcn-amd-amdhsa", "-mcpu=native", f"-B{self.tools}"],
            ["--target=amdgcn-amd-amdhsa", "-mcpu=native", "-B", str(self.tools)],
            ["--target=amdgcn-amd-amdhsa", "-mcpu=native", "-ccc-install-dir", str(self.tools)],
            ["--target=nvptx64-nvidia-cuda", "-march=native", f"--nvptx-arch-tool={tool}"],
            ["--target=nvptx64-nvidia-cuda", "-march=native", f"-B{self.tools}"],
            ["-fopenmp", "-fopenmp-targets=amdgcn-amd-amdhsa", "--offload-arch=native", f"-B{self.tools}"],
            ["-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda", "--offload-arch=native", f"-B{self.tools}"],
            ["-fopenmp=libomp", "--offload-arch=native", f"--amdgpu-arch-tool={tool}"],
            ["-x", "hip", "--offload-arch=native", f"--amdgpu-arch-tool={tool}", "--rocm-path=."],
            ["-x", "cuda", "--offload-arch=native", f"--nvptx-arch-tool={tool}", "--cuda-path=.", "-nocudainc", "-nocudalib"],
            ["-Xarch_host", f"-B{self.tools}", "--target=amdgcn-amd-amdhsa", "-mcpu=native"],
            ["--driver-mode=cl", f"/clang:-B{self.tools}", "/clang:--target=amdgcn-amd-amdhsa", "/clang:-mcpu=native"],
            ["-save-temps", "-save-temps=cwd", "-ftime-trace=trace.json", "-MMD", "-MF", "a.d", "-MJ", "a.json", "-serialize-diagnostics", "a.dia"],
            ["-fmodules", f"-fmodules-cache-path={self.tree}/cache", "-I."],
            ["-fmodules", "-fcxx-modules", "-fimplicit-module-maps", "-Xclang", "-fmodules-cache-path=cache", "-I."],
            ["-Xclang", "-ast-dump"],
            ["-Xclang", "-ast-dump=json", "-Xclang", "-ast-print", "-Xclang", "-print-stats", "-Xclang", "-stats-file=stats"],
            ["-Xclang", "-fdump-record-layouts-complete", "-Xclang", "-fdump-vtable-layouts", "-Xclang", "-dump-tokens"],
            ["-Xclang", "-header-include-file", "-Xclang", "includes", "-H", "-Xclang", "-dependency-file", "-Xclang", "deps", "-Xclang", "-MT", "-Xclang", "x"],
            ["-Xclang", "-o", "-Xclang", "out", "-Xclang", "-emit-module", "-Xclang", "-diagnostic-log-file", "-Xclang", "log"],
            ["-Wp,-MD,deps", "-Wp,-dependency-dot,dot", "-Xpreprocessor", "-dD"],
            ["-mllvm", "-print-all-options", "-mllvm", "-stats", "-mllvm", "-info-output-file=stats"],
            ["-fcrash-diagnostics-dir=crash", "-fcrash-diagnostics=all", "-gen-reproducer=always", "-fproc-stat-report=proc"],
            ["-fplugin=./bin/ld", "-Xclang", "-load", "-Xclang", "./bin/ld", "-fpass-plugin=./bin/ld"],
            ["--version"], ["-v"], ["-###"], ["--help"], ["-print-search-dirs"], ["--print-supported-cpus"], ["-dumpversion"], ["-ccc-print-phases"],
            ["--autocomplete=-f"], ["-mcpu=help"], ["--analyze", "--analyzer-output", "html", "-o", "out"], ["-extract-api"], ["-traditional-cpp"],
            ["--target=wasm32-wasi", "-traditional-cpp"], ["-no-integrated-cpp"], ["-emit-ast"], ["-frewrite-includes", "-E", "-o", "out"],
        ]  # fmt: skip

    def names(self):
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*")}

    def assertHarmless(self, arguments, extra=()):
        before = self.names() | set(extra)
        outcome = self.check_json("--no-cache", *arguments, cwd=self.tree, environment={"PATH": f"{self.tools}:/usr/bin:/bin", "TMPDIR": str(self.root)})
        self.assertFalse(self.names() - before, (arguments, outcome))
        self.assertIn(outcome.status, (EXIT_CLEAN, EXIT_FINDINGS), outcome)
        self.assertEqual([finding["rule"] for finding in outcome.findings], ["mul-then-div"], outcome)
        return outcome

    def test_compile_database(self):
        entries = []
        for number, flags in enumerate(self.hostile()):
            self.write(f"tree/s{number}.cpp", SOURCE)
            command = [str(self.tools / "clang++"), *flags, "-c", f"s{number}.cpp"]
            entries.append({"directory": str(self.tree), "file": f"s{number}.cpp", "arguments": command})
        self.write("tree/compile_commands.json", json.dumps(entries))
        for number, flags in enumerate(self.hostile()):
            with self.subTest(flags=flags):
                self.assertHarmless([f"s{number}.cpp"])

    def test_flags_after_dashes(self):
        for flags in self.hostile():
            with self.subTest(flags=flags):
                self.assertHarmless(["a.cpp", "--", *flags])

    def test_compile_flags_txt_configuration_and_extra_arguments(self):
        self.write("tree/compile_flags.txt", "\n".join(self.hostile()[0]) + "\n")
        self.assertHarmless(["a.cpp"])
        self.write("tree/compile_flags.txt", "-DX\n")
        for flags in self.hostile()[:12]:
            with self.subTest(flags=flags):
                self.write("tree/.fporder", "extra-args: " + json.dumps(flags) + "\n")
                self.assertHarmless(["a.cpp"])
        self.write("tree/.fporder", "profiles: {wide: " + json.dumps(self.hostile()[0]) + "}\n")
        self.assertHarmless(["a.cpp"])
        self.write("tree/.fporder", "")
        self.assertHarmless([*(f"--extra-arg={flag}" for flag in self.hostile()[0]), "a.cpp"])

    def test_a_module_map_beside_the_source(self):
        self.write("tree/module.modulemap", 'module M { header "m.h" }\n')
        self.write("tree/m.h", "float m();\n")
        self.write("tree/a.cpp", '#include "m.h"\n' + SOURCE)
        self.assertHarmless(["a.cpp", "--", "-fmodules", f"-fmodules-cache-path={self.tree}/out", "-I."])

    def test_a_source_builds_no_module(self):
        text = "#pragma clang module build M\nmodule M {}\n#pragma clang module contents\nfloat x;\n#pragma clang module endbuild\n"
        self.write("tree/a.cpp", text + SOURCE)
        for flags in ([], ["-fmodules"], ["-std=c++20"]):
            self.assertHarmless(["a.cpp", "--", *flags])

    def test_response_files(self):
        self.write("tree/inner.rsp", "'--target=amdgcn-amd-amdhsa' -mcpu=native -B bin\n")
        self.write("tree/outer.rsp", "-DX=1 @inner.rsp\n@outer.rsp\n")
        self.write("tree/a.cpp", "#if X\n" + SOURCE + "#endif\n")
        self.assertHarmless(["a.cpp", "--", "@outer.rsp"])
        outcome = self.check_json("a.cpp", "--", "-DX", "@bin", cwd=self.tree)
        self.assertNotAnalysed(outcome, "compiler flag", "'@bin' is dropped: not a regular file")

    def test_configuration_files_of_the_driver_are_not_read(self):
        self.write("tree/hostile.cfg", "--target=amdgcn-amd-amdhsa -mcpu=native -DNOTHING=return\n")
        self.write("tree/bin/clang++.cfg", "-DNOTHING=return\n")
        self.write("tree/bin/clang.cfg", "-DNOTHING=return\n")
        self.write("tree/a.cpp", "#ifndef NOTHING\n" + SOURCE + "#endif\n")
        self.assertHarmless(["a.cpp", "--", "--config=hostile.cfg"])
        self.assertHarmless(["a.cpp", "--", "--config", "hostile.cfg", "--config-user-dir=bin", "--config-system-dir=bin"])
        self.assertHarmless(["a.cpp", "--", "./bin/clang++", "-c"])

    def test_the_compilers_name_gives_the_target_and_no_directory(self):
        self.write("tree/a.cpp", "#ifdef __aarch64__\n" + SOURCE + "#endif\n")
        self.assertHarmless(["a.cpp", "--", f"{self.tools}/aarch64-linux-gnu-g++", "-c"])

    def test_dropped_flags_are_named_once_and_ordinary_ones_are_not(self):
        outcome = self.check_json("a.cpp", "--", "-fmodules", "-fmodules", "-O2", "-g", "-MD", "-Wall", "-o", "x", "-pipe", "-Wl,-z", cwd=self.tree)
        self.assertEqual([entry["why"] for entry in outcome.report["notAnalysed"]], ["'-fmodules' is dropped: parsing does not need it"])
        self.assertEqual(outcome.report["notAnalysed"][0]["what"], "compiler flag")
        environment = {"FPORDER_NO_CACHE": "", "FPORDER_CACHE_DIR": str(self.root / "cache")}
        reports = [self.check_json("a.cpp", "--", "-fmodules", cwd=self.tree, environment=environment).report["notAnalysed"] for _ in range(2)]
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(len(reports[0]), 1)

    def test_a_tree_or_a_module_is_no_source(self):
        for language in ("ast", "pcm", "ir"):
            outcome = self.check_json("a.cpp", "--", "-x", language, cwd=self.tree)
            self.assertNotAnalysed(outcome, "compiler flag", "not a language that is analysed")
        self.write("tree/x.pcm", b"CPCH" + bytes(400))
        self.assertNotIn(self.run_checker("x.pcm", cwd=self.tree).status, (EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE))

    def test_fixed_sources_are_parsed_through_the_same_gate(self):
        self.write("tree/a.cpp", SOURCE)
        self.assertHarmless(["a.cpp", "--", *self.hostile()[0]])
        self.run_checker("--fix=all", "a.cpp", "--", *self.hostile()[0], cwd=self.tree, environment={"PATH": f"{self.tools}:/usr/bin:/bin"})
        self.assertFalse((self.root / "RAN").exists())


if __name__ == "__main__":
    unittest.main()
