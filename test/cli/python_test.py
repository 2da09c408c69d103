"""Python scripts: read by an interpreter that runs nothing of them, printed by --dump-graph, refused as sources to check."""

import pathlib
import unittest

from checker import ADAM, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

GOLDEN = """import numpy as np


def adam(w, m, v, lr=1e-3, eps=1e-8):
    return w - lr * m / (np.sqrt(v) + eps)
"""


class Python(CheckerTest):
    def dumped(self, text, *arguments, name="golden.py"):
        self.write(name, text)
        return self.run_checker("--dump-graph", *arguments, name)

    def refused(self, text, *parts):
        outcome = self.dumped(text)
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("golden.py", outcome.err)
        for part in parts:
            self.assertIn(part, outcome.err)

    def test_graphs_are_printed(self):
        outcome = self.dumped(GOLDEN)
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("procedure adam\n  return w[i] - cast<dependent>(lr) * m[i] / (sqrt(v[i]) + cast<dependent>(eps))", outcome.out)

    def test_beside_other_sources(self):
        self.write("a.cpp", ADAM)
        outcome = self.dumped(GOLDEN, "a.cpp")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual(outcome.out.count("procedure adam\n"), 2)

    def test_no_source_to_check(self):
        self.write("golden.py", GOLDEN)
        self.write("a.cpp", ADAM)
        outcome = self.run_checker("golden.py", "a.cpp")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("golden.py: is a Python script, which is no source to check but a reference", outcome.err)
        self.assertIn("mul-then-div", outcome.out)

    def test_without_an_interpreter(self):
        for path in ("./no-such-python", "./plain"):
            self.write("plain", "no program\n")
            outcome = self.dumped(GOLDEN, f"--python={path}")
            self.assertStatus(outcome, EXIT_USAGE)
            self.assertIn("install the package python3", outcome.err)
        self.assertStatus(self.dumped(GOLDEN, "--python=python3"), EXIT_USAGE)

    def test_profiles_are_known_by_name(self):
        script = "import torch\ndef f(a, b, c):\n    a.addcdiv_(b, c, value=-0.5)\n"
        printed = {}
        for profile in ("torch-cpu", "torch-cuda", "torch-cuda-fma"):
            outcome = self.dumped(script, f"--reference-profile={profile}")
            self.assertStatus(outcome, EXIT_CLEAN)
            printed[profile] = next(line for line in outcome.out.splitlines() if "store a[i]" in line)
        self.assertIn("a[i] + -0.5 * b[i] / c[i]", printed["torch-cpu"])
        self.assertIn("a[i] + -0.5 * (b[i] / c[i])", printed["torch-cuda"])
        self.assertIn("fma(-0.5, b[i] / c[i], a[i])", printed["torch-cuda-fma"])
        outcome = self.dumped(script, "--reference-profile=torch-gpu")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("torch-cuda", outcome.err)

    def test_nothing_of_the_script_runs(self):
        mark = pathlib.Path(self.root) / "RAN"
        text = f"import os\nos.system('touch {mark}')\nopen('{mark}', 'w')\nraise SystemExit(9)\n" + GOLDEN
        self.assertStatus(self.dumped(text), EXIT_CLEAN)
        self.assertFalse(mark.exists())

    def test_neither_the_directory_nor_the_environment_says_what_is_imported(self):
        mark = pathlib.Path(self.root) / "RAN"
        for name in ("ast.py", "json.py", "sitecustomize.py", "usercustomize.py"):
            self.write(name, f"open('{mark}', 'w')\n")
        environment = {"PYTHONPATH": str(self.root), "PYTHONSTARTUP": str(self.root / "ast.py"), "PYTHONHOME": "/nowhere", "PYTHONINSPECT": "1"}
        self.write("golden.py", GOLDEN)
        outcome = self.run_checker("--dump-graph", "golden.py", environment=environment)
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertFalse(mark.exists())

    def test_errors_have_their_places(self):
        self.refused("x = 1\ny = (2 +\n", "2:5")
        self.refused("x = 1\ny = 2\0\n", "2:6", "NUL")
        self.refused("x = " + "(" * 100_000 + ")" * 100_000, "1:", "parentheses")
        self.refused("def f(x):\n" + "".join(" " * depth + "if x:\n" for depth in range(1, 150)), "indentation")
        self.refused("x = 1\ny = " + "9" * 100_000, "2:", "4300")
        self.refused("x = " + "-" * 100_000 + "1", "nested too deeply")
        self.refused("x = 1\ny = x" + ".a" * 300 + "\n", "2:5", "beyond the limit of 200")
        self.refused("x = 1 + y * 2\n" * 40_000, "beyond the limit of 200000")
        self.refused("x = 1\n" * 2_000_000, "beyond the limit of 1 MiB for a Python script")
        self.refused("# -*- coding: no-such-code -*-\nx = 1\n", "no-such-code")

    def test_bytes_that_are_no_text(self):
        self.write("golden.py", b"x = '\xff\xfe'\n" + GOLDEN.encode())
        outcome = self.run_checker("--dump-graph", "golden.py")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("golden.py: 1:", outcome.err)
        self.assertStatus(self.dumped("x = '\\ud800'\n" + GOLDEN), EXIT_CLEAN)

    def test_what_is_missing(self):
        outcome = self.run_checker("--dump-graph", "nowhere.py")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("nowhere.py: no such file", outcome.err)
        self.assertStatus(self.dumped(""), EXIT_CLEAN)

    def entries(self, script, source=ADAM, *options, reference="golden.py"):
        self.write("golden.py", script)
        self.write("a.cpp", source)
        outcome = self.check_json("--reference=" + reference, *options, "a.cpp")
        return {entry["output"]: entry for entry in outcome.report["conformance"]}

    def test_a_script_is_a_reference(self):
        same = self.entries(GOLDEN)["w"]
        self.assertEqual((same["function"], same["verdict"], same["refFile"], same["refLine"]), ("adam", "same-order", "golden.py", 5), same)
        self.assertIn("the reference rounds 'lr', 'eps' from binary64 to binary32, the implementation is given that number", same["assumed"])
        divided = GOLDEN.replace("lr * m / (np.sqrt(v) + eps)", "lr * (m / (np.sqrt(v) + eps))")
        other = self.entries(divided)["w"]
        self.assertEqual((other["verdict"], other["class"], other["refLine"]), ("different-order", "multiply-then-divide", 5), other)
        self.assertEqual(other["refExpression"], "lr * (m[i] / (sqrt(v[i]) + eps))")
        # NumPy rounds each operation; a compiler for a machine with fused operations may not.
        source = ADAM.replace("lr * m[i] / (sqrtf(v[i]) + eps)", "lr * (m[i] / (sqrtf(v[i]) + eps))")
        self.assertEqual(self.entries(divided, source)["w"]["verdict"], "same-order")
        fused = self.entries(divided, source, "--extra-arg=-mfma")["w"]
        self.assertEqual((fused["verdict"], fused["class"]), ("different-operators", "contraction"), fused)

    def test_platforms_of_a_script(self):
        script = "import torch\ndef adam(w, m, v, lr, eps):\n    w.addcdiv_(m, v.sqrt().add_(eps), value=-lr)\n"
        self.assertEqual(self.entries(script)["w"]["verdict"], "same-order")
        self.assertEqual(self.entries(script, ADAM, "--reference-platform=torch-cpu")["w"]["verdict"], "same-order")
        for option in ("--reference-platform=torch-cuda", "--reference-profile=torch-cuda"):
            entry = self.entries(script, ADAM, option)["w"]
            self.assertEqual((entry["verdict"], entry["class"]), ("different-order", "multiply-then-divide"), entry)
        # exp is NumPy's on one side.
        exponential = "#include <cmath>\nvoid f(float *y, const float *x, int n) { for (int i = 0; i < n; ++i) y[i] = std::exp(x[i]); }\n"
        entry = self.entries("import numpy as np\ndef f(x):\n    return np.exp(x)\n", exponential)["y"]
        self.assertEqual(entry["verdict"], "different-operators")
        self.assertIn("numpy", entry["message"])
        entry = self.entries("import torch\ndef f(x):\n    return torch.exp(x)\n", exponential)["y"]
        self.assertIn("torch-cpu", entry["message"])

    def test_results_and_changed_arguments_are_outputs(self):
        moments = """#include <cmath>
void adam(float *w, float *m, float *v, const float *g, float b1, float c1, float lr, int n) {
  for (int i = 0; i < n; ++i) {
    m[i] = b1 * m[i] + c1 * g[i];
    v[i] = b1 * v[i] + c1 * (g[i] * g[i]);
    w[i] = w[i] - lr * (m[i] / std::sqrt(v[i]));
  }
}
"""
        returned = "import numpy as np\ndef adam(w, m, v, g, b1, c1, lr):\n  m = b1 * m + c1 * g\n  v = b1 * v + c1 * g * g\n  return w - lr * (m / np.sqrt(v)), m, v\n"
        changed = returned.replace("m = b1 * m + c1 * g\n", "m[:] = b1 * m + c1 * g\n").replace("return w - lr * (m / np.sqrt(v)), m, v", "w[:] = w - lr * (m / np.sqrt(v))\n  return v")
        numbers = "c1: float, lr: float"
        for script in (returned, changed):
            entries = self.entries(script.replace("c1, lr", numbers).replace("b1,", "b1: float,"), moments)
            self.assertEqual({name: entry["verdict"] for name, entry in entries.items()}, {"w": "different-order", "m": "same-order", "v": "different-order"})
            self.assertEqual(entries["v"]["class"], "product-grouping")

    def test_functions_and_comments_name_scripts(self):
        two = GOLDEN + "\n\ndef other(w, m, v, lr=1e-3, eps=1e-8):\n    return w - lr * (m / (np.sqrt(v) + eps))\n"
        self.assertEqual(self.entries(two, ADAM, reference="golden.py:other")["w"]["verdict"], "different-order")
        self.write("golden.py", two)
        self.write("kernels/a.cpp", ADAM.replace("void adam", "// fporder: reference ../golden.py:adam\nvoid step"))
        outcome = self.check_json("kernels/a.cpp")
        self.assertEqual([entry["verdict"] for entry in outcome.report["conformance"]], ["same-order"])
        outcome = self.run_checker("--reference=golden.py:none", "kernels/a.cpp")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("no function 'none' with floating-point outputs; it has adam, other", outcome.err)

    def test_what_a_script_saves_is_an_output(self):
        saved = """import numpy as np
def gen_golden_data():
    input_x = np.random.uniform(-1, 1, [8, 2048]).astype(np.float32)
    input_y = np.random.uniform(-1, 1, [8, 2048]).astype(np.float32)
    golden = input_x * input_y + input_x
    input_x.tofile("x.bin")
    golden.tofile("golden.bin")
if __name__ == "__main__":
    gen_golden_data()
"""
        source = "void f(float *z, const float *x, const float *y, int n) { for (int i = 0; i < n; ++i) { float p = x[i] * y[i]; z[i] = p + x[i]; } }\n"
        (entry,) = self.entries(saved, source).values()
        self.assertEqual(entry["verdict"], "same-order", entry)

    def test_references_that_cannot_be_read(self):
        self.write("a.cpp", ADAM)
        for script, options, said in (
            ("x = (\n", (), "reference golden.py: 1:5: "),
            ("x = 1\n", (), "golden.py: the reference has no function with floating-point outputs"),
            (GOLDEN, ("--python=./no-such-python",), "install the package python3"),
        ):
            self.write("golden.py", script)
            outcome = self.run_checker("--reference=golden.py", *options, "a.cpp")
            self.assertStatus(outcome, EXIT_USAGE)
            self.assertIn(said, outcome.err)
        self.write("a.cpp", "// fporder: reference golden.py\n" + ADAM)
        outcome = self.run_checker("--python=./no-such-python", "a.cpp")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("a.cpp:1: reference golden.py: ", outcome.err)

    def test_a_reference_runs_nothing(self):
        mark = pathlib.Path(self.root) / "RAN"
        self.entries(f"import os\nos.system('touch {mark}')\nopen('{mark}', 'w')\n" + GOLDEN)
        self.assertFalse(mark.exists())

    def test_coverage_is_said(self):
        outcome = self.dumped(GOLDEN + "def g(x):\n    y = x * 2\n    z = np.no_such_function(y)\n    return z * 3 + y\n", "--coverage")
        self.assertIn("1 of 2 assignments", outcome.err)
        self.assertIn("unanalysed 8:", outcome.out)


if __name__ == "__main__":
    unittest.main()
