# inputs: x float16 6 500
import numpy as np


def f(x):
    return x.mean(axis=-1) * 3 + np.sum(x, axis=1)
