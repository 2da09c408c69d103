"""run-clang-tidy with the module, and with fporder-check in clang-tidy's place."""

import json
import os
import pathlib
import re

from client import ADAM, CHECKER, REMARK, VERSINE, VERSINE_FIXED, ClientTest, diagnostics, main, module, need

RUNNER = "run-clang-tidy-22"


class RunClangTidy(ClientTest):
    def setUp(self):
        super().setUp()
        self.write("src/a.c", ADAM)
        self.write("src/b.c", REMARK)
        entries = [{"directory": str(self.root), "command": f"cc -c src/{name}.c", "file": f"src/{name}.c"} for name in "ab"]
        self.write("build/compile_commands.json", json.dumps(entries))

    def run_it(self, *arguments, **options):
        return self.run_program(RUNNER, "-p", "build", *arguments, **options)

    def found(self, done):
        plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
        return sorted((pathlib.Path(found[0]).name, found[1], found[3], found[4]) for found in diagnostics(plain))

    EXPECTED = [("a.c", 4, "warning", "mul-then-div"), ("b.c", 1, "remark", "mul-then-div")]

    def with_module(self, *arguments):
        if not module(22):
            self.skipTest("no module for LLVM 22")
        return self.run_it("-clang-tidy-binary", "clang-tidy-22", f"-load={module(22)}", "-checks=-*,fporder-*", *arguments)

    def in_its_place(self, *arguments):
        return self.run_it("-clang-tidy-binary", CHECKER, *arguments)

    def test_with_the_module(self):
        done = self.with_module()
        self.assertStatus(done, 0)
        self.assertEqual(self.found(done), self.EXPECTED)

    def test_in_its_place(self):
        for arguments in ((), ("-checks=-*,fporder-*",), ("-quiet",), ("-header-filter=.*", "-use-color"), ("-checks=-*,bugprone-argument-comment,fporder-*",)):
            with self.subTest(arguments):
                done = self.in_its_place(*arguments)
                self.assertStatus(done, 0)
                self.assertEqual(self.found(done), self.EXPECTED)

    def test_warnings_as_errors(self):
        done = self.in_its_place("-warnings-as-errors=*")
        self.assertStatus(done, 1)
        self.assertEqual([found[2] for found in self.found(done)], ["error", "remark"])
        self.assertIn("[fporder-mul-then-div,-warnings-as-errors]", done.stdout)

    def test_configuration_for_clang_tidy(self):
        done = self.in_its_place("-config={Checks: 'bugprone-*', WarningsAsErrors: 'fporder-*', CheckOptions: {fporder-mul-then-div.Severity: warning}}")
        self.assertStatus(done, 1)
        self.assertEqual([found[2] for found in self.found(done)], ["error", "error"])

    def test_plugin_and_unknown_name(self):
        done = self.in_its_place("-load=some.so")
        self.assertStatus(done, 0)
        self.assertIn("--load has no effect", done.stdout + done.stderr)
        self.assertNotEqual(self.in_its_place("-checks=-*,fporder-mul-then-dvi").returncode, 0)

    def test_fix(self):
        need("clang-apply-replacements-22")
        for run, arguments in ((self.in_its_place, ()), (self.with_module, ())):
            with self.subTest(run.__name__):
                self.write("src/a.c", VERSINE)
                done = run("-fix", "-clang-apply-replacements-binary", "clang-apply-replacements-22", *arguments)
                self.assertStatus(done, 0)
                self.assertEqual(self.read("src/a.c"), VERSINE.replace("1 - cos(x)", VERSINE_FIXED))
                self.assertEqual(self.read("src/b.c"), REMARK)  # no evidence: nobody asked for it

    def test_by_name(self):
        link = self.root / "fporder-clang-tidy"
        os.symlink(CHECKER, link)
        done = self.run_program(link, "src/a.c", "-p", "build")
        self.assertStatus(done, 0)
        self.assertEqual(len(self.found(done)), 1)
        self.assertStatus(self.run_program(CHECKER, "src/a.c", "-p", "build"), 1)


if __name__ == "__main__":
    main([RUNNER, "clang-tidy-22"])
