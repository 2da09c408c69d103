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


def conditional(count):
    """A sum under `count` conditions, one in the other."""
    tests = "".join(f"    if (w[i] > {i}) {{\n" for i in range(count))
    return f"float f(const float *a, int n, const int *w) {{\n  float s = 0;\n  for (int i = 0; i < n; ++i) {{\n{tests}    s += a[i];\n{'    }' * count}\n  }}\n  return s;\n}}\n"


def stores(count):
    lines = "".join(f"    s.m[{i}] = a[i] * {i}.5;\n" for i in range(count))
    return f"struct S {{ double m[{count}]; }};\nvoid f(S &s, const double *a, int n) {{\n  for (int i = 0; i < n; ++i) {{\n{lines}  }}\n}}\n"


def choices(count):
    lines = "".join(f"  if (w[{i}])\n    x = x * {i}.5;\n" for i in range(count))
    return f"double f(double a, double b, const int *w) {{\n  double x = a;\n{lines}  return x * x - b * b;\n}}\n"


class Limits(CheckerTest):
    def entries(self, source):
        self.write("a.cpp", source)
        return self.check_json("a.cpp", "--").report["notAnalysed"]

    def named(self, source):
        return [entry["what"] for entry in self.entries(source)]

    def test_of_the_walk_through_a_function(self):
        """With the loop's place, once, however often it is reached."""
        self.assertNotIn("limit AccumulatingChoices", self.named(conditional(60)))
        found = [entry for entry in self.entries(conditional(80)) if entry["what"] == "limit AccumulatingChoices"]
        self.assertEqual([("a.cpp", 3)], [(entry["file"], entry["line"]) for entry in found])
        self.assertTrue(found[0]["why"].startswith("no more than 64 choices"), found[0]["why"])
        self.assertNotIn("limit LoopWrites", self.named(stores(200)))
        self.assertIn("limit LoopWrites", self.named(stores(300)))

    def test_of_matching(self):
        """With the operation's place."""
        self.assertEqual([], self.named(choices(3)))
        found = [entry for entry in self.entries(choices(30)) if entry["what"] == "limit MatchedChoices"]
        self.assertEqual([("a.cpp", 63)], [(entry["file"], entry["line"]) for entry in found])

    def test_of_one_function_for_each(self):
        both = conditional(80) + conditional(80).replace("float f(", "float g(")
        self.assertEqual(2, self.named(both).count("limit AccumulatingChoices"))

    def test_kept_by_the_cache(self):
        self.write("a.cpp", conditional(80))
        first, second = (self.check_json("--cache-dir=cache", "a.cpp", "--", environment={"FPORDER_NO_CACHE": ""}).report["notAnalysed"] for _ in range(2))
        self.assertEqual(first, second)
        self.assertIn("limit AccumulatingChoices", [entry["what"] for entry in second])

    def test_fields_made_of_fields(self):
        self.assertEqual([], self.named(fields(20)))
        self.assertIn("field m", " ".join(self.named(fields(200))))

    def test_elements_through_many_loops(self):
        self.assertNotIn("array element", self.named(loops(20)))
        self.assertIn("array element", self.named(loops(60)))


if __name__ == "__main__":
    unittest.main()
