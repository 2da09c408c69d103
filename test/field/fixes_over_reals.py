#!/usr/bin/env python3
"""Whether fixes change what functions compute over the reals.

  fixes_over_reals.py --check PROGRAM [--every N] [--project-tree] [--flag=-IDIR]... [PATH...]

Sources (files, or folders searched for C and C++) are copied and fixed by --fix=all. Each function in which a fix was offered is compiled as it was and as it is
now, with float and double replaced by a type of 113 significand bits, and called with random arguments: arrays apart, the same, and overlapping by some
elements. What it returns and what it leaves in memory must agree to 60 bits. With --project-tree the labelled suite, the rules' examples and the examples of
this tree are taken; --every N takes one source in N of all.

Headers below a folder given are taken over the reals as well; conversions that C makes and C++ does not are written out. Structures and classes are filled member
by member; each sample runs in a process of its own. A source that does not compile so, and a function whose arguments cannot be made, is skipped and counted.
Exit status: 0, or 1 when a value changes or when no function could be compared.
"""

import argparse
import collections
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[1]
COMPILER = next((found for found in map(shutil.which, ("clang++-22", "clang++-19", "clang++")) if found), None)
SUFFIXES = (".c", ".cc", ".cpp", ".cxx")
HEADER_SUFFIXES = (".h", ".hh", ".hpp", ".hxx", ".inl", ".inc", ".ipp", ".tpp")
HEADERS = ["array", "cmath", "span", "string", "tuple", "vector"]  # what samples.h and reals.h need
# Others are standard as well, and are included before float has another meaning.
STANDARD = set("""algorithm any atomic bit bitset cassert cctype cerrno cfloat chrono cinttypes climits cmath compare complex concepts cstddef cstdint cstdio cstdlib cstring ctime deque
exception execution filesystem forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator limits list map memory mutex new numbers numeric optional
ostream queue random ranges ratio set shared_mutex span sstream stack stdexcept string string_view system_error thread tuple type_traits typeinfo unordered_map unordered_set utility
valarray variant vector assert.h ctype.h errno.h float.h inttypes.h limits.h math.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h unistd.h sys/types.h sys/time.h
sys/stat.h sys/mman.h fcntl.h pthread.h immintrin.h xmmintrin.h emmintrin.h pmmintrin.h tmmintrin.h smmintrin.h nmmintrin.h x86intrin.h""".split())
LITERAL = re.compile(r"""\#[ \t]*include[^\n]*|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|[A-Za-z_]\w*|(?P<number>(?:\d[\d']*\.[\d']*|\.\d[\d']*)(?:[eE][+-]?\d+)?[fFlL]?|\d+[eE][+-]?\d+[fFlL]?)|0[xX][\w.]+|\d\w*""",
                     re.DOTALL)
SAMPLES = 60

MAIN = """#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
using Real = __float128;
using Sampler = int (*)(int, unsigned, Real *);
static Sampler samplerOf(const char *path) {
  void *const object = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  void *const function = object ? dlsym(object, "fporderSample") : nullptr;
  if (!function) { std::fprintf(stderr, "%s\\n", dlerror()); std::exit(3); }
  return reinterpret_cast<Sampler>(function);
}
static Real magnitude(Real x) { return x < 0 ? -x : x; }
// What a sample tells: 0 the same, 1 something else, 2 no value, 3 stopped before the fix was called, 4 stopped in the fixed function alone.
static int compare(Sampler sampleBefore, Sampler sampleAfter, int number, unsigned seed, volatile int *stage) {
  static Real before[8192], after[8192];
  const int count = sampleBefore(number, seed, before);
  *stage = 1;
  const int other = sampleAfter(number, seed, after);
  *stage = 2;
  if (count != other) { std::printf("%d and %d values\\n", count, other); return 1; }
  int compared = 0;
  for (int i = 0; i < count; ++i) {
    if (before[i] - before[i] != 0) continue;
    ++compared;
    const Real larger = magnitude(before[i]) > magnitude(after[i]) ? magnitude(before[i]) : magnitude(after[i]);
    if (after[i] - after[i] == 0 && magnitude(before[i] - after[i]) <= larger * 0x1p-60 + 0x1p-90) continue;
    std::printf("sample %u, value %d: %.17g, fixed %.17g\\n", seed, i, double(before[i]), double(after[i]));
    return 1;
  }
  return compared ? 0 : 2;
}
int main(int, char **arguments) {
  const Sampler sampleBefore = samplerOf("./Before.so"), sampleAfter = samplerOf("./After.so");
  auto *const stage = static_cast<volatile int *>(mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  int counts[5] = {};
  for (unsigned seed = 0; seed < SAMPLES && !counts[1]; ++seed) {
    *stage = 0;
    const pid_t child = fork();
    if (child == 0) {
      alarm(3);
      const int result = compare(sampleBefore, sampleAfter, std::atoi(arguments[1]), seed, stage);
      std::fflush(stdout);
      _exit(result);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ++counts[WIFEXITED(status) && *stage == 2 ? WEXITSTATUS(status) : *stage == 0 ? 3 : 4];
  }
  if (counts[1]) return 1;
  if (counts[4] && !counts[0]) { std::printf("%d samples stop in the fixed function alone\\n", counts[4]); return 1; }
  return counts[0] ? 0 : counts[2] ? 2 : 3;
}
"""

Source = collections.namedtuple("Source", "name text flags folder project")


def with_real_literals(text):
    text = re.sub(r"\blong\s+double\b|\bdouble\s+long\b", "Real", text)
    return LITERAL.sub(lambda found: f"Real({found.group()})" if found.group("number") else found.group(), text)


def flags_of(text):
    first = text.split("\n", 1)[0]
    return first[len("// flags:"):].split() if first.startswith("// flags:") else []


def files(paths, flags=()):
    for given in paths:
        path = pathlib.Path(given)
        for each in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if each.suffix in SUFFIXES and each.is_file():
                text = each.read_text(errors="replace")
                yield Source(str(each).strip("/").replace("/", "_"), text, [*flags_of(text), *flags], each.parent, path if path.is_dir() else None)


def project_tree():
    sys.path.insert(0, str(TREE / "test/rules"))
    import run_examples

    for document in sorted((TREE / "rules").glob("*/*/rule.md")):
        slug = document.parent.name
        for block in [*run_examples.read_blocks(document, slug, document.read_text()), *run_examples.read_cases(document, slug)]:
            yield Source(block.name, block.code, block.flags, None, None)
    yield from files([TREE / "test/labelled", TREE / "examples"])


def fixed(check, sources, folder):
    """By source: the text after --fix=all and the functions in which a fix was offered."""
    database, paths = [], []
    for number, source in enumerate(sources):
        path = folder / f"s{number}{'.c' if source.name.endswith('.c') else '.cpp'}"
        path.write_text(source.text)
        include = ["-I", str(source.folder)] if source.folder else []
        compiler = ["clang", "-std=gnu17"] if path.suffix == ".c" else ["clang++", "-std=c++20"]
        database.append({"directory": str(folder), "file": str(path), "arguments": [*compiler, *source.flags, *include, "-c", str(path)]})
        paths.append(path)
    (folder / "compile_commands.json").write_text(json.dumps(database))
    command = [check, "-p", str(folder), "--no-config", "--no-cache", "--fail-on=never", "--quiet", "--header-filter=^$"]
    report = json.loads(subprocess.run([*command, "--format=json", *map(str, paths)], capture_output=True, text=True, cwd=folder).stdout)
    functions = collections.defaultdict(set)
    for finding in report["findings"]:
        if finding.get("fix") and not finding.get("suppression"):
            functions[pathlib.Path(finding["file"]).name].add(finding["function"])
    subprocess.run([*command, "--fix=all", *map(str, paths)], capture_output=True, text=True, cwd=folder)
    return [(path, path.read_text(), sorted(functions[path.name])) for path in paths]


def without_standard(text):
    return re.sub(r"^\s*#\s*include\s*<([^>]*)>.*$", lambda found: "" if found.group(1) in STANDARD else found.group(), text, flags=re.MULTILINE)


def standard_of(text):
    return set(re.findall(r"^\s*#\s*include\s*<([^>]+)>", text, re.MULTILINE)) & STANDARD


@functools.cache
def headers_of(project, folder):
    """Of a folder: where its headers over the reals lie, by path, and the standard headers that they include."""
    converted, standard = {}, set()
    written = folder / f"headers{zlib.crc32(str(project).encode())}"
    written.mkdir(exist_ok=True)
    for path in sorted(project.rglob("*")) if project else []:
        if path.suffix in HEADER_SUFFIXES and path.is_file():
            text = path.read_text(errors="replace")
            standard |= standard_of(text)
            place = converted[str(path.resolve())] = written / str(len(converted))
            place.write_text(with_real_literals(without_standard(text)))
    return converted, standard


def converted_places(errors):
    """Where the compiler misses a conversion of C: path, line, columns; of a macro's expansion the place in the definition that spells the operand."""
    ranged = re.compile(r"^(\S+?):\d+:\d+:(?:\{(\d+):(\d+)-\2:(\d+)\})?: (error: (?:assigning to|cannot initialize)|note: expanded from macro) ?")
    place = None
    for line in [*errors.splitlines(), ""]:
        found = ranged.match(line)
        if found and found.group(5).startswith("note"):
            place = place and (found.groups()[:4] if found.group(2) else None)
            continue
        if place:
            yield place
        place = found.groups()[:4] if found and found.group(2) else None


class Program:
    """A source over the reals with what calls its functions, compiled to a library. Conversions that C makes and C++ does not are written out where the compiler
    asks for them."""

    def __init__(self, name, text, source, folder):
        self.name, self.source, self.folder = name, source, folder
        converted, standard = headers_of(source.project, folder)
        self.texts = {str(folder / f"{name}.inc"): with_real_literals(without_standard(text))}
        self.converted = converted
        self.standard = sorted({*HEADERS, *standard_of(source.text), *standard})

    def write(self, functions):
        includes = "".join(f"#if __has_include(<{header}>)\n#include <{header}>\n#endif\n" for header in self.standard)
        cases = "\n".join(f"case {number}: return fporder_samples::sample({expression}seed, into);" for number, expression in functions)
        (self.folder / f"{self.name}.cpp").write_text(f'#include "{HERE}/reals.h"\n{includes}#include "{HERE}/real_names.h"\n#include "{self.name}.inc"\n'
                                                      f'#include "{HERE}/samples.h"\n'
                                                      f'extern "C" int fporderSample(int number, unsigned seed, Real *into) {{ switch (number) {{\n{cases}\n}} return 0; }}\n')
        self.overlay()

    def overlay(self):
        """What the compiler reads instead of the source and of the project's headers."""
        written = self.folder / f"{self.name}.texts"
        written.mkdir(exist_ok=True)
        places = dict(self.converted)
        for number, (path, text) in enumerate(self.texts.items()):
            places[path] = written / str(number)
            places[path].write_text(text)
        roots = [{"type": "file", "name": path, "external-contents": str(place)} for path, place in places.items()]
        (self.folder / f"{self.name}.yaml").write_text(json.dumps({"version": 0, "use-external-names": False, "roots": roots}))

    def compile(self):
        include = ["-I", str(self.source.folder.resolve())] if self.source.folder else []
        flags = [flag for flag in self.source.flags if flag.startswith(("-D", "-I", "-m")) and flag not in ("-mfma",)]
        command = [COMPILER, "-std=c++20", "-O0", "-w", "-Drestrict=__restrict", "-fno-caret-diagnostics", "-fdiagnostics-print-source-range-info", "-fno-access-control",
                   "-ferror-limit=0", "-fPIC", "-shared",
                   # A sample that leaves an array's bounds, or reads what was never written, tells nothing: it ends, or is the same in both.
                   "-fsanitize=bounds", "-fsanitize-trap=bounds", "-ftrivial-auto-var-init=zero", "-Wl,-Bsymbolic", "-ivfsoverlay", f"{self.name}.yaml", *flags, *include, f"{self.name}.cpp", "-lquadmath", "-o",
                   f"{self.name}.so"]
        for _ in range(8):
            result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
            if result.returncode == 0 or not self.source.name.endswith(".c") or not self.convert(result.stderr):
                break
        return subprocess.run([*command, self.absent_data()], cwd=self.folder, capture_output=True, text=True) if result.returncode == 0 else result

    def absent_data(self):
        """An object of zeros for each that other sources define, virtual tables among them, without which the library cannot be loaded. A call of a function that
        others define ends the sample."""
        listed = [subprocess.run([*tool, f"{self.name}.so"], cwd=self.folder, capture_output=True, text=True).stdout.splitlines() for tool in (["readelf", "-rW"], ["nm", "-D"])]
        called = {fields[4] for fields in map(str.split, listed[0]) if len(fields) > 4 and fields[2] == "R_X86_64_JUMP_SLOT"}
        names = {fields[1] for fields in map(str.split, listed[1]) if fields[0] == "U" and "@" not in fields[1]} - called
        text = "".join(f".weak {name}\n.balign 16\n{name}: .zero 1024\n" for name in sorted(names))
        (self.folder / f"{self.name}.absent.s").write_text(".data\n" + text)
        return f"{self.name}.absent.s"

    def convert(self, errors):
        """Writes conversions of C out; False when there is none to write."""
        places = collections.defaultdict(set)
        for path, line, first, last in converted_places(errors):
            path = str((self.folder / path).resolve())
            if path in self.texts or path in self.converted:
                places[path].add((int(line), int(first), int(last)))
        for path, ranges in places.items():
            lines = (self.texts[path].encode() if path in self.texts else self.converted[path].read_bytes()).split(b"\n")
            for line, first, last in sorted(ranges, reverse=True):
                text = lines[line - 1]
                lines[line - 1] = text[: first - 1] + b"FporderAsInC(" + text[first - 1 : last - 1] + b")" + text[last - 1 :]
            self.texts[path] = b"\n".join(lines).decode()
        self.overlay()
        return bool(places)

    def failed_in_itself(self, errors):
        """The numbers of the functions that cannot be called; None when the error lies in the source."""
        lines = (self.folder / f"{self.name}.cpp").read_text().splitlines()
        cases = [re.match(r"case (\d+):", lines[int(line) - 1]) for line in re.findall(rf"^{self.name}\.cpp:(\d+):\d+:", errors, re.MULTILINE)]
        return {int(found.group(1)) for found in cases if found}


def candidates(name):
    """How a function is given: a member with a call that names its class, which needs no virtual table; one as it is; one of a template over the reals."""
    parts = name.split("::")
    names = [name, f"{name}<Real>", *("::".join([*parts[:place], parts[place] + "<Real>", *parts[place + 1 :]]) for place in range(len(parts) - 1))]
    member = "[](auto &object, auto &&...each) -> decltype(auto) {{ return object.{0}(static_cast<decltype(each)>(each)...); }}"
    return [form for each in names for form in ([f"&{each}, {member.format(each)}, "] if len(parts) > 1 else []) + [f"&{each}, "]]


def build(source, texts, names, folder):
    """The functions that compile in both texts, by number, linked; or why there are none."""
    forms = {number: candidates(name) for number, name in enumerate(names)}
    refused = ""
    programs = [Program(name, text, source, folder) for name, text in zip(("Before", "After"), texts)]
    while forms:
        bad, errors = set(), ""
        for program in programs:
            program.write([(number, form[0]) for number, form in forms.items()])
            result = program.compile()
            if result.returncode:
                errors = result.stderr
                bad |= program.failed_in_itself(errors)
        if not errors:
            break
        if not bad:
            return {}, next((line for line in errors.splitlines() if "error" in line), errors[:200])
        refused = refused or next((line for line in errors.splitlines() if "error" in line), "")
        for number in bad:
            forms[number].pop(0)
        forms = {number: form for number, form in forms.items() if form}
    else:
        return {}, "arguments that cannot be made: " + refused
    (folder / "main.cpp").write_text(MAIN.replace("SAMPLES", str(SAMPLES)))
    linked = subprocess.run([COMPILER, "-O0", "main.cpp", "-ldl", "-o", "main"], cwd=folder, capture_output=True, text=True)
    return (forms, "") if linked.returncode == 0 else ({}, "does not link: " + linked.stderr.splitlines()[0])


class Tally:
    def __init__(self, verbose):
        self.verbose = verbose
        self.sources = self.changed = self.functions = self.compared = self.undefined = 0
        self.skipped = collections.Counter()
        self.differ = []

    def source(self, source, text, names, folder):
        self.sources += 1
        self.changed += text != source.text
        self.functions += len(names)
        plain = [name for name in names if re.fullmatch(r"[\w:]+", name)]
        self.skipped["names that are not plain"] += len(names) - len(plain)
        if not plain or text == source.text:
            return
        wanted, why = build(source, (source.text, text), plain, folder)
        self.skipped[re.sub(r"^\S+ ", "", why)[:110] or "arguments that cannot be made"] += len(plain) - len(wanted)
        if self.verbose and why:
            print(f"{source.name}: {', '.join(plain)}: {why}", flush=True)
        for number in wanted:
            try:
                outcome = subprocess.run(["./main", str(number)], cwd=folder, capture_output=True, text=True, timeout=20)
            except subprocess.TimeoutExpired:
                self.skipped["runs too long"] += 1
                continue
            if outcome.returncode == 1:
                self.differ.append(f"{source.name}: {plain[number]}: {outcome.stdout.strip()}")
            self.compared += outcome.returncode in (0, 1)
            self.undefined += outcome.returncode == 2
            self.skipped["fails when run"] += outcome.returncode not in (0, 1, 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--check", required=True, help="the fporder-check to run")
    parser.add_argument("--every", type=int, default=1, help="take one source in so many")
    parser.add_argument("--project-tree", action="store_true", help="the labelled suite and the examples of this tree")
    parser.add_argument("--flag", action="append", default=[], help="a compiler flag for the sources under PATH")
    parser.add_argument("--verbose", action="store_true", help="say of each source why it is skipped")
    options = parser.parse_args()
    sources = [*(project_tree() if options.project_tree else []), *files(options.paths, options.flag)]
    total = len(sources)
    if os.environ.get("FPORDER_FULL") != "1":
        sources = sources[::options.every]
    tally = Tally(options.verbose)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        for source, (_, text, names) in zip(sources, fixed(os.path.abspath(options.check), sources, folder)):
            tally.source(source, text, names, folder)
    for line in tally.differ:
        print(line)
    for why, count in tally.skipped.most_common(12):
        if count:
            print(f"{count} skipped: {why}")
    print(f"{len(sources)} of {total} sources, {tally.changed} changed by fixes; {tally.functions} functions with a fix, {tally.compared} compared, {tally.undefined} without a value, "
          f"{len(tally.differ)} compute something else over the reals")
    return 1 if tally.differ or not tally.compared else 0


if __name__ == "__main__":
    sys.exit(main())
