#!/usr/bin/env python3
"""The layers' direction, read from the #include lines: analyzer -> rules -> runtime.

Only analyzer/ may include LLVM's and Clang's headers; runtime/ includes nothing of rules/ or analyzer/, rules/ nothing of analyzer/. Includes of our
own files start at the repository's root, so that the direction can be read off them, and name files that exist. Folder and file names that say
nothing about what is inside are refused as well.
"""

import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(os.environ.get("FPORDER_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = (".h", ".hpp", ".cpp", ".cc", ".c")
LAYERS = {"runtime": 0, "rules": 1, "analyzer": 2}
COMPILER = re.compile(r"^(clang|clang-c|clang-tidy|llvm|llvm-c|mlir|lld)/")
SHIMS = ROOT / "analyzer" / "shims"  # headers in place of vendors', named and including as theirs do
EMPTY_NAMES = {"utils", "util", "common", "helpers", "helper", "misc", "manager", "stuff"}


def sources(layer):
    for directory, folders, files in os.walk(ROOT / layer):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and pathlib.Path(directory) / f != SHIMS)
        for name in sorted(files):
            if name.endswith(SOURCES):
                yield pathlib.Path(directory) / name


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


class Layering(unittest.TestCase):
    def test_there_is_something_to_check(self):
        for layer in LAYERS:
            self.assertTrue(any(sources(layer)), layer)

    def test_direction(self):
        wrong = []
        for layer, height in LAYERS.items():
            for path in sources(layer):
                for number, _, name in includes(path):
                    other = LAYERS.get(name.split("/")[0])
                    if other is not None and other > height:
                        wrong.append(f"{path.relative_to(ROOT)}:{number}: {layer}/ includes {name}")
        self.assertEqual(wrong, [])

    def test_the_interpreter_shares_nothing_with_what_it_checks(self):
        """analyzer/execute is held against the front end's graphs and their evaluation: it may use neither, nor graphs at all. Numbers of how
        much it runs are in the table of limits."""
        allowed = {"analyzer/execute", "runtime/format", "runtime/elementary", "runtime/limits"}
        wrong = []
        for path in sources("analyzer/execute"):
            for number, _, name in includes(path):
                if name.split("/")[0] in LAYERS and str(pathlib.PurePosixPath(name).parent) not in allowed:
                    wrong.append(f"{path.relative_to(ROOT)}:{number}: includes {name}")
        self.assertEqual(wrong, [])

    def test_rooms_of_the_front_end(self):
        """What each room includes of the others: see analyzer/frontend/README.md. Sources that define or run the evaluator include what they need."""
        rooms = {
            "guesses": set(),
            "values": {"guesses"},
            "templates": {"guesses", "values"},
            "types": {"guesses", "templates", "values"},
            "syntax": {"guesses", "templates", "types", "values"},
            "memory": {"guesses", "syntax", "types", "values"},
            "state": {"memory", "values"},
            "loops": {"memory", "state", "values"},
            "library": {"accelerators", "syntax", "types", "values"},
            "accelerators": {"library", "syntax", "types", "values"},
            "calls": {"library", "memory", "syntax", "types", "values"},
            "walk": {"calls", "library", "loops", "memory", "state", "syntax", "types", "values"},
        }
        everywhere = {"analyzer/frontend/loops/loop.h"}  # what is known of loops, to read
        frontend = ROOT / "analyzer" / "frontend"
        self.assertEqual({path.name for path in frontend.iterdir() if path.is_dir()}, set(rooms))
        face = {"clang_headers", "compat", "dump", "translate"}
        wrong = [f"{path.name} is in no room" for path in frontend.iterdir() if path.suffix in SOURCES and path.stem not in face]
        for path in sources("analyzer/frontend"):
            room, text = path.parent.name, re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
            evaluates = path.suffix == ".cpp" and room not in ("library", "accelerators") and re.search(r"\bEvaluator(::|\()", text)
            for number, _, name in includes(path):
                parts = name.split("/")
                if room == "frontend" or evaluates or parts[:2] != ["analyzer", "frontend"] or len(parts) != 4 or name in everywhere:
                    continue
                if parts[2] != room and parts[2] not in rooms[room]:
                    wrong.append(f"{path.relative_to(ROOT)}:{number}: {room}/ includes {name}")
        self.assertEqual(wrong, [])

    def test_every_source_of_the_front_end_has_the_test_of_its_name(self):
        """analyzer/frontend/ROOM/x.cpp is tested by test/unit/analyzer/frontend/ROOM/x_test.cpp, which has test cases that check something."""
        wrong = []
        for path in sources("analyzer/frontend"):
            if path.suffix != ".cpp":
                continue
            name = path.relative_to(ROOT).with_suffix("")
            test = ROOT / "test" / "unit" / name.parent / f"{name.name}_test.cpp"
            text = test.read_text(encoding="utf-8") if test.is_file() else ""
            if "TEST_CASE(" not in text or not re.search(r"\b(CHECK|REQUIRE)\w*\(", text):
                wrong.append(f"{path.relative_to(ROOT)} has no {test.relative_to(ROOT)} that checks it")
        self.assertEqual(wrong, [])

    def test_one_place_reads_one_writes_and_one_speaks(self):
        """Limits on input, whole output files and escaped messages hold only where nothing goes past them."""
        places = {
            r"llvm::errs\(\)": {"analyzer/check/messages.cpp"},
            r"\bjson::parse\(": {"analyzer/findings/input_text.cpp"},
            r"MemoryBuffer::getFile\w*\(": set(),
            r"\bwriteToOutput\(|raw_fd_ostream \w+\(\w+(?:\.\w+)*, error": set(),
            r"\bstd::[io]fstream\b": {"rules/engine/embed_main.cpp", "rules/engine/embedding.h", "analyzer/models/embed_main.cpp"},
            r"std::fopen\(": set(),
        }
        # What others own is named until it goes the same way.
        known = {("analyzer/check/git_process.cpp", r"MemoryBuffer::getFile\w*\(")}  # a file in memory
        wrong = []
        for layer in LAYERS:
            for path in sources(layer):
                name, text = str(path.relative_to(ROOT)), re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
                wrong += [f"{name}: {word}" for word, allowed in places.items() if name not in allowed and (name, word) not in known and re.search(word, text)]
        self.assertEqual(wrong, [])

    def test_only_the_analyzer_includes_the_compiler(self):
        wrong = []
        for layer in ("runtime", "rules"):
            for path in sources(layer):
                for number, _, name in includes(path):
                    if COMPILER.match(name):
                        wrong.append(f"{path.relative_to(ROOT)}:{number}: {layer}/ includes {name}")
        self.assertEqual(wrong, [])

    def test_own_includes_start_at_the_root(self):
        wrong = []
        for layer in LAYERS:
            for path in sources(layer):
                for number, quote, name in includes(path):
                    own = name.split("/")[0] in LAYERS
                    if own and not (ROOT / name).is_file():
                        wrong.append(f"{path.relative_to(ROOT)}:{number}: no file {name}")
                    generated = name.endswith(".def")  # written into the build directory by CMake
                    if quote == '"' and not own and not generated and not COMPILER.match(name):
                        wrong.append(f"{path.relative_to(ROOT)}:{number}: {name} does not start at the root")
        self.assertEqual(wrong, [])

    def test_names_say_something(self):
        wrong = []
        for layer in LAYERS:
            for path in sources(layer):
                parts = path.relative_to(ROOT).with_suffix("").parts
                wrong += [str(path.relative_to(ROOT)) for part in parts if part.lower() in EMPTY_NAMES]
        self.assertEqual(wrong, [])

    def test_link_direction(self):
        for layer, forbidden in {"runtime": ("fporder::rules", "fporder::analyzer", "clang-cpp", "LLVM"), "rules": ("fporder::analyzer", "clang-cpp")}.items():
            text = (ROOT / layer / "CMakeLists.txt").read_text(encoding="utf-8")
            linked = " ".join(re.findall(r"target_link_libraries\(([^)]*)\)", text)).split()
            for name in forbidden:
                self.assertNotIn(name, linked, f"{layer}/CMakeLists.txt links {name}")


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
