"""Shapes of expressions: long, deep, shared."""

from control_shapes import function, grouped

XYZ = "double x, double y, double z"


def long_sum(n):
    terms = "\n    + ".join(f"a[{i}] * x / y" for i in range(n))
    return function("const double *a, double x, double y", [f"  return {terms};"])


def left_product(n):
    return function("const double *a", ["  return a[0]", *[f"    * a[{i}]" for i in range(1, n + 1)], "    / a[0];"])


def right_product(n):
    return function("const double *a", ["  return", *[f"    a[{i}] * (" for i in range(n)], "  a[0]" + ")" * n, "    / a[0];"])


def quotients(n):
    return function("const double *a", ["  return a[0]", *[f"    * a[{i}] / a[{i + 1}]" for i in range(1, n + 1)], "    ;"])


def parentheses(n):
    return function(XYZ, ["  return", *["  ("] * n, "  x * y / z", *["  )"] * n, "  ;"])


def temporaries(n):
    lines = ["  double t0 = x * y / z;"] + [f"  double t{i} = t{i - 1} * y / z;" for i in range(1, n)]
    return function(XYZ, [*lines, f"  return t{n - 1};"])


def one_temporary(n):
    lines = [f"  s += t * a[{i}] / z;" for i in range(n)]
    return function(XYZ + ", const double *a", ["  double t = x * y / z, s = 0;", *lines, "  return s;"])


def doubling(n):
    """Written out, the last value would have 2^n leaves."""
    lines = ["  double t0 = x * y / z;"] + [f"  double t{i} = t{i - 1} * y / (t{i - 1} + z);" for i in range(1, n)]
    return function(XYZ, [*lines, f"  return t{n - 1};"])


def horner(n):
    return function("double x", ["  return", *["  ("] * n, "  1.5", *[f"  * x + {i}.25)" for i in range(n)], "  ;"])


def expanded_polynomial(n):
    """sqrt(n) terms, each with its power written as a product."""
    degree = max(2, int(n**0.5))
    terms = [" * ".join([f"a[{i}]"] + ["x"] * i) for i in range(degree)]
    return function("const double *a, double x", ["  return " + "\n    + ".join(terms) + ";"])


def matrix(n):
    """n entries of a product of matrices of four columns."""
    lines = []
    for i in range(n):
        row, column = divmod(i, 4)
        lines.append(f"  c[{i}] = " + " + ".join(f"a[{4 * row + k}] * b[{4 * k + column}]" for k in range(4)) + ";")
    return function("double *c, const double *a, const double *b", lines, "void")


def nested_calls(n):
    def nest(levels):
        return ["  s = s +", *["  sqrt(x * y / z +"] * levels, "  x", *["  )"] * levels, "  ;"]

    return "double sqrt(double);\n" + function(XYZ, ["  double s = 0;", *grouped(n, nest), "  return s;"])


def accumulator(n):
    lines = [f"  s = s + (a[{i}] - s) * x / {i + 3};" for i in range(n)]
    return function("const double *a, double x", ["  double s = 0;", *lines, "  return s;"])
