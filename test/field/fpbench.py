#!/usr/bin/env python3
"""What the search for better orders gains on straight-line FPCore benchmarks.

  fpbench.py --check PROGRAM [--points N] [--seed N] [--limit N] [--list] FILE.fpcore...

Each core becomes a C function of doubles. Its arguments are drawn as Herbie does: uniformly among the bit patterns of finite doubles, kept where the
precondition holds and the real value is a double. N points (2,000) go to the program as arrays (--measure --data), which measures the function's findings with
the orders that it knows and finds; N others score the most accurate order of each. Bits of error are log2(1 + doubles between the result and the rounded real
value), 64 where the result is not a number. Real values and results are computed here, by mpmath and by the C library, from the text of the order.

Cores with loops, conditions, arrays or other precisions are left out, and counted. One line a core: bits as written, after, seconds, name, order; then means.
Exit status: 0; 1 when the checker crashed, or an order is worse than what was written.
"""

import argparse
import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import time

import mpmath

sys.dont_write_bytecode = True
ENOUGH = 1150  # bits, for differences of numbers as far apart as doubles are
UNARY = {"sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh",
         "acosh", "atanh", "fabs", "erf", "erfc"}
BINARY = {"pow", "atan2", "hypot", "fmin", "fmax", "fmod", "copysign"}
CONSTANTS = {"PI": "3.14159265358979323846", "E": "2.71828182845904523536", "LN2": "0.69314718055994530942", "PI_2": "1.57079632679489661923"}


class LeftOut(Exception):
    pass


def tokens(text):
    text = re.sub(r";[^\n]*", "", text)
    return re.findall(r'"(?:[^"\\]|\\.)*"|[()\[\]]|[^\s()\[\]"]+', text)


def parse(words):
    stack = [[]]
    for word in words:
        if word in "([":
            stack.append([])
        elif word in ")]":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    return stack[0]


class Core:
    def __init__(self, form):
        form = form[1:]
        if isinstance(form[0], str):
            form = form[1:]
        self.arguments = form[0]
        if any(not isinstance(each, str) for each in self.arguments):
            raise LeftOut("typed arguments")
        self.properties = {form[i]: form[i + 1] for i in range(1, len(form) - 1, 2)}
        self.body = form[-1]
        if self.properties.get(":precision", "binary64") != "binary64":
            raise LeftOut("another precision")
        self.name = self.properties.get(":name", '"?"').strip('"')
        self.cName = {each: "v%d_%s" % (i, re.sub(r"\W", "_", each)) for i, each in enumerate(self.arguments)}

    def c(self, form, scope):
        if isinstance(form, str):
            if form in scope:
                return scope[form]
            if form in CONSTANTS:
                return CONSTANTS[form]
            if re.fullmatch(r"[+-]?\d+/\d+", form):
                return "(%s.0 / %s.0)" % tuple(form.split("/"))
            try:
                return "(%r)" % float(form)
            except ValueError:
                raise LeftOut("a name: " + form)
        head, rest = form[0], form[1:]
        if head in ("let", "let*"):
            inner = dict(scope)
            for name, value in rest[0]:
                inner[name] = "(%s)" % self.c(value, inner if head == "let*" else scope)
            return self.c(rest[1], inner)
        parts = [self.c(each, scope) for each in rest]
        if head == "-" and len(parts) == 1:
            return "(-%s)" % parts[0]
        if head in "+-*/" and len(parts) > 1:
            text = parts[0]
            for each in parts[1:]:
                text = "(%s %s %s)" % (text, head, each)
            return text
        if (head in UNARY and len(parts) == 1) or (head in BINARY and len(parts) == 2) or (head == "fma" and len(parts) == 3):
            return "%s(%s)" % (head, ", ".join(parts))
        raise LeftOut("operation " + str(head))

    def source(self):
        text = self.c(self.body, self.cName)
        return "#include <math.h>\ndouble f(%s) {\n  return %s;\n}\n" % (", ".join("double " + self.cName[each] for each in self.arguments), text)


RELATIONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "==": lambda a, b: a == b}


def real(form, values):
    """In mpmath's precision at the time; raises ValueError where there is no real value."""
    if isinstance(form, str):
        if form in values:
            return values[form]
        if form in ("PI", "PI_2", "E", "LN2"):
            return {"PI": mpmath.pi, "PI_2": mpmath.pi / 2, "E": mpmath.e, "LN2": mpmath.ln2}[form] * mpmath.mpf(1)
        if "/" in form:
            return mpmath.mpf(int(form.split("/")[0])) / int(form.split("/")[1])
        return mpmath.mpf(form)
    head, rest = form[0], form[1:]
    if head in ("let", "let*"):
        inner = dict(values)
        for name, value in rest[0]:
            inner[name] = real(value, inner if head == "let*" else values)
        return real(rest[1], inner)
    if head in ("and", "or"):
        return (all if head == "and" else any)(real(each, values) for each in rest)
    if head == "not":
        return not real(rest[0], values)
    if head in RELATIONS or head == "!=":
        sides = [real(each, values) for each in rest]
        if head == "!=":
            return len(set(sides)) == len(sides)
        return all(RELATIONS[head](a, b) for a, b in zip(sides, sides[1:]))
    parts = [real(each, values) for each in rest]
    if head == "-" and len(parts) == 1:
        return -parts[0]
    if head in "+-*/":
        result = parts[0]
        for each in parts[1:]:
            if head == "/" and each == 0:
                raise ValueError
            result = result + each if head == "+" else result - each if head == "-" else result * each if head == "*" else result / each
        return result
    function = {"fabs": abs, "fma": lambda a, b, c: a * b + c, "pow": mpmath.power, "fmin": min, "fmax": max, "exp2": lambda a: mpmath.power(2, a),
                "log2": lambda a: mpmath.log(a) / mpmath.ln2, "cbrt": lambda a: mpmath.sign(a) * mpmath.cbrt(abs(a))}.get(head) or getattr(mpmath, head)
    for each in parts:
        if head not in ("atan", "tanh", "erf", "erfc") and abs(each) > mpmath.mpf(2) ** 1100:
            raise ValueError
    if head in ("exp", "expm1", "sinh", "cosh", "exp2") and abs(parts[0]) > 2000:
        raise ValueError
    result = function(*parts)
    if isinstance(result, mpmath.mpc) or not mpmath.isfinite(result):
        raise ValueError
    return result


def rounded(form, values):
    """The real value as a double, or None."""
    known = None
    for precision in (ENOUGH, 2 * ENOUGH + 100):
        with mpmath.workprec(precision):
            try:
                value = float(real(form, {name: mpmath.mpf(each) for name, each in values.items()}))
            except (ValueError, ZeroDivisionError, OverflowError, ArithmeticError):
                return None
            if known is not None and value != known:
                return None
            known = value
        if precision == ENOUGH and not needsMore(form):
            break
    return known if math.isfinite(known) else None


def needsMore(form):
    return isinstance(form, list) and (form[0] in ("sin", "cos", "tan") or any(needsMore(each) for each in form[1:]))


def ordinal(value):
    bits = struct.unpack("<q", struct.pack("<d", value))[0]
    return bits if bits >= 0 else -(bits & 0x7FFFFFFFFFFFFFFF)


def bitsOfError(computed, exact):
    if isinstance(computed, complex) or math.isnan(computed):
        return 64.0
    return math.log2(1 + abs(ordinal(computed) - ordinal(exact)))


def draw(core, wanted, generator):
    """Points with real values, at most `wanted`."""
    points, tries = [], 0
    while len(points) < wanted and tries < 60 * wanted:
        tries += 1
        values = {}
        for name in core.arguments:
            value = math.nan
            while not math.isfinite(value):
                value = struct.unpack("<d", struct.pack("<Q", generator.getrandbits(64)))[0]
            values[name] = value
        if ":pre" in core.properties:
            with mpmath.workprec(300):
                try:
                    if not real(core.properties[":pre"], {name: mpmath.mpf(each) for name, each in values.items()}):
                        continue
                except ValueError:
                    continue
        exact = rounded(core.body, values)
        if exact is not None:
            points.append((values, exact))
    return points


def saveArray(path, values):
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    header += " " * ((-len(header) - 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<%dd" % len(values), *values))


def orderSource(core, text):
    """C of an order as the report spells it."""
    if "..." in text:
        raise LeftOut("an abbreviated order")
    text = re.sub(r"\brcp\(", "(1.0 / (", text) if "rcp(" in text else text
    if "(1.0 / (" in text:
        text = closeReciprocals(text)
    text = re.sub(r"\babs\(", "fabs(", text)
    text = re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"\1.0", text)
    return re.sub(r"\bmax\(", "fmax(", re.sub(r"\bmin\(", "fmin(", text))


def closeReciprocals(text):
    start = 0
    while (start := text.find("(1.0 / (", start)) >= 0:
        depth, at = 0, start + len("(1.0 / (") - 1
        while True:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
            if depth == 0:
                break
        text = text[:at] + ")" + text[at:]
        start += 1
    return text


def compiled(core, expressions, directory):
    """Results of each expression on points, computed by a program; None for those that the compiler refuses."""
    arguments = ", ".join("double " + core.cName[each] for each in core.arguments)
    kept = []
    for number, expression in enumerate(expressions):
        path = os.path.join(directory, "e%d.c" % number)
        with open(path, "w") as file:
            file.write("#include <math.h>\ndouble e%d(%s) {\n  return %s;\n}\n" % (number, arguments, expression))
        if subprocess.run([COMPILER, "-O1", "-ffp-contract=off", "-w", "-c", path, "-o", path + ".o"], capture_output=True).returncode == 0:
            kept.append(number)
    names = [core.cName[each] for each in core.arguments]
    program = "#include <stdio.h>\n" + "".join("double e%d(%s);\n" % (number, arguments) for number in kept)
    program += "int main(void) {\n  double a[%d];\n  while (fread(a, 8, %d, stdin) == %d) {\n" % (len(names), len(names), len(names))
    for number in kept:
        program += "    double r%d = e%d(%s);\n    fwrite(&r%d, 8, 1, stdout);\n" % (number, number, ", ".join("a[%d]" % i for i in range(len(names))), number)
    program += "  }\n}\n"
    path = os.path.join(directory, "main.c")
    with open(path, "w") as file:
        file.write(program)
    binary = os.path.join(directory, "orders")
    subprocess.run([COMPILER, "-O1", "-w", path] + [os.path.join(directory, "e%d.c.o" % each) for each in kept] + ["-lm", "-o", binary], check=True)

    def run(points):
        data = b"".join(struct.pack("<%dd" % len(names), *(values[each] for each in core.arguments)) for values, _ in points)
        done = subprocess.run([binary], input=data, capture_output=True, check=True).stdout
        results = struct.unpack("<%dd" % (len(done) // 8), done)
        return {number: results[i :: len(kept)] for i, number in enumerate(kept)}

    return run


def measured(core, points, program, directory):
    """Orders that the program's report has, and the seconds that it took."""
    source = os.path.join(directory, "f.c")
    with open(source, "w") as file:
        file.write(core.source())
    command = [program, source, "--measure", "--format=json", "--no-config"]
    for name in core.arguments:
        path = os.path.join(directory, core.cName[name] + ".npy")
        saveArray(path, [values[name] for values, _ in points])
        command += ["--data", core.cName[name] + "=" + path]
    began = os.times()
    done = subprocess.run(command + ["--"], capture_output=True, text=True)
    ended = os.times()
    if done.returncode not in (0, 1):
        if "is read by no" in done.stderr or "occurs in a finding" in done.stderr:
            return [], ended.children_user - began.children_user
        print(done.stderr, file=sys.stderr)
        raise SystemExit(1)
    orders = []
    for finding in json.loads(done.stdout)["findings"]:
        if finding["rule"] == "better-order":  # about all that the function returns
            orders += [each["expression"] for each in finding["orders"] if not each.get("written")]
    return orders, ended.children_user - began.children_user


def judge(core, options, generator):
    points = draw(core, 2 * options.points, generator)
    if len(points) < 40:
        raise LeftOut("hardly a point has a real value")
    train, test = points[: len(points) // 2], points[len(points) // 2 :]
    with tempfile.TemporaryDirectory() as directory:
        orders, seconds = measured(core, train, options.check, directory)
        texts, spelled = [core.c(core.body, core.cName)], []
        for each in orders:
            try:
                texts.append(orderSource(core, each))
                spelled.append(each)
            except LeftOut:
                pass
        run = compiled(core, texts, directory)

        def means(sample):
            results = run(sample)
            return {number: sum(bitsOfError(value, exact) for value, (_, exact) in zip(column, sample)) / len(sample) for number, column in results.items()}

        onTrain, onTest = means(train), means(test)
    best = min(onTrain, key=lambda number: (onTrain[number], number))
    if onTrain[best] > onTrain[0] - 0.5:
        best = 0  # nobody rewrites an expression for less
    return onTest[0], onTest[best], seconds, "" if best == 0 else spelled[best - 1]


def main():
    global COMPILER
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", required=True)
    parser.add_argument("--compiler", default=os.environ.get("FPORDER_CLANG", "clang"))
    parser.add_argument("--points", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=20261127)
    parser.add_argument("--limit", type=int, default=0, help="cores of each file, the first ones")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    COMPILER = options.compiler
    written, after, worse, left, slowest = [], [], 0, {}, 0
    for path in options.files:
        with open(path) as file:
            forms = [each for each in parse(tokens(file.read())) if isinstance(each, list) and each and each[0] == "FPCore"]
        for number, form in enumerate(forms[: options.limit or None]):
            try:
                core = Core(form)
                before, now, seconds, order = judge(core, options, random.Random("%d %s %d" % (options.seed, os.path.basename(path), number)))
            except LeftOut as why:
                left[str(why)] = left.get(str(why), 0) + 1
                continue
            written.append(before)
            after.append(now)
            slowest = max(slowest, seconds)
            worse += now > before + 0.01
            print("%5.1f %5.1f %5.2f s  %s  %s" % (before, now, seconds, core.name, order), flush=True)
    for why, count in sorted(left.items(), key=lambda each: -each[1]):
        print("left out: %d %s" % (count, why))
    if written:
        print("mean of %d: written %.2f, after %.2f; worse than written: %d; slowest %.2f s of CPU" % (len(written), sum(written) / len(written),
              sum(after) / len(after), worse, slowest))
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
