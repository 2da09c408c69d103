"""Shapes of reports: many findings, and what is said of them."""

from unit_shapes import functions


def one_line(n):
    return " ".join(functions(n).splitlines()) + "\n"


def suppressed(n):
    lines = [f"float f{i}(float a, float b, float c) {{ return a * b / c; }} // NOLINT" for i in range(n)]
    return "\n".join(lines) + "\n"


def findings(n):
    """A warning and a remark in each function."""
    body = "float f{0}(float a, float b, float c, float d) {{\n  float t = a * b / c;\n  return d - a * b / c * {1};\n}}\n"
    return "".join(body.format(i, i + 3) for i in range(n))
