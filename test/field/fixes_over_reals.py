#!/usr/bin/env python3
"""Whether fixes change what functions compute over the reals.

  fixes_over_reals.py --check PROGRAM [--every N] [--project-tree] [--flag=-IDIR]... [PATH...]

Sources (files, or folders searched for C and C++) are copied and fixed by --fix=all. Each function in which a fix was offered is compiled as it was and as it is
now, with float and double replaced by a type of 113 significand bits, and called with random arguments: arrays apart, the same, and overlapping by some
elements. What it returns and what it leaves in memory must agree to 60 bits. With --project-tree the labelled suite, the rules' examples and the examples of
this tree are taken; --every N takes one source in N of all.

A source that does not compile so, and a function whose arguments cannot be made (structs, members, kernels), is skipped and counted.
Exit status: 0, or 1 when a value changes or when no function could be compared.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[1]
COMPILER = next((found for found in map(shutil.which, ("clang++-22", "clang++-19", "clang++")) if found), None)
SUFFIXES = (".c", ".cc", ".cpp", ".cxx")
HEADERS = ["array", "cmath", "span", "tuple", "vector"]  # what samples.h and reals.h need
# Others are standard as well, and are included before float has another meaning.
STANDARD = set("""algorithm any atomic bit bitset cassert cctype cerrno cfloat chrono cinttypes climits cmath compare complex concepts cstddef cstdint cstdio cstdlib cstring ctime deque
exception execution filesystem forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator limits list map memory mutex new numbers numeric optional
ostream queue random ranges ratio set shared_mutex span sstream stack stdexcept string string_view system_error thread tuple type_traits typeinfo unordered_map unordered_set utility
valarray variant vector assert.h ctype.h errno.h float.h inttypes.h limits.h math.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h unistd.h sys/types.h sys/time.h
sys/stat.h sys/mman.h fcntl.h pthread.h immintrin.h xmmintrin.h emmintrin.h pmmintrin.h tmmintrin.h smmintrin.h nmmintrin.h x86intrin.h""".split())
LITERAL = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|[A-Za-z_]\w*|(?P<number>(?:\d[\d']*\.[\d']*|\.\d[\d']*)(?:[eE][+-]?\d+)?[fFlL]?|\d+[eE][+-]?\d+[fFlL]?)|0[xX][\w.]+|\d\w*""",
                     re.DOTALL)
SAMPLES = 60

MAIN = """#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
using Real = __float128;
using Sampler = int (*)(int, unsigned, Real *);
static Sampler samplerOf(const char *path) {
  void *const object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void *const function = object ? dlsym(object, "fporderSample") : nullptr;
  if (!function) { std::fprintf(stderr, "%s\\n", dlerror()); std::exit(3); }
  return reinterpret_cast<Sampler>(function);
}
static Real magnitude(Real x) { return x < 0 ? -x : x; }
int main(int, char **arguments) {
  const Sampler sampleBefore = samplerOf("./Before.so"), sampleAfter = samplerOf("./After.so");
  const int number = std::atoi(arguments[1]);
  static Real before[8192], after[8192];
  int compared = 0;
  for (unsigned seed = 0; seed < SAMPLES; ++seed) {
    const int count = sampleBefore(number, seed, before), other = sampleAfter(number, seed, after);
    if (count != other) { std::printf("%d and %d values\\n", count, other); return 1; }
    for (int i = 0; i < count; ++i) {
      if (before[i] - before[i] != 0) continue;
      ++compared;
      const Real larger = magnitude(before[i]) > magnitude(after[i]) ? magnitude(before[i]) : magnitude(after[i]);
      if (after[i] - after[i] == 0 && magnitude(before[i] - after[i]) <= larger * 0x1p-60 + 0x1p-90) continue;
      std::printf("sample %u, value %d: %.17g, fixed %.17g\\n", seed, i, double(before[i]), double(after[i]));
      return 1;
    }
  }
  return compared ? 0 : 2;
}
"""

Source = collections.namedtuple("Source", "name text flags folder")


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
                yield Source(str(each).strip("/").replace("/", "_"), text, [*flags_of(text), *flags], each.parent)


def project_tree():
    sys.path.insert(0, str(TREE / "test/rules"))
    import run_examples

    for document in sorted((TREE / "rules").glob("*/*/rule.md")):
        for block in run_examples.read_blocks(document, document.parent.name, document.read_text()):
            yield Source(block.name, block.code, block.flags, None)
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


def unit(text, functions, name, folder, headers):
    """A source over the reals with what calls its functions."""
    own = re.sub(r"^\s*#\s*include\s*<([^>]*)>.*$", lambda found: "" if found.group(1) in STANDARD else found.group(), text, flags=re.MULTILINE)
    cases = "\n".join(f"case {number}: return fporder_samples::sample({expression}, seed, into);" for number, expression in functions)
    (folder / f"{name}.inc").write_text(with_real_literals(own))
    (folder / f"{name}.cpp").write_text(f'#include "{HERE}/reals.h"\n' + "".join(f"#if __has_include(<{header}>)\n#include <{header}>\n#endif\n" for header in headers)
                                        + f'#include "{HERE}/real_names.h"\n#include "{name}.inc"\n#include "{HERE}/samples.h"\n'
                                        + f'extern "C" int fporderSample(int number, unsigned seed, Real *into) {{ switch (number) {{\n{cases}\n}} return 0; }}\n')


def compiled(name, folder, source):
    include = ["-I", str(source.folder)] if source.folder else []
    flags = [flag for flag in source.flags if flag.startswith(("-D", "-I", "-m")) and flag not in ("-mfma",)]
    command = [COMPILER, "-std=c++20", "-O0", "-w", "-Drestrict=__restrict", "-fno-caret-diagnostics", "-ferror-limit=0", "-fPIC", "-shared", "-Wl,-Bsymbolic", *flags, *include,
               f"{name}.cpp", "-lquadmath", "-o", f"{name}.so"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def build(source, texts, names, folder):
    """The functions that compile in both texts, by number, linked; or why there are none."""
    wanted = dict(enumerate(f"&{name}" for name in names))
    headers = sorted({*HEADERS, *(set(re.findall(r"^\s*#\s*include\s*<([^>]+)>", source.text, re.MULTILINE)) & STANDARD)})
    for _ in range(4):
        errors = ""
        bad = set()
        for name, text in zip(("Before", "After"), texts):
            unit(text, wanted.items(), name, folder, headers)
            result = compiled(name, folder, source)
            errors += result.stderr if result.returncode else ""
            lines = (folder / f"{name}.cpp").read_text().splitlines()
            for line in map(int, re.findall(rf"^{name}\.cpp:(\d+):\d+:", result.stderr, re.MULTILINE) if result.returncode else []):
                found = re.match(r"case (\d+):", lines[line - 1])
                bad |= {int(found.group(1))} if found else set()
            if result.returncode and re.search(rf"^\S*{name}\.inc:\d+:\d+: (fatal )?error", result.stderr, re.MULTILINE):
                return {}, next(line for line in result.stderr.splitlines() if "error" in line)
        if not errors:
            break
        if not bad:
            return {}, next((line for line in errors.splitlines() if "error" in line), errors[:200])
        for number in bad:
            template = f"&{names[number]}<Real>"
            if wanted[number] == template:
                del wanted[number]
            else:
                wanted[number] = template
        if not wanted:
            return {}, "arguments that cannot be made"
    else:
        return {}, "arguments that cannot be made"
    (folder / "main.cpp").write_text(MAIN.replace("SAMPLES", str(SAMPLES)))
    linked = subprocess.run([COMPILER, "-O0", "main.cpp", "-ldl", "-o", "main"], cwd=folder, capture_output=True, text=True)
    return (wanted, "") if linked.returncode == 0 else ({}, "does not link: " + linked.stderr.splitlines()[0])


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
