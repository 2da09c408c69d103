"""Levels, and what decides them: evaluation with a witness, the match alone, --level."""

import json
import math
import struct
import unittest

from checker import ADAM, ADAM_LINE, CLEAN, EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, REMARK, CheckerTest

# The quotient of a hoisted step, and RMSProp, whose divisor holds the dividend: states updated in place.
HOISTED = """#include <math.h>
void hoisted(float *p, const float *m, const float *v, int n, float lr, float bias, float eps) {
  const float step = -lr / bias;
  for (int i = 0; i < n; i++) {
    float d = sqrtf(v[i]) + eps;
    float u = m[i] / d;
    p[i] = u * step + p[i];
  }
}
"""
# Two quotients of one number that becomes a count.
STEPS = """unsigned long steps(unsigned long d, float p, float g) { return static_cast<unsigned long>(static_cast<float>(d) * p / 100.0f * g); }
"""
# The weight of a moving average, and a function of any number.
SMOOTH = """#include <cmath>
struct Average { float value; void add(float dt, float x); };
void Average::add(float dt, float x) { value += (1.0f - std::exp(-dt / 1.5f)) * (x - value); }

float decay(float x) { return 1.0f - std::exp(-x); }
"""
GUARDED = """#include <math.h>
double away(double x) { return x > 0.5 ? log(1 + x) : 0; }
double near_zero(double x) { return log(1 + x); }
"""
# An operand is a quotient on one path; the weights and directions of a lattice are what their tables hold.
ONE_PATH = """void rotate(float *d, float a, float h, float g, int i) {
  float t = g < 0.01f ? a / h : 1.0f + g;
  d[i] -= t * a;
}
"""
# With one vertex the vertex before is the vertex itself.
POLYGON = """float area(const float *x, const float *y, int n) {
  float px = x[n - 1], py = y[n - 1], twice = 0.0f;
  for (int i = 0; i < n; i++) {
    twice += px * y[i] - x[i] * py;
    px = x[i];
    py = y[i];
  }
  return 0.5f * twice;
}
"""
UNSEEN_GUARD = """#include <math.h>
bool large(double x);
double gain(double x) {
  if (!large(x))
    return 0;
  return log(1 + x);
}
double gain_of_another(double x, double y) {
  if (!large(y))
    return 0;
  return log(1 + x);
}
"""
TABLE = """static const float weights[3] = {0.5f, 0.25f, 3.0f};
void relax(float *f, const float *x, const float *d, int k) { f[k] -= weights[k] * x[k] / d[k]; }
"""
UNORDERED = """void add(float *total, const float *x, int n) {
#pragma omp parallel for reduction(+ : total[0])
  for (int i = 0; i < n; ++i)
    total[0] += x[i];
}
"""


def single(text):
    """The binary32 value of a decimal."""
    return struct.unpack("f", struct.pack("f", float(text)))[0]


class Evaluation(CheckerTest):
    def finding(self, name, source, *arguments):
        self.write(name, source)
        findings = self.check_json(*arguments, name).findings
        self.assertEqual(len(findings), 1, findings)
        return findings[0]

    def test_a_state_updated_in_place_warns_with_a_witness(self):
        finding = self.finding("adam.c", ADAM)
        self.assertEqual((finding["level"], finding["severity"], finding["line"]), ("warning", "warning", ADAM_LINE))
        self.assertIn("what is added to 'w", finding["evidenceText"])
        witness = finding["witness"]
        self.assertGreater(witness["share"], 0.1)
        values = {name: single(value["dec"]) for name, value in witness["inputs"].items()}
        denominator = single(single(math.sqrt(values["v[i]"])) + values["eps"])
        product = single(single(values["lr"] * values["m[i]"]) / denominator)
        self.assertEqual(single(witness["written"]["dec"]), product)
        self.assertNotEqual(witness["written"]["bits"], witness["other"]["bits"])

    def test_a_hoisted_quotient_does_not_hide_the_state(self):
        self.assertEqual(self.finding("hoisted.c", HOISTED)["level"], "warning")

    def test_one_statement_has_one_warning_for_one_harm_of_an_operation(self):
        self.write("steps.cpp", STEPS)
        self.assertEqual([("mul-then-div", "warning")], [(finding["rule"], finding["level"]) for finding in self.check_json("steps.cpp", "--").findings])

    def test_digits_lost_on_a_few_inputs_alone_are_a_remark(self):
        self.write("smooth.cpp", SMOOTH)
        levels = {finding["line"]: finding["level"] for finding in self.check_json("smooth.cpp", "--").findings if finding["rule"] == "expm1-form"}
        self.assertEqual({3: "remark", 5: "warning"}, levels)

    def test_a_guard_away_from_the_cancellation_silences(self):
        self.write("guarded.c", GUARDED)
        self.assertEqual([finding["line"] for finding in self.check_json("guarded.c").findings], [3])

    def test_what_holds_on_one_path_is_evaluated_there(self):
        finding = self.finding("rotate.cpp", ONE_PATH, "--rules=div-then-mul")
        self.assertLess(float(finding["witness"]["inputs"]["g"]["dec"]), 0.01)

    def test_a_guard_that_is_not_seen_leaves_nothing_evaluated(self):
        self.write("gain.cpp", UNSEEN_GUARD)
        levels = {finding["line"]: finding["level"] for finding in self.check_json("gain.cpp").findings}
        self.assertEqual(levels, {6: "remark", 11: "warning"})

    def test_a_loop_that_hands_values_on_is_not_judged_by_one_iteration(self):
        self.write("area.cpp", POLYGON)
        self.assertEqual([], self.check_json("area.cpp", "--", "-mfma", "-ffp-contract=fast").findings)
        (found,) = self.check_json("area.cpp", "--level=audit", "--rules=fma-cancellation", "--", "-mfma", "-ffp-contract=fast").findings
        # One vertex alone has one difference of products. Of seven near one another the fused sum has another sign on part of the inputs, which Kahan's
        # order has right: executed in binary32 beside binary128.
        self.assertEqual("what one order loses is about the last bit of a term", found["quietedBy"])
        self.assertIn("loops of 7 trips", found["witness"]["family"])

    def test_lengths_within_the_range_are_told_at_audit(self):
        self.write("length.c", "#include <math.h>\nfloat length(float x, float y) { return sqrtf(x * x + y * y); }\n")
        self.assertEqual([], self.check_json("length.c").findings)
        (found,) = self.check_json("length.c", "--level=audit").findings
        self.assertEqual(("hypot-form", "in no family of inputs a value leaves the range"), (found["rule"], found["quietedBy"]))

    def test_elements_of_constant_arrays_are_what_these_hold(self):
        witness = self.finding("relax.cpp", TABLE, "--rules=mul-then-div")["witness"]
        self.assertIn(single(witness["inputs"]["weights[k]"]["dec"]), (0.5, 0.25, 3.0))

    def test_an_unordered_sum_warns_by_its_match_and_says_so(self):
        finding = self.finding("omp.c", UNORDERED, "--extra-arg=-fopenmp")
        self.assertEqual(finding["level"], "warning")
        self.assertIn("; judged on the match alone: ", finding["evidenceText"])

    def test_the_sentence_and_the_witness_are_in_every_format_for_readers(self):
        self.write("adam.c", ADAM)
        for form in ("text", "html", "sarif"):
            out = self.run_checker(f"--format={form}", "adam.c").out
            self.assertIn("other bits in another order on ", out)
        self.assertIn("= witness: ", self.run_checker("adam.c").out)
        properties = json.loads(self.run_checker("--format=sarif", "adam.c").out)["runs"][0]["results"][0]["properties"]
        self.assertEqual(properties["level"], "warning")
        self.assertIn("exact", properties["witness"])

    def test_jobs_and_caches_change_nothing_and_a_seed_draws_other_inputs(self):
        self.write("adam.c", ADAM)
        self.write("guarded.c", GUARDED)
        files = ("adam.c", "guarded.c")
        first = self.run_checker("--format=json", "-j1", *files).out
        self.assertEqual(first, self.run_checker("--format=json", "-j4", *files).out)
        self.assertEqual(first, self.run_checker("--format=json", "--no-cache", *files).out)
        self.assertEqual(first, self.run_checker("--format=json", "--seed=1", *files).out)
        other = self.check_json("--seed=2", "adam.c").findings[0]
        self.assertEqual(other["level"], "warning")
        self.assertNotEqual(other["witness"]["inputs"], json.loads(first)["findings"][0]["witness"]["inputs"])


class Levels(CheckerTest):
    def levels(self, *arguments):
        return [finding["level"] for finding in self.check_json(*arguments, "sources.c").findings]

    def setUp(self):
        super().setUp()
        self.write("sources.c", ADAM + REMARK + CLEAN + GUARDED.replace("#include <math.h>\n", ""))

    def test_each_level_holds_those_above(self):
        self.assertEqual(self.levels("--level=warning"), ["warning", "warning"])
        self.assertEqual(self.levels("--level=remark"), self.levels())
        self.assertEqual(sorted(set(self.levels())), ["remark", "warning"])
        audited = self.check_json("--level=audit", "sources.c")
        quiet = [finding for finding in audited.findings if finding["level"] == "audit"]
        self.assertTrue(quiet)
        self.assertTrue(all(finding["quietedBy"] for finding in quiet))
        self.assertIn(7 + 1, [finding["line"] for finding in quiet], quiet)  # the guarded logarithm
        self.assertEqual(audited.report["summary"]["audit"], len(quiet))
        others = [finding for finding in audited.findings if finding["level"] != "audit"]
        self.assertEqual(others, self.check_json("sources.c").findings)

    def test_what_is_audited_only_fails_no_run(self):
        self.write("quiet.c", "#include <math.h>\ndouble away(double x) { return x > 0.5 ? log(1 + x) : 0; }\n")
        outcome = self.run_checker("--level=audit", "--fail-on=remark", "quiet.c")
        self.assertEqual(outcome.status, EXIT_CLEAN)
        self.assertIn("audit: ", outcome.out)
        self.assertEqual(self.run_checker("--level=audit", "sources.c").status, EXIT_FINDINGS)

    def test_the_configuration_names_it_and_the_command_line_wins(self):
        self.write(".fporder", "level: warning\n")
        self.assertEqual(self.levels(), ["warning", "warning"])
        self.assertIn("remark", self.levels("--level=remark"))

    def test_an_unknown_level_is_a_mistake(self):
        outcome = self.run_checker("--level=all", "sources.c")
        self.assertEqual(outcome.status, EXIT_USAGE)
        self.assertIn("expected warning, remark or audit", outcome.err)


if __name__ == "__main__":
    unittest.main()
