"""Random CUDA expressions all of whose operations are correctly rounded under nvcc's default options."""

import random

CONSTANTS = ["0.5f", "2.0f", "1.5f", "0.1f", "3.0f", "0.75f", "1e-3f", "0.333333343f", "7.0f", "1.0f"]
DOUBLES = ["0.5", "2.0", "0.1", "3.0", "1e-3", "0.3333333333333333", "1.0"]
DIRECTIONS = ["rn", "rn", "rn", "rn", "rd", "ru", "rz"]


class Expressions:
    """Writes expressions over named leaves of float, double and int. One seed writes one sequence."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.floats, self.doubles, self.integers = [], [], []

    def one_of(self, choices):
        """One of these, each as likely."""
        return choices[self.random.randrange(len(choices))]

    def chance(self, percent):
        """True so often."""
        return self.random.randrange(100) < percent

    def real(self, depth):
        """An expression of type float."""
        if depth == 0 or self.chance(8):
            return self.one_of(CONSTANTS) if self.chance(15) else self.one_of(self.floats)
        kind = self.random.randrange(100)
        if kind < 62:
            operator = self.one_of(["+", "+", "-", "-", "*", "*", "*", "/"])
            return f"({self.real(depth - 1)} {operator} {self.real(depth - 1)})"
        if kind < 80:
            return self.call(depth - 1)
        if kind < 88:
            return self.rounded(depth - 1)
        if kind < 92:
            return f"({self.condition(depth - 1)} ? {self.real(depth - 1)} : {self.real(depth - 1)})"
        if kind < 95 and self.doubles:
            return f"(float)({self.double(depth - 1)})"
        if kind < 98 and self.integers:
            return f"(float)({self.integer(depth - 1)})"
        return f"(-{self.real(depth - 1)})"

    def call(self, depth):
        """A call of the mathematical library."""
        name = self.one_of(["sqrtf", "fmaf", "fabsf", "fminf", "fmaxf"])
        if name == "sqrtf":
            return f"sqrtf(fabsf({self.real(depth)}))"
        count = {"fabsf": 1, "fmaf": 3}.get(name, 2)
        return f"{name}({', '.join(self.real(depth) for _ in range(count))})"

    def rounded(self, depth):
        """An intrinsic that names its rounding."""
        name, count = self.one_of([("__fadd", 2), ("__fsub", 2), ("__fmul", 2), ("__fdiv", 2), ("__fmaf", 3), ("__frcp", 1)])
        return f"{name}_{self.one_of(DIRECTIONS)}({', '.join(self.real(depth) for _ in range(count))})"

    def double(self, depth):
        """An expression of type double."""
        if depth == 0 or self.chance(8):
            return self.one_of(DOUBLES) if self.chance(15) else self.one_of(self.doubles)
        kind = self.random.randrange(100)
        if kind < 65:
            operator = self.one_of(["+", "+", "-", "-", "*", "*", "*", "/"])
            return f"({self.double(depth - 1)} {operator} {self.double(depth - 1)})"
        if kind < 80:
            return f"(double)({self.real(depth - 1)})"
        if kind < 88:
            return f"sqrt(fabs({self.double(depth - 1)}))"
        if kind < 93:
            return f"fma({', '.join(f'(double){self.double(depth - 1)}' for _ in range(3))})"
        name = self.one_of(["__dadd", "__dsub", "__dmul", "__ddiv"])
        return f"{name}_{self.one_of(DIRECTIONS)}({self.double(depth - 1)}, {self.double(depth - 1)})"

    def integer(self, depth):
        """An expression of type int that does not overflow."""
        if depth == 0 or self.chance(30):
            return self.one_of(self.integers)
        if self.chance(15):
            return f"(int){self.one_of(self.floats)}"
        return f"({self.one_of(self.integers)} {self.one_of(['+', '-', '*'])} {self.random.randrange(1, 9)})"

    def condition(self, depth):
        """A comparison."""
        operator = self.one_of(["<", "<=", ">", ">="])
        if self.integers and self.chance(35):
            return f"{self.one_of(self.integers)} {operator} {self.random.randrange(-20, 40)}"
        return f"{self.real(depth)} {operator} {self.real(depth)}"
