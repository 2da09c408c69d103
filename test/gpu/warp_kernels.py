"""Random kernels in which the threads of a warp combine their values by shuffles."""

from expressions import Expressions

FORMS = ["down", "down", "xor", "xor", "xor, neighbours first", "parts of a warp", "width argument", "unrolled down", "unrolled xor",
         "unrolled, neighbours first", "broadcast", "sum, then broadcast", "up", "two levels", "down, all lanes stored", "product", "in double",
         "maximum, then sum"]


def kernel(seed):
    """One kernel: its form, body, type of output and launch."""
    e = Expressions(seed)
    w = Writer(e, e.one_of(FORMS))
    body, outputs = WRITERS[w.form](w)
    return {"form": w.form, "body": "".join(f"  {line}\n" for line in body), "type": w.type, "blocks": w.blocks, "threads": w.threads,
            "outputs": outputs, "n": 2000 - e.random.randrange(50)}


class Writer:
    """The parts that reductions by shuffles are put together from."""

    def __init__(self, e, form):
        self.e, self.form = e, form
        self.type = "double" if form == "in double" else "float"
        self.threads, self.blocks = e.one_of([32, 32, 64, 128]), e.one_of([1, 2, 3])
        self.kind = "sum" if form not in ("down", "xor", "in double") else e.one_of(["sum", "sum", "sum", "max", "min"])
        self.total = self.threads * self.blocks

    def joined(self, left, right, kind=None):
        """A statement that joins `right` to `left`."""
        kind = kind or self.kind
        if kind in ("sum", "product"):
            operator = "+" if kind == "sum" else "*"
            return self.e.one_of([f"{left} {operator}= {right};", f"{left} = {left} {operator} {right};"])
        name = "f" + kind + ("f" if self.type == "float" else "")
        return f"{left} = {name}({left}, {right});"

    def mapped(self, index):
        """What is reduced: an element, or made of elements."""
        element = f"d[{index}]" if self.type == "double" else f"a[{index}]"
        return self.e.one_of([element, element, element, f"{element} * {element}", f"{element} * b[{index}]", f"{element} - s",
                              f"({element} - s) * ({element} - s)", f"{element} * 0.5f + b[{index}]"])

    def start(self):
        """Lines that leave a thread's own value in x, its number in the grid in i."""
        block = self.e.one_of(["blockDim.x", str(self.threads)])
        lines = [f"int i = blockIdx.x * {block} + threadIdx.x;", self.e.one_of(["int lane = threadIdx.x & 31;", "int lane = threadIdx.x % 32;"])]
        way = self.e.random.randrange(10)
        if way < 7:
            return lines + [f"{self.type} x = {self.mapped('i')};"]
        if way < 9:
            row = self.e.one_of([32, 96, 100])
            return lines + [f"{self.type} x = 0;", f"for (int k = lane; k < {row}; k += 32)",
                            "  " + self.joined("x", self.mapped(f"i / 32 * {row} + k"), "sum")]
        return lines + [f"{self.type} x = 0;", f"for (int k = i; k < n; k += gridDim.x * {block})", "  " + self.joined("x", self.mapped("k"), "sum")]

    def shuffles(self, way, kind=None, most=16, ascending=False, width=""):
        """A loop of steps."""
        header = f"for (int k = 1; k <= {most}; k {self.e.one_of(['<<= 1', '*= 2'])})"
        if not ascending:
            header = f"for (int k = {most}; k > 0; k {self.e.one_of(['>>= 1', '/= 2'])})"
        return [header, "  " + self.joined("x", f"__shfl_{way}_sync(0xffffffff, x, k{width})", kind)]

    def steps(self, way, offsets, kind=None):
        """The same without a loop."""
        return [self.joined("x", f"__shfl_{way}_sync(0xffffffff, x, {offset})", kind) for offset in offsets]

    def by_first_lane(self):
        """The first lane of each warp stores the result."""
        value = self.e.one_of(["x", "x", "x * 0.1f", "x / 32", "x * s + 1.0f"])
        return ["if (lane == 0)", f"  out[i / 32] = {value};"], self.total // 32

    def by_all(self):
        """Each thread uses the result."""
        value = self.e.one_of(["x", "a[i] / x", "a[i] - x", "x * s + b[i]"])
        return [f"out[i] = {value};"], self.total


def finished(w, lines, end):
    """The kernel and how many outputs it has."""
    return w.start() + lines + end[0], end[1]


def two_levels(w):
    """Warps, then what the warps have left."""
    lines = ["__shared__ float part[32];"] + w.start() + w.shuffles("down")
    lines += ["if (lane == 0)", "  part[threadIdx.x / 32] = x;", "__syncthreads();"]
    lines += [f"x = threadIdx.x < {w.threads // 32} ? part[lane] : 0.0f;", "if (threadIdx.x < 32) {"]
    lines += ["  " + line for line in w.shuffles("down")] + ["  if (threadIdx.x == 0)", "    out[blockIdx.x] = x;", "}"]
    return lines, w.blocks


def parts(w):
    """Groups of fewer lanes than a warp."""
    return finished(w, w.shuffles("xor", most=w.e.one_of([2, 4, 8])), w.by_all())


def width_argument(w):
    """The same with the width as an argument."""
    width = w.e.one_of([8, 16])
    ends = w.by_all() if w.e.chance(50) else ([f"if (lane % {width} == 0)", f"  out[i / {width}] = x;"], w.total // width)
    return finished(w, w.shuffles(w.e.one_of(["xor", "down"]) if ends[1] < w.total else "xor", most=width // 2, width=f", {width}"), ends)


def broadcast(w):
    """One lane's value in all."""
    lane = w.e.one_of(["0", "5", "31", "lane ^ 1", "(lane + 1) % 32"])
    return finished(w, [f"float y = __shfl_sync(0xffffffff, x, {lane});", f"out[i] = {w.e.one_of(['x * y + s', 'x - y', 'x / y', 'y * 0.1f'])};"],
                    ([], w.total))


def then_broadcast(w):
    """The sum of the first lane in all."""
    return finished(w, w.shuffles("down") + ["x = __shfl_sync(0xffffffff, x, 0);"], w.by_all())


def up(w):
    """A running sum."""
    lines = ["for (int k = 1; k < 32; k *= 2) {", "  float y = __shfl_up_sync(0xffffffff, x, k);", "  if (lane >= k)", "    x += y;", "}"]
    return finished(w, lines, w.by_all())


def maximum_then_sum(w):
    """As in a softmax, without the exponential function."""
    lines = ["float y = x;", "for (int k = 16; k > 0; k >>= 1)", "  y = fmaxf(y, __shfl_xor_sync(0xffffffff, y, k));", "x = (x - y) * 0.1f;"]
    return finished(w, lines + w.shuffles("xor"), w.by_all())


DOWN, UP = [16, 8, 4, 2, 1], [1, 2, 4, 8, 16]
WRITERS = {
    "down": lambda w: finished(w, w.shuffles("down"), w.by_first_lane()),
    "xor": lambda w: finished(w, w.shuffles("xor"), w.by_all()),
    "xor, neighbours first": lambda w: finished(w, w.shuffles("xor", ascending=True), w.by_all()),
    "parts of a warp": parts,
    "width argument": width_argument,
    "unrolled down": lambda w: finished(w, w.steps("down", DOWN), w.by_first_lane()),
    "unrolled xor": lambda w: finished(w, w.steps("xor", DOWN), w.by_all()),
    "unrolled, neighbours first": lambda w: finished(w, w.steps(w.e.one_of(["down", "xor"]), UP), w.by_first_lane()),
    "broadcast": broadcast,
    "sum, then broadcast": then_broadcast,
    "up": up,
    "two levels": two_levels,
    "down, all lanes stored": lambda w: finished(w, w.shuffles("down"), w.by_all()),
    "product": lambda w: finished(w, w.shuffles("xor", kind="product"), w.by_all()),
    "in double": lambda w: finished(w, w.shuffles("xor"), w.by_all()),
    "maximum, then sum": maximum_then_sum,
}
