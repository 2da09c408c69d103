"""Shapes of memory: objects, arrays, pointers, what stores may change."""

from control_shapes import function


def members(n):
    fields = "\n".join(f"  double m{i};" for i in range(n))
    lines = [f"  s.m{i} = s.m{i} * x / y;" for i in range(n)]
    return f"struct S {{\n{fields}\n}};\n" + function("S &s, double x, double y", lines, "void")


def array_of_structs(n):
    lines = [f"  s[{i}].a = s[{i}].b * x / s[{i}].c;" for i in range(n)]
    return "struct S { double a, b, c; };\n" + function("S *s, double x", lines, "void")


def fields_and_methods(n):
    fields = "\n".join(f"  double m{i} = {i};" for i in range(n))
    methods = "\n".join(f"  double g{i}(double x) {{ m{i} = m{(i + 1) % n} * x / m{i}; return m{i}; }}" for i in range(n))
    return f"class C {{\n{fields}\npublic:\n{methods}\n}};\n"


def nested_structs(n):
    types = ["struct S0 { double a, b, c; };"] + [f"struct S{i} {{ S{i - 1} in; double v; }};" for i in range(1, 41)]
    path = ".in" * 40
    lines = [f"  s[{i}]{path}.a = s[{i}]{path}.b * s[{i}].v / s[{i}]{path}.c;" for i in range(n)]
    return "\n".join(types) + "\n" + function("S40 *s", lines, "void")


def pointer_stores(n):
    """Each call's pointer is unknown, so that each store may change what the others point to."""
    lines = [f"  double *p{i} = next(); *p{i} = *p{i} * x / y;" for i in range(n)]
    return "double *next();\n" + function("double x, double y", lines, "void")


def array_stores(n):
    lines = [f"  a[{i}] = a[{i + 1}] * x / y;" for i in range(n)]
    return function("double *a, double x, double y", lines, "void")


def unknown_indices(n):
    lines = [f"  a[k[{i}]] = a[k[{i}]] * x / y;" for i in range(n)]
    return function("double *a, const int *k, double x, double y", lines, "void")


def globals_written(n):
    variables = "\n".join(f"static double g{i};" for i in range(n))
    lines = [f"  g{i} = g{(i + 1) % n} * x / y;" for i in range(n)]
    return variables + "\n" + function("double x, double y", lines, "void")


def reductions(n):
    lines = [f"  double s{i} = 0; for (int i = 0; i < m; ++i) s{i} += a[i] * x / {i + 3};\n  r[{i}] = s{i};" for i in range(n)]
    return function("double *r, const double *a, double x, int m", lines, "void")


def branching_stores(n):
    lines = [f"  if (k[{i}]) a[{i}] = a[{i}] * x / y; else a[{i + 1}] = x;" for i in range(n)]
    return function("double *a, const int *k, double x, double y", lines, "void")


def containers(n):
    lines = [f"  v[{i}] = v[{i}] * x / w[{i}];\n  w.push_back(v[{i}]);" for i in range(n)]
    return "#include <vector>\n" + function("std::vector<double> &v, std::vector<double> &w, double x", lines, "void")


def unseen_calls(n):
    """Fields and globals that are assumed to survive calls: their values share what they are made of."""
    head = "void tick(); float val(float);\nstatic float g;\nstruct S { float a, b, c, d; float f(const float *x, int n); };\n"
    lines = []
    for i in range(n):
        rest = "g = s; for (int i = 0; i < n; ++i) { s += x[i] * d; val(s); }" if i % 10 == 0 else "d = val(s);"
        lines.append(f"  a = b * {i}.5f + x[{i}]; tick(); s += a / c + g; {rest}")
    return head + "\n".join(["float S::f(const float *x, int n) {", "  float s = 0;", *lines, "  return s;", "}", ""])


def escaping_locals(n):
    """Loops over calls whose local objects code not seen may have kept: each such object escapes, none outlives its call."""
    head = "void kept(double *); double tick();\n"
    helper = "static double scaled(double a, double b) { double t = a * b; kept(&t); return t / b + tick(); }\n"
    lines = [f"  for (int j = 0; j < n; ++j) s += scaled(x[j], {i}.5 + s) + scaled(x[j + 1], s);" for i in range(n)]
    return head + helper + function("const double *x, int n, double s", [*lines, "  return s;"])


def found_anew(n):
    """Every iteration gets its pointers from calls that are not seen."""
    lines = [f"    double *p{i} = next(); *p{i} = *p{i} * x / y;" for i in range(n)]
    return "double *next();\n" + function("double x, double y, int m", ["  for (int i = 0; i < m; ++i) {", *lines, "  }"], "void")


def streams(n):
    """What is streamed in nested loops, in branches of which some go on with the next iteration, by a helper that returns early."""
    head = """struct Stream;
Stream &operator<<(Stream &, const char *);
Stream &operator<<(Stream &, double);
static Stream &indented(Stream &s, int depth) {
  if (depth < 1) return s;
  if (depth < 2) return s << " ";
  s << "  " << "";
  return s;
}
"""
    body = []
    for i in range(n):
        leave = " continue;" if i % 5 == 4 else ""
        body.append(f'    {"else " if i % 8 else ""}if (x < {i}) {{ indented(s, k) << "x" << x * y / {i + 3} << "y";{leave} }}')
    third = n // 3
    loop = "  for (int i{0} = 0; i{0} < m; ++i{0}) {{"
    nest = [loop.format(0), *body[:third], loop.format(1), *body[third : 2 * third], loop.format(2), *body[2 * third :], "  }}}"]
    return head + function("Stream &s, double x, double y, int k, int m", nest, "void")


def leaving(n):
    """Branches that go on with the next iteration, each with an object and a reference of its own."""
    head = "struct S { double a; };\nS &next(S &);\n"
    lines = [f"    if (k[{i}]) {{ S t = next(s); next(t).a = x * y / {i + 3}; x = t.a; continue; }}" for i in range(n)]
    return head + function("S &s, const int *k, double x, double y, int m", ["  for (int i = 0; i < m; ++i) {", *lines, "  }", "  return x;"])
