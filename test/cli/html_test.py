"""--format=html: one self-contained, well-formed page with every finding, whatever the source holds."""

import html.parser
import re
import unittest

from checker import ADAM, EXIT_FINDINGS, REMARK, CheckerTest

VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.mistakes, self.ids, self.references, self.texts, self.counts = [], [], [], [], [], {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src", "xlink:href", "action"):
                self.references.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.mistakes.append((tag, self.getpos()))

    def handle_data(self, data):
        self.texts.append(data)


class Html(CheckerTest):
    def page(self, *arguments):
        outcome = self.run_checker("--format=html:report.html", "--format=json", *arguments)
        text = self.read("report.html")
        page = Page(text)
        self.assertEqual(page.mistakes, [])
        self.assertEqual(page.open, [])
        self.assertEqual(len(page.ids), len(set(page.ids)))
        # Nothing is loaded from anywhere.
        self.assertEqual([reference for reference in page.references if not reference.startswith("#")], [])
        self.assertNotRegex(text, r"https?://(?!www\.w3\.org)|@import|url\(")
        self.assertEqual(page.counts.get("details", 0), len(outcome.findings))
        return outcome, page, text

    def test_findings_without_figures(self):
        self.write("adam.c", ADAM)
        self.write("remark.c", REMARK)
        outcome, page, _ = self.page("adam.c", "remark.c")
        self.assertStatus(outcome, EXIT_FINDINGS)
        everything = "".join(page.texts)
        for finding in outcome.findings:
            self.assertIn(finding["message"], everything)
        self.assertEqual(page.counts.get("svg", 0), 0)

    def test_measured_findings_have_plots_and_figures(self):
        self.write("adam.c", ADAM)
        outcome, page, text = self.page("--measure", "--samples=2000", "adam.c")
        measured = [finding for finding in outcome.findings if "measured" in finding["orders"][0]]
        self.assertGreaterEqual(page.counts["svg"], 3 * len(measured))
        self.assertIn("max ulp", "".join(page.texts))
        self.assertNotIn("nan", re.sub(r"<style>.*?</style>|<script>.*?</script>", "", text, flags=re.S).lower().replace("explain", "").split("</main>")[0].split("values:")[0])

    def test_orders_stand_side_by_side_with_what_differs_marked(self):
        self.write("quotient.c", "void f(float *y, const float *x, float a, float b, int n) {\n  for (int i = 0; i < n; ++i)\n    y[i] = x[i] * a / b;\n}\n")
        outcome, page, text = self.page("--measure", "--samples=200", "quotient.c")
        orders = outcome.findings[0]["orders"]
        captions = [each for each in page.texts if each.endswith("what differs is marked.")]
        self.assertEqual([each.split(";")[0] for each in captions], ["The written order"] + [order["expression"] for order in orders if not order["written"]])
        trees = re.findall(r'<svg class="tree".*?</svg>', text)
        self.assertEqual(len(trees), len(orders))
        for tree in trees:
            self.assertIn('class="operation differs"', tree)

    def test_what_a_source_holds_is_text(self):
        source = REMARK.replace("return", '/* <script>alert("1")</script> & \xff */ return').encode("latin-1")
        self.write("odd.c", source)
        _, page, text = self.page("odd.c")
        self.assertEqual(page.counts.get("script", 0), 1)
        self.assertIn('<script>alert("1")</script>', "".join(page.texts))

    def test_nothing_found(self):
        self.write("clean.c", "int one(void) { return 1; }\n")
        _, page, _ = self.page("clean.c")
        self.assertIn("No findings.", "".join(page.texts))

    def test_a_departure_has_both_trees_side_by_side(self):
        self.write("golden.cpp", "float f(float a, float b, float c) { return a * (b / c); }\n")
        self.write("kernel.cpp", "float f(float a, float b, float c) { return a * b / c; }\n")
        _, page, text = self.page("--reference=golden.cpp", "kernel.cpp")
        self.assertEqual(page.counts.get("svg", 0), 2)
        everything = "".join(page.texts)
        self.assertIn("Against the reference", everything)
        self.assertIn("f: return: different-order", everything)
        # The product and the quotient on either side, not the inputs.
        self.assertEqual(text.count('class="operation differs"'), 4)
        self.assertNotIn('class="leaf differs"', text)

    def test_the_same_order_has_no_trees(self):
        self.write("golden.cpp", "float f(float a, float b, float c) { return a * (b / c); }\n")
        _, page, _ = self.page("--reference=golden.cpp", "golden.cpp")
        self.assertEqual(page.counts.get("svg", 0), 0)
        self.assertIn("same-order", "".join(page.texts))

    def test_siblings_have_trees_as_well(self):
        self.write("pair.cpp", "float f_ref(float a, float b, float c) { return a * (b / c); }\nfloat f_fast(float a, float b, float c) { return a * b / c; }\n")
        _, page, _ = self.page("--self-consistency", "pair.cpp")
        self.assertEqual(page.counts.get("svg", 0), 2)
        self.assertIn("f_fast against f_ref", "".join(page.texts))


if __name__ == "__main__":
    unittest.main()
