"""Random kernels in which each thread computes an output of its own."""

from expressions import Expressions

FORMS = ["expression", "expression", "statements", "double", "vector members", "loop: sum", "loop: product sum", "loop: polynomial", "branches",
         "integers", "in double, stored in float"]


def kernel(seed):
    """One kernel: its form, body, type of output and launch."""
    e = Expressions(seed)
    form = e.one_of(FORMS)
    threads, blocks = e.one_of([32, 64, 128]), e.one_of([1, 2, 3])
    outputs = threads * blocks
    e.floats = ["a[i]", "b[i]", "a[i]", "b[i]", "s", "a[i + 1]", "b[2 * i]"]
    body, guard = "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n", e.random.randrange(3)
    if guard == 0:
        body += "  if (i >= n)\n    return;\n"
    statements = WRITERS[form](e)
    if guard == 1:
        body += "  if (i < n) {\n" + "".join(f"  {line}\n" for line in statements) + "  }\n"
    else:
        body += "".join(f"{line}\n" for line in statements)
    return {"form": form, "body": body, "type": "double" if form == "double" else "float", "blocks": blocks, "threads": threads,
            "outputs": outputs, "n": outputs - e.random.randrange(8)}


def expression(e):
    """One expression."""
    return [f"  out[i] = {e.real(4)};"]


def statements(e):
    """Local variables, some assigned again."""
    lines = []
    for name in "xyz":
        lines.append(f"  float {name} = {e.real(2)};")
        e.floats += [name, name]
    lines.append(f"  x {e.one_of(['+=', '-=', '*=', '/='])} {e.real(2)};")
    lines.append(f"  y = {e.real(2)};")
    return lines + [f"  out[i] = x {e.one_of('+-*')} y {e.one_of('+-*')} {e.real(1)};"]


def double(e):
    """In binary64."""
    e.doubles = ["d[i]", "d[i + 3]", "d[i]", "(double)a[i]", "(double)s"]
    return [f"  double x = {e.double(3)};", f"  out[i] = x {e.one_of('+-*/')} {e.double(2)};"]


def in_double(e):
    """Conversions both ways."""
    e.doubles = ["d[i]", "d[2 * i]", "a[i]", "b[i]"]
    return [f"  double x = {e.double(3)};", f"  float y = (float)x {e.one_of('+-*')} {e.real(2)};",
            f"  out[i] = (float)({e.double(1)} {e.one_of('+-*')} y);"]


def vector_members(e):
    """Members of float4."""
    e.floats = ["p.x", "p.y", "p.z", "p.w", "v[i + 1].x", "v[i].w", "a[i]", "s"]
    return ["  float4 p = v[i];", f"  p.x = {e.real(2)};", f"  p.w = {e.real(2)};", f"  out[i] = {e.real(3)};"]


def loop_sum(e):
    """A sum of a few terms."""
    trips = e.random.randrange(3, 9)
    e.floats = [f"a[i * {trips} + k]", "b[i + k]", "a[k]", "s"]
    lines = [f"  float x = {e.one_of(['0.0f', '0', 's', 'b[i]'])};", f"  for (int k = 0; k < {trips}; ++k)", f"    x += {e.real(2)};"]
    e.floats = ["x", "a[i]"]
    return lines + [f"  out[i] = {e.one_of(['x', 'x * s', 'x / 3.0f', e.real(2)])};"]


def product_sum(e):
    """A dot product."""
    trips = e.random.randrange(3, 17)
    term = e.one_of([f"a[i * {trips} + k] * b[k]", f"a[i + k] * b[i * {trips} + k]", "a[i + k] * a[i + k]", "a[k] * v[i + k].y", "b[i + k] * s"])
    header = e.one_of([f"for (int k = 0; k < {trips}; k++)", f"for (int k = {trips - 1}; k >= 0; --k)", f"for (int k = 1; k <= {trips}; k += 2)"])
    joined = e.one_of([f"x += {term};", f"x = x + {term};", f"x = {term} + x;", f"x -= {term};", "x = fmaf(" + term.replace("] * ", "], ") + ", x);"])
    return ["  float x = 0.0f;", f"  {header}", f"    {joined}", f"  out[i] = {e.one_of(['x', 'x + b[i]', 'x * 0.1f'])};"]


def polynomial(e):
    """Horner's rule, with coefficients from an array."""
    trips = e.random.randrange(3, 9)
    step = e.one_of(["x * y + a[k]", "fmaf(x, y, a[k])", "x * y + b[k] * s", "(x + a[k]) * y", "x * 0.5f - a[k]"])
    return [f"  float x = {e.one_of(['1.0f', 'a[i]', 's'])}, y = b[i] * 0.01f;", f"  for (int k = 0; k < {trips}; ++k)", f"    x = {step};",
            "  out[i] = x;"]


def branches(e):
    """Assignments under conditions."""
    e.integers = ["m[i]", "i"]
    lines = [f"  float x = {e.real(2)};", f"  if ({e.condition(1)})", f"    x = {e.real(3)};"]
    e.floats += ["x"]
    if e.chance(60):
        lines += ["  else", f"    x {e.one_of(['+=', '*=', '='])} {e.real(2)};"]
    lines += [f"  if ({e.condition(1)} {e.one_of(['&&', '||'])} {e.condition(0)})", f"    x = {e.real(2)};"]
    return lines + [f"  out[i] = x {e.one_of('+-*')} {e.real(1)};"]


def integers(e):
    """Conversions from and to int."""
    e.integers = ["m[i]", "m[i + 1]", "i"]
    e.floats += ["(float)m[i]", "__int2float_rn(m[i])"]
    return [f"  int q = {e.one_of(['(int)b[i]', '__float2int_rn(b[i])', '__float2int_rz(s)', 'm[i] / 3', 'm[i] % 7'])};",
            f"  float x = {e.real(3)};", f"  out[i] = x * (float)q + {e.one_of(['q', 'm[i]', '(float)(q * 3)'])};"]


WRITERS = {"expression": expression, "statements": statements, "double": double, "vector members": vector_members, "loop: sum": loop_sum,
           "loop: product sum": product_sum, "loop: polynomial": polynomial, "branches": branches, "integers": integers,
           "in double, stored in float": in_double}
