# inputs: x float64 30 20; y float64 30 20
import numpy as np


def f(x, y):
    out = np.zeros(30)
    for i in range(30):
        total = 0.0
        for j in range(20):
            total += x[i, j] * y[i, j]
        out[i] = total / 3
    return out
