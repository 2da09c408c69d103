"""Random kernels in binary16 and bfloat16: operators, functions, pairs, conversions and loops, each thread for itself."""

from expressions import Expressions

FORMS = ["operators", "functions", "saturated", "pairs", "through float", "statements", "branches", "loop: sum", "loop: product sum",
         "loop: polynomial", "in float, stored narrow", "in double, stored narrow"]


def kernel(seed):
    """One kernel: its form, body, type of output and launch."""
    e = Expressions(seed)
    form, n = e.one_of(FORMS), Narrow(e)
    threads, blocks = e.one_of([32, 64, 128]), e.one_of([1, 2, 3])
    e.floats = ["a[i]", "b[i]", "s", "b[i + 1]"]
    e.doubles = ["d[i]", "d[i + 2]", "(double)a[i]"]
    n.leaves = ["p", "q", "r"]
    lines = ["int i = blockIdx.x * blockDim.x + threadIdx.x;", "if (i >= n)", "  return;"]
    lines += [f"{n.type} {name} = {n.converted(element)};" for name, element in (("p", "a[i]"), ("q", "b[i]"), ("r", "a[i + 1]"))]
    lines += WRITERS[form](n)
    outputs = threads * blocks
    return {"form": f"{n.short}, {form}", "body": "".join(f"  {line}\n" for line in lines), "type": n.type, "blocks": blocks, "threads": threads,
            "outputs": outputs, "n": outputs - e.random.randrange(8)}


class Narrow:
    """Writes expressions of one narrow type over named leaves."""

    def __init__(self, e):
        self.e, self.leaves = e, []
        self.type, self.short, self.pair = e.one_of([("__half", "half", "__half2"), ("__nv_bfloat16", "bfloat16", "__nv_bfloat162")])

    def converted(self, text, direction=""):
        """A float as this type."""
        return f"__float2{self.short}{direction}({text})"

    def float(self, text):
        """A value of this type as float."""
        return f"__{self.short}2float({text})"

    def constant(self):
        """A constant of this type."""
        return self.converted(self.e.one_of(["0.5f", "2.0f", "1.5f", "0.1f", "3.0f", "0.75f", "1e-3f", "7.0f"]))

    def operators(self, depth):
        """Operators alone."""
        if depth == 0 or self.e.chance(8):
            return self.constant() if self.e.chance(15) else self.e.one_of(self.leaves)
        if self.e.chance(6):
            return f"(-{self.operators(depth - 1)})"
        return f"({self.operators(depth - 1)} {self.e.one_of('++--***/')} {self.operators(depth - 1)})"

    def functions(self, depth):
        """Functions of the header, some of which name their rounding."""
        if depth == 0 or self.e.chance(8):
            return self.constant() if self.e.chance(15) else self.e.one_of(self.leaves)
        name, count = self.e.one_of([("__hadd", 2), ("__hsub", 2), ("__hmul", 2), ("__hadd_rn", 2), ("__hsub_rn", 2), ("__hmul_rn", 2), ("__hfma", 3),
                                     ("__hdiv", 2), ("__hmax", 2), ("__hmin", 2), ("__habs", 1), ("__hneg", 1), ("hsqrt", 1)])
        if name == "hsqrt":
            return f"hsqrt(__habs({self.functions(depth - 1)}))"
        return f"{name}({', '.join(self.functions(depth - 1) for _ in range(count))})"

    def condition(self):
        """A comparison."""
        left, right = self.operators(1), self.operators(1)
        return self.e.one_of([f"{left} < {right}", f"{left} >= {right}", f"__hgt({left}, {right})", f"__hle({left}, {right})"])


def operators(n):
    """One expression of operators."""
    return [f"out[i] = {n.operators(3)};"]


def functions(n):
    """One expression of functions."""
    return [f"out[i] = {n.functions(3)};"]


def saturated(n):
    """Functions that clamp to [0, 1]."""
    call = n.e.one_of([f"__hadd_sat({n.operators(1)}, {n.operators(1)})", f"__hmul_sat({n.operators(1)}, {n.operators(1)})",
                       f"__hsub_sat({n.operators(1)}, {n.operators(1)})", f"__hfma_sat({n.operators(1)}, {n.operators(0)}, {n.operators(1)})"])
    return [f"{n.type} t = {call};", f"out[i] = t {n.e.one_of('+-*')} {n.operators(1)};"]


def pairs(n):
    """Two lanes in a word."""
    make = "__floats2half2_rn" if n.short == "half" else "__floats2bfloat162_rn"
    low, high = (f"__low2{n.short}", f"__high2{n.short}")
    step = n.e.one_of(["__hfma2(x, y, x)", "__hadd2(x, __hmul2(y, y))", "x * y - y", "__hmul2(__hsub2(x, y), x)", "__hfma2(x, y, __hneg2(y))"])
    last = n.e.one_of([f"{low}(w) {n.e.one_of('+-*')} {high}(w)", f"__hadd({low}(w), {high}(w))", f"{high}(w)",
                       f"__hfma({low}(w), {high}(w), p)"])
    return [f"{n.pair} x = {make}(a[2 * i], a[2 * i + 1]), y = {make}(b[i], s);", f"{n.pair} w = {step};", f"out[i] = {last};"]


def through_float(n):
    """Computed in float between conversions."""
    n.e.floats += [n.float("p"), n.float("q"), n.float(n.operators(1))]
    return [f"float t = {n.e.real(2)};", f"out[i] = {n.converted('t')} {n.e.one_of('+-*')} {n.operators(1)};"]


def statements(n):
    """Locals, some assigned again."""
    return [f"{n.type} t = {n.operators(2)};", f"t {n.e.one_of(['+=', '-=', '*='])} {n.operators(2)};", f"p = {n.functions(1)};",
            f"out[i] = t {n.e.one_of('+-*')} p;"]


def branches(n):
    """Assignments under conditions."""
    return [f"{n.type} t = {n.operators(1)};", f"if ({n.condition()})", f"  t = {n.functions(2)};", f"else if ({n.condition()})",
            f"  t {n.e.one_of(['+=', '*='])} {n.operators(1)};", f"out[i] = t {n.e.one_of('+-*')} q;"]


def loop_sum(n):
    """A sum of a few terms."""
    trips = n.e.random.randrange(3, 12)
    element = n.converted(f"a[i * {trips} + k]")
    term = n.e.one_of([element, element, f"{element} * q", f"__hmul({element}, r)"])
    return [f"{n.type} t = {n.e.one_of([n.converted('0.0f'), 'p'])};", f"for (int k = 0; k < {trips}; ++k)",
            "  " + n.e.one_of([f"t += {term};", f"t = t + {term};", f"t = __hadd(t, {term});", f"t = {term} + t;"]), "out[i] = t;"]


def product_sum(n):
    """A dot product, the sum narrow or a float."""
    trips = n.e.random.randrange(3, 12)
    left, right = n.converted(f"a[i * {trips} + k]"), n.converted("b[k]")
    if n.e.chance(50):
        return ["float t = 0.0f;", f"for (int k = 0; k < {trips}; ++k)",
                "  " + n.e.one_of([f"t += {n.float(left)} * {n.float(right)};", f"t += {n.float(f'{left} * {right}')};"]), f"out[i] = {n.converted('t')};"]
    return [f"{n.type} t = {n.converted('0.0f')};", f"for (int k = 0; k < {trips}; ++k)",
            "  " + n.e.one_of([f"t = __hfma({left}, {right}, t);", f"t += {left} * {right};", f"t = __hadd(t, __hmul({left}, {right}));"]), "out[i] = t;"]


def polynomial(n):
    """Horner's rule."""
    trips = n.e.random.randrange(3, 7)
    step = n.e.one_of(["t * q + c", "__hfma(t, q, c)", "(t - c) * q", "t * r - c"])
    return [f"{n.type} t = p;", f"for (int k = 0; k < {trips}; ++k) {{", f"  {n.type} c = {n.converted('a[k]')};", f"  t = {step};", "}", "out[i] = t;"]


def in_float(n):
    """Rounded once, at the end, in a direction."""
    return [f"out[i] = {n.converted(n.e.real(3), n.e.one_of(['', '_rn', '_rz', '_ru', '_rd']))};"]


def in_double(n):
    """From double, once rounded."""
    return [f"out[i] = __double2{n.short}({n.e.double(2)}) {n.e.one_of('+-*')} {n.operators(1)};"]


WRITERS = {"operators": operators, "functions": functions, "saturated": saturated, "pairs": pairs, "through float": through_float,
           "statements": statements, "branches": branches, "loop: sum": loop_sum, "loop: product sum": product_sum, "loop: polynomial": polynomial,
           "in float, stored narrow": in_float, "in double, stored narrow": in_double}
