# inputs: x float32 40 300
import numpy as np


def f(x):
    columns = x.sum(axis=0)
    return columns / x.shape[0] + np.linalg.norm(x, axis=0) if False else columns / x.shape[0]
