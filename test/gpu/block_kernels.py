"""Random kernels in which the threads of a block combine their values in shared memory."""

from expressions import Expressions

FORMS = ["halving", "halving", "halving", "halving, in double", "halving, first step while loading", "halving, for all threads", "interleaved",
         "neighbouring pairs", "unrolled", "one thread sums", "neighbours", "two arrays"]


def kernel(seed):
    """One kernel: its form, body, type of output and launch."""
    e = Expressions(seed)
    form = e.one_of(FORMS)
    threads, blocks = e.one_of([32, 64, 128, 256]), e.one_of([1, 2, 3])
    kind = e.one_of(["sum", "sum", "sum", "max", "min"])
    w = Writer(e, form, threads, kind)
    body, wide = WRITERS[form](w)
    return {"form": form, "body": "".join(f"  {line}\n" for line in body), "type": w.type, "blocks": blocks, "threads": threads,
            "outputs": blocks * threads if wide else blocks, "n": 2000 - e.random.randrange(50)}


class Writer:
    """The parts that block reductions are put together from."""

    def __init__(self, e, form, threads, kind):
        self.e, self.threads, self.kind = e, threads, kind
        self.type = "double" if form == "halving, in double" else "float"

    def joined(self, left, right):
        """A statement that joins `right` to `left`."""
        if self.kind == "sum":
            return self.e.one_of([f"{left} += {right};", f"{left} = {left} + {right};", f"{left} += {right};"])
        name = "f" + self.kind + ("f" if self.type == "float" else "")
        return f"{left} = {name}({left}, {right});"

    def mapped(self, index):
        """What is reduced: an element, or made of elements."""
        if self.type == "double":
            return self.e.one_of([f"d[{index}]", f"d[{index}] * d[{index}]", f"(double)a[{index}]", f"(double)a[{index}] * b[{index}]"])
        element = f"a[{index}]"
        return self.e.one_of([element, element, element, f"{element} * {element}", f"{element} * b[{index}]", f"fabsf({element})",
                              f"{element} - s", f"({element} - s) * ({element} - s)", f"fmaf({element}, s, b[{index}])", f"{element} / s"])

    def own(self):
        """Lines that leave a thread's own value in x."""
        e, identity = self.e, {"sum": "0.0f", "max": "-1e30f", "min": "1e30f"}[self.kind]
        block = e.one_of(["blockDim.x", str(self.threads)])
        index = e.one_of([f"blockIdx.x * {block} + t", f"t + blockIdx.x * {block}"])
        way = e.random.randrange(10)
        if way < 5:
            return [f"{self.type} x = {self.mapped(index)};"]
        if way < 6:
            return [f"int g = {index};", f"{self.type} x = g < n ? {self.mapped('g')} : {identity};"]
        if way < 8:
            row = e.one_of([self.threads, 2 * self.threads, 300])
            header = f"for (int i = t; i < {row}; i += {block})"
            return [f"{self.type} x = {identity};", header, "  " + self.joined("x", self.mapped(f"blockIdx.x * {row} + i"))]
        return [f"{self.type} x = {identity};", f"for (int i = {index}; i < n; i += gridDim.x * {block})", "  " + self.joined("x", self.mapped("i"))]

    def start(self):
        """Everything up to the barrier before the reduction."""
        return [f"__shared__ {self.type} part[{self.threads}];", "int t = threadIdx.x;", *self.own(), "part[t] = x;", "__syncthreads();"]

    def halving(self, array="part"):
        """part[t] joins part[t + k], k halved."""
        half = self.e.one_of([str(self.threads // 2), "blockDim.x / 2", "blockDim.x >> 1"])
        step = self.e.one_of(["k >>= 1", "k /= 2"])
        index = self.e.one_of(["int", "unsigned"])
        return [f"for ({index} k = {half}; k > 0; {step}) {{", "  if (t < k)", "    " + self.joined(f"{array}[t]", f"{array}[t + k]"),
                "  __syncthreads();", "}"]

    def end(self):
        """The first thread stores the result."""
        value = self.e.one_of(["part[0]", "part[0]", "part[0] * 0.1f", f"part[0] / {self.threads}", "part[0] * s + 1.0f"])
        return [self.e.one_of(["if (t == 0)", "if (threadIdx.x == 0)"]), f"  out[blockIdx.x] = {value};"]


def halving(w):
    """The usual tree."""
    return w.start() + w.halving() + w.end(), False


def for_all(w):
    """Each thread uses the result."""
    use = w.e.one_of(["{} / part[0]", "{} - part[0]", "{} * part[0] + s"]).format("a[blockIdx.x * blockDim.x + t]")
    return w.start() + w.halving() + [f"out[blockIdx.x * blockDim.x + t] = {use};"], True


def while_loading(w):
    """Two elements a thread before the tree."""
    first = f"blockIdx.x * {2 * w.threads} + t"
    lines = [f"__shared__ float part[{w.threads}];", "int t = threadIdx.x;", f"float x = {w.mapped(first)};",
             w.joined("x", w.mapped(f"{first} + {w.threads}")), "part[t] = x;", "__syncthreads();"]
    return lines + w.halving() + w.end(), False


def interleaved(w):
    """Pairs of neighbours first, in the same threads."""
    lines = [f"for (int k = 1; k < {w.threads}; k *= 2) {{", "  if (t % (2 * k) == 0)", "    " + w.joined("part[t]", "part[t + k]"),
             "  __syncthreads();", "}"]
    return w.start() + lines + w.end(), False


def neighbouring(w):
    """Pairs of neighbours first, in the first threads."""
    lines = [f"for (int k = 1; k < {w.threads}; k <<= 1) {{", "  int at = 2 * k * t;", f"  if (at < {w.threads})",
             "    " + w.joined("part[at]", "part[at + k]"), "  __syncthreads();", "}"]
    return w.start() + lines + w.end(), False


def unrolled(w):
    """The tree, step by step."""
    lines, k = [], w.threads // 2
    while k:
        lines += [f"if (t < {k})", "  " + w.joined("part[t]", f"part[t + {k}]"), "__syncthreads();"]
        k //= 2
    return w.start() + lines + w.end(), False


def one_thread(w):
    """The first thread sums what all have left."""
    start = w.start()
    lines = ["if (t == 0) {", f"  {w.type} r = part[0];", f"  for (int i = 1; i < {w.threads}; ++i)", "    " + w.joined("r", "part[i]"),
             "  out[blockIdx.x] = r;", "}"]
    return start + lines, False


def neighbours(w):
    """Each thread reads what others have left."""
    other = w.e.one_of([f"{w.threads - 1} - t", f"(t + 1) % {w.threads}", "t ^ 1", "t"])
    use = w.e.one_of(["part[t] * 0.5f + {}", "part[t] - {}", "fmaf(part[t], s, {})", "{} / 3.0f"]).format(f"part[{other}]")
    return w.start() + [f"out[blockIdx.x * blockDim.x + t] = {use};"], True


def two_arrays(w):
    """Sum and sum of squares at once."""
    lines = [f"__shared__ float part[{w.threads}], squares[{w.threads}];", "int t = threadIdx.x;", *w.own(), "part[t] = x;", "squares[t] = x * x;",
             "__syncthreads();", f"for (int k = {w.threads // 2}; k > 0; k >>= 1) {{", "  if (t < k) {", "    part[t] += part[t + k];",
             "    squares[t] += squares[t + k];", "  }", "  __syncthreads();", "}"]
    return lines + ["if (t == 0)", "  out[blockIdx.x] = squares[0] - part[0] * part[0] / n;"], False


WRITERS = {"halving": halving, "halving, in double": halving, "halving, first step while loading": while_loading,
           "halving, for all threads": for_all, "interleaved": interleaved, "neighbouring pairs": neighbouring, "unrolled": unrolled,
           "one thread sums": one_thread, "neighbours": neighbours, "two arrays": two_arrays}
