"""What is cut so that time grows with the source is named under notAnalysed."""

import unittest

from checker import CheckerTest


def fields(count):
    methods = "".join(f"  double g{i}(double x) {{ m{i} = m{i + 1} * x / 3; return m{i}; }}\n" for i in range(count))
    members = "".join(f"  double m{i};\n" for i in range(count + 1))
    return f"class C {{\n{members}public:\n{methods}}};\n"


def loops(count):
    lines = "".join(f"  for (int i = 0; i < m; ++i) a[i] = a[i] * x / (y + {i});\n" for i in range(count))
    return f"void f(double x, double y, double *a, int m) {{\n{lines}}}\n"


class Limits(CheckerTest):
    def named(self, source):
        self.write("a.cpp", source)
        return [entry["what"] for entry in self.check_json("a.cpp", "--").report["notAnalysed"]]

    def test_fields_made_of_fields(self):
        self.assertEqual([], self.named(fields(20)))
        self.assertIn("field m", " ".join(self.named(fields(200))))

    def test_elements_through_many_loops(self):
        self.assertEqual([], self.named(loops(20)))
        self.assertIn("array element", self.named(loops(60)))


if __name__ == "__main__":
    unittest.main()
