"""What a blind reader gets of repositories, and what he does not get."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
CHECKER = sys.argv.pop(1)
SCRIPT = str(pathlib.Path(__file__).parent / "blind_draw.py")
LOSES = "#include <math.h>\nfloat f{0}(float x) {{ return 1 - cosf(x); }}\n"


class BlindDraw(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.root = pathlib.Path(self.directory.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def draw(self, *arguments):
        return subprocess.run([sys.executable, SCRIPT, "--check", CHECKER, "--out", str(self.root / "out"), *arguments], capture_output=True, text=True, check=False)

    def test_the_reader_gets_the_text_and_the_place_and_the_key_is_apart(self):
        self.write("one/a.c", LOSES.format(1))
        self.write("one/tests/b.c", LOSES.format(2))
        self.write("one/third_party/c.c", LOSES.format(3))
        self.write("one/integers.c", "int f(int x) { return x; }\n")
        done = self.draw(str(self.root / "one"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.split("\t")[:5], ["one", "1", "1", "1", "1"])
        report = (self.root / "out/report.txt").read_text(encoding="utf-8")
        self.assertTrue(report.startswith(f"== 1   (in {self.root / 'one'})\na.c:2:30: warning: one minus cosine"), report)
        self.assertIn("witness: x = ", report)
        self.assertEqual((self.root / "out/key.tsv").read_text(encoding="utf-8"), "1\tone\tone-minus-cos\twarning\ta.c\t2\n")

    def test_the_numbers_of_a_repository_and_of_a_rule_are_limited(self):
        for name in ("one", "two"):
            for i in range(4):
                self.write(f"{name}/{i}.c", LOSES.format(i))
        directories = [str(self.root / "one"), str(self.root / "two")]
        drawn = lambda *arguments: (self.draw(*arguments, *directories), (self.root / "out/key.tsv").read_text(encoding="utf-8").splitlines())[1]  # noqa: E731
        self.assertEqual(len(drawn()), 8)
        self.assertEqual(len(drawn("--of-rule", "5")), 5)
        self.assertEqual(sorted(line.split("\t")[1] for line in drawn("--of-repository", "1")), ["one", "two"])
        self.assertEqual(len(drawn("--findings", "3")), 3)
        self.assertEqual(drawn("--findings", "3"), drawn("--findings", "3"))

    def test_a_repository_without_sources_is_told(self):
        self.write("one/a.txt", "float")
        self.assertEqual(self.draw(str(self.root / "one")).returncode, 2)


if __name__ == "__main__":
    unittest.main()
