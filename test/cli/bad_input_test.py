"""What bad input gets: a clear error with its cause, and nothing of the other files lost."""

import os
import shutil
import time
import unittest

from checker import ADAM, ADAM_LINE, CLEAN, EXIT_CLEAN, EXIT_FAILURE, EXIT_FINDINGS, EXIT_USAGE, CheckerTest


class Files(CheckerTest):
    def setUp(self):
        super().setUp()
        self.write("adam.c", ADAM)

    def assertNamedAndOthersIntact(self, path, reason):
        outcome = self.check_json(path, "adam.c")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn(f"error: {path}: ", outcome.err)
        self.assertIn(reason, outcome.err)
        self.assertNotAnalysed(outcome, "file", reason)
        self.assertEqual(len(outcome.findings), 1, outcome)
        self.assertEqual(outcome.report["summary"]["filesFailed"], 1)

    def test_missing(self):
        self.assertNamedAndOthersIntact("nowhere.cpp", "no such file")

    def test_directory(self):
        (self.root / "folder.cpp").mkdir()
        self.assertNamedAndOthersIntact("folder.cpp", "is a directory")

    def test_binary(self):
        self.write("binary.cpp", b"\x7fELF\x02\x01\x01\x00\x00\x00" + bytes(range(256)))
        self.assertNamedAndOthersIntact("binary.cpp", "not a text file (NUL byte at offset 7)")

    def test_utf16(self):
        self.write("wide.cpp", CLEAN.encode("utf-16"))
        self.assertNamedAndOthersIntact("wide.cpp", "UTF-16")

    def test_empty(self):
        self.write("empty.cpp", "")
        self.assertNamedAndOthersIntact("empty.cpp", "is empty")

    def test_templates_for_code_generators(self):
        self.write("kernel.cu", "{% extends 'common.cu' %}\n{% block body %}\nfloat f(float a, float b, float c) { return a * b / c; }\n{% endblock %}\n")
        self.assertNamedAndOthersIntact("kernel.cu", "is no C or C++, but a template for a code generator ('{%' in line 1)")

    def test_traces(self):
        self.write("mix.cce", "void f() {\n" + "vadd((vector_f32 &)0xff10, (vector_f32)0xff20);\n" * 20 + "}\n")
        self.assertNamedAndOthersIntact("mix.cce", "a trace of instructions ('&)0xff10' in line 4)")

    def test_fifo(self):
        os.mkfifo(self.root / "pipe.cpp")
        self.assertNamedAndOthersIntact("pipe.cpp", "not a regular file")

    def test_standard_input(self):
        self.assertNamedAndOthersIntact("-", "standard input")

    def test_dangling_link(self):
        (self.root / "dangling.cpp").symlink_to("nowhere.cpp")
        self.assertNamedAndOthersIntact("dangling.cpp", "no such file")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_unreadable(self):
        self.write("secret.cpp", CLEAN).chmod(0)
        self.assertNamedAndOthersIntact("secret.cpp", "ermission denied")

    def test_unknown_extension(self):
        self.write("notes.txt", "remember the milk\n")
        outcome = self.check_json("notes.txt", "adam.c")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("notes.txt", outcome.err)
        self.assertEqual(len(outcome.findings), 1, outcome)

    def test_random_text(self):
        self.write("noise.cpp", "".join(chr(33 + (i * i * 7919) % 90) for i in range(4000)) + "\n")
        outcome = self.check_json("noise.cpp", "adam.c")
        self.assertIn(outcome.status, (EXIT_FAILURE, EXIT_FINDINGS))
        self.assertEqual(len(outcome.findings), 1, outcome)

    def test_invalid_utf8(self):
        self.write("latin.c", b"/* caf\xe9 \xff */\n" + ADAM.encode())
        outcome = self.check_json("latin.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual(outcome.findings[0]["line"], ADAM_LINE + 1)


class Text(CheckerTest):
    """Spellings of the same text that change nothing."""

    def lines(self, name):
        outcome = self.check_json(name)
        return [(finding["line"], finding["column"]) for finding in outcome.findings]

    def test_arrays_of_no_elements(self):
        self.write("none.cpp", "static const float none[0] = {};\nstatic const float inner[2][0] = {};\n"
                               "void f(float *w, const float *m, const float *d, int n, int k) {\n  for (int i = 0; i < n; i++) {\n"
                               "    w[i] -= none[k] * m[i] / d[i];\n    w[i] -= inner[k][i] * m[i] / d[i];\n  }\n}\n")
        outcome = self.run_checker("none.cpp", "--fail-on=never")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("mul-then-div", outcome.out)

    def test_equal_places(self):
        self.write("plain.c", ADAM)
        expected = self.lines("plain.c")
        self.assertEqual(len(expected), 1)
        for name, text in {
            "crlf.c": ADAM.replace("\n", "\r\n").encode(),
            "bom.c": b"\xef\xbb\xbf" + ADAM.encode(),
            "no_newline.c": ADAM.rstrip("\n").encode(),
        }.items():
            self.write(name, text)
            with self.subTest(name):
                self.assertEqual(self.lines(name), expected)


class BrokenCode(CheckerTest):
    def test_findings_come_from_the_rest(self):
        self.write("broken.cpp", ADAM + "void g() { undeclared_function(unknown + 1); Missing<int> x; }\n" + ADAM.replace("adam", "again"))
        outcome = self.check_json("broken.cpp")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual(len(outcome.findings), 2, outcome)
        self.assertNotAnalysed(outcome, "syntax error", "undeclared")

    def test_missing_headers(self):
        self.write("lost.cpp", '#include "nowhere.h"\n#include <no/such/header>\n' + ADAM)
        outcome = self.check_json("lost.cpp")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertEqual(len(outcome.findings), 1, outcome)
        self.assertNotAnalysed(outcome, 'header "nowhere.h"', "not found")
        self.assertNotAnalysed(outcome, "header <no/such/header>", "not found")
        place = next(entry for entry in outcome.report["notAnalysed"] if "nowhere.h" in entry["what"])
        self.assertEqual((place["file"], place["line"]), ("lost.cpp", 1))

    def test_text_names_what_was_not_seen_and_folds_cascades(self):
        self.write("partial.cpp", '#include "nowhere.h"\n' + "".join(f"Missing{i} v{i};\n" for i in range(20)) + ADAM)
        outcome = self.run_checker("partial.cpp")
        self.assertIn('partial.cpp:1:10: not analysed: header "nowhere.h": file not found', outcome.out)
        self.assertIn("partial.cpp:2:1: not analysed: syntax error: unknown type name 'Missing0'", outcome.out)
        self.assertIn("partial.cpp: not analysed: 16 more; --list-not-analysed lists all", outcome.out)

    def test_error_directive(self):
        self.write("stop.c", "#error never compile this\n" + ADAM)
        outcome = self.check_json("stop.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertNotAnalysed(outcome, "syntax error", "never compile this")

    def test_nothing_survives(self):
        self.write("hopeless.c", "}}}} ((((\n")
        outcome = self.check_json("hopeless.c")
        self.assertStatus(outcome, EXIT_FAILURE)
        self.assertIn("hopeless.c", outcome.err)

    def test_very_many_errors_are_counted(self):
        self.write("cascade.c", "".join(f"int f{i}(void) {{ return missing{i}; }}\n" for i in range(500)) + ADAM)
        outcome = self.check_json("cascade.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        self.assertNotAnalysed(outcome, "450 more syntax errors", "")

    def test_include_loop(self):
        self.write("loop.c", '#include "loop.c"\n' + ADAM)
        outcome = self.check_json("loop.c")
        self.assertIn(outcome.status, (EXIT_FINDINGS, EXIT_FAILURE))


class Giants(CheckerTest):
    """Inputs that overflow the stack of an ordinary compiler; this suite runs under an 8 MB stack limit."""

    def assertAnalysed(self, text, seconds=60, name="giant.cpp"):
        self.write(name, text)
        self.write("adam.c", ADAM)
        start = time.monotonic()
        outcome = self.check_json("-j1", name, "adam.c")
        elapsed = time.monotonic() - start
        self.assertIn(outcome.status, (EXIT_CLEAN, EXIT_FINDINGS), outcome.err[:2000])
        self.assertEqual(outcome.report["summary"]["filesFailed"], 0, outcome.err[:2000])
        self.assertEqual(len([f for f in outcome.findings if f["file"] == "adam.c"]), 1)
        self.assertLess(elapsed, seconds)
        return outcome

    def test_sum_of_100_000_terms(self):
        outcome = self.assertAnalysed("double f(double a, double b) { return " + " + ".join(["a", "b"] * 50_000) + "; }\n")
        self.assertLessEqual(len([f for f in outcome.findings if f["file"] == "giant.cpp"]), 1)

    def test_100_000_mixed_terms(self):
        self.assertAnalysed("double f(double a, double b, double c) { return " + " - ".join(["a * b / c"] * 25_000) + "; }\n")

    def test_right_leaning_sum(self):
        self.assertAnalysed("double f(double a) { return " + "a + (" * 10_000 + "a" + ")" * 10_000 + "; }\n")

    def test_10_000_parentheses(self):
        self.assertAnalysed("double f(double a, double b) { return " + "(" * 10_000 + "a" + " * b)" * 10_000 + "; }\n")

    def test_10_000_nested_calls(self):
        self.assertAnalysed("#include <cmath>\ndouble f(double a) { return " + "std::sqrt(" * 10_000 + "a" + ")" * 10_000 + "; }\n")

    def test_10_000_nested_conditions(self):
        self.assertAnalysed("double f(double a, double b) { return " + "a < b ? a * b : (" * 10_000 + "a" + ")" * 10_000 + "; }\n")

    def test_nested_blocks_and_branches(self):
        self.assertAnalysed("double f(double a, double b) {\n" + "if (a < b) { a = a * b / 3.0;\n" * 2_000 + "}" * 2_000 + "\nreturn a; }\n")

    def test_long_else_if_chain(self):
        self.assertAnalysed("double f(int k, double a, double b) {\n" + "".join(f"if (k == {i}) a = a * b; else\n" for i in range(5_000)) + "a = b;\nreturn a; }\n")

    def test_many_statements(self):
        self.assertAnalysed("double f(double a, double b) {\n  double x = a;\n" + "  x = x * b + a / b;\n" * 20_000 + "  return x;\n}\n")

    def test_nested_loops(self):
        self.assertAnalysed("void f(float *a, int n) {\n" + "".join(f"for (int i{i} = 0; i{i} < n; ++i{i})\n" for i in range(200)) + "a[i0] += a[i1] * a[i2];\n}\n")

    def test_long_initialiser(self):
        self.assertAnalysed("static const float table[] = {" + ", ".join(f"{i}.5f * 3.25f" for i in range(50_000)) + "};\nfloat f(int i, float x) { return table[i] * x; }\n")

    def test_recursive_functions(self):
        self.assertAnalysed("double a(double, double, int);\ndouble b(double x, double y, int n) { return n ? a(x * y, y, n - 1) / 3 : x; }\n"
                            "double a(double x, double y, int n) { return n ? b(x / y, y, n - 1) * y + a(x, y, n - 1) : x; }\n")

    def test_exponential_inlining_is_bounded(self):
        functions = "static double f0(double x, double y) { return x * y / 3.0; }\n"
        functions += "".join(f"static double f{i}(double x, double y) {{ return f{i-1}(x, y) + f{i-1}(y, x) * f{i-1}(x + y, y); }}\n" for i in range(1, 30))
        self.assertAnalysed(functions)

    def test_recursive_templates(self):
        self.write("recursive.cpp", "template <int N> double f(double a, double b) { return a * f<N + 1>(a, b) / b; }\n"
                   "double g(double a, double b, double c) { return f<0>(a, b) + a * b / c; }\n")
        self.write("adam.c", ADAM)
        outcome = self.check_json("recursive.cpp", "adam.c")
        self.assertIn(outcome.status, (EXIT_FINDINGS, EXIT_FAILURE))
        self.assertNotAnalysed(outcome, "", "recursive template instantiation")
        self.assertTrue(any(finding["file"] == "adam.c" for finding in outcome.findings))

    def test_beyond_any_stack_one_file_is_lost_and_named(self):
        self.write("abyss.c", "double f(double a) { return " + "(" * 600_000 + "a" + ")" * 600_000 + "; }\n")
        self.write("adam.c", ADAM)
        for jobs in ("-j1", "-j4"):
            outcome = self.check_json(jobs, "abyss.c", "adam.c")
            self.assertStatus(outcome, EXIT_FAILURE)
            self.assertIn("abyss.c: the analysis crashed: stack overflow", outcome.err)
            self.assertEqual([finding["file"] for finding in outcome.findings], ["adam.c"])


class Usage(CheckerTest):
    def assertUsage(self, *arguments, contains):
        self.write("clean.c", CLEAN)
        outcome = self.run_checker(*arguments, "clean.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertEqual(outcome.out, "")
        for text in contains if isinstance(contains, tuple) else (contains,):
            self.assertIn(text, outcome.err)

    def test_unknown_option(self):
        self.assertUsage("--statistic", contains=("--statistic", "Did you mean '--statistics'"))

    def test_unknown_rule(self):
        self.assertUsage("--rules=mul-then-dvi", contains=("unknown rule 'mul-then-dvi'", "did you mean 'mul-then-div'"))
        self.assertUsage("--checks=-*,fporder-mul-then-dvi", contains="did you mean 'mul-then-div'")
        self.assertUsage("--explain=mul-then-dvi", contains="did you mean 'mul-then-div'")

    def test_no_rule_left(self):
        self.assertUsage("--rules=-*", contains="no rules enabled")

    def test_unknown_format(self):
        self.assertUsage("--format=jsonn", contains=("unknown format 'jsonn'", "did you mean 'json'"))

    def test_format_file_that_cannot_be_written(self):
        self.write("clean.c", CLEAN)
        outcome = self.run_checker("--format=json:no/such/folder/out.json", "clean.c")
        self.assertStatus(outcome, EXIT_USAGE)
        self.assertIn("cannot write 'no/such/folder/out.json'", outcome.err)

    def test_invalid_regular_expression(self):
        self.assertUsage("--header-filter=(", contains="invalid regular expression '('")

    def test_missing_response_file(self):
        self.assertUsage("@nowhere.rsp", contains="cannot read response file 'nowhere.rsp'")

    def test_resource_directory(self):
        self.assertUsage("--resource-dir=/nonexistent", contains="'/nonexistent' is not Clang's resource directory")

    def test_rules_directory(self):
        self.assertUsage("--rules-dir=nowhere", contains="no such directory 'nowhere'")


if __name__ == "__main__":
    unittest.main()
