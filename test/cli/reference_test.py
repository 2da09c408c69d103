#!/usr/bin/env python3
"""--reference: verdicts, their places, the exit status, and what is refused."""

import json
import unittest

from checker import EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, CheckerTest

GOLDEN = """#include <cmath>
void adam(float *w, const float *m, const float *v, float lr, float eps, int n) {
  for (int i = 0; i < n; ++i)
    w[i] = w[i] - lr * (m[i] / (std::sqrt(v[i]) + eps));
}
"""
PRODUCT_FIRST = """#include <cmath>
void adam(float *w, const float *m, const float *v, float lr, float eps, int n) {
  for (int i = 0; i < n; ++i) {
    float step = lr * m[i];
    w[i] -= step / (std::sqrt(v[i]) + eps);
  }
}
"""
SAME = """#include <cmath>
void adam(float *w, const float *m, const float *v, float lr, float eps, int n) {
  for (int i = 0; i < n; ++i) {
    float q = m[i] / (std::sqrt(v[i]) + eps);
    w[i] -= q * lr;
  }
}
"""
TILED = """float sum(const float *x, int n) {
  float s = 0;
  for (int t = 0; t < n / 16; ++t) {
    float part = 0;
    for (int k = 0; k < 16; ++k)
      part += x[t * 16 + k];
    s += part;
  }
  return s;
}
"""
PLAIN = """float sum(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
"""
# The schema of an entry of the JSON's top-level "conformance".
ENTRY = {"function": str, "output": str, "verdict": str, "file": str, "line": int, "column": int, "refFile": str, "refLine": int, "refColumn": int,
         "class": str, "expression": str, "refExpression": str, "message": str, "settle": str, "measured": (dict, type(None)), "assumed": list}


class Reference(CheckerTest):
    def compare(self, implementation, *options, golden=GOLDEN, status, reference=None):
        self.write("golden.cpp", golden)
        self.write("kernel.cpp", implementation)
        outcome = self.run_checker("--format=json", "--reference=" + (reference or "golden.cpp"), *options, "kernel.cpp")
        self.assertEqual(outcome.status, status, outcome)
        return outcome

    def entry(self, outcome):
        (entry,) = outcome.report["conformance"]
        self.assertEqual(set(entry), set(ENTRY))
        for key, kind in ENTRY.items():
            self.assertIsInstance(entry[key], kind, key)
        return entry

    def test_another_order_is_a_warning_at_both_places(self):
        outcome = self.compare(PRODUCT_FIRST, status=EXIT_FINDINGS)
        entry = self.entry(outcome)
        self.assertEqual((entry["function"], entry["output"], entry["verdict"]), ("adam", "w", "different-order"))
        self.assertEqual((entry["file"], entry["line"], entry["refFile"], entry["refLine"]), ("kernel.cpp", 5, "golden.cpp", 4))
        self.assertEqual(entry["class"], "multiply-then-divide")
        self.assertEqual(entry["expression"], "(lr * m[i]) / (sqrt(v[i]) + eps)")
        self.assertGreater(entry["measured"]["share"], 0)
        # In place of the generic finding on the same division.
        self.assertEqual([finding["rule"] for finding in outcome.findings], ["different-order"])
        self.assertEqual(outcome.findings[0]["severity"], "warning")
        self.assertEqual(outcome.findings[0]["notes"][0]["file"], "golden.cpp")

    def test_text_shows_both_lines(self):
        self.write("golden.cpp", GOLDEN)
        self.write("kernel.cpp", PRODUCT_FIRST)
        outcome = self.run_checker("--reference=golden.cpp", "kernel.cpp")
        self.assertIn("kernel.cpp:5:18: warning: 'w': multiplies before it divides", outcome.out)
        self.assertIn("golden.cpp:4:22: note: the reference: 'lr * (m[i] / (sqrt(v[i]) + eps))'", outcome.out)
        self.assertIn("reference: adam: w: different-order (multiply-then-divide); the reference: golden.cpp:4", outcome.out)

    def test_sarif_relates_the_reference(self):
        self.write("golden.cpp", GOLDEN)
        self.write("kernel.cpp", PRODUCT_FIRST)
        outcome = self.run_checker("--format=sarif", "--reference=golden.cpp", "kernel.cpp")
        (result,) = json.loads(outcome.out)["runs"][0]["results"]
        self.assertEqual(result["ruleId"], "FPO003")
        related = result["relatedLocations"][0]["physicalLocation"]
        self.assertEqual(related["artifactLocation"]["uri"], "golden.cpp")
        self.assertEqual(related["region"]["startLine"], 4)

    def test_the_same_order(self):
        entry = self.entry(self.compare(SAME, "--fail-on=warning", status=EXIT_CLEAN))
        self.assertEqual((entry["verdict"], entry["class"], entry["assumed"]), ("same-order", "", []))

    def test_members_of_what_is_returned_are_outputs(self):
        text = "struct P { float x, y; };\nP f(float a, float b, float c) {\n  P p;\n  p.x = %s;\n  p.y = a + b;\n  return p;\n}\n"
        self.write("golden.cpp", text % "a * (b / c)")
        self.write("golden.py", "def f(a, b, c):\n    x = a * (b / c)\n    y = a + b\n    return x, y\n")
        self.write("kernel.cpp", text % "a * b / c")
        for golden in ("golden.cpp", "golden.py"):
            verdicts = {entry["output"]: entry["verdict"] for entry in self.check_json(f"--reference={golden}", "kernel.cpp").report["conformance"]}
            self.assertEqual(verdicts, {"x": "different-order", "y": "same-order"})

    def test_a_schedule_fails_only_where_it_is_named(self):
        entry = self.entry(self.compare(TILED, golden=PLAIN, status=EXIT_CLEAN))
        self.assertEqual(entry["verdict"], "different-schedule")
        self.assertIn("'n' is a multiple of 16", entry["assumed"])
        self.compare(TILED, "--fail-on=warning,different-schedule", golden=PLAIN, status=EXIT_FINDINGS)

    def test_another_formula_has_a_point(self):
        other = SAME.replace("(std::sqrt(v[i]) + eps)", "std::sqrt(v[i] + eps)")
        entry = self.entry(self.compare(other, status=EXIT_FINDINGS))
        self.assertEqual(entry["verdict"], "different-formula")
        self.assertRegex(entry["message"], r"at .*eps = ")

    def test_a_formula_is_a_reference(self):
        formula = "w - lr * (m / (sqrt(v) + eps))"
        self.assertEqual(self.entry(self.compare(SAME, status=EXIT_CLEAN, reference=formula))["verdict"], "same-order")
        self.assertEqual(self.entry(self.compare(PRODUCT_FIRST, status=EXIT_FINDINGS, reference=formula))["verdict"], "different-order")
        core = "(FPCore (w lr m v eps) (- w (* lr (/ m (+ (sqrt v) eps)))))"
        self.assertEqual(self.entry(self.compare(SAME, status=EXIT_CLEAN, reference=core))["verdict"], "same-order")

    def test_a_function_of_the_reference(self):
        two = GOLDEN + GOLDEN.replace("adam", "other").replace("lr * (m[i] / (std::sqrt(v[i]) + eps))", "m[i]")
        kernel = SAME.replace("adam", "kernel")
        entry = self.entry(self.compare(kernel, golden=two, status=EXIT_CLEAN, reference="golden.cpp:adam"))
        self.assertEqual(entry["verdict"], "same-order")
        # Nothing is decided: the generic finding stays.
        either = self.compare(kernel, golden=two, status=EXIT_FINDINGS)
        self.assertEqual(self.entry(either)["verdict"], "undecided")

    def test_comments_name_references(self):
        self.write("golden/golden.cpp", GOLDEN)
        self.write(
            "kernels/kernel.cpp",
            "#include <cmath>\n// fporder: reference ../golden/golden.cpp:adam\n// fporder: input rate = lr\n"
            "void step(float *w, const float *m, const float *v, float eps, float rate, int n) {\n"
            "  for (int i = 0; i < n; ++i)\n    w[i] -= rate * (m[i] / (std::sqrt(v[i]) + eps));\n}\n"
            "// fporder: formula a + t * (b - a)\nfloat blend(float a, float b, float t) { return (1 - t) * a + t * b; }\n"
            "float other(float a, float b) { return a - b; }\n",
        )
        outcome = self.run_checker("--format=json", "kernels/kernel.cpp")
        self.assertEqual(outcome.status, EXIT_FINDINGS, outcome)
        verdicts = {entry["function"]: entry["verdict"] for entry in outcome.report["conformance"]}
        self.assertEqual(verdicts, {"step": "same-order", "blend": "different-order"})

    def fixed(self, implementation, *options, golden=GOLDEN, name="kernel.cpp", status=EXIT_CLEAN):
        """The text that --fix leaves, and the verdicts on it."""
        self.write("golden.cpp", golden)
        path = self.write(name, implementation)
        outcome = self.run_checker("--fix", "--reference=golden.cpp", *options, name)
        if status is not None:
            self.assertEqual(outcome.status, status, outcome)
        again = self.run_checker("--format=json", "--reference=golden.cpp", name)
        return path.read_text(), [entry["verdict"] for entry in again.report["conformance"]], outcome

    def test_fix_follows_the_reference(self):
        text, verdicts, _ = self.fixed(PRODUCT_FIRST)
        self.assertEqual(text, PRODUCT_FIRST.replace("step / (std::sqrt(v[i]) + eps)", "lr * (m[i] / (std::sqrt(v[i]) + eps))"))
        self.assertEqual(verdicts, ["same-order"])
        back = GOLDEN.replace("lr * (m[i] / (std::sqrt(v[i]) + eps))", "lr * m[i] / (std::sqrt(v[i]) + eps)")
        text, verdicts, _ = self.fixed(GOLDEN, golden=back)
        self.assertEqual((text, verdicts), (back, ["same-order"]))

    def test_fix_in_other_languages(self):
        body = "w[i] = lr * m[i] / d"
        for name, head in (
            ("kernel.c", "void adam(float *w, const float *m, float d, float lr, int n) {\n  for (int i = 0; i < n; ++i)\n    {};\n}\n"),
            ("kernel.cl", "__kernel void adam(__global float *w, __global const float *m, float d, float lr, int n) {\n"
                          "  int i = get_global_id(0);\n  if (i < n)\n    {};\n}\n"),
            ("kernel.cu", "__global__ void adam(float *w, const float *m, float d, float lr, int n) {\n"
                          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n)\n    {};\n}\n"),
        ):
            golden = "void adam(float *w, const float *m, float d, float lr, int n) {\n  for (int i = 0; i < n; ++i)\n    w[i] = lr * (m[i] / d);\n}\n"
            with self.subTest(name):
                text, verdicts, outcome = self.fixed(head.replace("{};", body + ";"), golden=golden, name=name)
                self.assertIn("w[i] = lr * (m[i] / d);", text, outcome)
                self.assertIn(verdicts, (["same-order"], ["different-operators"]))

    def test_fix_of_a_body_and_its_tail(self):
        golden = "void adam(float *w, const float *m, float d, float lr, int n) {\n  for (int i = 0; i < n; ++i)\n    w[i] = w[i] - lr * (m[i] / d);\n}\n"
        unrolled = ("void adam(float *w, const float *m, float d, float lr, int n) {\n  int i = 0;\n  for (; i + 2 <= n; i += 2) {\n"
                    "    w[i] = w[i] - lr * m[i] / d;\n    w[i + 1] = w[i + 1] - lr * m[i + 1] / d;\n  }\n"
                    "  for (; i < n; ++i)\n    w[i] = w[i] - lr * m[i] / d;\n}\n")
        text, verdicts, outcome = self.fixed(unrolled, golden=golden)
        fixed = unrolled.replace("lr * m[i] / d", "lr * (m[i] / d)").replace("lr * m[i + 1] / d", "lr * (m[i + 1] / d)")
        self.assertEqual((text, verdicts), (fixed, ["same-order"]), outcome)

    def test_functions_of_the_host_have_its_functions(self):
        golden = "#include <cmath>\nfloat loss(float p) { return std::log(p); }\nfloat gain(float p) { return std::log(p); }\n"
        kernels = "float loss(float p) { return logf(p); }\n__device__ float gain(float p) { return logf(p); }\n"
        self.write("golden.cpp", golden)
        self.write("kernel.cu", kernels)
        verdicts = {}
        for options in ((), ("--platform=cuda",)):
            report = self.run_checker("--format=json", "--reference=golden.cpp", *options, "kernel.cu").report
            verdicts[options] = {entry["function"]: entry["verdict"] for entry in report["conformance"]}
        self.assertEqual(verdicts[()], {"loss": "same-order", "gain": "different-operators"})
        self.assertEqual(verdicts["--platform=cuda",], {"loss": "different-operators", "gain": "different-operators"})

    def test_fix_is_shown_and_marked(self):
        outcome = self.compare(PRODUCT_FIRST, status=EXIT_FINDINGS)
        self.assertEqual(outcome.findings[0]["fix"]["class"], "reference")
        shown = self.run_checker("--diff", "--reference=golden.cpp", "kernel.cpp")
        self.assertIn("+    w[i] -= lr * (m[i] / (std::sqrt(v[i]) + eps));", shown.out)
        self.assertEqual((self.root / "kernel.cpp").read_text(), PRODUCT_FIRST)

    def test_no_fix_where_it_might_be_wrong(self):
        overlap = PRODUCT_FIRST.replace("    w[i] -= step", "    u[i] = eps;\n    w[i] -= step").replace("float *w,", "float *w, float *u,")
        macro = PRODUCT_FIRST.replace("step / (", "STEP(step) / (").replace("#include <cmath>", "#include <cmath>\n#define STEP(x) (x * 1.0f)")
        operator = "#include <cmath>\n#define UPDATE(a, b, c) ((a) * (b) / (c))\n" + GOLDEN.split("\n", 1)[1].replace(
            "lr * (m[i] / (std::sqrt(v[i]) + eps))", "UPDATE(lr, m[i], std::sqrt(v[i]) + eps)")
        renamed = PRODUCT_FIRST.replace("float lr", "float rate").replace("lr *", "rate *")
        shared = PRODUCT_FIRST.replace("adam", "inner").replace("void inner", "template <class T> void inner").replace("float step", "T step") + (
            "void adam(float *w, const float *m, const float *v, float lr, float eps, int n) { inner<float>(w, m, v, lr, eps, n); }\n"
            "void other(float *w, const float *m, const float *v, float lr, float eps, int n) { inner<double>(w, m, v, lr, eps, n); }\n")
        for what, text in (("store between", overlap), ("operand", macro), ("operator", operator), ("input by position", renamed), ("template", shared)):
            with self.subTest(what):
                self.write("kernel.cpp", text)
                self.write("golden.cpp", GOLDEN)
                self.run_checker("--fix", "--reference=golden.cpp", "kernel.cpp")
                after = (self.root / "kernel.cpp").read_text()
                if after != text:  # only what was seen to have the order
                    again = self.run_checker("--format=json", "--reference=golden.cpp", "kernel.cpp")
                    self.assertEqual({entry["verdict"] for entry in again.report["conformance"]}, {"same-order"})
                    self.assertNotIn(what, ("store between", "operator", "input by position", "template"))

    def test_a_reason_is_given_where_there_is_no_fix(self):
        renamed = PRODUCT_FIRST.replace("float lr", "float rate").replace("lr *", "rate *")
        self.compare(renamed, status=EXIT_FINDINGS)
        outcome = self.run_checker("--reference=golden.cpp", "kernel.cpp")
        self.assertIn("no fix is offered: the verdict rests on an assumption", outcome.out)

    def test_other_fixes_leave_compared_functions_alone(self):
        golden = "#include <cmath>\nvoid f(float *w, const float *x, float a, float b, float c, int n) {\n  for (int i = 0; i < n; ++i)\n    w[i] -= a * x[i] / (std::sqrt(b) + c);\n}\n"
        text, verdicts, _ = self.fixed(golden, "--fix=all", golden=golden)
        self.assertEqual((text, verdicts), (golden, ["same-order"]))

    def test_vector_calls_change_places(self):
        head = ("#include \"kernel_operator.h\"\nusing namespace AscendC;\n__aicore__ inline void adam(LocalTensor<float> &w, LocalTensor<float> &m, "
                "LocalTensor<float> &v, float lr, int n) {\n")
        golden = "void adam(float *w, const float *m, const float *v, float lr, int n) {\n  for (int i = 0; i < n; ++i)\n    w[i] = w[i] - lr * (m[i] / v[i]);\n}\n"
        barrier, tail = "  PipeBarrier<PIPE_V>();\n", "  Sub(w, w, m, n);\n}\n"
        muls, div = "  Muls(m, m, lr, n);\n", "  Div(m, m, v, n);\n"
        text, verdicts, outcome = self.fixed(head + muls + barrier + div + barrier + tail, golden=golden, name="kernel.h")
        self.assertEqual(text, head + barrier + div + barrier + muls + barrier + tail, outcome)
        self.assertEqual(verdicts, ["same-order"])
        text, verdicts, outcome = self.fixed(head + muls + div + tail, golden=golden, name="kernel.h")
        self.assertEqual((text, verdicts), (head + div + muls + tail, ["same-order"]), outcome)
        for what, body in (
            ("the product is read once more", muls + "  Add(w, w, m, n);\n" + div + tail),
            ("a call in between is not known", muls + "  Publish(m);\n" + div + tail),
            ("an event in between", muls + "  SetFlag<HardEvent::V_MTE3>(1);\n" + div + tail),
            ("a branch's only statement", "  if (n > 8)\n  " + muls + div + tail),
            ("other counts", muls + div.replace(", n)", ", 8)") + tail),
        ):
            with self.subTest(what):
                kernel = head + body
                text, _, _ = self.fixed(kernel, golden=golden, name="kernel.h", status=None)
                self.assertEqual(text, kernel)

    def test_mistaken_comments_have_their_places(self):
        for comment, said in (
            ("reference missing.cpp", "kernel.cpp:1: no such reference"),
            ("formula a + (", "kernel.cpp:1: formula 'a + ('"),
            ("input = lr", "kernel.cpp:1: expected NAME = NAME-IN-THE-REFERENCE"),
        ):
            self.write("kernel.cpp", "// fporder: " + comment + "\n// fporder: formula a + b\nfloat f(float a, float b) { return a + b; }\n")
            outcome = self.run_checker("kernel.cpp")
            self.assertEqual(outcome.status, EXIT_USAGE, outcome)
            self.assertIn(said, outcome.err)

    def test_platforms_differ_in_their_operators(self):
        entry = self.entry(self.compare(SAME, "--platform=opencl", status=EXIT_CLEAN))
        self.assertEqual(entry["verdict"], "different-operators")
        self.assertIn("opencl", entry["message"])

    def test_mistakes_are_usage_errors(self):
        for reference, said in (
            ("missing.cpp", "neither a file"),
            ("golden.cpp:none", "no function 'none'"),
            ("w - (m", "missing ')'"),
            ("formula:", "formula ''"),
        ):
            outcome = self.compare(SAME, status=EXIT_USAGE, reference=reference)
            self.assertIn(said, outcome.err)
        self.assertIn("unknown platform", self.compare(SAME, "--platform=abacus", status=EXIT_USAGE).err)
        self.assertIn("--fail-on", self.compare(SAME, "--fail-on=order", status=EXIT_USAGE).err)

    def test_a_reference_that_does_not_parse(self):
        outcome = self.compare(SAME, golden="void adam(float *w {\n", status=EXIT_USAGE)
        self.assertIn("reference golden.cpp", outcome.err)

    def test_hostile_references_end(self):
        deep = "(" * 20000 + "a" + ")" * 20000
        wide = "+".join(["a"] * 20000)
        for formula in (deep + " + b", wide + " (", "a / 0 + (b)", "sum(i, sum(j, sum(k, x[i * j * k], 0, n), 0, n), 0, n)"):
            self.write("kernel.cpp", SAME)
            self.write("arguments.txt", "--reference='formula:" + formula + "'\n")
            outcome = self.run_checker("@arguments.txt", "kernel.cpp")
            self.assertIn(outcome.status, (EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE), outcome.err[-500:])

    def verdicts(self, outcome):
        return {entry["file"]: entry["verdict"] for entry in outcome.report["conformance"]}

    def named_verdicts(self, implementation, golden, *, reference="golden.cpp", name="kernel.cpp", golden_name="golden.cpp"):
        self.write(golden_name, golden)
        self.write(name, implementation)
        outcome = self.run_checker("--format=json", "--fail-on=never", "--reference=" + reference, name)
        return [(entry["function"], entry["verdict"]) for entry in outcome.report["conformance"]]

    def test_a_closure_that_an_unseen_function_runs_computes_elements(self):
        golden = """#include <functional>
void each(int n, std::function<void(long)>);
void gelu(float *out, const float *in, int n) { each(n, [&](long i) { out[i] = in[i] / (1.0f + in[i] * in[i]); }); }
"""
        self.assertEqual(self.named_verdicts("float gelu(float x) { return x / (1.0f + x * x); }\n", golden), [("gelu", "same-order")])
        (entry,) = self.run_checker("--format=json", "--reference=golden.cpp", "kernel.cpp").report["conformance"]
        self.assertIn("reference: a function that is not seen calls the closure that it is given once for each element", entry["assumed"])
        self.assertEqual(self.named_verdicts("float gelu(float x) { return 1.0f / (1.0f + x * x) * x; }\n", golden), [("gelu", "different-order")])

    def test_elements_of_a_returned_vector(self):
        plain = "#include <cmath>\nfloat mish(float x) { return x * std::tanh(std::log(1 + std::exp(x))); }\n"
        vector = """#include <cmath>
#include <vector>
std::vector<float> mish(const std::vector<float> &in) {
  std::vector<float> out;
  for (auto &x : in)
    out.emplace_back(std::tanh(std::log(std::exp(x) + 1.0f)) * x);
  return out;
}
"""
        self.assertEqual(self.named_verdicts(vector, plain), [("mish", "same-order")])

    def test_rows_in_place(self):
        plain = "float twice(float x, float alpha) { return x < 0 ? alpha * (x - 1) : x; }\n"
        rows = """void twice(float *data, long stride, int rows, int size, float alpha) {
  for (int q = 0; q < rows; ++q) {
    float *ptr = data + stride * q;
    for (int i = 0; i < size; ++i)
      if (ptr[i] < 0)
        ptr[i] = alpha * (ptr[i] - 1);
  }
}
"""
        self.assertEqual(self.named_verdicts(rows, plain), [("twice", "same-order")])

    def test_a_functor_is_the_one_of_its_class(self):
        golden = """struct Relu { float operator()(float x) const { return x > 0 ? x : 0; } };
struct Square { float operator()(float x) const { return x * x; } };
"""
        self.assertEqual(self.named_verdicts("float kernel(float x) { return x * x; }\n", golden, reference="golden.cpp:Square::operator()"),
                         [("kernel", "same-order")])
        self.assertEqual(self.named_verdicts("struct Square { float operator()(float x) const { return x * x; } };\n", golden),
                         [("Square::operator()", "same-order")])

    def test_a_comment_at_a_template_names_the_reference_of_its_types(self):
        golden = """float gelu(float x) { return x * x / 3.0f; }
double gelu(double x) { return x * x * (1 / 3.0); }
"""
        self.write("golden.cpp", golden)
        self.write("kernel.cpp", """// fporder: reference golden.cpp:gelu
template <class T> T mine(T x) { return x * x / T(3); }
template float mine<float>(float);
""")
        outcome = self.run_checker("--format=json", "--fail-on=never", "kernel.cpp")
        entries = outcome.report["conformance"]
        self.assertIn("same-order", {entry["verdict"] for entry in entries}, outcome)
        self.assertNotIn("no function has the name", json.dumps(entries))

    def test_a_call_that_is_not_seen_is_no_other_formula(self):
        kernel = "float activation(float);\nfloat kernel(float x) { return x / (1 + activation(-x)); }\n"
        golden = "#include <cmath>\nfloat golden(float x) { return x / (1 + std::exp(-x)); }\n"
        self.assertEqual(self.named_verdicts(kernel, golden), [("kernel", "undecided")])

    def test_functions_of_a_device_in_a_header(self):
        header = "struct Sigmoid { __device__ __forceinline__ float operator()(float x) const { return 1.f / (1.f + expf(-x)); } };\n"
        golden = "#include <cmath>\nstruct Sigmoid { float operator()(float x) const { return 1.f / (1.f + expf(-x)); } };\n"
        self.assertEqual(self.named_verdicts(header, golden, name="kernel.h"), [("Sigmoid::operator()", "different-operators")])

    def test_a_script_is_compared_with_a_script(self):
        golden = """import numpy as np
def quick(x):
    return x * np.exp(0.851 * (x - np.abs(x))) / (1 + np.exp(-1.702 * np.abs(x)))
"""
        script = """import numpy as np
def faster(x):  # fporder: reference golden.py:quick
    return x / (1 + np.exp(-1.702 * np.abs(x))) * np.exp(0.851 * (x - np.abs(x)))
"""
        self.write("golden.py", golden)
        self.write("script.py", script)
        outcome = self.run_checker("--format=json", "script.py")
        self.assertEqual([(entry["function"], entry["verdict"], entry["line"]) for entry in outcome.report["conformance"]], [("faster", "different-order", 3)], outcome)
        self.assertEqual(outcome.status, EXIT_FINDINGS)
        self.assertEqual([finding.get("fix") for finding in outcome.findings], [None])
        self.assertEqual((outcome.report["summary"]["files"], outcome.report["summary"]["functions"]), (1, 1))
        self.write("goldens/step.py", golden.replace("quick", "step"))
        self.write("step.py", golden.replace("quick", "step"))
        below = self.run_checker("--format=json", "--reference=goldens/", "step.py", "script.py")
        self.assertEqual([entry["verdict"] for entry in below.report["conformance"]], ["same-order", "different-order"], below)
        same = self.run_checker("--format=json", "--reference=golden.py:quick", "golden.py")
        self.assertEqual([entry["verdict"] for entry in same.report["conformance"]], ["same-order"], same)
        self.assertEqual(same.status, EXIT_CLEAN)

    def test_a_directory_holds_the_references_by_name(self):
        self.write("golden/deep/adam.cpp", GOLDEN)
        self.write("golden/sum.cpp", PLAIN)
        self.write("golden/other/sum.c", PLAIN)
        for name, text in (("adam.cpp", PRODUCT_FIRST), ("sum.cpp", PLAIN), ("lerp.cpp", "float lerp(float a, float b) { return a + b; }\n")):
            self.write("src/" + name, text)
        outcome = self.run_checker("--format=json", "--reference=golden", "src")
        self.assertEqual(outcome.status, EXIT_FINDINGS, outcome)
        self.assertEqual(self.verdicts(outcome), {"src/adam.cpp": "different-order", "src/sum.cpp": "undecided", "src/lerp.cpp": "undecided"})
        told = self.run_checker("--reference=golden", "src/sum.cpp", "src/lerp.cpp")
        self.assertEqual(told.status, EXIT_CLEAN, told)
        self.assertIn("src/lerp.cpp: reference: undecided: no source or script below 'golden' is called 'lerp'", told.out)
        self.assertIn("src/sum.cpp: reference: undecided: several references below 'golden' are called 'sum': golden/other/sum.c, golden/sum.cpp", told.out)
        self.assertEqual(self.run_checker("--reference=golden", "--fail-on=warning,undecided", "src/lerp.cpp").status, EXIT_FINDINGS)

    def test_a_directory_with_a_script(self):
        self.write("golden/adam.py", "import numpy as np\n\ndef adam(w, m, v, lr, eps):\n    w -= lr * (m / (np.sqrt(v) + eps))\n")
        self.write("adam.cpp", PRODUCT_FIRST)
        self.assertEqual(self.verdicts(self.run_checker("--format=json", "--reference=golden/", "adam.cpp")), {"adam.cpp": "different-order"})

    def test_rows_of_the_configuration(self):
        self.write(".fporder", 'reference:\n  "kernels/*_kernel.cpp": "golden/*.cpp"\n  "kernels/blend.cpp": "formula:a + t * (b - a)"\n')
        self.write("golden/adam.cpp", GOLDEN)
        self.write("kernels/adam_kernel.cpp", PRODUCT_FIRST)
        self.write("kernels/none_kernel.cpp", SAME)
        self.write("kernels/blend.cpp", "float blend(float a, float b, float t) { return (1 - t) * a + t * b; }\n")
        self.write("kernels/alone.cpp", SAME)
        outcome = self.run_checker("--format=json", "kernels")
        self.assertEqual(outcome.status, EXIT_FINDINGS, outcome)
        self.assertEqual(
            self.verdicts(outcome),
            {"kernels/adam_kernel.cpp": "different-order", "kernels/none_kernel.cpp": "undecided", "kernels/blend.cpp": "different-order"},
        )
        self.assertEqual({entry["refFile"] for entry in outcome.report["conformance"] if entry["refLine"]}, {"golden/adam.cpp"})
        # A configuration that is put aside names no references.
        self.assertNotIn("conformance", self.run_checker("--format=json", "--no-config", "kernels").report)

    def test_a_comment_counts_before_the_command_line_and_that_before_the_configuration(self):
        self.write(".fporder", "reference: {kernel.cpp: same.cpp}\n")
        self.write("golden.cpp", GOLDEN)
        self.write("same.cpp", PRODUCT_FIRST)
        self.write("other.cpp", GOLDEN.replace("lr * (m[i] / (std::sqrt(v[i]) + eps))", "m[i]"))
        self.write("kernel.cpp", PRODUCT_FIRST)
        verdict = lambda *options: self.verdicts(self.run_checker("--format=json", *options, "kernel.cpp"))["kernel.cpp"]
        self.assertEqual(verdict(), "same-order")
        self.assertEqual(verdict("--reference=golden.cpp"), "different-order")
        self.write("kernel.cpp", PRODUCT_FIRST.replace("void", "// fporder: reference same.cpp\nvoid"))
        self.assertEqual(verdict("--reference=other.cpp"), "same-order")

    def test_a_configuration_reads_nothing_outside_of_its_directory(self):
        self.write("secret.cpp", "float adam(float a) { return a + 86420.975f; }\n")
        self.write("tree/kernel.cpp", SAME)
        for row in ("../secret.cpp", "/etc/passwd", "golden/../../secret.cpp"):
            self.write("tree/.fporder", "reference: {kernel.cpp: " + row + "}\n")
            outcome = self.run_checker("tree/kernel.cpp")
            self.assertEqual(outcome.status, EXIT_USAGE, outcome)
            self.assertIn("is not below the directory", outcome.err)
        (self.root / "tree/golden.cpp").symlink_to("../secret.cpp")
        self.write("tree/.fporder", "reference: {kernel.cpp: golden.cpp}\n")
        outcome = self.run_checker("tree/kernel.cpp")
        self.assertEqual(outcome.status, EXIT_USAGE, outcome)
        self.assertIn("is not below the directory", outcome.err)
        self.assertNotIn("86420", outcome.out + outcome.err)


if __name__ == "__main__":
    unittest.main()
