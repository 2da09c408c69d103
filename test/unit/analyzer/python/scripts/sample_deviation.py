# inputs: x float64 3 777
import numpy as np


def f(x):
    return np.std(x, axis=1, ddof=1) - x.std(axis=1)
