"""Fixed programs run: random functions are compiled as they were and as --fix=all leaves them, and both are compared with long double.

The functions have what fixes have to watch: guards that give signs, temporaries that are read again, stores through other pointers between the two reads,
conversions, compound assignments. Arrays are apart, the same, or one element off each other. Where the original result is right, to a few units in the last place,
and stays so when the inputs move by one (so that it is not right by luck), the fixed one must be as well.
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import unittest

from checker import CheckerTest

COMPILER = next((found for found in map(shutil.which, ("clang++-22", "clang++-19", "clang++")) if found), None)
FUNCTIONS = 400 if os.environ.get("FPORDER_FULL") == "1" else 60
RIGHT, TOLERATED = 4, 32  # units in the last place: of the original, of the fixed result

SCALARS = [
    "{a} * {b} / {c}", "{a} / {b} / {c}", "{a} / {b} * {c}", "({a} - {b}) * {c} / {d}", "{a} * {c} + {b} * {c}", "{a} * {a} - {b} * {b}", "std::sqrt({a} * {a} + {b}) - {a}",
    "{b} / (std::sqrt({a} * {a} + {b}) - {a})", "std::exp({a}) - 1", "std::log(1 + {a})", "1 / {a} * {b}", "1 - std::cos({a})", "({a} + {b}) - {a}", "std::sqrt({a}) * std::sqrt({b})",
    "{a} * 0.1 / {b}", "{a} / std::sqrt({b} * {b} + {c} * {c})", "static_cast<float>({a} * 3.0 / {b})", "({a} * {b} + {c}) / {d}",
]
GUARDS = ["", "", "if ({a} > 0) ", "if ({a} < 0) ", "if ({a} < 0 && {b} > 1) ", "if (std::fabs({a}) > 2) "]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def expression(self, names):
        chosen = self.random.choices(names, k=4)
        return self.random.choice(SCALARS).format(**dict(zip("abcd", chosen)))

    def body(self, number):
        """One iteration: temporaries, stores in between, a guarded last store."""
        pick = self.random
        reads = ["x[i]", "y[i]", "s", "t"]
        lines, names = [], list(reads)
        for temporary in range(pick.randrange(1, 4)):
            if pick.random() < 0.5:
                left, right = pick.choices(names, k=2)
                text = pick.choice(["{0} * {1}", "{0} / {1}", "{0} + {1}", "std::sqrt({0} * {0} + {1} * {1})", "{0}"]).format(left, right)
            else:
                text = self.expression(names)
            lines.append(f"float v{temporary} = {text};")
            names.append(f"v{temporary}")
            if pick.random() < 0.6:
                lines.append(f"o[i] = {pick.choice(names)};")
        guard = pick.choice(GUARDS).format(a=pick.choice(names), b=pick.choice(names))
        last = f"v{len(names) - len(reads) - 1}"
        final = pick.choice([f"o[i] = {self.expression([last, *reads])};", f"o[i] = {last} / {pick.choice(reads)};", f"o[i] {pick.choice('*/+-')}= {self.expression([last, *reads])};",
                             f"o[i] = {pick.choice(reads)} * {last} / {pick.choice(reads)};"])
        lines.append(guard + final)
        text = "\n    ".join(lines)
        return f"void f{number}(float *o, const float *x, const float *y, float s, float t, int n) {{\n  for (int i = 0; i < n; ++i) {{\n    {text}\n  }}\n}}\n"


def driver(count, originals, fixed):
    exact = originals.replace("float", "long double")
    table = ", ".join("{{was::f{0}, now::f{0}, real::f{0}}}".format(number) for number in range(count))
    return f"""#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
namespace was {{
{originals}}}
namespace now {{
{fixed}}}
namespace real {{
{exact}}}
using Plain = void (*)(float *, const float *, const float *, float, float, int);
using Exact = void (*)(long double *, const long double *, const long double *, long double, long double, int);
struct Case {{ Plain was, now; Exact real; }};
constexpr Case cases[] = {{{table}}};
constexpr int n = 3, room = 16;
double ulps(float value, long double exact) {{
  if (!std::isfinite(value)) return INFINITY;
  int exponent; frexpl(exact, &exponent);
  return double(fabsl(value - exact) / ldexpl(1, (exponent < -125 ? -125 : exponent) - 24));
}}
int main() {{
  std::mt19937 random(1);
  std::uniform_real_distribution<float> exponent(-6, 6);
  unsigned long compared = 0; int bad = 0;
  for (unsigned number = 0; number < sizeof cases / sizeof *cases; ++number)
    for (int sample = 0; sample < 120; ++sample) {{
      float start[room]; long double exact[room];
      for (int i = 0; i < room; ++i) {{ start[i] = std::exp2(exponent(random)) * (sample % 2 && random() % 2 ? -1 : 1); exact[i] = start[i]; }}
      const float s = std::exp2(exponent(random)), t = std::exp2(exponent(random)) * (sample % 4 == 3 ? -1 : 1);
      // o, x, y: apart; o is x; o is y; o one behind x; x is y
      const int places[][3] = {{{{0, 4, 8}}, {{4, 4, 8}}, {{8, 4, 8}}, {{5, 4, 8}}, {{0, 4, 4}}}};
      const int *at = places[sample % 5];
      float was[room], now[room], near[8][room];
      for (int i = 0; i < room; ++i) was[i] = now[i] = start[i];
      for (int k = 0; k < 8; ++k) {{
        const auto moved = [&](float value) {{ return std::nextafter(value, random() % 2 ? INFINITY : -INFINITY); }};
        for (int i = 0; i < room; ++i) near[k][i] = moved(start[i]);
        cases[number].was(near[k] + at[0], near[k] + at[1], near[k] + at[2], moved(s), moved(t), n);
      }}
      cases[number].was(was + at[0], was + at[1], was + at[2], s, t, n);
      cases[number].now(now + at[0], now + at[1], now + at[2], s, t, n);
      cases[number].real(exact + at[0], exact + at[1], exact + at[2], s, t, n);
      for (int i = 0; i < room; ++i) {{
        if (!std::isfinite(exact[i]) || fabsl(exact[i]) < 1e-30L || fabsl(exact[i]) > 1e30L || ulps(was[i], exact[i]) > {RIGHT}) continue;
        bool luck = false;
        for (const auto &other : near) luck |= !(ulps(other[i], exact[i]) <= {2 * RIGHT});
        if (luck) continue;
        ++compared;
        if (ulps(now[i], exact[i]) > {TOLERATED} && ++bad < 20)
          std::printf("f%u, arrays %d, element %d: real %.9Lg, was %.9g, now %.9g\\n", number, sample % 5, i, exact[i], was[i], now[i]);
      }}
    }}
  std::printf("compared %lu, bad %d\\n", compared, bad);
  return bad != 0 || compared < 1000;
}}
"""


@unittest.skipUnless(COMPILER, "needs clang++")
class FixExecution(CheckerTest):
    def run_fixed(self, seed, *options):
        generator = Generator(seed)
        text = "".join(generator.body(number) for number in range(FUNCTIONS))
        include = "#include <cmath>\n"
        path = self.write("functions.cpp", include + text)
        self.run_checker("--fix=all", "--quiet", *options, "functions.cpp", "--", "-std=c++20")
        fixed = pathlib.Path(path).read_text().removeprefix(include)
        changed = sum(before != after for before, after in zip(text.splitlines(), fixed.splitlines()))
        self.write("driver.cpp", driver(FUNCTIONS, text, fixed))
        subprocess.run([COMPILER, "-std=c++20", "-O0", "-ffp-contract=off", "-w", "driver.cpp", "-o", "driver"], cwd=self.root, check=True)
        outcome = subprocess.run(["./driver"], cwd=self.root, capture_output=True, text=True)
        print(f"seed {seed}: {FUNCTIONS} functions, {changed} lines fixed; {outcome.stdout.splitlines()[-1]}")
        if outcome.returncode:
            numbers = sorted({int(found) for found in re.findall(r"^f(\d+),", outcome.stdout, re.M)})
            wrong = "".join(fixed.split("void f")[number + 1] + "was:\n" + text.split("void f")[number + 1] for number in numbers[:3])
            self.fail(outcome.stdout + wrong)
        return changed

    def test_fixed_functions_compute_what_they_did(self):
        changed = sum(self.run_fixed(seed) for seed in range(1, 9 if FUNCTIONS > 100 else 3))
        self.assertGreater(changed, FUNCTIONS // 8)


if __name__ == "__main__":
    unittest.main()
