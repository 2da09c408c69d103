"""Shapes of control flow: branches, jumps, loops."""


def accumulators(n):
    names = [f"s{i}" for i in range(n)]
    head = f"  double {', '.join(f'{name} = 0' for name in names)};\n  for (int i = 0; i < m; ++i) {{"
    lines = [f"    {name} += a[i] * x / {i + 3};" for i, name in enumerate(names)]
    stores = [f"  r[{i}] = {name};" for i, name in enumerate(names)]
    return function("double *r, const double *a, double x, int m", [head, *lines, "  }", *stores], "void")


def branches(n):
    lines = [f"  if (k[{i}]) {{ x = x * y / z; y = y + x; }} else z = z * x;" for i in range(n)]
    return function("double a, double b, const int *k", ["  double x = a, y = b, z = a;", *lines, "  return x + y + z;"])


def function(parameters, lines, result="double"):
    """A function f of these lines."""
    return f"{result} f({parameters}) {{\n" + "\n".join(lines) + "\n}\n"


def guards(n):
    lines = [f"  if (k[{i}] < x) return x * y / z - {i};\n  x = x * y - z;" for i in range(n)]
    return function("double x, double y, double z, const double *k", [*lines, "  return x;"])


def grouped(n, group):
    """n levels, no more than a hundred of them inside each other: in Clang itself the lookup of a name grows with the depth of scopes, and the check
    for unsequenced side effects with that of calls."""
    while n > 0:
        yield from group(min(n, 100))
        n -= 100


def else_ifs(n):
    def chain(levels):
        return [f"  {'else ' if i else ''}if (k == {i}) x = x * y / (z + {i});" for i in range(levels)]

    return function("double x, double y, double z, int k", [*grouped(n, chain), "  return x * y / z;"])


def ternary_sequence(n):
    lines = [f"  x = k[{i}] ? x * y / z : x - y;" for i in range(n)]
    return function("double x, double y, double z, const int *k", [*lines, "  return x;"])


def ternary_chain(n):
    chain = "\n".join(f"    k == {i} ? x * y / {i + 3} :" for i in range(n))
    return function("double x, double y, int k", [f"  return\n{chain}\n    x;"])


def ternary_conditions(n):
    condition = "x * y / 3 < y"
    for i in range(n):
        condition = f"(\n{condition}) ? x * {i + 3} / y < x : y < {i}"
    return function("double x, double y", [f"  return {condition};"], "bool")


def switch_cases(n):
    lines = [f"  case {i}: x = x * y / z; break;" for i in range(n)]
    return function("double x, double y, double z, int k", ["  switch (k) {", *lines, "  default: y = x;", "  }", "  return x * y / z;"])


def switch_in_loop(n):
    cases = [f"    case {i}: x = x * y / a[{i}]; break;" for i in range(n)]
    start = "  for (int i = 0; i < m; ++i) {\n    switch (k[i]) {"
    return function("double x, double y, const double *a, const int *k, int m", [start, *cases, "    }", "  }", "  return x;"])


def gotos(n):
    lines = [f"  if (k[{i}]) goto l{i};\n  x = x * y / z;\nl{i}:\n  y = y + x;" for i in range(n)]
    return function("double x, double y, double z, const int *k", [*lines, "  return x + y;"])


def nested_blocks(n):
    def nest(levels):
        return ["{ x = x * y / z;"] * levels + ["}"] * levels

    return function("double x, double y, double z", [*grouped(n, nest), "  return x;"])


def nested_ifs(n):
    def nest(levels):
        return [f"  if (k[{i}] < x) {{ x = x * y / z;" for i in range(levels)] + ["  }" * levels]

    return function("double x, double y, double z, const double *k", [*grouped(n, nest), "  return x;"])


def nested_loops(n):
    """Two hundred functions whose loops are n deep."""
    opening = [f"  for (int i{i} = 0; i{i} < m; ++i{i}) {{ x = x * a[i{i}] / y;" for i in range(n)]
    nest = "\n".join([*opening, "  }" * n, "  return x;\n}\n"])
    return "".join(f"double f{i}(double x, double y, const double *a, int m) {{\n{nest}" for i in range(200))


def nested_loops_in_sequence(n):
    def nest(levels):
        opening = [f"  for (int i{i} = 0; i{i} < m; ++i{i}) {{ x = x * a[i{i}] / y;" for i in range(levels)]
        return [*opening, "  }" * levels]

    return function("double x, double y, const double *a, int m", [*grouped(n, nest), "  return x;"])


def sequential_loops(n):
    lines = [f"  for (int i = 0; i < m; ++i) a[i] = a[i] * x / (y + {i});" for i in range(n)]
    return function("double x, double y, double *a, int m", [*lines, "  return a[0];"])


def loop_statements(n):
    lines = ["    x = x * y / z;\n    y = y + x;"] * n
    return function("double x, double y, double z, int m", ["  for (int i = 0; i < m; ++i) {", *lines, "  }", "  return x + y;"])


def loop_branches(n):
    lines = [f"    if (k[{i}]) x = x * y / z; else y = y + x;" for i in range(n)]
    head = "  for (int i = 0; i < m; ++i) {"
    return function("double x, double y, double z, int m, const int *k", [head, *lines, "  }", "  return x + y;"])


def while_breaks(n):
    loop = "  while (x < y) {{ x = x * y / z; if (k[{0}]) break; if (x > z) continue; y = y - {0}; }}"
    lines = [loop.format(i) for i in range(n)]
    return function("double x, double y, double z, const int *k", [*lines, "  return x + y;"])


def unrolled(n):
    lines = [f"  s += a[{i}] * b[{i}] / c[{i}];" for i in range(n)]
    return function("const double *a, const double *b, const double *c", ["  double s = 0;", *lines, "  return s;"])
