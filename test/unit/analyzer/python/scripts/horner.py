# inputs: x float64 50
import numpy as np


def f(x):
    result = 0.0
    for c in [0.5, -1.25, 3.0, 0.1]:
        result = result * x + c
    return result
