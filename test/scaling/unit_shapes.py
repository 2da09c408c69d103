"""Shapes of translation units: functions, calls, templates, headers, names."""

from control_shapes import function


def functions(n):
    return "\n".join(f"float f{i}(float a, float b, float c) {{ return a * b / c; }}" for i in range(n)) + "\n"


def inlined_calls(n):
    lines = [f"  x = scaled(x, y, a[{i}]);" for i in range(n)]
    helper = "static double scaled(double a, double b, double c) { return a * b / c; }\n"
    return helper + function("double x, double y, const double *a", [*lines, "  return x;"])


def call_chain(n):
    lines = ["static double f0(double x, double y) { return x * y / 3; }"]
    lines += [f"static double f{i}(double x, double y) {{ return f{i - 1}(x, y) * x / y; }}" for i in range(1, n)]
    return "\n".join(lines) + f"\ndouble f(double x, double y) {{ return f{n - 1}(x, y); }}\n"


def call_tree(n):
    """Inlined without a bound, the last would have 2^n operations."""
    lines = ["static double f0(double x, double y) { return x * y / 3; }"]
    lines += [f"static double f{i}(double x, double y) {{ return f{i - 1}(x, y) + f{i - 1}(y, x); }}" for i in range(1, n)]
    return "\n".join(lines) + f"\ndouble f(double x, double y) {{ return f{n - 1}(x, y); }}\n"


def recursion(n):
    lines = [f"double f{i}(double x, double y);" for i in range(n)]
    lines += [f"double f{i}(double x, double y) {{ return x < y ? f{(i + 1) % n}(x * y / 3, y) : x; }}" for i in range(n)]
    return "\n".join(lines) + "\n"


def instantiations(n):
    lines = [f"  x = scaled<{i}>(x, y);" for i in range(n)]
    helper = "template <int N> double scaled(double a, double b) { return a * b / (a + N); }\n"
    return helper + function("double x, double y", [*lines, "  return x;"])


def dependent_members(n):
    fields = "\n".join(f"  T m{i};" for i in range(n))
    lines = "\n".join(f"    this->m{i} = this->m{i} * x / y;" for i in range(n))
    return (
        f"template <class T> struct Base {{\n{fields}\n}};\ntemplate <class T> struct Derived : Base<T> {{\n  void scale(T x, T y) {{\n{lines}\n  }}\n}};\n"
    )


def lambdas(n):
    lines = [f"  auto l{i} = [&](double a) {{ return a * x / y; }};\n  x = l{i}(x);" for i in range(n)]
    return function("double x, double y", [*lines, "  return x;"])


def headers(n):
    files = {"main.cpp": "".join(f'#include "h{i}.h"\n' for i in range(n))}
    for i in range(n):
        files[f"h{i}.h"] = f"#pragma once\ninline float f{i}(float a, float b, float c) {{ return a * b / c; }}\n"
    return files


def macro(n):
    statements = " \\\n".join("  x = x * y / z; y = y + x;" for _ in range(n))
    return f"#define ALL \\\n{statements}\n" + function("double x, double y, double z", ["  ALL", "  return x + y;"])


def long_names(n):
    """Names of sqrt(n) characters in as many statements."""
    side = max(2, int(n**0.5))
    name = "v" * side
    lines = [f"  double {name}{i} = {name} * {i + 3} / y;" for i in range(side)]
    return function(f"double {name}, double y", [*lines, f"  return {name}0;"])


def operators(n):
    types = """struct V { double x, y, z; };
inline V operator+(const V &a, const V &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline V operator*(const V &a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline V operator/(const V &a, double s) { return {a.x / s, a.y / s, a.z / s}; }
"""
    lines = [f"  v = (v * k[{i}] / {i + 3} + w);" for i in range(n)]
    return types + function("V v, V w, const double *k", [*lines, "  return v;"], "V")
