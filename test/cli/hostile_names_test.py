"""Names and texts of a hostile tree in every format, each read back by a parser that is not ours."""

import html.parser
import json
import os
import pathlib
import random
import re
import subprocess
import unittest
import urllib.parse
import xml.etree.ElementTree

import yaml
from checker import CHECKER, EXIT_USAGE, CheckerTest

FULL = os.environ.get("FPORDER_FULL", "0") not in ("", "0")
ROUNDS = 40 if FULL else 3

PIECES = [
    b"::error::pwn", b"\n::error file=x::y", b"\r", b"\n", b"\x1b[31m", b"\x1b]0;t\x07", b"\xc2\x9b31m", b"\x7f", b"\xff\xfe", "\u202e".encode(),
    "\u2066".encode(), b"\xed\xa0\x80", b"\xef\xbf\xbf", b"%0A", b"<script>alert(1)<", b"&amp;", b'"', b"'", b"\\", b",title=x", b"##[error]x", b"\t", b"a", b" ",
    "\U0001f600".encode(), b"-->", b"%", b"\x01", b"{0}",
]  # fmt: skip
BIDI = {0x061C, 0x200E, 0x200F, 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
SOURCE = "float f(float a, float b, float c) { return a * b / c; } // %s\n"


def forbidden(character):
    code = ord(character)
    return (code < 32 and character not in "\n\t") or 0x7F <= code < 0xA0 or code in BIDI or code & 0xFFFE == 0xFFFE or 0xD800 <= code < 0xE000


class Page(html.parser.HTMLParser):
    """The elements and attributes that the page really has."""

    def __init__(self):
        super().__init__()
        self.elements, self.attributes, self.open = [], set(), 0

    def handle_starttag(self, tag, attributes):
        self.elements.append(tag)
        self.attributes.update(name for name, _ in attributes)


class HostileNames(CheckerTest):
    def formats(self):
        text = subprocess.run([CHECKER, "--help-all"], stdout=subprocess.PIPE, check=True).stdout.decode()
        return re.search(r"Output format: (.*?);", " ".join(text.split())).group(1).split(", ")

    def name(self, source):
        while True:
            name = b"".join(source.choice(PIECES) for _ in range(source.randint(1, 5))).replace(b"/", b"")[:180] + b".cpp"
            if not name.startswith((b"-", b"@")):
                return name

    def tree(self, seed):
        source = random.Random(seed)
        names = {self.name(source) for _ in range(14)} | {b"::error::pwn.cpp"}
        for name in names:
            comment = self.name(source).replace(b"\n", b"").replace(b"\\", b"")
            with open(os.path.join(os.fsencode(self.root), name), "wb") as file:
                file.write((SOURCE % "").encode().rstrip() + comment + b"\n")
        return sorted(names)

    def run_bytes(self, *arguments, environment=None):
        merged = {**os.environ, "NO_COLOR": "1", "FPORDER_NO_CACHE": "1", **(environment or {})}
        completed = subprocess.run([CHECKER, *arguments], cwd=self.root, env=merged, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        self.assertIn(completed.returncode, (0, 1, 2, 3), completed.stderr)
        return completed

    def shown(self, raw):
        """Fit for a terminal: valid UTF-8, no control character."""
        text = raw.decode("utf-8")
        bad = sorted({hex(ord(character)) for character in text if forbidden(character)})
        self.assertEqual(bad, [])
        return text

    def no_command(self, text):
        for line in text.split("\n"):
            self.assertFalse(line.lstrip().startswith("::"), line)

    def read_text(self, text, names):
        self.no_command(text)
        heads = [line for line in text.splitlines() if "[fporder-" in line]
        self.assertEqual(len(heads), len(names))

    def read_github(self, text, names):
        commands = 0
        for line in text.splitlines():
            if line.lstrip().startswith("::"):
                match = re.fullmatch(r"::(?:notice|warning|error) file=([^,:]*),line=\d+,endLine=\d+,col=\d+,endColumn=\d+,title=([^,:]*)::.*", line)
                self.assertTrue(match, line)
                commands += 1
            self.assertNotIn("##[", line.split("::", 2)[0] if line.startswith("::") else line)
        self.assertEqual(commands, min(10, len(names)))

    def read_json(self, text, names):
        self.assertEqual(len(json.loads(text)["findings"]), len(names))

    def read_sarif(self, text, names):
        uris = set()
        for result in json.loads(text)["runs"][0]["results"]:
            uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            self.assertRegex(uri, r"^[A-Za-z0-9._~/%-]*$")
            uris.add(urllib.parse.unquote_to_bytes(uri))
        self.assertEqual(uris, set(names))

    def read_junit(self, text, names):
        root = xml.etree.ElementTree.fromstring(text)
        self.assertEqual(len(root.findall(".//testcase")), len(names))
        self.assertLessEqual({element.tag for element in root.iter()}, {"testsuites", "testsuite", "testcase", "failure", "error", "system-out"})

    def read_html(self, text, names):
        page, plain = Page(), Page()
        page.feed(text)
        self.write("plain.cc", SOURCE % "")
        plain.feed(self.run_bytes("--quiet", "--format=html", "plain.cc", "plain.cc").stdout.decode())
        self.assertEqual(page.elements.count("script"), plain.elements.count("script"))
        self.assertEqual(page.elements.count("details"), len(names))
        self.assertLessEqual(set(page.elements), set(plain.elements) | {"nav", "ul", "li", "a"})
        self.assertLessEqual(page.attributes, plain.attributes | {"href", "aria-label"})

    def test_every_format(self):
        for seed in range(ROUNDS):
            names = self.tree(seed)
            for name in self.formats():
                with self.subTest(seed=seed, format=name):
                    read = getattr(self, f"read_{name}", None)
                    self.assertIsNotNone(read, f"a new format needs a parser here: {name}")
                    completed = self.run_bytes("--quiet", f"--format={name}", "--remarks=all", *[b"./" + each for each in names])
                    read(self.shown(completed.stdout), names)
                    self.no_command(self.shown(completed.stderr))
            for name in names:
                os.unlink(os.path.join(os.fsencode(self.root), name))
        print(f"{ROUNDS} hostile trees in {len(self.formats())} formats" + ("" if FULL else " (FPORDER_FULL=1: 40)"))

    def test_names_that_begin_lines(self):
        for name in (b"::error::pwn.cpp", b"::stop-commands::x.cpp", b"  ::error::y.cpp"):
            with open(os.path.join(os.fsencode(self.root), name), "wb") as file:
                file.write((SOURCE % "").encode())
            for arguments in (["--format=text"], ["--coverage"], ["--dump-graph"], ["--statistics"]):
                completed = self.run_bytes(*arguments, name)
                self.no_command(self.shown(completed.stdout))
                self.no_command(self.shown(completed.stderr))

    def test_standard_error(self):
        hostile = b"x\x1b[31m\n::error::pwn\xff\xe2\x80\xae.cpp"
        for arguments in (
            [hostile], [b"--baseline=" + hostile, b"a.cpp"], [b"--config-file=" + hostile, b"a.cpp"], [b"--rules=" + hostile, b"a.cpp"], [b"--" + hostile, b"a.cpp"],
            [b"--rules-dir=" + hostile, b"a.cpp"], [b"--models=" + hostile, b"a.cpp"], [b"-p", hostile, b"a.cpp"], [b"@" + hostile], [b"--explain=" + hostile],
            [b"--config=rules: [" + hostile, b"a.cpp"], [b"--line-filter=" + hostile, b"a.cpp"], [b"--format=" + hostile, b"a.cpp"], [b"--diff-base=" + hostile],
            [b"--measure=" + hostile, b"a.cpp"], [b"merge", hostile], [b"compare", hostile, hostile], [b"merge", b"--" + hostile],
            [b"--write-baseline=/nowhere/" + hostile, b"a.cpp"], [b"--format=json:/nowhere/" + hostile, b"a.cpp"],
        ):  # fmt: skip
            with self.subTest(arguments):
                self.write("a.cpp", SOURCE % "")
                completed = self.run_bytes(*arguments)
                self.assertIn(completed.returncode, (2, 3), completed)
                self.no_command(self.shown(completed.stderr))

    def test_a_patch_names_files_as_git_does(self):
        for name in (b"a b.cpp", b'q"uote.cpp', b"tab\there.cpp", b"esc\x1b[31m.cpp", b"new\nline.cpp", b"back\\slash.cpp", "u\u202ex.cpp".encode(), b"bad\xff.cpp"):
            with self.subTest(name):
                path = os.path.join(os.fsencode(self.root), name)
                before = (SOURCE % "").encode()
                with open(path, "wb") as file:
                    file.write(before)
                patch = self.run_bytes("--quiet", "--diff", "--fix=all", name).stdout
                self.shown(patch)
                applied = subprocess.run(["git", "apply", "-p1", "-"], cwd=self.root, input=patch, capture_output=True)
                self.assertEqual(applied.returncode, 0, (patch, applied.stderr))
                with open(path, "rb") as file:
                    self.assertNotEqual(file.read(), before)
                os.unlink(path)

    def test_exported_fixes(self):
        names = self.tree(7)
        self.run_bytes("--quiet", "--export-fixes=f.yaml", "--fix=all", *[b"./" + each for each in names])
        text = self.shown((self.root / "f.yaml").read_bytes())
        self.assertEqual(len(yaml.safe_load(text)["Diagnostics"]), len(names))

    def test_rules_and_configurations(self):
        hostile = "\x1b[31m::error::x"
        self.write("a.cpp", SOURCE % "")
        self.write(".fporder", f'fail-on: "\\e[31m::error::x"\n')
        completed = self.run_bytes("a.cpp")
        self.assertEqual(completed.returncode, EXIT_USAGE)
        self.no_command(self.shown(completed.stderr))
        (self.root / ".fporder").unlink()
        document = (pathlib.Path(__file__).parents[2] / "rules/ordering/mul-then-div/rule.md").read_text()
        document = document.replace("id: FPO101", "id: FPO901").replace("slug: mul-then-div", "slug: own").replace("title: ", 'title: "\\e[31m" # ')
        self.write("rules/ordering/own/rule.md", document + f"\n::error::explained\n{hostile}\u202e\n")
        for arguments in (["--explain=own"], ["--list-rules"], ["--list-rules=json"]):
            completed = self.run_bytes("--rules-dir=rules", *arguments)
            self.assertEqual(completed.returncode, 0, completed.stderr)
            self.no_command(self.shown(completed.stdout))
            self.no_command(self.shown(completed.stderr))


if __name__ == "__main__":
    unittest.main()
