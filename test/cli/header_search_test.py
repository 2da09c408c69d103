#!/usr/bin/env python3
"""Headers that no flag finds are looked up in the project around the source."""

import json
import os
import unittest

from checker import CheckerTest

KERNEL = """#include "{include}"
float step(float lr, float m, float v) {{ return update(lr, m, v); }}
"""
HEADER = "#pragma once\ninline float update(float a, float b, float c) {{ return a * b / {divisor}; }}\n"


class HeaderSearch(CheckerTest):
    def project(self, files, mark=".git"):
        root = self.root / "project"
        (root / mark).mkdir(parents=True) if mark.startswith(".") else self.write(f"project/{mark}", "")
        for name, text in files.items():
            self.write("project/" + name, text)
        return root

    def test_a_header_elsewhere_in_the_project_is_found(self):
        self.project({"src/kernel.cpp": KERNEL.format(include="math/update.h"), "include/math/update.h": HEADER.format(divisor="c")})
        found = self.check_json("project/src/kernel.cpp")
        self.assertEqual([(finding["rule"], finding["function"]) for finding in found.findings], [("mul-then-div", "update")])
        self.assertEqual([(header["name"], header["candidates"]) for header in found.report["foundHeaders"]], [("math/update.h", 1)])
        self.assertEqual(found.report["notAnalysed"], [])
        without = self.check_json("--no-header-search", "project/src/kernel.cpp")
        self.assertEqual(without.findings, [])
        self.assertNotIn("foundHeaders", without.report)

    def test_a_project_of_windows_is_read_as_there(self):
        self.project(
            {
                "src/kernel.cpp": KERNEL.format(include="..\\Include\\math\\Update.h"),
                "include/Math/update.h": '#include "detail\\factor.h"\n' + HEADER.format(divisor="factor(c)"),
                "include/Math/Detail/factor.h": "#pragma once\ninline float factor(float c) { return c; }\n",
            }
        )
        found = self.check_json("project/src/kernel.cpp")
        self.assertEqual([(finding["rule"], finding["function"]) for finding in found.findings], [("mul-then-div", "update")])
        self.assertEqual(found.report["notAnalysed"], [])

    def test_a_script_by_the_name_of_a_directory_of_headers_is_none(self):
        self.project({"src/kernel.cpp": KERNEL.format(include="math/update.h"), "include/math/update.h": HEADER.format(divisor="c"), "scripts/math": "#!/bin/sh"})
        found = self.check_json("project/src/kernel.cpp")
        self.assertEqual([(finding["rule"], finding["function"]) for finding in found.findings], [("mul-then-div", "update")])
        self.assertEqual(found.report["notAnalysed"], [])

    def test_an_extension_of_pytorch_is_read_without_pytorch(self):
        kernel = "#include <torch/extension.h>\nvoid step(torch::Tensor w, torch::Tensor g, float lr, float d) {\n  auto weights = w.accessor<float, 1>();\n  auto moments = g.accessor<float, 1>();\n  for (int64_t i = 0; i < w.size(0); ++i) weights[i] -= lr * moments[i] / d;\n}\n"
        self.project({"src/kernel.cpp": kernel})
        found = self.check_json("project/src/kernel.cpp")
        self.assertEqual([(finding["rule"], finding["function"]) for finding in found.findings], [("mul-then-div", "step")])
        without = self.check_json("--no-header-search", "project/src/kernel.cpp")
        self.assertIn("file not found", without.out)

    def test_pytorch_in_the_project_comes_first(self):
        kernel = '#include <torch/extension.h>\nfloat step(float lr, float m, float v) { return update(lr, m, v); }\n'
        self.project({"src/kernel.cpp": kernel, "include/torch/extension.h": HEADER.format(divisor="c")})
        found = self.check_json("project/src/kernel.cpp")
        self.assertEqual([(finding["rule"], finding["function"]) for finding in found.findings], [("mul-then-div", "update")])

    def test_the_line_says_what_was_found(self):
        self.project({"src/kernel.cpp": KERNEL.format(include="update.h"), "a/update.h": HEADER.format(divisor="c"), "b/update.h": HEADER.format(divisor="b")})
        outcome = self.run_checker("project/src/kernel.cpp")
        self.assertIn("1 header that no flag finds taken from", outcome.err + outcome.out)
        self.assertIn("(1 where several fit, or the name in part)", outcome.err + outcome.out)

    def test_the_nearest_of_several_is_taken(self):
        self.project(
            {
                "a/src/kernel.cpp": KERNEL.format(include="update.h"),
                "b/include/update.h": HEADER.format(divisor="b"),
                "a/include/update.h": HEADER.format(divisor="c"),
            }
        )
        found = self.check_json("project/a/src/kernel.cpp")
        self.assertTrue(found.report["foundHeaders"][0]["path"].endswith("project/a/include/update.h"))
        self.assertEqual(found.report["foundHeaders"][0]["candidates"], 2)

    def test_what_lies_beside_a_found_header_is_found_beside_it(self):
        self.project(
            {
                "src/kernel.cpp": KERNEL.format(include="math/update.h"),
                "include/math/update.h": '#include "detail.h"\n#include "../base/base.h"\n',
                "include/math/detail.h": HEADER.format(divisor="c"),
                "include/base/base.h": "#define BASE 1\n",
                "other/detail.h": "#error the wrong one\n",
                "src/base/base.h": "#error the wrong one\n",
            }
        )
        found = self.check_json("project/src/kernel.cpp")
        self.assertEqual([finding["rule"] for finding in found.findings], ["mul-then-div"])
        self.assertEqual(found.report["notAnalysed"], [])

    def test_system_headers_come_first(self):
        self.project({"src/kernel.cpp": "#include <cmath>\n#include <string.h>\nfloat f(float x) { return std::sqrt(x); }\n", "tools/cmath": "#error ours\n", "tools/string.h": "#error ours\n"})
        self.assertNotIn("foundHeaders", self.check_json("project/src/kernel.cpp").report)

    def test_a_compile_database_decides(self):
        root = self.project({"src/kernel.cpp": KERNEL.format(include="math/update.h"), "include/math/update.h": HEADER.format(divisor="c")})
        entry = {"directory": str(root), "file": "src/kernel.cpp", "arguments": ["clang++", "-c", "src/kernel.cpp"]}
        (root / "compile_commands.json").write_text(json.dumps([entry]))
        found = self.check_json("project/src/kernel.cpp")
        self.assertNotIn("foundHeaders", found.report)
        self.assertEqual([entry["what"] for entry in found.report["notAnalysed"] if "header" in entry["what"]], ['header "math/update.h"'])

    def test_a_build_file_marks_the_root_and_without_a_mark_there_is_none(self):
        files = {"src/kernel.cpp": KERNEL.format(include="math/update.h"), "include/math/update.h": HEADER.format(divisor="c")}
        self.project(files, mark="CMakeLists.txt")
        self.assertIn("foundHeaders", self.check_json("project/src/kernel.cpp").report)
        (self.root / "project/CMakeLists.txt").unlink()
        self.assertNotIn("foundHeaders", self.check_json("project/src/kernel.cpp").report)

    def test_a_directory_that_is_checked_is_the_root_where_nothing_else_is(self):
        files = {"src/kernel.cpp": KERNEL.format(include="math/update.h"), "include/math/update.h": HEADER.format(divisor="c")}
        for name, text in files.items():
            self.write("project/" + name, text)
        for directory in ("project", "./project/", self.root / "project"):
            found = self.check_json(directory)
            self.assertEqual(["mul-then-div"], [finding["rule"] for finding in found.findings])
            self.assertEqual([1], [header["candidates"] for header in found.report["foundHeaders"]])
        self.assertNotIn("foundHeaders", self.check_json("project/src").report)
        self.assertNotIn("foundHeaders", self.check_json("project/src/kernel.cpp").report)
        self.assertNotIn("foundHeaders", self.check_json("project", environment={"HOME": str(self.root / "project")}).report)

    def test_the_root_is_part_of_what_a_warm_run_asks(self):
        self.write("project/src/kernel.cpp", KERNEL.format(include="math/update.h"))
        self.write("project/include/math/update.h", HEADER.format(divisor="c"))
        cached = ["--cache-dir=" + str(self.root / "cache")]
        environment = {"FPORDER_NO_CACHE": ""}
        self.assertIn("foundHeaders", self.check_json(*cached, "project", environment=environment).report)
        self.assertNotIn("foundHeaders", self.check_json(*cached, "project/src/kernel.cpp", environment=environment).report)

    def test_neither_the_home_directory_nor_links_out_of_the_root_are_searched(self):
        self.project({"src/kernel.cpp": KERNEL.format(include="math/update.h")})
        self.write("outside/math/update.h", HEADER.format(divisor="c"))
        os.symlink("../outside", self.root / "project/include")
        (self.root / "project/math").mkdir()
        os.symlink("../../outside/math/update.h", self.root / "project/math/update.h")
        self.assertNotIn("foundHeaders", self.check_json("project/src/kernel.cpp").report)
        self.write("project/deep/math/update.h", HEADER.format(divisor="c"))
        home = {"HOME": str(self.root / "project")}
        self.assertNotIn("foundHeaders", self.check_json("project/src/kernel.cpp", environment=home).report)
        self.assertIn("foundHeaders", self.check_json("project/src/kernel.cpp").report)

    def test_a_new_header_is_seen_by_a_warm_run(self):
        self.project({"src/kernel.cpp": KERNEL.format(include="update.h"), "far/away/update.h": HEADER.format(divisor="c")})
        cached = ["--cache-dir=" + str(self.root / "cache"), "--verbose", "project/src/kernel.cpp"]
        with_cache = {"FPORDER_NO_CACHE": ""}

        def run():
            return self.check_json(*cached, environment=with_cache)

        first = run().report
        warm = run()
        self.assertIn("1 of 1 units", warm.err)
        self.assertEqual(warm.report["foundHeaders"], first["foundHeaders"])
        self.write("project/src/near/update.h", "#pragma once\ninline float update(float a, float, float) { return a; }\n")
        second = run()
        self.assertEqual(second.findings, [])
        self.assertEqual(second.report["foundHeaders"][0]["candidates"], 2)
        (self.root / "project/src/near/update.h").unlink()
        self.assertEqual(run().report["foundHeaders"], first["foundHeaders"])


if __name__ == "__main__":
    unittest.main()
