"""--expr: formulas that stand in no source."""

import unittest

from checker import EXIT_CLEAN, EXIT_USAGE, CheckerTest


class Expressions(CheckerTest):
    def test_orders_are_found_and_measured(self):
        outcome = self.check_json("--expr=sqrt(x + 1) - sqrt(x)", "--range", "x=[1,1e6]", "--samples=2000")
        self.assertStatus(outcome, EXIT_CLEAN)
        written, *others = outcome.findings[0]["orders"]
        self.assertEqual(written["expression"], "sqrt(x + 1) - sqrt(x)")
        best = min(others, key=lambda order: order["measured"]["maxUlp"])
        self.assertLess(best["measured"]["maxUlp"], 8)
        self.assertGreater(written["measured"]["maxUlp"], 1e5)

    def test_a_table_for_each_format(self):
        outcome = self.check_json("--expr=a * b / c", "--formats=binary16,bfloat16,binary32,binary64", "--samples=500")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertEqual([finding["message"].split(" in ")[-1] for finding in outcome.findings], ["binary16", "bfloat16", "binary32", "binary64"])
        for finding in outcome.findings:
            self.assertIn(finding["orders"][0]["measured"]["samples"], range(300, 501))  # products leave the range of binary16

    def test_several_formulas_and_an_fpcore(self):
        outcome = self.run_checker("--expr=(FPCore (x) :precision binary32 (- (exp x) 1))", "--expr=a - b", "--samples=300")
        self.assertStatus(outcome, EXIT_CLEAN)
        self.assertIn("'exp(x) - 1' in binary32", outcome.out)
        self.assertIn("expm1(x)", outcome.out)
        self.assertIn("'a - b' in binary64", outcome.out)

    def test_a_function_without_a_model_is_said(self):
        outcome = self.run_checker("--expr=a + mystery(b)", "--samples=100")
        self.assertIn("not measured", outcome.out)
        self.assertIn("mystery", outcome.out)

    def test_mistakes(self):
        for arguments, message in (
            (("--expr=a * (b",), "--expr 'a * (b': "),
            (("--expr=a", "x.c"), "without sources"),
            (("--formats=binary16", "x.c"), "--formats is for --expr"),
            (("--expr=a", "--formats=binary12"), "binary12"),
            (("--expr=a + b", "--range", "c=[0,1]"), "c"),
            (("--machine=generic", "x.c"), "--machine is for --measure"),
            (("--samples=10", "x.c"), "--samples is for --measure"),
        ):
            with self.subTest(arguments=arguments):
                outcome = self.run_checker(*arguments)
                self.assertStatus(outcome, EXIT_USAGE)
                self.assertIn(message, outcome.err)


if __name__ == "__main__":
    unittest.main()
